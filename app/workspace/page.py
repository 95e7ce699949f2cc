"""What the page of a problem shows to one student."""

from __future__ import annotations

import secrets
from typing import Any

from app.kernel.actor import Actor
from app.kernel.faults import NotFoundError
from app.problems.custom_form import CustomInput, with_texts
from app.problems.service import Problems
from app.problems.statements import Statement, Statements
from app.submissions.model import Submission
from app.submissions.panels import Panels
from app.submissions.progress import NO_PROGRESS
from app.submissions.service import Submissions
from app.workspace.faults import LockedError
from app.workspace.hint_views import hint_views
from app.workspace.model import editorial_open
from app.workspace.service import Drafts, Hints
from app.workspace.views import problem_page
from grader.model import Problem

_NOTHING_OPEN = {"submission": None, "view": None, "after": None}


class Workspaces:
    """Gathers what the templates of a problem's page are given."""

    def __init__(self, problems: Problems, submissions: Submissions, statements: Statements, panels: Panels) -> None:
        self._problems, self._submissions = problems, submissions
        self._statements, self._panels = statements, panels

    def opened(self, submission_id: str, actor: Actor, problem: Problem) -> Submission:
        """The submission to lay open; one of another problem is not found."""
        found = self._submissions.read(submission_id, actor)
        if found.problem_id != problem.id:
            raise NotFoundError("There is no such submission for this problem.")
        return found

    def context(
        self, found: Problem, actor: Actor, own: tuple[Drafts, Hints], opened: Submission | None = None
    ) -> dict[str, Any]:
        """For any template of the page.

        Args:
            found: the problem.
            actor: who sees it.
            own: where their drafts and opened hints are.
            opened: a submission whose code and results are laid open.
        """
        drafts, hints = own
        progress = self._submissions.progress(actor)
        done = progress.get(found.id, NO_PROGRESS)
        draft, statement = drafts.read(found.id, actor), self.statement(found)
        return {
            **(self._panels.context(opened) if opened else _NOTHING_OPEN),
            "problem": found,
            "statement": statement,
            "draft": draft,
            "page": problem_page(found, self._problems.tracks(), progress, statement.fixed),
            "hints": hint_views(found, done, hints.opened(found.id, actor)),
            "history": self._submissions.history(actor, found.id),
            "key": secrets.token_urlsafe(18),
            "refused": "",
            "source": opened.text if opened else draft.source if draft else found.starter,
            "editorial": statement.editorial if editorial_open(found, done) else None,
            "custom": _fill_form(statement, opened),
        }

    def statement(self, found: Problem) -> Statement:
        """The problem's texts, with whatever is computed of them by now."""
        return self._statements.of(found, self._problems.examples(found))

    def editorial(self, found: Problem, actor: Actor) -> Statement:
        """The same, for whoever has solved the problem.

        Raises:
            NotFoundError: it has no editorial.
            LockedError: this student has not solved it.
        """
        if not found.prose.editorial:
            raise NotFoundError("This problem has no editorial.")
        if not editorial_open(found, self._submissions.progress_in(actor, found.id)):
            raise LockedError("The editorial opens once you have solved the problem.")
        return self.statement(found)


def _fill_form(statement: Statement, opened: Submission | None) -> CustomInput:
    custom = statement.fixed.custom
    return custom if opened is None or opened.inputs is None else with_texts(custom, opened.inputs)
