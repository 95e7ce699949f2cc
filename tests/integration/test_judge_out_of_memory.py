"""A judge that has no memory left for an answer: an exception of ours, after which the same slot judges on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
import resource
from pathlib import Path
from grader.model import Mode
from grader.problem_format import load_problem
from grader.sandbox import Sandbox
from tests.judging import first_case, judge_cases

HEAD = b"import numpy as np\\ndef rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):\\n    return "
LARGE = HEAD + b"np.zeros(7_000_000)\\n"
RIGHT = HEAD + b"np.tanh(x_t @ W_xh.T + h_prev @ W_hh.T + b_h)\\n"
problem = load_problem(Path("problems/rnn-cell"))
with Sandbox() as sandbox:
    print(first_case(problem, LARGE, sandbox, Mode.RUN).reason)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    unlimited = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + (40 << 20), unlimited[1]))
    try:
        first_case(problem, LARGE, sandbox, Mode.RUN)
    except MemoryError:
        print("out of memory")
    resource.setrlimit(resource.RLIMIT_AS, unlimited)
    print(*{str(result.verdict) for result in judge_cases(problem, RIGHT, sandbox, Mode.RUN)})
"""


def test_the_next_submission_is_judged_by_the_same_slot():
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert (done.stdout.splitlines(), done.stderr) == (["wrong_shape", "out of memory", "accepted"], "")
