"""Try a problem's own programs, and built-in wrong ones, on all of its cases, and its prose on what they compute."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path

from grader.errors import UnfitProblemError
from grader.judge import judge
from grader.model import Mode, Problem, Verdict
from grader.sandbox import Sandbox
from grader.verify import programs
from grader.verify.coverage import coverage
from grader.verify.findings import Finding, Report
from grader.verify.margin import Margin, margin
from grader.verify.matrix import Matrix
from grader.verify.mutants import Mutant, mutants
from grader.verify.prose import leftovers, links, numbers
from grader.verify.running import Bench, Ran, run
from grader.verify.steadiness import again, alike, determinism, times

Progress = Callable[[str], None]


def _silent(_: str) -> None:
    """Tell no progress."""


def verify(problem: Problem, sandbox: Sandbox, folder: Path | None = None, progress: Progress = _silent) -> Report:
    """Check everything that a problem claims of itself.

    Args:
        problem: the problem.
        sandbox: a slot that nobody else uses meanwhile; two more are started for a while.
        folder: the problem's folder, if it has one, for its links and left-over files.
        progress: told what is being done, before it is done.

    Raises:
        SandboxUnavailableError: a required wall is missing.
        SandboxBrokenError: the zygote died.
    """
    progress("reference")
    try:
        bench = Bench.of(problem, sandbox)
    except UnfitProblemError as error:
        fault = Finding("reference", problem.reference.id, holds=False, detail=str(error))
        return Report(problem.id, problem.version, 0, (fault,))
    trial = _Trial(bench, sandbox, progress)
    findings = [*trial.findings(), *coverage(problem)]
    progress("prose")
    findings += [*numbers(problem, sandbox), *links(problem, folder)]
    findings += leftovers(problem, folder) if folder else ()
    cases = sum(pool.count for pool in bench.pools)
    return Report(problem.id, problem.version, cases, tuple(findings), trial.matrix, trial.margin)


class _Trial:
    """All programs of a problem, run once on every case."""

    def __init__(self, bench: Bench, sandbox: Sandbox, progress: Progress) -> None:
        """Run them."""
        self.bench, self.problem, self._sandbox, self._progress = bench, bench.problem, sandbox, progress
        problem = bench.problem
        self.right = {p.id: self._ran(p.id, p.source) for p in (problem.reference, *problem.alternatives)}
        self.mistakes = {m.program.id: self._ran(m.program.id, m.program.source) for m in problem.mistakes}
        self.mutants: dict[str, tuple[Mutant, Ran]] = {
            one.name: (one, self._ran(one.name, one.source, one.entry_point)) for one in mutants(problem)
        }
        self.starter = self._ran("starter", problem.starter.encode())
        self.matrix = self._matrix()
        self.margin = self._margin()

    def _ran(self, name: str, source: bytes, entry_point: str = "") -> Ran:
        self._progress(name)
        return run(self.bench, source, self._sandbox, entry_point)

    def _matrix(self) -> Matrix:
        rows = [programs.row(self.bench, "mistake", name, ran) for name, ran in self.mistakes.items()]
        rows += [programs.row(self.bench, "mutant", name, ran) for name, (_, ran) in self.mutants.items()]
        rows.append(programs.row(self.bench, "starter", "as given", self.starter))
        return Matrix(programs.columns(self.bench), tuple(rows))

    def _margin(self) -> Margin | None:
        if "float32" not in self.mutants:
            return None
        single = self.mutants["float32"][1]
        right = [(name, ran) for name, ran in self.right.items() if name != self.problem.reference.id]
        return margin(self.bench, right, list(self.mistakes.items()), single)

    def findings(self) -> Iterator[Finding]:
        """What the runs show."""
        yield self._submitted()
        for program in self.problem.alternatives:
            yield programs.right_program(self.bench, "alternative", program.id, self.right[program.id])
        yield from programs.mistakes(self.matrix, self.mistakes)
        yield from programs.twins(list(self._twins()))
        for one, ran in self.mutants.values():
            yield programs.mutant(self.matrix, one, same=self._as_reference(ran))
        yield programs.starter(self.problem, self.matrix, self.starter)
        yield from programs.idle_hints(self.bench, self.matrix)
        yield from self._tolerance()
        yield from self._steadiness()

    def _submitted(self) -> Finding:
        """The reference, handed in as a student would."""
        reference = self.problem.reference
        results = judge(self.problem, reference.source, self._sandbox, Mode.SUBMIT, seed="verify")
        wrong = next((result for result in results if result.verdict is not Verdict.ACCEPTED), None)
        if wrong is None:
            return programs.right_program(self.bench, "reference", reference.id, self.right[reference.id])
        detail = f"rejected by {wrong.group}/{wrong.name}: {wrong.message}"
        return Finding("reference", reference.id, holds=False, detail=detail)

    def _twins(self) -> Iterator[tuple[str, str]]:
        """Mistakes that do the same on every case."""
        for (first, ran), (second, other) in combinations(self.mistakes.items(), 2):
            if ran.loads and all(alike(a, b) for a, b in zip(ran.outcomes, other.outcomes, strict=True)):
                yield first, second

    def _as_reference(self, ran: Ran) -> bool:
        """Whether a program does what the reference does, to the last bit."""
        reference = self.right[self.problem.reference.id]
        return all(alike(a, b) for a, b in zip(reference.outcomes, ran.outcomes, strict=True))

    def _tolerance(self) -> Iterator[Finding]:
        if self.margin is not None:
            detail = "with room on both sides" if self.margin.stands else self.margin.advice()
            yield Finding("tolerance", "margin", self.margin.stands, detail, required=False)

    def _steadiness(self) -> Iterator[Finding]:
        """Determinism and time, from runs in sandboxes that are started anew."""
        self._progress("two fresh sandboxes")
        right = {p.id: p.source for p in (self.problem.reference, *self.problem.alternatives)}
        hashes, ran = again(self.bench, right)
        yield from determinism(self.bench, self.right, hashes, ran)
        reference = self.problem.reference.id
        yield from times(self.problem, self.bench, [self.right[reference], *ran[reference]])
