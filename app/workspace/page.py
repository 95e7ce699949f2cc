"""What the page of a problem shows to one student."""

from __future__ import annotations

import secrets
from typing import Any

from app.kernel.actor import Actor
from app.kernel.faults import NotFoundError
from app.problems.custom_input import CustomInputForm, fill_custom_input
from app.problems.service import Problems
from app.problems.statements import Statement, Statements
from app.submissions.model import Submission
from app.submissions.panels import Panels
from app.submissions.progress import NO_PROGRESS
from app.submissions.service import Submissions
from app.workspace.faults import LockedError
from app.workspace.hint_views import view_hints
from app.workspace.model import is_editorial_open
from app.workspace.service import Drafts, Hints
from app.workspace.views import view_problem
from grader.model import Problem

_NOTHING_OPEN = {"submission": None, "view": None, "after": None}


class Workspaces:
    """Gathers what the templates of a problem's page are given."""

    def __init__(self, problems: Problems, submissions: Submissions, statements: Statements, panels: Panels) -> None:
        self._problems, self._submissions = problems, submissions
        self._statements, self._panels = statements, panels

    def find_submission(self, submission_id: str, actor: Actor, problem: Problem) -> Submission:
        """The submission to lay open; one of another problem is not found."""
        submission = self._submissions.read(submission_id, actor)
        if submission.problem_id != problem.id:
            raise NotFoundError("There is no such submission for this problem.")
        return submission

    def context(
        self, problem: Problem, actor: Actor, own: tuple[Drafts, Hints], opened: Submission | None = None
    ) -> dict[str, Any]:
        """For any template of the page.

        Args:
            problem: the problem.
            actor: who sees it.
            own: where their drafts and opened hints are.
            opened: a submission whose code and results are laid open.
        """
        drafts, hints = own
        progress = self._submissions.progress(actor)
        done = progress.get(problem.id, NO_PROGRESS)
        draft, statement = drafts.read(problem.id, actor), self.statement(problem)
        return {
            **(self._panels.context(opened) if opened else _NOTHING_OPEN),
            "problem": problem,
            "statement": statement,
            "draft": draft,
            "page": view_problem(problem, self._problems.tracks(), progress, statement.fixed),
            "hints": view_hints(problem, done, hints.list_opened(problem.id, actor)),
            "history": self._submissions.history(actor, problem.id),
            "key": secrets.token_urlsafe(18),
            "refused": "",
            "source": opened.text if opened else draft.source if draft else problem.starter,
            "editorial": statement.editorial if is_editorial_open(problem, done) else None,
            "custom": _fill_form(statement, opened),
        }

    def statement(self, problem: Problem) -> Statement:
        """The problem's texts, with whatever is computed of them by now."""
        return self._statements.of(problem, self._problems.examples(problem))

    def editorial(self, problem: Problem, actor: Actor) -> Statement:
        """The same, for whoever has solved the problem.

        Raises:
            NotFoundError: it has no editorial.
            LockedError: this student has not solved it.
        """
        if not problem.prose.editorial:
            raise NotFoundError("This problem has no editorial.")
        if not is_editorial_open(problem, self._submissions.progress_in(actor, problem.id)):
            raise LockedError("The editorial opens once you have solved the problem.")
        return self.statement(problem)


def _fill_form(statement: Statement, opened: Submission | None) -> CustomInputForm:
    custom = statement.fixed.custom
    return custom if opened is None or opened.inputs is None else fill_custom_input(custom, opened.inputs)
