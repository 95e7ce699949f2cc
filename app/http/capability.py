"""What a capability is: what it brings, and how it is built from what is there already.

A capability is a folder below `app` whose `plug.py` has one `Capability`, and one line in `app.wiring.capabilities`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar, cast

from fastapi import APIRouter
from fastapi.params import Depends as Dependency
from starlette.requests import Request

from app.jobs.ports import Handler, JobQueue
from app.kernel.clock import Clock
from app.kernel.work import Database

T = TypeVar("T")


class Parts:
    """What capabilities are built from: what all of them stand on, and what those before them have added."""

    def __init__(self, database: Database, queue: JobQueue, clock: Clock) -> None:
        self.database, self.queue, self.clock = database, queue, clock
        self._added: dict[type, object] = {}

    def add(self, *parts: object) -> None:
        """Offer services or options to those that come later; one of each type."""
        for part in parts:
            if type(part) in self._added:
                raise ValueError(f"there is a {type(part).__name__} already")
            self._added[type(part)] = part

    def get(self, kind: type[T]) -> T:
        """The part of that very type.

        Raises:
            LookupError: no capability before has added one.
        """
        if kind not in self._added:
            raise LookupError(f"nobody has added a {kind.__name__}: see the order in app.wiring.capabilities")
        return cast("T", self._added[kind])


def _build_nothing(_: Parts) -> None:
    """Add no part."""


def _handle_nothing(_: Parts) -> Mapping[str, Handler[Any, Any]]:
    return {}


@dataclass(frozen=True, slots=True)
class Capability:
    """What a capability brings.

    Attributes:
        build: makes its services and adds them to the parts; the same for a site and for a worker.
        build_pages: makes what only its pages need; the parts hold the templates (`Jinja2Templates`) by then.
        handlers: of its jobs, by kind.
        routers: its pages and its part of the REST interface.
        migrations: the folder of its migrations; together with all others they have one newest version.
        templates: a folder with templates beside those of the program.
        template_globals: functions that every template may call.
    """

    build: Callable[[Parts], None] = _build_nothing
    build_pages: Callable[[Parts], None] = _build_nothing
    handlers: Callable[[Parts], Mapping[str, Handler[Any, Any]]] = _handle_nothing
    routers: tuple[APIRouter, ...] = ()
    migrations: Path | None = None
    templates: Path | None = None
    template_globals: Mapping[str, Callable[..., object]] = field(default_factory=dict)


def provided(kind: type[T]) -> Any:
    """Gives a route a part: it stands in the annotation of the argument that takes it."""

    async def find(request: Request) -> T:
        parts: Parts = request.app.state.parts
        return parts.get(kind)

    return Dependency(find)
