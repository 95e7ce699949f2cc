"""What a judged submission tells beside its verdict: output, warnings, gates, points and the choice of fresh cases."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from grader.errors import UnfitProblemError
from grader.judge import prepare, work_examples
from grader.model import CaseResult, Mode, Problem, Program, Reason, Verdict, Warn
from grader.reports import result_object
from grader.sandbox import Sandbox
from tests.doubling import RIGHT, case, doubling
from tests.judging import judge_cases, judge_whole, report_whole

GATES = [
    {"name": "sample", "points": 0},
    {"name": "first", "points": 30},
    {"name": "second", "points": 30, "requires": ["first"]},
    {"name": "third", "points": 40, "requires": ["second"], "scoring": "all"},
]
CASES = [
    case("sample", "one", 1.0),
    case("sample", "two", 2.0, 2.5),
    case("first", "a", 3.0),
    case("first", "b", 4.0),
    case("second", "c", 5.0),
    case("third", "d", 6.0),
    case("third", "e", 7.0),
]
FRESH = {"group": "main", "name": "drawn", "dims": {"D": "2..6"}, "generate": "normal", "seed": "fresh", "count": 3}


@pytest.fixture
def gated(tmp_path: Path) -> Problem:
    return doubling(tmp_path, groups=GATES, cases=CASES)


def run(problem: Problem, source: str, sandbox: Sandbox, mode: Mode = Mode.SUBMIT, seed: str = "") -> list[CaseResult]:
    """The results of a submission."""
    return judge_cases(problem, source.encode(), sandbox, mode, seed)


def wrong_on(*values: float) -> str:
    """A program that is right but for inputs that begin with these."""
    return f"def double(x):\n    return x * (3 if x[0] in {values!r} else 2)\n"


def verdicts(results: list[CaseResult]) -> str:
    """One letter a case: A accepted, W wrong, - not run."""
    return "".join({Verdict.ACCEPTED: "A", Verdict.WRONG_ANSWER: "W", Verdict.NOT_RUN: "-"}[r.verdict] for r in results)


def test_output_stands_with_the_case_that_printed_it(gated: Problem, sandbox: Sandbox):
    source = "print('loading é')\ndef double(x):\n    print('漢字', x[0])\n    return 2 * x\n"
    results = run(gated, source, sandbox)
    assert results[0].stdout == "loading é\n漢字 1.0\n"
    assert results[1].stdout == "漢字 2.0\n"
    assert {result.stdout for result in results[2:]} == {""}


def test_output_is_cut_for_each_case_with_a_notice(gated: Problem, sandbox: Sandbox):
    source = "def double(x):\n    print('é' * 50_000)\n    return 2 * x\n"
    results = run(gated, source, sandbox, Mode.RUN)
    assert [len(result.stdout.encode()) for result in results] == [65_536, 65_536]
    assert [result.stdout_cut for result in results] == [True, True]


def test_loading_and_the_first_call_share_one_bound(gated: Problem, sandbox: Sandbox):
    source = "print('a' * 40_000)\ndef double(x):\n    print('b' * 40_000)\n    return 2 * x\n"
    first, second = run(gated, source, sandbox, Mode.RUN)
    assert (len(first.stdout), first.stdout_cut) == (65_536, True)
    assert (second.stdout, second.stdout_cut) == ("b" * 40_000 + "\n", False)


def test_output_within_the_limit_is_whole(gated: Problem, sandbox: Sandbox):
    source = "def double(x):\n    print('x' * 65_535)\n    return 2 * x\n"
    results = run(gated, source, sandbox, Mode.RUN)
    assert [(len(result.stdout), result.stdout_cut) for result in results] == [(65_536, False)] * 2


def test_a_character_that_is_cut_in_two_does_no_harm(gated: Problem, sandbox: Sandbox):
    source = "import sys\ndef double(x):\n    sys.stdout.write('x' + '漢' * 30_000)\n    return 2 * x\n"
    first = run(gated, source, sandbox, Mode.RUN)[0]
    assert first.stdout_cut
    assert first.stdout.startswith("x漢漢")


def test_stderr_and_control_characters_are_shown_harmless(gated: Problem, sandbox: Sandbox):
    source = "import sys\ndef double(x):\n    print('\\x1b[31m\\0\\u202e', file=sys.stderr)\n    return 2 * x\n"
    assert run(gated, source, sandbox, Mode.RUN)[0].stdout == "\\u001b[31m\\u0000\\u202e\n"


def test_output_of_a_call_that_raises_is_kept(gated: Problem, sandbox: Sandbox):
    first = run(gated, "def double(x):\n    print('so far')\n    raise ValueError('no')\n", sandbox)[0]
    assert (first.stdout, first.message) == ("so far\n", "ValueError on line 3: no")
    assert "solution.py" in first.trace
    assert "grader" not in first.trace


PLACES = {
    "a fault inside of NumPy": "np.linalg.inv(np.ones((2, 3)))",
    "a fault inside of the standard library": "__import__('json').loads('[')",
    "a name that NumPy does not have": "exec('from numpy import no_such_name')",
    "a name that the library does not have": "exec('from collections.abc import no_such_name')",
    "a text with a module in it": "int(str(np))",
    "a text with a long path in it": "int('x' * 900 + str(np))",
    "a file of another name": "exec(compile('1 / 0', np.__file__, 'exec'))",
}


@pytest.mark.parametrize("body", PLACES.values(), ids=PLACES)
def test_a_fault_tells_the_students_own_frames_and_no_folder_of_ours(gated: Problem, sandbox: Sandbox, body: str):
    first = run(gated, f"import numpy as np\ndef double(x):\n    return {body}\n", sandbox)[0]
    told = first.trace + first.message
    assert (first.verdict, first.line) == (Verdict.RUNTIME_ERROR, 3)
    assert first.trace.count("File ") == first.trace.count('File "solution.py"') == 1
    folders = (sys.prefix, sys.base_prefix, str(Path(np.__file__).parents[1]), str(Path(np.__file__).parents[2]))
    assert not [folder for folder in folders if f"{folder}/" in told]


def test_a_signature_tells_no_folder_of_ours(gated: Problem, sandbox: Sandbox):
    first = run(gated, "import numpy as np\ndef double(x, y, z=np):\n    return x\n", sandbox)[0]
    assert "numpy/__init__.py" in first.message
    assert str(Path(np.__file__).parents[1]) not in first.message


def test_changed_inputs_are_a_warning_beside_a_right_answer(gated: Problem, sandbox: Sandbox):
    results = run(gated, "def double(x):\n    x *= 2\n    return x\n", sandbox)
    assert {result.verdict for result in results} == {Verdict.ACCEPTED}
    assert [result.warnings for result in results] == [(Warn.INPUTS_CHANGED,)] * 2 + [()] * 5
    assert results[0].inputs is not None
    assert results[0].inputs["x"].tolist() == [1.0]


def test_foreign_byte_order_is_a_warning_beside_a_right_answer(gated: Problem, sandbox: Sandbox):
    results = run(gated, "def double(x):\n    return (2 * x).astype('>f8')\n", sandbox)
    assert {result.verdict for result in results} == {Verdict.ACCEPTED}
    assert [result.warnings for result in results] == [(Warn.CONVERTED,)] * 2 + [()] * 5


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [((), "AAAAAAA"), ((3.0,), "AAWA---"), ((5.0,), "AAAAW--"), ((7.0,), "AAAAAAW"), ((1.0,), "WAAAAAA")],
)
def test_a_group_runs_when_what_it_requires_has_passed(
    gated: Problem, sandbox: Sandbox, wrong: tuple[float, ...], expected: str
):
    results = run(gated, wrong_on(*wrong), sandbox)
    assert verdicts(results) == expected
    assert all(result.reason is Reason.REQUIRES for result in results if result.verdict is Verdict.NOT_RUN)


def test_a_case_behind_a_gate_names_the_group_that_must_pass(gated: Problem, sandbox: Sandbox):
    results = run(gated, wrong_on(3.0), sandbox)
    assert results[4].message == "Not run: the group first must pass first."
    assert results[5].message == "Not run: the group second must pass first."


def test_a_gated_case_never_reaches_the_child(gated: Problem, sandbox: Sandbox):
    source = (
        "seen = []\ndef double(x):\n    seen.append(x[0])\n    assert x[0] < 5\n    return 0 if x[0] == 4 else 2 * x\n"
    )
    assert verdicts(run(gated, source, sandbox)) == "AAAW---"


@pytest.mark.parametrize(("wrong", "score"), [((), 100), ((4.0,), 15), ((5.0,), 30), ((7.0,), 60), ((2.0,), 100)])
def test_points_are_split_or_given_all_at_once(
    gated: Problem, sandbox: Sandbox, wrong: tuple[float, ...], score: float
):
    _, conclusion = judge_whole(gated, wrong_on(*wrong).encode(), sandbox, Mode.SUBMIT)
    assert (conclusion.score, conclusion.max_score) == (score, 100)


def test_samples_alone_score_nothing(gated: Problem, sandbox: Sandbox):
    results, conclusion = judge_whole(gated, RIGHT.encode(), sandbox, Mode.RUN)
    assert [result.name for result in results] == ["one", "two"]
    assert (conclusion.verdict, conclusion.max_score) == (Verdict.ACCEPTED, 0)


def test_fresh_cases_repeat_for_a_seed_and_differ_between_seeds(tmp_path: Path, sandbox: Sandbox):
    problem = doubling(tmp_path, cases=[case("sample", "shown", 1.0), FRESH])
    source = "def double(x):\n    return 0 * x\n"
    told = {seed: run(problem, source, sandbox, seed=seed) for seed in ("1", "2", "3", "4")}
    assert [result.name for result in told["1"]] == ["shown", "drawn 1", "drawn 2", "drawn 3"]
    shown = {seed: np.asarray(results[1].expected).tolist() for seed, results in told.items()}
    assert shown["1"] == np.asarray(run(problem, source, sandbox, seed="1")[1].expected).tolist()
    assert len({str(values) for values in shown.values()}) == 4


def test_arrays_arrive_in_the_layout_that_the_case_asks_for(tmp_path: Path, sandbox: Sandbox):
    cases = [case("sample", layout, 1.0, 2.0, layout=layout) for layout in ("c", "fortran", "strided")]
    source = "def double(x):\n    print(x.strides, x.flags.writeable, x.flags.owndata)\n    return 2 * x\n"
    results = run(doubling(tmp_path, cases=[*cases, case("main", "m", 1.0)]), source, sandbox)
    assert [result.stdout.split(")")[0] for result in results[:3]] == ["(8,", "(8,", "(16,"]
    assert all("True" in result.stdout for result in results[:3])


def test_each_call_gets_fresh_copies(gated: Problem, sandbox: Sandbox):
    source = "kept = []\ndef double(x):\n    kept.append(x)\n    right = 2 * x\n    kept[0][:] = 9\n    return right\n"
    results = run(gated, source, sandbox)
    assert verdicts(results) == "AAAAAAA"
    assert [bool(result.warnings) for result in results] == [True] + [False] * 6


def test_result_object_of_a_submission_is_whole(gated: Problem, sandbox: Sandbox):
    told = result_object(gated, Mode.SUBMIT, *report_whole(gated, wrong_on(4.0).encode(), sandbox, Mode.SUBMIT))
    assert (told["problem"], told["mode"], told["state"], told["verdict"]) == (
        "doubling",
        "submit",
        "done",
        "wrong_answer",
    )
    assert [case["hidden"] for case in told["cases"]] == [False] * 2 + [True] * 5
    assert told["cases"][0]["got"] == [2.0]
    assert not any(key in case for case in told["cases"][2:] for key in ("inputs", "expected", "got", "stdout"))


def test_examples_are_the_answers_of_the_reference(gated: Problem, sandbox: Sandbox):
    shown = work_examples(prepare(gated, sandbox), sandbox)
    assert [np.asarray(value).tolist() for value in shown.expected] == [[2.0], [4.0, 5.0]]
    assert sorted(shown.worked) == ["expected", "x"]


def test_a_reference_that_fails_makes_the_problem_unfit(gated: Problem, sandbox: Sandbox):
    broken = replace(gated, version="broken", reference=Program("reference", b"def double(x):\n    return x[7]\n"))
    with pytest.raises(UnfitProblemError, match=r"reference.*'one'.*IndexError.* on line 2"):
        prepare(broken, sandbox)


def test_a_reference_that_cannot_be_loaded_makes_the_problem_unfit(gated: Problem, sandbox: Sandbox):
    broken = replace(gated, version="unloadable", reference=Program("reference", b"def other(x): pass\n"))
    with pytest.raises(UnfitProblemError, match="cannot be loaded: missing entry point"):
        prepare(broken, sandbox)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return 3", "must return a dict of named values"),
        ("return {'y': 1.0}", "with the key 'result'"),
        ("return {'result': 3 * x}", "is not what the reference returns"),
    ],
)
def test_a_worked_program_that_disagrees_makes_the_problem_unfit(
    gated: Problem, sandbox: Sandbox, body: str, message: str
):
    worked = Program("worked", f"def worked(x):\n    {body}\n".encode())
    with pytest.raises(UnfitProblemError, match=message):
        work_examples(prepare(replace(gated, worked=worked), sandbox), sandbox)
