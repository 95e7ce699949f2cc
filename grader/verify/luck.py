"""Do marks depend on luck? A wrong program that some draws accept scores more in one submission than in another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from grader.judge import PreparedEntry
from grader.model import Problem, Scoring
from grader.verify.findings import Finding
from grader.verify.freshness import is_for_marks, waive
from grader.verify.matrix import Matrix, Row
from grader.verify.running import ProvingGround, Ran

LUCK = "luck"
_SIZES_MOST = 4


def luck(ground: ProvingGround, matrix: Matrix, ran: Mapping[str, Ran]) -> Iterator[Finding]:
    """A finding for each program whose score depends on its draws; one for all where there is none.

    Args:
        ground: the problem.
        matrix: what rejects what.
        ran: what each mistake and the starter did, by the name of its row.
    """
    problem = ground.problem
    found = [
        waive(_explain(ground, matrix, row, ran[row.name], scores), problem)
        for row in matrix.rows
        if row.name in ran and len(set(scores := _range_scores(problem, matrix, row))) > 1
    ]
    yield from found
    if not found and problem.fresh_counts:
        yield Finding(LUCK, "marks", holds=True, detail="no mistake scores more in one submission than in another")


def _range_scores(problem: Problem, matrix: Matrix, row: Row) -> tuple[float, float]:
    """The least and the most that a program can score."""
    return _score(problem, matrix, row, lucky=False), _score(problem, matrix, row, lucky=True)


def _score(problem: Problem, matrix: Matrix, row: Row, *, lucky: bool) -> float:
    """Its score where every draw that may accept it does, or where none does."""
    passed, cases = dict.fromkeys(_names(problem), 0), dict.fromkeys(_names(problem), 0)
    for column, kills in zip(matrix.columns, row.kills, strict=True):
        accepts = kills == 0 or (lucky and kills < column.draws)
        cases[column.group] += column.count
        passed[column.group] += column.count if accepts else 0
    whole = {name for name in cases if passed[name] == cases[name]}
    open_groups = _find_open(problem, whole)
    return sum(
        group.points * (group.name in whole if group.scoring is Scoring.ALL else passed[group.name] / cases[group.name])
        for group in problem.groups
        if group.name in open_groups and cases[group.name]
    )


def _names(problem: Problem) -> list[str]:
    return [group.name for group in problem.groups]


def _find_open(problem: Problem, whole: set[str]) -> set[str]:
    """The groups that are run: what they require has passed, and was run itself."""
    found: set[str] = set()
    for _ in problem.groups:
        found |= {group.name for group in problem.groups if all(name in whole & found for name in group.requires)}
    return found


def _explain(ground: ProvingGround, matrix: Matrix, row: Row, ran: Ran, scores: tuple[float, float]) -> Finding:
    """What depends on luck, where, and how to mend it."""
    accepted = iter(ground.accepted(ran))
    by_entry = [[next(accepted) for _ in entry.cases] for entry in ground.entries]
    places = [
        f"{column.label} accepts it in {column.draws - kills} of {column.draws} draws{_sizes(entry, passes)}"
        for column, kills, entry, passes in zip(matrix.columns, row.kills, ground.entries, by_entry, strict=True)
        if 0 < kills < column.draws
    ]
    most = sum(group.points for group in ground.problem.groups)
    detail = (
        f"scores {scores[0]:.4g} to {scores[1]:.4g} of {most:g} points by luck: {'; '.join(places)}: choose sizes at "
        "which every draw rejects it, or take `scoring: all` for a group in which another case always does"
    )
    return Finding(LUCK, row.name, holds=False, detail=detail, required=is_for_marks(ground.problem))


def _sizes(entry: PreparedEntry, passes: Sequence[bool]) -> str:
    """The sizes at which draws accept a program, where these are but some of those that were tried."""
    told = []
    for symbol in entry.cases[0].case.dims:
        tried = {item.case.dims.get(symbol) for item in entry.cases}
        there = {item.case.dims.get(symbol) for item, passed in zip(entry.cases, passes, strict=True) if passed}
        if there < tried and len(there) <= _SIZES_MOST:
            told.append(f"{symbol} = {' or '.join(str(size) for size in sorted(filter(None, there)))}")
    return f" ({', '.join(told)})" if told else ""
