"""What every form of the results shows: the page of a submission, the panel of the workspace, the end of a stream."""

from __future__ import annotations

from typing import Any

from app.problems.service import Problems
from app.submissions.after import after_accepted
from app.submissions.model import Submission, Summary, up_to
from app.submissions.service import Submissions
from app.submissions.views import describe_verdict, view_result
from grader.model import Problem


class Panels:
    """Gathers what the templates of results are given."""

    def __init__(self, problems: Problems, submissions: Submissions) -> None:
        self._problems, self._submissions = problems, submissions

    def problem(self, submission: Submission) -> Problem | None:
        """The problem as it was handed in for; it may be gone."""
        return self._problems.at(submission.problem_id, submission.problem_version)

    def context(self, submission: Submission) -> dict[str, Any]:
        """For any template of a submission."""
        problem = self.problem(submission)
        history = self._submissions.list_beside(submission) if submission.done else ()
        return {
            "submission": submission,
            "problem": problem,
            "title": problem.title if problem else submission.problem_id,
            "words": describe_verdict(submission),
            "view": view_result(submission, problem, _count_recognised(submission, history))
            if submission.done
            else None,
            "after": after_accepted(submission, history, problem, self._problems.find_next(submission.problem_id)),
        }


def _count_recognised(submission: Submission, history: tuple[Summary, ...]) -> int:
    """How often the mistake of this submission was recognised up to now: so many of its hints are open."""
    name = submission.summary.mistake
    return max(1, sum(line.mistake == name for line in up_to(submission.id, history)))
