"""What the mistakes of a problem do on its cases: run in the sandbox once for each version, when first asked for."""

from __future__ import annotations

import threading
from collections import OrderedDict

from grader.checkers import Context, compare_any
from grader.diagnosis import MistakeTable, apart, case_table, see
from grader.errors import UnfitProblemError
from grader.judge.own_programs import outcomes
from grader.judge.preparation import PreparedCase, prepare
from grader.model import Mistake, Problem, RunStatus
from grader.sandbox import Outcome, Sandbox

_TABLES_KEPT = 16
_lock = threading.Lock()
_tables: OrderedDict[str, MistakeTable] = OrderedDict()


def table_at_hand(problem: Problem) -> MistakeTable | None:
    """The table of a problem's mistakes, if it has been made."""
    with _lock:
        return _tables.get(problem.version)


def mistake_table(problem: Problem, sandbox: Sandbox) -> MistakeTable:
    """The table of a problem's mistakes, made now if need be; the sandbox must not be running anything."""
    table = table_at_hand(problem)
    if table is None:
        table = _made(problem, sandbox)
        with _lock:
            _tables[problem.version] = table
            while len(_tables) > _TABLES_KEPT:
                _tables.popitem(last=False)
    return table


def _made(problem: Problem, sandbox: Sandbox) -> MistakeTable:
    items = [item for pool in prepare(problem, sandbox) for item in pool.cases]
    told_by = {mistake.program.id: _told(problem, mistake, items, sandbox) for mistake in problem.mistakes}
    loaded = [(name, told) for name, told in told_by.items() if told]
    right = [see(item.expected, Outcome(RunStatus.OK, value=item.expected)) for item in items]
    columns = [[see(item.expected, one) for item, one in zip(items, told, strict=False)] for _, told in loaded]
    cases = []
    for place, item in enumerate(items):
        passing = [_passes(problem, item, told[place]) for _, told in loaded]
        cases.append(case_table(right[place], [column[place] for column in columns], passing))
    unsteady = frozenset(number for number, (_, told) in enumerate(loaded) if _differs(items[0], told))
    return MistakeTable(tuple(name for name, _ in loaded), tuple(cases), unsteady)


def _told(problem: Problem, mistake: Mistake, items: list[PreparedCase], sandbox: Sandbox) -> list[Outcome]:
    """What a mistake does on every case, and on the first one again; nothing when it cannot be loaded."""
    calls = [item.call(problem.limits) for item in items]
    try:
        return outcomes(problem, mistake.program, [*calls, calls[0]], sandbox)
    except UnfitProblemError:
        return []


def _passes(problem: Problem, item: PreparedCase, outcome: Outcome) -> bool:
    context = Context(problem.tolerance, item.case.dims, hidden=True)
    if outcome.status is not RunStatus.OK:
        return False
    return compare_any(item.answers, outcome.value, problem.returns, context)[1] is None


def _differs(first: PreparedCase, told: list[Outcome]) -> bool:
    """Whether the first case, asked twice, was answered in two ways."""
    return apart(see(first.expected, told[0]), see(first.expected, told[-1]))
