"""The memory bound is honest: what stays within it passes and what goes over is told so, at several sizes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grader.model import CaseResult, Limits, Mode, Problem, Reason, Verdict
from grader.sandbox import Sandbox
from tests.judging import first_case

SIZES = (64, 512, pytest.param(1024, marks=pytest.mark.slow))
MARGIN_MB = 4
"""What a program may need beside its arrays: its code, its inputs, the heap's own rounding."""
RIGHT = "    return np.tanh(x_t @ W_xh.T + h_prev @ W_hh.T + b_h)\n"
HEAD = "import numpy as np\nMB = 1 << 20\ndef rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):\n"
TAKES = {
    "one array": "held = np.ones({mb} * MB // 8)",
    "an array that is never touched": "held = np.empty({mb} * MB // 8)",
    "arrays of one megabyte": "held = [np.ones(MB // 8) for _ in range({mb})]",
    "bytes": "held = bytearray({mb} * MB)",
    "private pages": "import mmap; held = mmap.mmap(-1, {mb} * MB, mmap.MAP_PRIVATE | mmap.MAP_ANON)",
}
SHARED_SLACK_MB = 256
"""What mappings that are shared, as those of files are, may have beyond the bound."""
OVER = {
    **TAKES,
    "a list that grows": "held = []\n    while True: held.append(np.ones(1000))",
    "small objects": "held = [0]\n    while True: held = [held, held[0]]",
    "text that doubles": "held = 'x'\n    while True: held += held",
    "a matrix too large": "held = np.ones((20_000, 1)) @ np.ones((1, 20_000)) @ np.ones((20_000, 20_000))",
    "an error of NumPy's own class": "from numpy._core._exceptions import _ArrayMemoryError\n    np.ones(1 << 50)",
    "an error raised again as it came": "try: np.ones(1 << 50)\n    except MemoryError as e: raise e",
    "pages one after the other": "import mmap; held = []\n    while True: held.append(mmap.mmap(-1, MB, 2))",
    "shared pages": f"import mmap; held = mmap.mmap(-1, ({{mb}} + {SHARED_SLACK_MB} + 64) * MB)",
    "a result": "return np.ones({mb} * MB // 8)",
}
AT_LOAD = {
    "an array": "held = np.ones({over} << 17)",
    "small objects": "held = [0]\nwhile True: held = [held, held[0]]",
    "a list that grows": "held = []\nwhile True: held.append(np.ones(1000))",
    "private pages": "import mmap\nheld = mmap.mmap(-1, {over} << 20, 2)",
    "a constant that is folded": "held = 'x' * ({over} << 20)",
    "a class body": "class Held:\n    held = bytearray({over} << 20)",
}


def judged(problem: Problem, sandbox: Sandbox, source: str, memory_mb: int) -> CaseResult:
    """The first case's result under that bound."""
    limited = replace(problem, limits=Limits(20, 20, 60, memory_mb))
    return first_case(limited, source.encode(), sandbox, Mode.RUN)


@pytest.mark.parametrize("memory_mb", SIZES)
@pytest.mark.parametrize("take", TAKES.values(), ids=TAKES)
def test_within_the_bound_passes(rnn_cell: Problem, sandbox: Sandbox, take: str, memory_mb: int):
    source = f"{HEAD}    {take.format(mb=memory_mb - MARGIN_MB)}\n{RIGHT}"
    assert judged(rnn_cell, sandbox, source, memory_mb).verdict is Verdict.ACCEPTED


@pytest.mark.parametrize("memory_mb", SIZES)
@pytest.mark.parametrize("take", OVER.values(), ids=OVER)
def test_over_the_bound_is_told(rnn_cell: Problem, sandbox: Sandbox, take: str, memory_mb: int):
    over = memory_mb + MARGIN_MB
    source = f"{HEAD}    {take.format(mb=over)}\n{RIGHT}"
    came = judged(rnn_cell, sandbox, source, memory_mb)
    assert (came.verdict, came.reason) == (Verdict.MEMORY_LIMIT, Reason.MEMORY)


@pytest.mark.parametrize("memory_mb", SIZES)
@pytest.mark.parametrize("take", AT_LOAD.values(), ids=AT_LOAD)
def test_over_the_bound_while_the_file_loads_is_told(rnn_cell: Problem, sandbox: Sandbox, take: str, memory_mb: int):
    source = f"import numpy as np\n{take.format(over=memory_mb + MARGIN_MB)}\n{HEAD}{RIGHT}"
    came = judged(rnn_cell, sandbox, source, memory_mb)
    assert (came.verdict, came.reason) == (Verdict.MEMORY_LIMIT, Reason.MEMORY)


@pytest.mark.parametrize("memory_mb", SIZES)
def test_memory_that_is_given_back_may_be_used_again(rnn_cell: Problem, sandbox: Sandbox, memory_mb: int):
    half = memory_mb // 2 + 8
    source = f"{HEAD}    for _ in range(3):\n        held = np.ones({half} * MB // 8)\n        del held\n{RIGHT}"
    assert judged(rnn_cell, sandbox, source, memory_mb).verdict is Verdict.ACCEPTED


def test_a_program_that_copes_with_too_little_memory_passes(rnn_cell: Problem, sandbox: Sandbox):
    source = f"{HEAD}    try: np.ones(1 << 40)\n    except MemoryError: pass\n{RIGHT}"
    assert judged(rnn_cell, sandbox, source, 64).verdict is Verdict.ACCEPTED


@pytest.mark.parametrize("memory_mb", SIZES)
def test_the_next_submission_has_all_of_its_memory(rnn_cell: Problem, sandbox: Sandbox, memory_mb: int):
    hungry = f"{HEAD}    held = []\n    while True: held.append(np.ones(MB // 8))\n"
    source = f"{HEAD}    held = np.ones({memory_mb - MARGIN_MB} * MB // 8)\n{RIGHT}"
    told = [judged(rnn_cell, sandbox, text, memory_mb).verdict for text in (hungry, source) * 3]
    assert told == [Verdict.MEMORY_LIMIT, Verdict.ACCEPTED] * 3
