"""Judge right, wrong and hostile programs where this is run, and print what came of it as JSON."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from grader.judge import collect, draw_cases, judge, prepare
from grader.model import Mode
from grader.problem_format import load_problem
from grader.sandbox import Sandbox

HEAD = "def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):\n"
PROGRAMS = {
    "wrong": f"{HEAD}    return x_t\n",
    "endless": f"{HEAD}    while True: pass\n",
    "reads": f"{HEAD}    return open('/etc/passwd').read()\n",
    "connects": f"{HEAD}    import socket\n    socket.socket()\n",
    "forks": f"{HEAD}    import os\n    os.fork()\n",
    "leaves": f"{HEAD}    import os\n    os._exit(0)\n",
}


def main() -> None:
    """Take the problem's folder from the command line."""
    problem = load_problem(Path(sys.argv[1]))
    programs = {"right": problem.reference.source, **{name: text.encode() for name, text in PROGRAMS.items()}}
    with Sandbox() as sandbox:
        prepared = prepare(problem, sandbox)
        told = {}
        for name, source in programs.items():
            draws = draw_cases(prepared, name, sandbox)
            _, conclusion = collect(judge(prepared, source, sandbox, Mode.SUBMIT, draws))
            told[name] = [conclusion.verdict, conclusion.message]
        json.dump({"uid": os.geteuid(), "walls": sandbox.walls, "told": told}, sys.stdout)


main()
