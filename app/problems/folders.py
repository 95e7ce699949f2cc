"""Problems from folders: those that come along with the program, and an operator's own."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path

from grader.model import Problem
from grader.problem_format import load_problems

_log = logging.getLogger(__name__)


def read_problems(folders: Iterable[Path]) -> dict[str, Problem]:
    """Every problem below these folders by slug; one that cannot be read is left out, and the log says why.

    Where two have the same slug the later folder's is taken, so that an operator can mend a problem.
    """
    problems: dict[str, Problem] = {}
    for folder in folders:
        if not folder.is_dir():
            _log.error("the folder of problems %s is not there", folder)
            continue
        read, errors = load_problems(folder)
        for error in errors:
            _log.error("a problem was left out:\n%s", error)
        for slug in read.keys() & problems.keys():
            _log.warning("the problem %s of %s replaces an earlier one", slug, folder)
        problems.update(read)
    return problems
