"""Judge an attack and look at everything that it must not have changed."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from grader.model import SAMPLE_GROUP, CaseEntry, Group, Limits, Mode, Problem
from grader.reports import result_object
from grader.sandbox import Sandbox
from tests.hostile.rows import Row
from tests.hostile.secrets import WORD, Listeners
from tests.hostile.surroundings import Snapshot, idle, processes, snapshot, until
from tests.judging import judge_whole, report_results

LIMITS = Limits(wall_seconds=0.5, load_seconds=1.5, submission_seconds=3.0)
LEISURE = Limits(wall_seconds=10.0, load_seconds=10.0, submission_seconds=30.0)
"""For programs that must not end at the time limit: a busy machine must not turn them red."""
LONGEST_SECONDS = 3 * (LIMITS.wall_seconds + LIMITS.load_seconds)
MEMORY_GROWTH_MB = 64
CASES = 6
"""How many; all of them batches, since some of the programs are written for those alone."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What came of one submission: its verdict, its time in seconds, and all that anybody may read of it."""

    verdict: str
    text: str
    seconds: float


def exposed(problem: Problem, limits: Limits, shown: int = CASES) -> Problem:
    """A few cases of the problem, by default all shown in full: so every text of an attack can be looked through."""
    batches = [entry.case for entry in problem.entries if entry.case.inputs["x_t"].ndim == 2]
    names = [SAMPLE_GROUP] * shown + ["main"] * (CASES - shown)
    cases = [replace(case, group=name) for case, name in zip(batches, names, strict=False)]
    return replace(
        problem,
        version=f"exposed {shown}",
        groups=tuple(Group(name, points=1.0) for name in dict.fromkeys(names)),
        entries=tuple(CaseEntry(case) for case in cases),
        limits=limits,
    )


def judged(problem: Problem, source: bytes, sandbox: Sandbox, seed: str = "attack") -> Judged:
    """Judge one submission."""
    started = time.monotonic()
    results, conclusion = judge_whole(problem, source, sandbox, Mode.SUBMIT, seed)
    seconds = time.monotonic() - started
    text = json.dumps(result_object(problem, Mode.SUBMIT, *report_results(problem, results)), allow_nan=False)
    return Judged(conclusion.verdict.value, text, seconds)


@dataclass(frozen=True, slots=True)
class Arena:
    """A slot, the problem that is attacked, and those who listen."""

    sandbox: Sandbox
    problem: Problem
    listeners: Listeners

    def complaints(self, row: Row, shown: int = CASES) -> list[str]:
        """Everything that is not as it must be after an attack; empty when all is well."""
        problem = exposed(self.problem, LIMITS if "time_limit" in row.verdicts else LEISURE, shown)
        tell = self.listeners.told
        submissions = [(tell(row.source), row.verdicts)]
        submissions += [(tell(row.following), row.following_verdicts)] if row.following else []
        return self.observe(*(partial(self.answer, problem, *pair, self.sandbox) for pair in submissions))

    def observe(self, *submissions: Callable[[], Iterator[str]]) -> list[str]:
        """Run submissions, then an honest one, and compare the surroundings before and after."""
        until(lambda: processes(self.sandbox) == idle(self.sandbox))
        before, zygote = snapshot(self.sandbox), self.sandbox._zygote
        found = [complaint for submission in submissions for complaint in submission()]
        distrusted = self._settled()
        honest = judged(exposed(self.problem, LEISURE), self.problem.reference.source, self.sandbox)
        found += [] if honest.verdict == "accepted" else [f"the next submission: {honest.verdict}"]
        replaced = self.sandbox._zygote is not zygote
        found += [] if replaced is distrusted else [f"the zygote was {'' if replaced else 'not '}replaced"]
        return [*found, *self._traces(before)]

    def _settled(self) -> bool:
        """Whether the zygote is distrusted after a violation; if so its successor is started first."""
        if self.sandbox._distrusted and self.sandbox._spare is not None:
            self.sandbox._spare.result()
        return self.sandbox._distrusted

    @staticmethod
    def answer(problem: Problem, source: bytes, may: frozenset[str], sandbox: Sandbox) -> Iterator[str]:
        """What is wrong with the answer to one submission."""
        answer = judged(problem, source, sandbox)
        if answer.verdict not in may:
            yield f"verdict {answer.verdict}: {answer.text[:2000]}"
        if "PWNED" in answer.text:
            yield f"PWNED: {answer.text[max(0, answer.text.index('PWNED') - 200) :][:1000]}"
        if WORD in answer.text:
            yield "a canary got out"
        if answer.seconds > LONGEST_SECONDS and problem.limits is LIMITS:
            yield f"took {answer.seconds:.1f} s"

    def _traces(self, before: Snapshot) -> Iterator[str]:
        """What is left on the machine; a child that was killed has a moment to be reaped."""
        if not until(lambda: processes(self.sandbox) == idle(self.sandbox)):
            yield f"processes: {processes(self.sandbox)}, not {idle(self.sandbox)}"
        after = snapshot(self.sandbox)
        if after.files - before.files:
            yield f"files: {sorted(after.files - before.files)}"
        if after.ipc != before.ipc:
            yield "System V IPC objects"
        if after.descriptors > before.descriptors:
            yield f"descriptors of the judge: {after.descriptors}, not {before.descriptors}"
        if after.memory - before.memory > MEMORY_GROWTH_MB:
            yield f"memory of the judge grew by {after.memory - before.memory} MB"
        if self.listeners.heard:
            yield f"connections: {self.listeners.heard}"
