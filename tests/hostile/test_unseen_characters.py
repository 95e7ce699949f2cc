"""No character that shows as nothing, or turns its neighbours round, gets from a student to a page or a report."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest

from app.http.templates import make_templates
from app.kernel.identity import new_id
from app.submissions.bodies import SubmissionBody
from app.submissions.judging import JudgeSlot
from app.submissions.model import State, Submission
from app.submissions.ports import Judging
from app.submissions.views import view_result
from grader.checkers import Context, compare
from grader.model import Mode, Problem, ScalarSpec, Verdict
from grader.reports import (
    github_report,
    gradescope_report,
    junit_report,
    markdown_report,
    result_object,
    text_report,
)
from tests.slots import open_slot

UNSEEN = (
    "\x01\x07\x08\x0b\x0c\r\x1b\x7f\x80\x85\x9b\xa0\xad\u034f\u061c\u115f\u180e\u200b\u200d\u200e\u200f\u2028\u2029"
    "\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\u2800\u3164\ufe0f\ufeff\uffa0\ufffe"
    "\U000e0041\U000e0100"
)
NAME = f"ab{UNSEEN}cd\\nef"
TEXT = f"{NAME}\\x00\\ud800\\udfff"
"""With what may stand in no name of a type: a null character, halves of a surrogate pair."""
FORBIDDEN = {*UNSEEN, *"\0\ud800\udfff"}
SOURCES = {
    "keys": "def F(*a): return {T: 1, 'outputs' + N: 2}",
    "keys inside": "def F(*a): return [{T: {T: 1}}]",
    "texts": "def F(*a): return [T, (T, {'a': T})]",
    "a NumPy text": "import numpy as np\ndef F(*a): return np.str_(N)",
    "an array of texts": "import numpy as np\ndef F(*a): return np.array([N])",
    "names of fields": "import numpy as np\ndef F(*a): return np.array([(1.0,)], dtype=[(N, 'f8')])",
    "a type": "def F(*a): return type(N, (), {'__module__': N})()",
    "a type inside": "def F(*a): return {'outputs': type(N, (), {})()}",
    "an exception": "def F(*a): raise type(N, (Exception,), {'__module__': N})(T)",
    "notes": "def F(*a):\n e = ValueError(T); e.add_note(T); raise e",
    "causes": "def F(*a): raise ValueError(T) from KeyError(T)",
    "a group of exceptions": "def F(*a): raise ExceptionGroup(T, [ValueError(T), KeyError(T)])",
    "the name of a function": "def f(): raise ValueError\nf.__code__ = f.__code__.replace(co_name=N, co_qualname=N)\n"
    "def F(*a): f()",
    "a file": "def F(*a): exec(compile('1/0', N.replace(chr(0), ''), 'exec'))",
    "printed": "import sys\ndef F(*a):\n sys.stdout.reconfigure(errors='backslashreplace'); print(T); return T",
    "printed bytes": "import os\ndef F(*a): os.write(1, T.encode('utf-8', 'surrogatepass')); return 1",
    "printed at load": "print(N)\ndef F(*a): raise SystemExit(T)",
    "raised at load": "raise SyntaxError(T, (T, 1, 1, T))",
    "a near name": "globals()['F' + N] = lambda *a: 1",
    "a class": "globals()['C'] = type(N, (), {'F': lambda self, *a: 1})\nglobals()[N] = C",
    "a signature": "def F(a): pass\nF.__code__ = F.__code__.replace(co_varnames=(N,))",
    "a default": "class D:\n def __repr__(self): return T\ndef F(a=D()): pass",
}


@pytest.fixture(scope="module")
def slot() -> Iterator[JudgeSlot]:
    with open_slot() as opened:
        yield opened


def judged(slot: JudgeSlot, problem: Problem, source: str) -> Submission:
    head = f"N = {NAME!a}; T = {TEXT!a}\n".replace("\\\\", "\\")
    program = head + source.replace("F", problem.entry_point)
    submission = Submission(
        new_id(), problem.id, problem.version, Mode.SUBMIT, program.encode(), None, datetime.now(UTC), State.DONE
    )
    result = slot.judge(Judging(submission, problem), lambda _: None)
    assert result.conclusion.verdict not in (Verdict.ACCEPTED, Verdict.INTERNAL_ERROR)
    return Submission(**{name: getattr(submission, name) for name in submission.__slots__} | {"result": result})


def panel(problem: Problem, submission: Submission) -> str:
    macros = make_templates().env.get_template("submissions/_results.html").module
    return str(macros.panel(view_result(submission, problem), submission))  # type: ignore[attr-defined]


def rest(_: Problem, submission: Submission) -> str:
    return json.dumps(SubmissionBody.of(submission).model_dump(mode="json", exclude_unset=True), ensure_ascii=False)


def report(make: Callable[..., object]) -> Callable[[Problem, Submission], str]:
    def told(problem: Problem, submission: Submission) -> str:
        assert submission.result is not None
        made = make(problem, submission.result.conclusion, submission.result.cases)
        return made if isinstance(made, str) else json.dumps(made, ensure_ascii=False)

    return told


OUTLETS: dict[str, Callable[[Problem, Submission], str]] = {
    "page": panel,
    "rest": rest,
    "json": report(lambda problem, *told: result_object(problem, Mode.SUBMIT, *told)),
    **{
        make.__name__: report(make)
        for make in (github_report, gradescope_report, junit_report, markdown_report, text_report)
    },
}


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
def test_what_is_not_seen_reaches_nobody(slot: JudgeSlot, vanilla_rnn: Problem, rnn_cell: Problem, source: str):
    for problem in (vanilla_rnn, rnn_cell):
        submission = judged(slot, problem, source)
        for name, outlet in OUTLETS.items():
            told = outlet(problem, submission)
            found = {f"U+{ord(letter):04X}" for letter in set(told) & FORBIDDEN}
            assert not found, (name, problem.id, found)


def test_the_characters_get_as_far_as_that(slot: JudgeSlot, vanilla_rnn: Problem):
    shown = [outlet(vanilla_rnn, judged(slot, vanilla_rnn, SOURCES["keys"])) for outlet in OUTLETS.values()]
    shown += [outlet(vanilla_rnn, judged(slot, vanilla_rnn, SOURCES["an exception"])) for outlet in OUTLETS.values()]
    assert all("u202e" in told for told in shown)


@pytest.mark.parametrize("got", ["a\u200b", "a\\u200b", "a\ud800"])
def test_comparison_sees_what_came(got: str):
    difference = compare("a", got, ScalarSpec("str"), Context(hidden=False))
    assert difference is not None
    assert difference.message == f"The result is {got!a}, need 'a'."
