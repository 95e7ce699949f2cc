"""Who acts: every request comes from one, and everything that somebody does is checked against it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ActorKind(StrEnum):
    """What sort of actor it is."""

    ANONYMOUS = "anonymous"
    """Somebody who has brought nothing to be known by."""
    VISITOR = "visitor"
    """Somebody who is known by a signed cookie, and by nothing else."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts.

    Attributes:
        id: unguessable, and of one actor alone; empty for anonymous ones.
        roles: what they are, such as an instructor.
        scopes: what a credential of theirs is good for.
        address: where the request came from, for those who brought nothing to be known by.
    """

    kind: ActorKind
    id: str = ""
    roles: frozenset[str] = frozenset()
    scopes: frozenset[str] = frozenset()
    address: str = ""

    @property
    def owner(self) -> str | None:
        """The id that is stored with what is theirs; None where it would be nobody's."""
        return self.id or None

    @property
    def client(self) -> str:
        """Who takes turns with others: a known actor, or all together who come from an address and are not known."""
        return self.address or self.id


ANONYMOUS = Actor(ActorKind.ANONYMOUS)
"""Nobody in particular."""


def visitor(identity: str) -> Actor:
    """The actor that a visitor's cookie names."""
    return Actor(ActorKind.VISITOR, identity)
