"""The problem format: strict YAML, read within bounds, with errors that name file, line and how to mend them."""

from __future__ import annotations

from grader.problem_format.loader import load_problem, load_problems, named_files, read_stored
from grader.problem_format.reference import key_reference
from grader.problem_format.schema import json_schema
from grader.problem_format.template import TemplateError, TypedDecimal, fill, typed_decimals
from grader.problem_format.written_inputs import WrittenInputs, WrittenInputsError, read_inputs, write_input

__all__ = [
    "TemplateError",
    "TypedDecimal",
    "WrittenInputs",
    "WrittenInputsError",
    "fill",
    "json_schema",
    "key_reference",
    "load_problem",
    "load_problems",
    "named_files",
    "read_inputs",
    "read_stored",
    "typed_decimals",
    "write_input",
]
