"""Have a submission judged: the job that every submission brings."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from app.draws.service import Draws
from app.jobs.model import Job
from app.kernel.work import Work
from app.problems.service import Problems
from app.submissions.model import Result, internal_error
from app.submissions.ports import Judging, Slot, SubmissionStore
from app.submissions.tidings import Tidings
from grader.model import Conclusion, Mode, Verdict

GAVE_UP = "Something on our side failed each time that we tried to judge this. It does not count; please send it again."
"""What a student reads where we failed."""

GONE = "The problem was taken away before this was judged. It does not count."


class JudgeHandler:
    """Implements `app.jobs.ports.Handler` for jobs of the kind `judge`."""

    def __init__(self, problems: Problems, draws: Draws, store: SubmissionStore, tidings: Tidings) -> None:
        self._problems, self._draws, self._store, self._tidings = problems, draws, store, tidings

    def begin(self, work: Work, job: Job) -> Judging | None:
        """Set it running; one whose problem is gone is cancelled at once."""
        submission = self._store.begin(work, job.key)
        if submission is None:
            return None
        problem = self._problems.at(submission.problem_id, submission.problem_version)
        if problem is None:
            cancelled = Result(submission.problem_version, Conclusion(Verdict.CANCELLED, message=GONE))
            self._finish(submission.id, cancelled, work)
            return None
        draws = self._draws.of_submission(work, submission.id) if submission.mode is Mode.SUBMIT else ()
        return Judging(submission, problem, job.tries == 1, draws)

    def run(self, task: Judging, tool: Slot) -> Callable[[Work], None]:
        """Judge it, telling each case to whoever listens."""
        name = task.submission.id
        self._tidings.begin(name)
        result = tool.judge(task, partial(self._tidings.tell, name))
        return partial(self._finish, name, result)

    def give_up(self, work: Work, job: Job) -> None:
        """It costs the student nothing."""
        submission = self._store.get(work, job.key)
        if submission is not None:
            self._finish(submission.id, internal_error(submission.problem_version, GAVE_UP), work)

    def _finish(self, submission_id: str, result: Result, work: Work) -> None:
        self._store.finish(work, submission_id, result)
        work.after_commit(partial(self._tidings.end, submission_id))
