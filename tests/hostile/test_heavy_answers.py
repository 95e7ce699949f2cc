"""Answers that fit the wire and are dear to look at: each is judged in its time, and little is stored of it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from grader.model import Mode, Problem
from grader.sandbox import Sandbox
from tests.doubling import case, doubling
from tests.hostile.harness import LEISURE, exposed, judged
from tests.judging import judge_cases

HEAD = "import numpy as np\ndef rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):\n    return "
ANSWERS = {
    "many rows of nothing": "np.empty((300_000_000, 0))",
    "many rows of nothing in a list": "[np.empty((4_000, 0))] * 5_000",
    "long texts": "['x' * 60_000] * 200",
    "a long text among short ones": "['x' * (1 << 20)] + [''] * 499",
    "a long key": "{'k' * 10_000_000: h_prev}",
    "a long key inside": "{'a': [{'k' * 1_000_000: h_prev}]}",
    "many keys": "{str(number): None for number in range(9_000)}",
    "many items": "[None] * 19_000",
    "lists in lists": "[[[[[0.0] * 9] * 9] * 9] * 9] * 2",
    "a large integer": "1 << 80_000_000",
    "many large integers": "[1 << 4_000] * 19_000",
    "axes of no length": "np.empty((0,) * 64)",
    "a long name": "type('x' * 1_000_000, (), {})()",
    "a long field": "np.zeros(3, [('f' * 1_000_000, 'f8')])",
}
SECONDS, MOST_STORED = 4.0, 2 << 20


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_a_heavy_answer_is_wrong_soon_and_little_is_stored_of_it(rnn_cell: Problem, sandbox: Sandbox, answer: str):
    problem = exposed(rnn_cell, LEISURE)
    judged(problem, rnn_cell.reference.source, sandbox)  # what is computed once is there
    before = time.thread_time()
    told = judged(problem, (HEAD + answer + "\n").encode(), sandbox)
    assert told.verdict == "wrong_answer"
    assert len(told.text) < MOST_STORED
    assert time.thread_time() - before < SECONDS, "the judge's own time, in which a server answers nobody"


@pytest.mark.parametrize(("items", "verdict"), [(7_900_000, "output_limit"), (4_000, "wrong_answer")])
def test_all_answers_together_are_bounded(sandbox: Sandbox, tmp_path: Path, items: int, verdict: str):
    problem = doubling(tmp_path, cases=[case("sample", f"case {number}", float(number)) for number in range(1, 10)])
    source = f"import numpy as np\ndef double(x):\n    return np.ones({items})\n"
    results = judge_cases(problem, source.encode(), sandbox, Mode.SUBMIT)
    told = [result.verdict.value for result in results]
    assert verdict in told
    assert told.count("wrong_answer") == (4 if verdict == "output_limit" else 9)
