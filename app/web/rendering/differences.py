"""Two sources, line by line."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass

from app.web.rendering.numbers import count

_AROUND = 3
_MOST_LINES = 4000


@dataclass(frozen=True, slots=True)
class DiffLine:
    """A line that is kept, added or removed, or a gap of lines that are the same; its number in its own file."""

    kind: str
    text: str
    number: str = ""


def difference(older: str, newer: str) -> tuple[DiffLine, ...]:
    """What changed from one to the other, three lines around it; empty where nothing did."""
    before, after = older.splitlines()[:_MOST_LINES], newer.splitlines()[:_MOST_LINES]
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    found: list[DiffLine] = []
    end = 0
    for group in matcher.get_grouped_opcodes(_AROUND):
        if skipped := group[0][3] - end:
            found.append(DiffLine("gap", f"{count(skipped, 'line')} the same"))
        found.extend(line for opcode in group for line in _lines(opcode, before, after))
        end = group[-1][4]
    return tuple(found)


def _lines(opcode: tuple[str, int, int, int, int], before: list[str], after: list[str]) -> Iterator[DiffLine]:
    kind, left, left_end, right, right_end = opcode
    if kind == "equal":
        yield from (DiffLine("same", after[place], str(place + 1)) for place in range(right, right_end))
        return
    yield from (DiffLine("removed", before[place], str(place + 1)) for place in range(left, left_end))
    yield from (DiffLine("added", after[place], str(place + 1)) for place in range(right, right_end))
