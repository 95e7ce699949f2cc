"""Two sources, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from app.show.line_pairs import pair_lines
from app.show.numbers import count

_AROUND = 3
_MOST_LINES = 4000
_CHANGES = frozenset({"added", "removed"})


@dataclass(frozen=True, slots=True)
class DiffLine:
    """A line that is kept, added or removed, or a gap of lines that are the same; its number in its own file."""

    kind: str
    text: str
    number: str = ""


def compare_sources(older: str, newer: str) -> tuple[DiffLine, ...]:
    """What changed from one to the other, three lines around it; empty where nothing did.

    Of a file with more than 4,000 lines, those after them are not compared, which the last line says.
    """
    before, after = older.splitlines(), newer.splitlines()
    rest = before[_MOST_LINES:] != after[_MOST_LINES:]
    lines = list(_list_lines(before[:_MOST_LINES], after[:_MOST_LINES]))
    note = [DiffLine("gap", f"what comes after line {_MOST_LINES} is not compared")] if rest else []
    return (*_shorten(lines), *note)


def _list_lines(before: Sequence[str], after: Sequence[str]) -> Iterator[DiffLine]:
    """Every line of both, those that are the same once."""
    left = right = 0
    for one, other in [*pair_lines(before, after), (len(before), len(after))]:
        yield from (DiffLine("removed", before[index], str(index + 1)) for index in range(left, one))
        yield from (DiffLine("added", after[index], str(index + 1)) for index in range(right, other))
        if one < len(before):
            yield DiffLine("same", after[other], str(other + 1))
        left, right = one + 1, other + 1


def _shorten(lines: Sequence[DiffLine]) -> Iterator[DiffLine]:
    """The lines that changed and those around them; a gap stands for what is left out before them."""
    changes = list(accumulate((line.kind in _CHANGES for line in lines), initial=0))
    skipped = 0
    for index, line in enumerate(lines):
        if changes[max(index - _AROUND, 0)] == changes[min(index + _AROUND + 1, len(lines))]:
            skipped += 1
            continue
        if skipped:
            yield DiffLine("gap", f"{count(skipped, 'line')} the same")
            skipped = 0
        yield line
