"""The kill matrix: which case rejects which wrong program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

_ALL, _SOME, _NONE = "x", "~", "."


@dataclass(frozen=True, slots=True)
class Column:
    """One entry under `cases`.

    Attributes:
        group: its group.
        name: its name.
        draws: how many cases it stands for: more than one where it is drawn anew for each submission.
        count: how many of them a submission meets.
        hidden: whether students do not see it.
    """

    group: str
    name: str
    draws: int
    count: int
    hidden: bool

    @property
    def label(self) -> str:
        """``group/name``."""
        return f"{self.group}/{self.name}"


@dataclass(frozen=True, slots=True)
class Row:
    """One wrong program.

    Attributes:
        kind: mistake, mutant or starter.
        name: its name.
        kills: for each column, how many of its draws reject the program.
    """

    kind: str
    name: str
    kills: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Matrix:
    """Wrong programs by cases."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]

    def killers(self, row: Row) -> tuple[str, ...]:
        """The cases that reject a program in every submission, or in some."""
        return tuple(column.label for column, kills in zip(self.columns, row.kills, strict=True) if kills)

    def hidden_killers(self, row: Row) -> int:
        """How many hidden entries reject a program for sure: with every draw that was tried."""
        return sum(
            column.hidden and kills == column.draws for column, kills in zip(self.columns, row.kills, strict=True)
        )

    def idle(self) -> tuple[Column, ...]:
        """Hidden entries that some program passes, and that reject only such as every case rejects, or none at all."""
        telling = [row for row in self.rows if not all(row.kills)]
        return tuple(
            column
            for index, column in enumerate(self.columns)
            if column.hidden and telling and not any(row.kills[index] for row in telling)
        )

    def as_object(self) -> dict[str, Any]:
        """The matrix as JSON: for each program the number of draws of each case that reject it."""
        columns = [
            {"group": c.group, "name": c.name, "draws": c.draws, "count": c.count, "hidden": c.hidden}
            for c in self.columns
        ]
        rows = [{"kind": row.kind, "name": row.name, "kills": list(row.kills)} for row in self.rows]
        return {"cases": columns, "programs": rows}

    def as_lines(self) -> Iterator[str]:
        """The matrix for a terminal: a key to the columns, then a row for each program."""
        width = max(len(f"{row.kind} {row.name}") for row in self.rows)
        yield f"Which case rejects which program ({_ALL} rejects it, {_SOME} some of its draws do, {_NONE} does not)"
        yield ""
        for line in self._heading():
            yield f"{'':{width}}  {line}".rstrip()
        for row in self.rows:
            cells = self._space_out([_cell(kills, c) for kills, c in zip(row.kills, self.columns, strict=True)])
            met = sum(kills > 0 for kills in row.kills)
            yield f"{f'{row.kind} {row.name}':{width}}  {cells}  {met:>3} of {len(self.columns)}"
        yield ""
        for number, column in enumerate(self.columns, start=1):
            rejects = sum(row.kills[number - 1] > 0 for row in self.rows)
            draws = f", {column.draws} draws" if column.draws > 1 else ""
            yield f"{number:>4}  {column.label}: rejects {rejects} of {len(self.rows)}{draws}"

    def _heading(self) -> Iterator[str]:
        """The columns' numbers from top to bottom, tens above ones."""
        numbers = [str(number) for number in range(1, len(self.columns) + 1)]
        height = len(numbers[-1])
        for index in range(height):
            yield self._space_out([number.rjust(height)[index] for number in numbers])

    def _space_out(self, cells: Sequence[str]) -> str:
        """Cells side by side, with a gap between groups."""
        line = ""
        for index, cell in enumerate(cells):
            if index and self.columns[index].group != self.columns[index - 1].group:
                line += "  "
            line += cell
        return line


def _cell(kills: int, column: Column) -> str:
    """What stands for a number of kills."""
    if kills == 0:
        return _NONE
    return _ALL if kills == column.draws else _SOME
