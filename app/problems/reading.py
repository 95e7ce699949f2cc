"""Stored files as a problem again."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from grader.errors import ProblemFormatError
from grader.model import Problem
from grader.problem_format import read_stored

_log = logging.getLogger(__name__)


def read_version(files: Mapping[str, bytes]) -> Problem | None:
    """Implements `app.problems.ports.VersionReader`."""
    try:
        return read_stored(files)
    except ProblemFormatError as error:
        _log.warning("an earlier version of a problem cannot be read by this program: %s", error)
        return None
