"""The cases that a submission will run, before they are judged."""

from __future__ import annotations

from app.problems.views import GroupView, view_groups
from app.show import words
from app.submissions.model import Submission
from grader.model import Mode, Problem


def list_places(problem: Problem, submission: Submission) -> tuple[GroupView, ...]:
    """The groups of which a submission runs cases, in the order in which they run."""
    mode = submission.mode
    if submission.custom:
        return (GroupView(words.CUSTOM, hidden=False, count=1, points=0.0, names=(words.CUSTOM,), requires=()),)
    groups = view_groups(problem)
    samples = tuple(group for group in groups if not group.hidden and group.count)
    return samples if mode is Mode.RUN else (*samples, *(group for group in groups if group.hidden and group.count))
