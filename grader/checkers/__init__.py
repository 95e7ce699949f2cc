"""Strict, total comparison of an answer with what the reference gave."""

from __future__ import annotations

from grader.checkers.any_of import compare_any
from grader.checkers.difference import Context, Difference
from grader.checkers.expectation import check_expected
from grader.checkers.form import compare_form
from grader.checkers.structure import compare

__all__ = ["Context", "Difference", "check_expected", "compare", "compare_any", "compare_form"]
