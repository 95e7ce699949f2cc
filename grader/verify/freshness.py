"""Do verdicts hang on cases that nobody has seen before? What is fixed can be read off, by whoever is patient."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from grader.judge import PreparedEntry, groups_before_hidden
from grader.model import Problem
from grader.verify.findings import Finding
from grader.verify.running import ProvingGround

FRESH = "fresh"


def freshness(ground: ProvingGround) -> Iterator[Finding]:
    """Whether acceptance hangs on a fresh case, and what students can see of those that fail."""
    problem, fresh = ground.problem, [entry for entry in ground.entries if entry.seeds]
    yield waive(_check_acceptance(problem, fresh), problem)
    for entry in fresh:
        yield _check_variety(problem, entry)
        if problem.shows_fresh and entry.cases[0].case.group not in groups_before_hidden(problem):
            detail = (
                "its group waits for hidden cases, so that the first one that fails cannot be shown: take `requires` "
                "away, or let it name no group with fixed hidden cases"
            )
            yield Finding(FRESH, _label(entry), holds=False, detail=detail, required=False)


def is_for_marks(problem: Problem) -> bool:
    """Whether anybody can earn points with it."""
    return problem.status != "draft" and any(group.points for group in problem.groups)


def waive(finding: Finding, problem: Problem) -> Finding:
    """The finding, as advice with the author's reason where the problem waives its check."""
    reason = problem.waived.get(finding.check)
    if finding.holds or reason is None:
        return finding
    return replace(finding, detail=f"{finding.detail} (waived: {reason})", required=False)


def _check_acceptance(problem: Problem, fresh: Sequence[PreparedEntry]) -> Finding:
    varied = [entry for entry in fresh if len(set(_payloads(entry))) > 1]
    if varied:
        return Finding(FRESH, "acceptance", holds=True, detail="hangs on cases that nobody has seen before")
    detail = (
        "does not hang on any fresh case, so that a table of answers, read off one verdict after another, is accepted: "
        "add a hidden case with `seed: fresh`"
    )
    return Finding(FRESH, "acceptance", holds=False, detail=detail, required=is_for_marks(problem))


def _check_variety(problem: Problem, entry: PreparedEntry) -> Finding:
    """Among so many draws no two are alike, unless there are few to draw from."""
    payloads = _payloads(entry)
    alike = len(payloads) - len(set(payloads))
    if not alike:
        return Finding(FRESH, _label(entry), holds=True, detail=f"{len(payloads)} draws, no two alike")
    told = (
        f"{alike} of {len(payloads)} draws were drawn before: so few inputs are possible that a table could hold them"
    )
    mend = "draw from more" if not problem.shows_fresh else "draw from more, or say `fresh: {shown: none}`"
    return Finding(FRESH, _label(entry), holds=False, detail=f"{told}; {mend}", required=problem.shows_fresh)


def _payloads(entry: PreparedEntry) -> list[bytes]:
    return [item.payload for item in entry.cases]


def _label(entry: PreparedEntry) -> str:
    case = entry.cases[0].case
    return f"{case.group}/{case.name}"
