"""Try a problem's own programs, and built-in wrong ones, on all of its cases, and its prose on what they compute."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from grader.errors import UnfitProblemError
from grader.judge import collect, draw_cases, judge
from grader.judge.preparation import list_cases
from grader.model import Mode, Problem, TestCase, Verdict
from grader.sandbox import Sandbox
from grader.verify import programs
from grader.verify.coverage import coverage
from grader.verify.findings import Finding, Report
from grader.verify.freshness import freshness
from grader.verify.luck import luck
from grader.verify.margin import Margin, margin
from grader.verify.matrix import Matrix
from grader.verify.mutants import Mutant, in_single_precision, mutants
from grader.verify.prose import leftovers, links, numbers
from grader.verify.recognising import recognition
from grader.verify.running import DRAWS, QUICK_DRAWS, ProvingGround, Ran, fixed_seeds, run
from grader.verify.steadiness import are_alike, determinism, make_inputs_again, run_again, times

_LISTED = 32
"""How many draws of an entry are looked at where nothing can be run."""

STARTER = "as given"
"""What the matrix calls the starter."""

Progress = Callable[[str, int, int], None]
"""Told what is being done, and its number among how many steps."""


def _skip_progress(_doing: str, _step: int, _of: int) -> None:
    """Tell no progress."""


class _Steps:
    """Counts the steps of one check."""

    def __init__(self, problem: Problem, tell: Progress, *, quick: bool) -> None:
        """Every program is run once, the mistakes are handed in as well, and three things are done beside."""
        wrong = [] if quick else [one.name for one in mutants(problem)]
        right = 1 + len(problem.alternatives) + ("float32" in wrong)
        self._of = right + 2 * len(problem.mistakes) + len(wrong) + len(("starter", "again", "prose"))
        self._tell, self._done = tell, 0

    def __call__(self, doing: str) -> None:
        """The next step begins."""
        self._done += 1
        self._tell(doing, self._done, self._of)


def verify(
    problem: Problem,
    sandbox: Sandbox,
    folder: Path | None = None,
    progress: Progress = _skip_progress,
    *,
    quick: bool = False,
) -> Report:
    """Check everything that a problem claims of itself.

    Args:
        problem: the problem.
        sandbox: a slot that nobody else uses meanwhile; two more are started for a while.
        folder: the problem's folder, if it has one, for its links and left-over files.
        progress: told of each step before it is done.
        quick: try few draws and none of the built-in wrong programs, as while a problem is written.

    Raises:
        SandboxUnavailableError: a required wall is missing.
        SandboxBrokenError: the zygote died.
    """
    steps = _Steps(problem, progress, quick=quick)
    steps(problem.reference.id)
    cases = sum(entry.count for entry in problem.entries)
    try:
        ground = ProvingGround.of(problem, sandbox, QUICK_DRAWS if quick else DRAWS)
    except UnfitProblemError as error:
        fault = Finding("reference", problem.reference.id, holds=False, detail=str(error))
        read = list_cases(problem, fixed_seeds(problem, _LISTED))
        return Report(problem.id, problem.version, cases, (fault, *_read(problem, folder, read)), quick=quick)
    trial = _Trial(ground, sandbox, steps, [] if quick else list(mutants(problem)))
    findings = [*trial.findings(), *make_inputs_again(problem, ground)]
    steps("prose")
    tried = [[item.case for item in entry.cases] for entry in ground.entries]
    findings += [*numbers(ground.prepared, sandbox), *_read(problem, folder, tried)]
    return Report(problem.id, problem.version, cases, tuple(findings), trial.matrix, trial.margin, quick)


def _read(problem: Problem, folder: Path | None, entries: Iterable[Sequence[TestCase]]) -> Iterator[Finding]:
    """What shows without running any program on any case."""
    yield from coverage(problem, entries)
    yield from links(problem, folder)
    yield from leftovers(problem, folder) if folder else ()


class _Trial:
    """All programs of a problem, run once on every case."""

    def __init__(self, ground: ProvingGround, sandbox: Sandbox, steps: _Steps, wrong: Sequence[Mutant]) -> None:
        """Run them, and the built-in wrong programs."""
        self.ground, self.problem, self._sandbox, self._steps = ground, ground.problem, sandbox, steps
        problem = ground.problem
        self.right = {problem.reference.id: run(ground, problem.reference.source, sandbox)}
        self.right |= {p.id: self._run(p.id, p.source) for p in problem.alternatives}
        self.mistakes = {m.program.id: self._run(m.program.id, m.program.source) for m in problem.mistakes}
        self.mutants: dict[str, tuple[Mutant, Ran]] = {
            one.name: (one, self._run(one.name, one.source, one.entry_point)) for one in wrong
        }
        self.starter = self._run("starter", problem.starter.encode())
        self.matrix = self._matrix()
        self.margin = self._margin()

    def _run(self, name: str, source: bytes, entry_point: str = "") -> Ran:
        self._steps(name)
        return run(self.ground, source, self._sandbox, entry_point)

    def _matrix(self) -> Matrix:
        rows = [programs.row(self.ground, "mistake", name, ran) for name, ran in self.mistakes.items()]
        rows += [programs.row(self.ground, "mutant", name, ran) for name, (_, ran) in self.mutants.items()]
        rows.append(programs.row(self.ground, "starter", STARTER, self.starter))
        return Matrix(programs.columns(self.ground), tuple(rows))

    def _margin(self) -> Margin | None:
        if "float32" not in self.mutants:
            return None
        inside = in_single_precision(self.problem)
        narrow = self.mutants["float32"][1], self._run(inside.name, inside.source, inside.entry_point)
        right = [(name, ran) for name, ran in self.right.items() if name != self.problem.reference.id]
        return margin(self.ground, right, list(self.mistakes.items()), narrow)

    def findings(self) -> Iterator[Finding]:
        """What the runs show."""
        yield self._check_submission()
        for program in self.problem.alternatives:
            yield programs.right_program(self.ground, "alternative", program.id, self.right[program.id])
        for name, ran in self.right.items():
            yield from programs.changed_inputs(self.ground, name, ran)
        yield from programs.mistakes(self.matrix, self.mistakes)
        yield from recognition(self.ground, self.mistakes, self._sandbox, self._steps)
        for one, ran in self.mutants.values():
            yield programs.mutant(self.matrix, one, same=self._equals_reference(ran))
        yield programs.starter(self.problem, self.matrix, self.starter)
        yield from programs.idle_hints(self.ground, self.matrix)
        yield from freshness(self.ground)
        yield from luck(self.ground, self.matrix, {**self.mistakes, STARTER: self.starter})
        yield from self._tolerance()
        yield from self._steadiness()

    def _check_submission(self) -> Finding:
        """The reference, handed in as a student would."""
        reference = self.problem.reference
        draws = draw_cases(self.ground.prepared, "verify", self._sandbox)
        results, _ = collect(judge(self.ground.prepared, reference.source, self._sandbox, Mode.SUBMIT, draws))
        wrong = next((result for result in results if result.verdict is not Verdict.ACCEPTED), None)
        if wrong is None:
            return programs.right_program(self.ground, "reference", reference.id, self.right[reference.id])
        detail = f"rejected by {wrong.group}/{wrong.name}: {wrong.message}"
        return Finding("reference", reference.id, holds=False, detail=detail)

    def _equals_reference(self, ran: Ran) -> bool:
        """Whether a program does what the reference does, to the last bit."""
        reference = self.right[self.problem.reference.id]
        return all(are_alike(a, b) for a, b in zip(reference.outcomes, ran.outcomes, strict=True))

    def _tolerance(self) -> Iterator[Finding]:
        if self.margin is not None:
            detail = "with room on both sides" if self.margin.stands else self.margin.advice()
            yield Finding("tolerance", "margin", self.margin.stands, detail, required=False)
        if "zeros" in self.mutants:
            yield from programs.zeros_that_pass(self.ground, self.mutants["zeros"][1])

    def _steadiness(self) -> Iterator[Finding]:
        """Determinism and time, from runs in sandboxes that are started anew."""
        self._steps("two fresh sandboxes")
        right = {p.id: p.source for p in (self.problem.reference, *self.problem.alternatives)}
        hashes, ran = run_again(self.ground, right)
        yield from determinism(self.ground, self.right, hashes, ran)
        reference = self.problem.reference.id
        yield from times(self.problem, self.ground, [self.right[reference], *ran[reference]])
