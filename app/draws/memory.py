"""The store of draws in a `MemoryDatabase`, for tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from app.draws.model import KeptDraw, StockKey
from app.kernel.work import Work
from app.storage.memory import table_of
from grader.model import Draw

_DRAWS, _GIVEN = "draw", "draw given"


class MemoryDrawStore:
    """Implements `app.draws.ports.DrawStore`."""

    def add(self, work: Work, key: StockKey, draws: Sequence[Draw], submission: str | None = None) -> None:
        rows, given = table_of(work, _DRAWS), table_of(work, _GIVEN)
        for draw in draws:
            number = max(rows, default=0) + 1
            rows[number] = KeptDraw(number, key, draw)
            if submission is not None:
                given[number] = submission

    def claim(self, work: Work, key: StockKey, counts: Mapping[int, int], submission: str) -> int:
        given = table_of(work, _GIVEN)
        taken = [
            one.number
            for entry, most in counts.items()
            for one in [one for one in self._stock(work, key) if one.draw.entry == entry][:most]
        ]
        given.update(dict.fromkeys(taken, submission))
        return len(taken)

    def of_submission(self, work: Work, submission: str) -> tuple[KeptDraw, ...]:
        rows = table_of(work, _DRAWS)
        return tuple(rows[number] for number, owner in sorted(table_of(work, _GIVEN).items()) if owner == submission)

    def renew(self, work: Work, kept: Sequence[KeptDraw]) -> None:
        table_of(work, _DRAWS).update({one.number: replace(one) for one in kept})

    def count_stock(self, work: Work, key: StockKey) -> Mapping[int, int]:
        return Counter(one.draw.entry for one in self._stock(work, key))

    def is_used(self, work: Work, judging_version: str) -> bool:
        rows = table_of(work, _DRAWS)
        return any(rows[number].key.judging_version == judging_version for number in table_of(work, _GIVEN))

    def keep_only(self, work: Work, judging_versions: Collection[str], environment: str) -> None:
        rows, given = table_of(work, _DRAWS), table_of(work, _GIVEN)
        for number, one in list(rows.items()):
            offered = one.key.judging_version in judging_versions and one.key.environment == environment
            if number not in given and not offered:
                del rows[number]

    def _stock(self, work: Work, key: StockKey) -> list[KeptDraw]:
        given = table_of(work, _GIVEN)
        return [one for number, one in table_of(work, _DRAWS).items() if number not in given and one.key == key]
