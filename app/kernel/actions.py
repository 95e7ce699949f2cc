"""What somebody may be allowed to do, and who is. Each route names one action; what is not listed nobody may do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from app.kernel.actor import Actor, ActorKind
from app.kernel.faults import ForbiddenError, UnauthenticatedError


class Action(StrEnum):
    """Something that is done by a request; whose things it touches is the services' to check."""

    PROBE = "probe"
    """Ask whether the program is well."""
    READ_PUBLIC = "read_public"
    """Read what is the same for everyone."""
    BROWSE = "browse"
    """Read pages that show one's own progress."""
    SUBMIT = "submit"
    """Hand in a program by a form."""
    SUBMIT_BY_REST = "submit_by_rest"
    READ_SUBMISSION = "read_submission"
    """Read a submission: an own one, or one that has no owner."""
    COMPARE_SUBMISSIONS = "compare_submissions"
    SAVE_DRAFT = "save_draft"
    OPEN_HINT = "open_hint"
    READ_EDITORIAL = "read_editorial"


_EVERYONE = frozenset(ActorKind)

_KNOWN = _EVERYONE - {ActorKind.ANONYMOUS}

ALLOWED: Mapping[Action, frozenset[ActorKind]] = {**dict.fromkeys(Action, _EVERYONE), Action.SAVE_DRAFT: _KNOWN}
"""Who may do what, where the operator has chosen nothing else: what nobody can come back for is not kept."""

_REFUSED = "You may not do this here."
_UNKNOWN = "This server does that only for visitors with a cookie, which every problem's page brings: open one first."


@dataclass(frozen=True, slots=True)
class Policy:
    """Who may do what on this site."""

    allowed: Mapping[Action, frozenset[ActorKind]]

    def permits(self, actor: Actor, action: Action) -> bool:
        """Whether this actor may do it."""
        return actor.kind in self.allowed.get(action, frozenset())

    def require(self, actor: Actor, action: Action) -> None:
        """Let it go on, or not.

        Raises:
            UnauthenticatedError: somebody who is known might be allowed to do it.
            ForbiddenError: this actor is not.
        """
        if self.permits(actor, action):
            return
        if actor.kind is ActorKind.ANONYMOUS:
            raise UnauthenticatedError(_UNKNOWN)
        raise ForbiddenError(_REFUSED)


def site_policy(*, anonymous_rest: bool) -> Policy:
    """The policy of a site; ``anonymous_rest``: whether REST takes submissions of anonymous actors."""
    return Policy({**ALLOWED, **({} if anonymous_rest else {Action.SUBMIT_BY_REST: _KNOWN})})
