"""What the mistakes of a problem do on its cases, each run in the sandbox."""

from __future__ import annotations

from collections.abc import Sequence

from grader.checkers import Context, compare_any
from grader.diagnosis import MistakeTable, apart, case_table, see
from grader.errors import UnfitProblemError
from grader.judge.own_programs import run_program
from grader.judge.prepared import Prepared
from grader.judge.prepared_case import PreparedCase
from grader.model import Mistake, Problem, RunStatus
from grader.sandbox import Outcome, Sandbox


def mistake_table(prepared: Prepared, sandbox: Sandbox) -> MistakeTable:
    """The table of a problem's mistakes; the sandbox must not be running anything."""
    problem, items = prepared.problem, prepared.items
    by_id = {mistake.program.id: _run(problem, mistake, items, sandbox) for mistake in problem.mistakes}
    loaded = [(name, ran) for name, ran in by_id.items() if ran]
    columns = [[see(item.expected, one) for item, one in zip(items, ran, strict=False)] for _, ran in loaded]
    cases = []
    for index, item in enumerate(items):
        right = see(item.expected, Outcome(RunStatus.OK, value=item.expected))
        passing = [_passes(problem, item, ran[index]) for _, ran in loaded]
        cases.append(case_table(right, [column[index] for column in columns], passing))
    unsteady = frozenset(number for number, (_, ran) in enumerate(loaded) if _differs(items[0], ran))
    return MistakeTable(tuple(name for name, _ in loaded), tuple(cases), unsteady)


def _run(problem: Problem, mistake: Mistake, items: Sequence[PreparedCase], sandbox: Sandbox) -> list[Outcome]:
    """What a mistake does on every case, and on the first one again; nothing when it cannot be loaded."""
    calls = [item.call(problem.limits) for item in items]
    try:
        return run_program(problem, mistake.program, [*calls, calls[0]], sandbox)
    except UnfitProblemError:
        return []


def _passes(problem: Problem, item: PreparedCase, outcome: Outcome) -> bool:
    context = Context(problem.tolerance, item.case.dims, hidden=True)
    if outcome.status is not RunStatus.OK:
        return False
    return compare_any(item.answers, outcome.value, problem.returns, context)[1] is None


def _differs(first: PreparedCase, ran: Sequence[Outcome]) -> bool:
    """Whether the first case, asked twice, was answered in two ways."""
    return apart(see(first.expected, ran[0]), see(first.expected, ran[-1]))
