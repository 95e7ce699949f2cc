"""The catalogue, and finding something in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, replace
from typing import TypeAlias

from app.progress.tracks import Entry, TrackView
from app.show import words

Choice: TypeAlias = tuple[str, str, str, tuple[tuple[str, str], ...]]
"""The field's name, its label, what stands for any, and values with their words."""

_STATES = (("untried", "Not tried yet"), ("tried", "Tried"), ("solved", "Solved"))


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for; an empty field takes everything."""

    q: str = ""
    difficulty: str = ""
    concept: str = ""
    state: str = ""

    @property
    def takes_all(self) -> bool:
        """Whether nothing was asked for."""
        return not any(astuple(self))

    def takes(self, entry: Entry) -> bool:
        """Whether this entry is shown: every word is somewhere in it, and each field fits."""
        problem = entry.problem
        paper = (problem.source.author, problem.source.title) if problem.source else ()
        track = (problem.track.name,) if problem.track else ()
        text = " ".join((problem.title, problem.id, *problem.concepts, *paper, *track)).casefold()
        return (
            all(word in text for word in self.q.casefold().split())
            and self.difficulty in ("", problem.difficulty)
            and (not self.concept or self.concept in problem.concepts)
            and self.state in ("", entry.state)
        )


def narrow(tracks: Iterable[TrackView], wanted: Wanted) -> tuple[TrackView, ...]:
    """The tracks with the entries that are wanted; those with none are left out."""
    kept = (replace(track, entries=tuple(filter(wanted.takes, track.entries))) for track in tracks)
    return tuple(track for track in kept if track.entries)


def list_choices(tracks: Sequence[TrackView]) -> tuple[Choice, ...]:
    """What there is to choose from, as it stands in the catalogue."""
    problems = [entry.problem for track in tracks for entry in track.entries]
    present = {problem.difficulty for problem in problems}
    levels = tuple((key, text) for key, text in words.DIFFICULTIES.items() if key in present)
    concepts = tuple((name, name) for name in sorted({name for problem in problems for name in problem.concepts}))
    return (
        ("difficulty", "Difficulty", "Any difficulty", levels),
        ("concept", "Concept", "Any concept", concepts),
        ("state", "State", "Any state", _STATES),
    )
