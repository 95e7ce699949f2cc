"""Right programs must pass, wrong ones must not: what running them on every case shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grader.judge.own_programs import describe_outcome
from grader.model import Problem, Reason
from grader.verify.findings import Finding
from grader.verify.matrix import Column, Matrix, Row
from grader.verify.mutants import Mutant
from grader.verify.running import ProvingGround, Ran
from grader.verify.steadiness import are_same

_COMPILED = (Reason.SYNTAX, Reason.TOO_LARGE, Reason.NOT_UTF8, Reason.NUL)


def columns(ground: ProvingGround) -> tuple[Column, ...]:
    """The matrix's columns: one for each entry under `cases`."""
    cases = [(entry.cases[0].case, len(entry.cases), entry.count) for entry in ground.entries]
    return tuple(Column(case.group, case.name, draws, count, case.hidden) for case, draws, count in cases)


def row(ground: ProvingGround, kind: str, name: str, ran: Ran) -> Row:
    """The matrix's row of one program."""
    failed = iter(not accepted for accepted in ground.accepted(ran))
    return Row(kind, name, tuple(sum(next(failed) for _ in entry.cases) for entry in ground.entries))


def right_program(ground: ProvingGround, check: str, name: str, ran: Ran) -> Finding:
    """The reference or an alternative, which every case must accept."""
    for index, accepted in enumerate(ground.accepted(ran)):
        if not accepted:
            item = ground.items[index]
            where = f"rejected by {item.case.group}/{item.case.name}"
            why = ran.missed.get(index) or ground.explain(item, ran.outcomes[index])
            return Finding(check, name, holds=False, detail=f"{where}: {why}")
    return Finding(check, name, holds=True, detail="accepted")


def mistakes(matrix: Matrix, ran: Mapping[str, Ran]) -> Iterator[Finding]:
    """Each mistake can be loaded, and a hidden case rejects it."""
    for name, one in ran.items():
        found = next(row for row in matrix.rows if (row.kind, row.name) == ("mistake", name))
        if not one.loads:
            why = describe_outcome(one.loaded)
            detail = f"cannot be loaded ({why}): mend it, so that it goes wrong in the way it is named for"
            yield Finding("mistake", name, holds=False, detail=detail)
        else:
            yield _check_rejection(matrix, found)


def starter(problem: Problem, matrix: Matrix, ran: Ran) -> Finding:
    """The starter can be compiled and is rejected."""
    found = next(row for row in matrix.rows if row.kind == "starter")
    if ran.loaded.reason in _COMPILED:
        return Finding("starter", found.name, holds=False, detail=f"cannot be compiled: {describe_outcome(ran.loaded)}")
    if ran.loaded.reason in (Reason.MISSING_ENTRY_POINT, Reason.BAD_SIGNATURE):
        detail = f"define {problem.entry_point} with {len(problem.arguments)} arguments in it"
        return Finding("starter", found.name, holds=False, detail=f"{describe_outcome(ran.loaded)}: {detail}")
    return _check_rejection(matrix, found)


def _check_rejection(matrix: Matrix, found: Row) -> Finding:
    """Whether every submission of a wrong program meets a hidden case that rejects it."""
    killers = matrix.killers(found)
    sure = matrix.hidden_killers(found)
    detail = f"rejected by {len(killers)} of {len(matrix.columns)} cases"
    if not sure:
        detail = _explain_acceptance(matrix, found)
    return Finding(found.kind, found.name, sure > 0, detail, killers)


def _explain_acceptance(matrix: Matrix, found: Row) -> str:
    """How a wrong program gets through, and how to mend it."""
    if not any(found.kills):
        return "accepted: add a case that it fails"
    if not any(kills for kills, column in zip(found.kills, matrix.columns, strict=True) if column.hidden):
        return "rejected by samples alone: add a hidden case that it fails"
    return "rejected by some draws of fresh cases alone, so that luck lets it pass: add a fixed case that it fails"


def mutant(matrix: Matrix, one: Mutant, *, same: bool) -> Finding:
    """A built-in wrong program; one that equals the reference everywhere is told as such."""
    found = next(row for row in matrix.rows if (row.kind, row.name) == ("mutant", one.name))
    finding = _check_rejection(matrix, found)
    if finding.holds:
        return finding
    if same and not any(found.kills):
        detail = f"equals the reference on every case: {one.mend}"
        if one.may_agree:
            detail += "; if none can tell the two apart, this is another right program and all is well"
        return Finding("mutant", one.name, holds=False, detail=detail, required=not one.may_agree)
    return Finding("mutant", one.name, holds=False, detail=f"{finding.detail}; {one.mend}")


def idle_hints(ground: ProvingGround, matrix: Matrix) -> Iterator[Finding]:
    """Hints that no student can come to see."""
    idle = {column.label for column in matrix.idle()}
    shown = {f"{item.case.group}/{item.case.name}": item.case.hint for item in ground.items}
    for label, hint in shown.items():
        if label in idle and hint:
            detail = "no known wrong program fails this case, so that its hint is never seen: add a mistake that does"
            yield Finding("hint", label, holds=False, detail=detail, required=False)


def changed_inputs(ground: ProvingGround, name: str, ran: Ran) -> Iterator[Finding]:
    """A right program that changes its arguments: students who learn from it, or do alike, are warned."""
    changed = {index for outcome in ran.outcomes for index in outcome.changed}
    if changed:
        names = ", ".join(ground.problem.arguments[index].name for index in sorted(changed))
        detail = f"changes its arguments in place ({names}): let it work on copies; a student who does so is warned"
        yield Finding("inputs", name, holds=False, detail=detail, required=False)


def zeros_that_pass(ground: ProvingGround, zeros: Ran) -> Iterator[Finding]:
    """Cases whose answer is not zero, and to which zeros are near enough."""
    for item, outcome in zip(ground.items, zeros.outcomes, strict=True):
        if ground.passes(item, outcome) and not are_same(item.expected, outcome.value):
            detail = "all zeros pass, although the answer is not zero: set `atol: auto`, or take larger values"
            yield Finding(
                "tolerance", f"{item.case.group}/{item.case.name}", holds=False, detail=detail, required=False
            )
            return
