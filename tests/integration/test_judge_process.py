"""A judge in a process of its own: it says what a judge in this one would say, and it may die."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from grader.errors import UnfitProblemError
from grader.judge.draws import choose_draws
from grader.model import CaseReport, Conclusion, Mode, Problem, Verdict
from grader.sandbox import Sandbox
from grader.slots import InputsDoNotFitError, JudgeDiedError, JudgeProcess, Offer, SharedCores, Task, client
from tests.doubling import RIGHT, WRONG, case, doubling
from tests.judging import report_whole
from tests.serving import ROOT, alive, descendants, wait_until

SLOW = "import time\ndef double(x):\n    time.sleep(1.5)\n    return x + x\n"
EATING = "import numpy as np\ndef double(x):\n    return np.ones(7_000_000)\n"


@pytest.fixture
def cores() -> Iterator[SharedCores]:
    made = SharedCores(2)
    yield made
    made.close()


@pytest.fixture
def judge(cores: SharedCores) -> Iterator[JudgeProcess]:
    with JudgeProcess(cores, tried=True) as process:
        yield process


@pytest.fixture
def problem(tmp_path: Path) -> Problem:
    return doubling(tmp_path, limits={"wall_seconds": 3})


def task(problem: Problem, source: str, **changes: object) -> Task:
    asked = Task(problem.version, source.encode(), Mode.SUBMIT, None, diagnose=True, silence=20.0)
    return replace(asked, **changes)


def judged(
    judge: JudgeProcess, problem: Problem, source: str, **changes: object
) -> tuple[Conclusion, *tuple[CaseReport, ...]]:
    """The conclusion and the cases, without their times."""
    conclusion, cases = judge.judge(task(problem, source, **changes), lambda: Offer(problem.files), lambda _: None)
    return timeless(conclusion, cases)


def timeless(conclusion: Conclusion, cases: Iterable[CaseReport]) -> tuple[Conclusion, *tuple[CaseReport, ...]]:
    return replace(conclusion, seconds=0.0, peak_kb=0), *(replace(told, seconds=0.0) for told in cases)


def test_it_tells_what_a_judge_in_this_process_tells(judge: JudgeProcess, problem: Problem, sandbox: Sandbox):
    for source in (RIGHT, WRONG, "def double(x:\n", "def double(x):\n    print('hm')\n    return 1 / 0\n"):
        conclusion, cases = report_whole(problem, source.encode(), sandbox, Mode.SUBMIT, "seed")
        told = judged(judge, problem, source)
        assert told == timeless(conclusion, cases)


def test_draws_that_are_damaged_are_made_again_of_their_seeds(judge: JudgeProcess, tmp_path: Path):
    fresh = {"group": "main", "name": "drawn", "dims": {"D": "2..6"}, "generate": "normal", "seed": "fresh", "count": 2}
    problem = doubling(tmp_path, cases=[case("sample", "shown", 1.0), fresh])
    source = "def double(x):\n    return 3 * x\n"
    draws = judge.draw(problem.version, choose_draws(problem, "s"), lambda: Offer(problem.files))
    whole = judged(judge, problem, source, draws=draws)
    assert [case.drawn for case in whole[1:]] == [False, True, True]
    damaged = tuple(replace(draw, content=draw.content[:-1]) for draw in draws)
    assert judged(judge, problem, source, draws=damaged) == whole
    assert judge.draw(problem.version, damaged, lambda: Offer(problem.files)) == draws


def test_each_case_is_told_before_the_conclusion(judge: JudgeProcess, problem: Problem):
    heard: list[CaseReport] = []
    _, cases = judge.judge(task(problem, RIGHT), lambda: Offer(problem.files), heard.append)
    assert tuple(heard) == cases
    assert len(cases) == 2


def test_a_problem_is_offered_once_and_with_what_was_prepared(
    judge: JudgeProcess, cores: SharedCores, problem: Problem
):
    content = judge.prepare(problem.version, Offer(problem.files)).content
    offers: list[bytes] = []

    def offer() -> Offer:
        offers.append(content)
        return Offer(problem.files, content)

    with JudgeProcess(cores, tried=True) as second:
        conclusions = [second.judge(task(problem, source), offer, lambda _: None)[0] for source in (RIGHT, WRONG)]
    assert [told.verdict for told in conclusions] == [Verdict.ACCEPTED, Verdict.WRONG_ANSWER]
    assert conclusions[1].mistake is not None
    assert len(offers) == 1


def test_what_cannot_be_read_is_prepared_again(judge: JudgeProcess, problem: Problem):
    conclusion, _ = judge.judge(
        task(problem, RIGHT), lambda: Offer(problem.files, b"written by nobody"), lambda _: None
    )
    assert conclusion.verdict is Verdict.ACCEPTED


def test_mistakes_are_left_alone_where_that_is_asked(judge: JudgeProcess, problem: Problem):
    told = [judged(judge, problem, WRONG, diagnose=diagnose)[0] for diagnose in (True, False)]
    assert [conclusion.mistake and conclusion.mistake.id for conclusion in told] == ["squared", None]
    assert told[0].message == told[1].message


def test_a_problem_that_fails_and_inputs_that_do_not_fit_are_told_as_such(judge: JudgeProcess, tmp_path: Path):
    unfit = doubling(tmp_path, reference="def double(x):\n    return 1 / 0\n")
    with pytest.raises(UnfitProblemError, match="ZeroDivisionError"):
        judged(judge, unfit, RIGHT)
    fit = doubling(tmp_path)
    with pytest.raises(InputsDoNotFitError):
        judged(judge, fit, RIGHT, inputs={"x": "no number"})
    assert judged(judge, fit, RIGHT, inputs={"x": "[1.0]"})[0].verdict is Verdict.NOT_COMPARED


def test_the_settings_of_the_site_are_not_in_its_environment(cores: SharedCores, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ALLCLOSE_DATABASE", "not for a judge")
    with JudgeProcess(cores, tried=True) as process:
        environment = Path(f"/proc/{process.pid}/environ").read_bytes()
    assert b"PATH=" in environment
    assert b"ALLCLOSE_" not in environment


def test_one_that_is_killed_is_told_of_and_its_slot_is_free(cores: SharedCores, problem: Problem):
    with JudgeProcess(cores, tried=True) as other, JudgeProcess(cores, tried=True) as dying:
        judged(dying, problem, RIGHT)
        with pytest.raises(IndexError):
            cores.take()
        threading.Timer(0.4, os.kill, (dying.pid, signal.SIGKILL)).start()
        with pytest.raises(JudgeDiedError, match="SIGKILL"):
            judged(dying, problem, SLOW)
        assert judged(other, problem, RIGHT)[0].verdict is Verdict.ACCEPTED
    assert {cores.take(), cores.take()} == {0, 1}


def test_one_that_takes_more_memory_than_it_may_ends_and_the_next_lives(cores: SharedCores, problem: Problem):
    with JudgeProcess(cores, 160, tried=True) as small:
        assert judged(small, problem, RIGHT)[0].verdict is Verdict.ACCEPTED
        with pytest.raises(JudgeDiedError, match="code 71"):
            judged(small, problem, EATING)
    with JudgeProcess(cores, tried=True) as large:
        assert judged(large, problem, EATING)[0].verdict is Verdict.WRONG_ANSWER


def test_one_that_says_nothing_is_ended(cores: SharedCores, problem: Problem, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(client, "_PATIENCE_SECONDS", 0.2)
    with JudgeProcess(cores, tried=True) as stuck:
        judged(stuck, problem, RIGHT)
        os.kill(stuck.pid, signal.SIGSTOP)
        began = time.monotonic()
        with pytest.raises(JudgeDiedError, match="said nothing"):
            judged(stuck, problem, RIGHT, silence=0.5)
        assert time.monotonic() - began < 5
        assert not alive(stuck.pid)


def test_ctrl_c_at_a_terminal_is_not_for_judges(judge: JudgeProcess, problem: Problem):
    for number in (signal.SIGINT, signal.SIGTERM):
        os.kill(judge.pid, number)
    assert os.getpgid(judge.pid) != os.getpgid(0)
    assert judged(judge, problem, RIGHT)[0].verdict is Verdict.ACCEPTED


def test_a_program_finds_the_signals_as_any_program_does(judge: JudgeProcess, problem: Problem):
    check = "assert signal.getsignal(signal.SIGINT) != signal.SIG_IGN"
    source = f"import signal\ndef double(x):\n    {check}\n    return x + x\n"
    assert judged(judge, problem, source)[0].verdict is Verdict.ACCEPTED


def resident(pid: int) -> int:
    """The most bytes that a process has held since this was last set back."""
    [line] = [line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmHWM")]
    return int(line.split()[1]) * 1024


def test_no_answer_is_held_longer_than_its_case(judge: JudgeProcess, tmp_path: Path):
    peaks = []
    for samples in (3, 12):
        cases = [case("sample", f"sample {number}", float(number)) for number in range(1, samples + 1)]
        problem = doubling(tmp_path, cases=[*cases, case("main", "hidden", 0.5)])
        judged(judge, problem, RIGHT)  # what is prepared once is kept
        Path(f"/proc/{judge.pid}/clear_refs").write_text("5")
        before = resident(judge.pid)
        _, *told = judged(judge, problem, EATING.replace("7_000_000", "1_000_000"), mode=Mode.RUN)
        assert [report.got for report in told] == [{"omitted": "float64 (1000000,)"}] * samples
        peaks.append(resident(judge.pid) - before)
    few, many = peaks
    assert few > 8_000_000
    assert many - few < 8_000_000


FEEDER = """
import time
from pathlib import Path
from grader.judge.draws import choose_draws
from grader.model import Mode
from grader.problem_format import load_problem
from grader.slots import JudgeProcess, Offer, SharedCores, Task
problem = load_problem(Path("tests/data/problems/double.yaml"))
judge = JudgeProcess(SharedCores(1), tried=True)
source = b"import time\\ndef double(x):\\n    time.sleep(2.5)\\n    return x + x\\n"
print(judge.pid, flush=True)
draws = judge.draw(problem.version, choose_draws(problem, "s"), lambda: Offer(problem.files))
task = Task(problem.version, source, Mode.SUBMIT, None, True, 20.0, draws)
judge.judge(task, lambda: Offer(problem.files), lambda _: print("a case", flush=True))
"""


def test_it_ends_with_whoever_fed_it_even_in_the_middle_of_its_work():
    with subprocess.Popen([sys.executable, "-c", FEEDER], cwd=ROOT, stdout=subprocess.PIPE, text=True) as feeder:
        assert feeder.stdout is not None
        pid = int(feeder.stdout.readline())
        assert feeder.stdout.readline() == "a case\n"
        family = {pid, *descendants(pid)}
        assert len(family) > 1
        feeder.kill()
    wait_until(lambda: not any(map(alive, family)))
