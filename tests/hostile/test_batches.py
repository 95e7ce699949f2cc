"""Programs that know that several cases are asked for at once, and try to gain something by it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.judge import batches
from grader.model import CaseResult, Mode, Problem, Reason, RunStatus, Verdict
from grader.reports import case_to_json, report_case
from grader.sandbox import Sandbox, cores, frames
from tests.doubling import case, doubling
from tests.hostile.puppet import answer, ask, puppet
from tests.hostile.test_wire_machine import (
    ZYGOTES,
    zygote,  # noqa: F401 - the same child for all
)
from tests.judging import judge_whole

SECRETS = (-3.25, 4.1875, 77.03125, -0.28125)
HEAD = f"""
import os, select, struct, sys, time
calls = 0
def counted():
    global calls
    calls += 1
    return calls
def hidden_requests(seconds):
    return bool(select.select([3], [], [], seconds)[0])
def frame(number, *values):
    body = struct.pack("<IB", 0, 0) + b"A" + bytes((11, 1)) + struct.pack("<Q", len(values))
    body += struct.pack(f"<{{len(values)}}d", *values)
    return struct.pack("{frames.HEADER.format}", b"ac01", {frames.ANSWER}, number, len(body), 0) + body
"""
RIGHT = "    return x + x\n"


@pytest.fixture(autouse=True, params=["looking", "sleeping", "one by one"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """How answers are awaited: by a judge that has a core to spare, by one that has none, and not at once at all."""
    monkeypatch.setattr(cores, "_CORES", 64 if request.param == "looking" else 0)
    if request.param == "one by one":
        monkeypatch.setattr(batches, "_FEWEST", 10**6)
    return str(request.param)


@pytest.fixture(scope="module")
def problem(tmp_path_factory: pytest.TempPathFactory) -> Problem:
    """A sample and four hidden cases, none of which waits for another."""
    cases = [case("sample", "shown", 1.5), *(case("main", f"hidden {place}", x) for place, x in enumerate(SECRETS))]
    return doubling(tmp_path_factory.mktemp("batch"), cases=cases, limits={"wall_seconds": 0.6})


def judged(problem: Problem, source: str, sandbox: Sandbox) -> list[CaseResult]:
    return judge_whole(problem, f"{HEAD}\n{source}".encode(), sandbox, Mode.SUBMIT)[0]


def verdicts(results: list[CaseResult]) -> list[str]:
    return [result.verdict.value for result in results]


def told(results: list[CaseResult]) -> str:
    return json.dumps([case_to_json(report_case(result)) for result in results])


def test_while_a_sample_is_answered_no_hidden_input_is_there(problem: Problem, sandbox: Sandbox):
    source = "def double(x):\n    print(hidden_requests(0.2))\n" + RIGHT
    sample, *rest = judged(problem, source, sandbox)
    assert sample.stdout == "False\n"
    assert verdicts(rest) == ["accepted"] * 4


def test_requests_that_are_read_early_can_be_told_to_nobody(problem: Problem, sandbox: Sandbox):
    source = """
def double(x):
    if counted() == 1:
        return x + x
    hidden_requests(0.2)
    seen = os.read(3, 100000) if hidden_requests(0) else b""
    text = " ".join(map(repr, struct.unpack(f"<{len(seen) // 8}d", seen[: len(seen) // 8 * 8]))) + repr(x) + seen.hex()
    print(text)
    print(text, file=sys.stderr)
    raise ValueError(text)
"""
    results = judged(problem, source, sandbox)
    text = told(results)
    assert [secret for secret in SECRETS if repr(secret) in text or str(abs(secret)) in text] == []
    assert (results[0].verdict, results[1].verdict) == ("accepted", "runtime_error")


def test_a_sample_that_is_answered_by_hand_carries_nothing_out(problem: Problem, sandbox: Sandbox):
    source = """
def double(x):
    os.write(4, frame(1, 3.0))
    hidden_requests(0.3)
    os.write(1, os.read(3, 100000).hex().encode())
    return x + x
"""
    results = judged(problem, source, sandbox)
    assert (results[0].verdict, results[0].stdout) == ("accepted", "")
    assert all(result.stdout == "" for result in results)
    assert verdicts(results)[1:] != ["accepted"] * 4


@pytest.mark.parametrize("strokes", [1, 500])
def test_false_bells_change_no_verdict(problem: Problem, sandbox: Sandbox, strokes: int):
    ring = f"    for _ in range({strokes}):\n        os.write(5, struct.pack('<Q', 1))\n    time.sleep(0.002)\n"
    assert verdicts(judged(problem, f"def double(x):\n{ring}{RIGHT}", sandbox)) == ["accepted"] * 5
    wrong = "    return x + x if abs(x[0]) < 50 else x\n"
    found = verdicts(judged(problem, f"def double(x):\n{ring}{wrong}", sandbox))
    assert found == ["accepted", "accepted", "accepted", "wrong_answer", "accepted"]


def test_a_bell_that_is_never_rung_only_costs_time(problem: Problem, sandbox: Sandbox):
    source = f"def double(x):\n    try: os.close(5)\n    except OSError: pass\n{RIGHT}"
    assert verdicts(judged(problem, source, sandbox))[:4] == ["accepted"] * 4


def test_answers_sent_before_their_requests_are_a_violation(problem: Problem, sandbox: Sandbox):
    source = f"def double(x):\n    os.write(4, frame(1, 2 * x[0]) + frame(2, 1.0))\n{RIGHT}"
    assert judged(problem, source, sandbox)[0].verdict == "security_violation"


def test_more_answers_than_requests_are_a_violation(problem: Problem, sandbox: Sandbox):
    source = """
def double(x):
    if counted() == 5:
        os.write(4, frame(5, 2 * x[0]) + frame(6, 2 * x[0]))
    return x + x
"""
    assert verdicts(judged(problem, source, sandbox)) == ["accepted"] * 4 + ["security_violation"]


def test_a_right_answer_to_another_request_is_none(problem: Problem, sandbox: Sandbox):
    source = """
def double(x):
    if counted() == 2:
        os.write(4, frame(3, 2 * x[0]))
        time.sleep(0.1)
    return x + x
"""
    results = judged(problem, source, sandbox)
    assert (results[1].verdict, results[1].reason) == ("security_violation", "protocol")


ENDS = {
    "hang": ("time.sleep(60)", Verdict.TIME_LIMIT),
    "exit": ("os._exit(3)", Verdict.RUNTIME_ERROR),
    "crash": ("import ctypes; ctypes.string_at(0)", Verdict.RUNTIME_ERROR),
    "refused call": ("raise OSError(os.fork())", Verdict.RUNTIME_ERROR),
}


@pytest.mark.parametrize("place", [2, 3, 5])
@pytest.mark.parametrize("end", ENDS)
def test_an_end_in_the_middle_loses_no_answer_before_it(problem: Problem, sandbox: Sandbox, end: str, place: int):
    deed, verdict = ENDS[end]
    source = f"def double(x):\n    if counted() == {place}:\n        {deed}\n{RIGHT}"
    found = verdicts(judged(problem, source, sandbox))
    assert found[: place - 1] == ["accepted"] * (place - 1)
    assert found[place - 1] == verdict
    after = "accepted" if end == "refused call" else "not_run"
    assert found[place:] == [after] * (5 - place)


def test_each_case_has_its_whole_time_and_no_more(problem: Problem, sandbox: Sandbox):
    slow = "def double(x):\n    time.sleep(0.2)\n" + RIGHT
    assert verdicts(judged(problem, slow, sandbox)) == ["accepted"] * 5


def test_what_is_printed_stands_with_its_own_case(tmp_path: Path, sandbox: Sandbox):
    draw = {"generate": {"x": "normal"}, "dims": {"D": 2}, "seed": "fresh", "count": 4}
    fresh = {"group": "main", "name": "drawn", **draw}
    problem = doubling(tmp_path, cases=[case("sample", "shown", 1.5), fresh], waive={})
    source = """
print("loaded")
def double(x):
    print("call", counted())
    return x + x if calls != 3 else x
"""
    results, _ = judge_whole(problem, f"{HEAD}\n{source}".encode(), sandbox, Mode.SUBMIT, "printed")
    assert [result.stdout for result in results] == ["loaded\ncall 1\n", "", "call 3\n", "", ""]


def led(*deeds: tuple[object, ...]) -> Iterator[Any]:
    with puppet(ZYGOTES[0]) as run:
        ask(run, 1, *deeds)
        yield run


def test_the_clock_of_a_call_that_never_answers_runs_while_all_are_awaited():
    for run in led(("hang",)):
        started = time.monotonic()
        assert not run.await_answers(1000, 0.4)
        outcome = run.receive(1, 0.5, Reason.CASE)
        took = time.monotonic() - started
        assert outcome.status is RunStatus.TIMED_OUT
        assert took < 0.8, "it has 0.5 s in all, not 0.4 and then 0.5"


def test_awaiting_has_an_end_whatever_comes():
    for run in led(("fill", 10_000), ("show", 10_000), ("hang",)):
        started = time.monotonic()
        assert not run.await_answers(1 << 20, 0.2)
        assert time.monotonic() - started < 0.2 + 0.3
        assert run.receive(1, 0.3, Reason.CASE).status is RunStatus.VIOLATED


def test_bytes_that_came_are_looked_at_and_taken_once():
    right = answer(1)
    for run in led(("write", right.hex())):
        assert run.await_answers(len(right), 5.0)
        assert run.peek(0) == right
        run.accept(len(right), 1)
        assert run.peek(0) == b""
        ask(run, 2, ("write", answer(2).hex()))
        assert run.receive(2, 5.0, Reason.CASE).status is RunStatus.OK


def test_a_limit_that_is_shorter_than_the_patience_holds(tmp_path: Path, sandbox: Sandbox):
    cases = [case("sample", "shown", 1.5), *(case("main", f"hidden {x}", x) for x in SECRETS)]
    brisk = doubling(tmp_path, cases=cases, limits={"wall_seconds": 0.04})
    source = "def double(x):\n    time.sleep(0.2 if x[0] == 77.03125 else 0)\n" + RIGHT
    assert verdicts(judged(brisk, source, sandbox)) == ["accepted"] * 3 + ["time_limit", "not_run"]


def test_a_batch_waits_for_a_case_that_one_of_its_groups_requires(tmp_path: Path, sandbox: Sandbox):
    """The case before it is asked for alone, and is slow to be compared: nothing that hangs on it is sent meanwhile."""
    groups = [{"name": "sample", "points": 0}, *({"name": name, "points": 5} for name in ("first", "free", "gated"))]
    groups[3]["requires"] = ["first"]
    held = {"properties": [{"holds": "linear", "arguments": ["x"]}]}
    cases = [case("sample", "shown", 1.5), case("first", "alone", 9.5, **held)]
    cases += [case(group, f"{group} {x}", x) for group in ("free", "gated") for x in (-3.25, 4.1875)]
    gated = doubling(tmp_path, groups=groups, cases=cases)
    right = "def double(x):\n    return x + x\n"
    assert verdicts(judged(gated, right, sandbox)) == ["accepted"] * 6
    wrong = """
def double(x):
    requests = sys._getframe(2).f_locals["requests"]
    pending = len(requests._there) - requests._at or hidden_requests(0)
    if x[0] == 9.5:
        return x
    return x * 7 if pending and x[0] == 4.1875 else x + x
"""
    results = judged(gated, wrong, sandbox)
    assert verdicts(results) == ["accepted", "wrong_answer", "accepted", "accepted", "not_run", "not_run"]
