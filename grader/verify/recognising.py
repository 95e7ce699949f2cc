"""Every mistake, handed in as it stands, must be recognised as itself: else its message and hints are never shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from grader.diagnosis import MistakeTable, rivals
from grader.judge import Prepared, collect, draw_cases, judge, mistake_table
from grader.model import Conclusion, Mistake, Mode, RunStatus, Verdict
from grader.sandbox import Sandbox
from grader.verify.findings import Finding
from grader.verify.running import ProvingGround, Ran


def recognition(
    ground: ProvingGround, ran: Mapping[str, Ran], sandbox: Sandbox, tell: Callable[[str], None]
) -> Iterator[Finding]:
    """A finding for each mistake that can be loaded and does not pass everywhere; the others have theirs already.

    Args:
        ground: the problem.
        ran: what each mistake does, by its id.
        sandbox: a slot that nobody else uses meanwhile.
        tell: told of each mistake before it is handed in.
    """
    table = mistake_table(ground.prepared, sandbox)
    prepared = replace(ground.prepared, table=table)
    for mistake in ground.problem.mistakes:
        tell(f"{mistake.program.id} as a submission")
        if mistake.program.id in table.ids:
            conclusion = _hand_in(prepared, mistake, sandbox)
            if conclusion.verdict is not Verdict.ACCEPTED:
                named = conclusion.mistake.id if conclusion.mistake else ""
                yield _check_mistake(ground, mistake.program.id, named, (table, ran[mistake.program.id]))


def _hand_in(prepared: Prepared, mistake: Mistake, sandbox: Sandbox) -> Conclusion:
    """What a submission of a mistake comes to."""
    draws = draw_cases(prepared, "verify", sandbox)
    return collect(judge(prepared, mistake.program.source, sandbox, Mode.SUBMIT, draws))[1]


def _check_mistake(ground: ProvingGround, name: str, named: str, known: tuple[MistakeTable, Ran]) -> Finding:
    """Whether a mistake is recognised as itself; if not, what it is confused with, or what hides it."""
    if named == name:
        return Finding("recognition", name, holds=True, detail="as itself")
    table, ran = known
    others = {named} - {""} | set(rivals(table, name, range(len(table.cases))))
    if others:
        detail = f"cannot be told from {', '.join(sorted(others))}, so that its message is not shown: "
        return Finding("recognition", name, holds=False, detail=f"{detail}add a case in which they differ, or drop one")
    return Finding("recognition", name, holds=False, detail=_explain_miss(ground, ran), required=False)


def _explain_miss(ground: ProvingGround, ran: Ran) -> str:
    """Why a mistake without a rival is not recognised, and what would help."""
    told = "is never recognised, so that its message is not shown: "
    gated = {group.name for group in ground.problem.groups if group.requires}
    failing = [
        (item, outcome)
        for item, outcome in zip(ground.items, ran.outcomes, strict=True)
        if not ground.passes(item, outcome)
    ]
    if gated >= {item.case.group for item in ground.items if item.case.hidden}:
        return f"{told}every hidden group waits for others that it fails; take `requires` away from one"
    if not failing and ran.missed:
        return (
            f"{told}only a property rejects it, and mistakes are known by their answers; add a case that it gets wrong"
        )
    if all(outcome.status is RunStatus.RAISED for _, outcome in failing):
        return f"{told}it only ever raises, which says little; add a case that it passes"
    if any(outcome.status is not RunStatus.OK for _, outcome in failing):
        return f"{told}it ends its process, and where no answer comes there is nothing to compare; add a smaller case"
    return f"{told}its answers are not the same each time, or too large to be kept; add a small case that it fails"
