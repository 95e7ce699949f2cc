"""The stores of drafts and hints in a `MemoryDatabase`, for tests."""

from __future__ import annotations

from app.kernel.work import Work
from app.storage.memory import table_of
from app.workspace.model import Draft, OpenedHint

_DRAFTS, _HINTS = "draft", "opened_hint"


class MemoryDraftStore:
    """Implements `app.workspace.ports.DraftStore`."""

    def get(self, work: Work, owner: str, problem_id: str) -> Draft | None:
        return table_of(work, _DRAFTS).get((owner, problem_id))

    def save(self, work: Work, draft: Draft) -> bool:
        drafts, key = table_of(work, _DRAFTS), (draft.owner, draft.problem_id)
        kept: Draft | None = drafts.get(key)
        if draft.revision != (kept.revision if kept else 0) + 1:
            return False
        drafts[key] = draft
        return True


class MemoryHintStore:
    """Implements `app.workspace.ports.HintStore`."""

    def list_opened(self, work: Work, owner: str, problem_id: str) -> frozenset[int]:
        numbers: frozenset[int] = table_of(work, _HINTS).get((owner, problem_id), frozenset())
        return numbers

    def open(self, work: Work, hint: OpenedHint) -> None:
        hints, key = table_of(work, _HINTS), (hint.owner, hint.problem_id)
        hints[key] = hints.get(key, frozenset()) | {hint.number}
