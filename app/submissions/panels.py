"""What every form of the results shows: the page of a submission, the panel of the workspace, the end of a stream."""

from __future__ import annotations

from typing import Any

from app.problems.service import Problems
from app.submissions.after import after_accepted
from app.submissions.model import Submission, Summary, up_to
from app.submissions.service import Submissions
from app.submissions.views import verdict_words, view_result
from grader.model import Problem


class Panels:
    """Gathers what the templates of results are given."""

    def __init__(self, problems: Problems, submissions: Submissions) -> None:
        self._problems, self._submissions = problems, submissions

    def problem(self, found: Submission) -> Problem | None:
        """The problem as it was handed in for; it may be gone."""
        return self._problems.at(found.problem_id, found.problem_version)

    def context(self, found: Submission) -> dict[str, Any]:
        """For any template of a submission."""
        problem = self.problem(found)
        history = self._submissions.beside(found) if found.done else ()
        return {
            "submission": found,
            "problem": problem,
            "title": problem.title if problem else found.problem_id,
            "words": verdict_words(found),
            "view": view_result(found, problem, _count_recognised(found, history)) if found.done else None,
            "after": after_accepted(found, history, problem, self._problems.following(found.problem_id)),
        }


def _count_recognised(found: Submission, history: tuple[Summary, ...]) -> int:
    """How often the mistake of this submission was recognised up to now: so many of its hints are open."""
    name = found.summary.mistake
    return max(1, sum(line.mistake == name for line in up_to(found.id, history)))
