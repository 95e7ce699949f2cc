"""Secrets stand in every place that a submission must not read; it is told where, and still finds none."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import app
import grader
from grader.model import Limits, Problem
from grader.sandbox import Sandbox
from tests.conftest import PROBLEMS
from tests.hostile.harness import LEISURE, Arena, exposed, judged
from tests.hostile.secrets import MODULE, VARIABLE, WORD, Listeners, canaries

RIGHT = "    return np.tanh(x_t @ W_xh.T + h_prev @ W_hh.T + b_h)\n"
HEAD = "import numpy as np\ndef rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):\n"
READ = """
    import os
    for path in {paths!r}:
        for way in (path, '/proc/self/root' + path, '/proc/1/root' + path):
            try: print('PWNED', path, open(way, 'rb').read().decode('utf-8', 'replace'))
            except OSError: pass
        try: print('PWNED listed', os.listdir(os.path.dirname(path)))
        except OSError: pass
"""
IMPORT = """
    import importlib, sys
    sys.path[:0] = {folders!r}
    for name in ('grader', 'grader.model', 'app', 'app.wiring.settings', {module!r}, 'problems', 'pydantic'):
        try: print('PWNED imported', importlib.import_module(name))
        except ImportError: pass
"""
LOOK = """
    import gc, os
    print(dict(os.environ), [o for o in gc.get_objects() if type(o) is str and 'canary' in o])
    for entry in os.environ:
        if entry not in ('OPENBLAS_NUM_THREADS', 'OMP_NUM_THREADS', 'LC_ALL'): print('PWNED', entry)
"""
MEMORY = """
    import ctypes, re
    for line in open('/proc/self/maps'):
        print('PWNED maps', line)
"""


@pytest.fixture(scope="module")
def planted() -> Iterator[list[str]]:
    """The paths of the canaries; not below /tmp, which a root of its own hides in any case."""
    folder = Path(__file__).resolve().parent
    with canaries(folder) as paths:
        yield paths


@pytest.fixture(scope="module")
def slot(planted: list[str]) -> Iterator[Sandbox]:
    """A slot that was started with the canaries in place."""
    assert planted
    with Sandbox() as sandbox:
        yield sandbox


def secret_files(planted: list[str]) -> list[str]:
    """The canaries, and what is secret without them: the programs of problems, the installed app and the grader."""
    own = [PROBLEMS / "rnn-cell" / "reference.py", Path(app.__file__), Path(grader.__file__), Path(__file__)]
    return [*planted, *map(str, own), "/proc/1/environ", "/proc/1/cmdline"]


@pytest.mark.parametrize("body", [READ, IMPORT, LOOK, MEMORY], ids=["read", "import", "look", "memory"])
def test_no_canary_is_found(planted: list[str], slot: Sandbox, rnn_cell: Problem, body: str):
    paths = secret_files(planted)
    folders = sorted({str(Path(path).parent) for path in paths} | {str(Path(app.__file__).parents[1])})
    filled = body.format(paths=paths, folders=folders, module=MODULE) if "!r" in body else body
    answer = judged(exposed(rnn_cell, LEISURE), (HEAD + filled + RIGHT).encode(), slot)
    assert "PWNED" not in answer.text, answer.text[:3000]
    assert WORD not in answer.text
    assert VARIABLE not in answer.text
    assert answer.verdict in {"accepted", "runtime_error"}


def test_the_look_sees_what_is_there(slot: Sandbox, rnn_cell: Problem):
    answer = judged(exposed(rnn_cell, LEISURE), (HEAD + LOOK + RIGHT).encode(), slot)
    assert "OPENBLAS_NUM_THREADS" in answer.text
    assert answer.verdict == "accepted"


def test_listeners_hear_a_connection_and_the_harness_says_so(sandbox: Sandbox, rnn_cell: Problem):
    listeners = Listeners()
    try:
        listeners.heard.append("a connection")
        arena = Arena(sandbox, rnn_cell, listeners)
        assert any("connections" in complaint for complaint in arena.observe())
    finally:
        listeners.close()


def test_the_harness_complains_of_a_verdict_a_mark_and_a_canary(sandbox: Sandbox, rnn_cell: Problem):
    source = f"{HEAD}    print('PWNED {WORD}')\n    return h_prev\n".encode()
    problem = exposed(rnn_cell, Limits())
    complaints = list(Arena.answer(problem, source, frozenset({"accepted"}), sandbox))
    assert len(complaints) == 3
    assert complaints[0].startswith("verdict wrong_answer")
    assert complaints[1].startswith("PWNED")
    assert complaints[2] == "a canary got out"
