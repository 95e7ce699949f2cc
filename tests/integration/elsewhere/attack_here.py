"""Judge every attack of the corpus where this is run, but for the dangerous, and print what is not as it must be."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from grader.problem_format import load_problem
from grader.sandbox import Sandbox
from tests.hostile.harness import Arena
from tests.hostile.rows import programs
from tests.hostile.secrets import VARIABLE, WORD, Listeners


def main() -> None:
    """Take the problem's folder from the command line."""
    problem = load_problem(Path(sys.argv[1]))
    rows = [row for row in programs() if not row.danger]
    os.environ[VARIABLE] = WORD
    listeners = Listeners()
    with Sandbox() as sandbox:
        arena = Arena(sandbox, problem, listeners)
        told = {row.id: arena.complaints(row) for row in rows}
        json.dump({"uid": os.geteuid(), "walls": sandbox.walls, "told": told}, sys.stdout)
    listeners.close()


main()
