"""What services and the worker need from outside, as Protocols; `app.main` picks the adapters.

SubmissionStore   submissions and results: two writes after the insert (begun, finished), the first result wins
DraftStore        what visitors are writing: an older text never takes the place of a newer one
HintStore         which hints visitors have opened
Feed              tells whoever listens what comes of a submission: case by case, and that it is done
Slot              judges one submission at a time in a sandbox of its own
ExampleMaker      computes a problem's examples in the sandbox
Rehearsal         computes what the first failing submission of a problem would wait for
InputChecker      looks at inputs that a student wrote

A store is given the work that it takes part in (`app.kernel.work`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractContextManager
from typing import Protocol, TypeAlias

from app.domain.draft import Draft
from app.domain.examples import Examples
from app.domain.hints import OpenedHint
from app.domain.progress import ProblemProgress
from app.domain.submission import Result, Submission, Summary
from app.kernel.work import Work
from grader.model import CaseReport, Problem

ExampleMaker: TypeAlias = Callable[[Problem], Examples]
"""Computes a problem's examples; raises ExamplesError."""

Rehearsal: TypeAlias = Callable[[Problem], None]
"""Computes ahead of need what recognises a problem's mistakes; raises nothing."""

InputChecker: TypeAlias = Callable[[Problem, Mapping[str, str]], None]
"""Looks at inputs that a student wrote, by argument; raises InputsRefusedError where they do not fit."""

CaseListener: TypeAlias = Callable[[CaseReport], None]
"""Is told each case as soon as it is judged, in their order."""


class SubmissionStore(Protocol):
    """Where submissions and their results are kept."""

    def add(self, work: Work, submission: Submission) -> bool:
        """Store a new submission; it is acknowledged once this is committed. False where its id is stored."""

    def get(self, work: Work, submission_id: str) -> Submission | None:
        """The submission with its newest result, or None."""

    def begin(self, work: Work, submission_id: str) -> Submission | None:
        """Set it running and return it; None when it is done or unknown."""

    def finish(self, work: Work, submission_id: str, result: Result) -> bool:
        """Store the result. True for the first one; a later one changes nothing and gives False."""

    def unfinished(self, work: Work) -> tuple[str, ...]:
        """The ids of all that is queued or running, oldest first."""

    def history(self, work: Work, owner: str, problem_id: str | None = None, limit: int = 50) -> tuple[Summary, ...]:
        """A owner's submissions, newest first, of one problem or of all; neither sources nor cases are read."""

    def outstanding(self, work: Work, owner: str | None = None) -> int:
        """How many are queued or running: of one owner, or in all."""

    def progress(self, work: Work, owner: str) -> Mapping[str, ProblemProgress]:
        """A owner's progress by problem id (see `app.domain.progress.progress_of`)."""


class DraftStore(Protocol):
    """Where drafts are kept."""

    def get(self, work: Work, owner: str, problem_id: str) -> Draft | None:
        """The draft, or None."""

    def save(self, work: Work, draft: Draft) -> bool:
        """Store a draft whose revision is one above the stored one's (1 where there is none); whether it was."""


class HintStore(Protocol):
    """Where it is kept which hints were opened."""

    def opened(self, work: Work, owner: str, problem_id: str) -> frozenset[int]:
        """The numbers, from 1, of the hints that a owner has opened."""

    def open(self, work: Work, hint: OpenedHint) -> None:
        """Keep that a hint was opened; a second time changes nothing."""


class Feed(Protocol):
    """Tells what comes of submissions. What writes to it may be called from any thread.

    The cases of a submission are kept while it is judged; once it is done they are in the store.
    """

    def begin(self, submission_id: str) -> None:
        """Forget the cases of an earlier try."""

    def tell(self, submission_id: str, case: CaseReport) -> None:
        """Keep the next case, and wake everyone who listens."""

    def publish(self, submission_id: str) -> None:
        """Tell everyone who waits that it is done, and forget its cases."""

    def told(self, submission_id: str, start: int) -> tuple[CaseReport, ...]:
        """The cases kept so far, from the one with index ``start`` on."""

    def news(self, submission_id: str) -> AbstractContextManager[Awaitable[None]]:
        """An awaitable that ends at the next case or when it is done; used in a running event loop."""

    def subscribe(self, submission_id: str) -> AbstractContextManager[Awaitable[None]]:
        """An awaitable that ends at the next `publish` of this id; used in a running event loop."""


class Slot(Protocol):
    """Judges one submission at a time. Made, used and closed in one thread."""

    def judge(self, problem: Problem, submission: Submission, tell: CaseListener) -> Result:
        """The result; a student's fault is a value. ``tell`` hears each case as soon as it is judged.

        Raises:
            ToolBrokenError: the sandbox is of no more use; the submission is not to blame.
        """

    def close(self) -> None:
        """Give everything back."""


SlotMaker: TypeAlias = Callable[[], Slot]
"""Opens a slot; raises ToolUnavailableError where this machine cannot confine a program."""
