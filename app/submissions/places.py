"""The cases that a submission will run, before they are judged."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from app.show import words
from app.submissions.model import Submission
from grader.judge import list_entries
from grader.model import CaseEntry, Problem


@dataclass(frozen=True, slots=True)
class Places:
    """A place for each case of a group that comes without another's in between; only samples are named."""

    group: str
    labels: tuple[str, ...]

    @property
    def count(self) -> int:
        """How many cases there are."""
        return len(self.labels)


def list_places(problem: Problem, submission: Submission) -> tuple[Places, ...]:
    """The places in the order in which the cases are judged; a group of fresh and fixed cases may come twice."""
    if submission.custom:
        return (Places(words.CUSTOM, (words.CUSTOM,)),)
    together = groupby(list_entries(problem, submission.mode), key=lambda entry: entry.case.group)
    return tuple(Places(group, tuple(label for entry in found for label in _label(entry))) for group, found in together)


def _label(entry: CaseEntry) -> tuple[str, ...]:
    if not entry.case.hidden:
        return (entry.case.name,)
    return (words.FRESH_CASE if entry.fresh else words.HIDDEN_CASE,) * entry.count
