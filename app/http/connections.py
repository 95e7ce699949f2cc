"""Connections: how many there may be, and how long each may take for what.

uvicorn ends a connection that is idle after an answer, and no other. Here a request's head must arrive in time, its
body too and at a least pace, and an answer must be taken. One look a second at every connection does that, so that
nothing is set and cancelled for each request.

Where there are too many, the one that has waited longest for a request to begin makes room for the newcomer: silent
connections keep nobody out. It is looked for among those of the newcomer's own address first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from app.http.addresses import grouped

HEAD_BYTES = 64 * 1024
"""The longest head of a request that is read."""

_BUSY = (
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\ncontent-type: text/plain\r\ncontent-length: 46\r\n"
    b"connection: close\r\n\r\nToo many connections are open; try again soon.\n"
)


@dataclass(frozen=True, slots=True)
class Deadlines:
    """Seconds for each step; a body has its own and one more for each ``body_rate`` bytes that came."""

    head: float = 10.0
    body: float = 10.0
    body_rate: float = 2048.0
    answer: float = 60.0


class HTTPCycle(Protocol):
    """One request and its answer, as uvicorn keeps it."""

    response_complete: bool
    more_body: bool


class Connection:
    """One connection, with what was seen of it last."""

    def __init__(self, protocol: Any, transport: asyncio.Transport, now: float) -> None:
        """Watch over a protocol of uvicorn's from now on."""
        peer = transport.get_extra_info("peername")
        self.host = str(peer[0]) if isinstance(peer, tuple) else ""
        self.address = grouped(self.host)
        self.received = 0
        """Bytes since this step began."""
        self._protocol = protocol
        self._transport = transport
        self._step: tuple[str, HTTPCycle | None] = ("head", None)
        self._since = now
        self._unsent_since: float | None = None

    @property
    def waiting(self) -> bool:
        """Whether no request has begun that is still to be answered."""
        return self._now_at()[0] == "head"

    def take_note(self, size: int, now: float) -> bool:
        """Count bytes that came; whether the head is longer than any may be."""
        self._follow(now)
        self.received += size
        return self.received > HEAD_BYTES and self.waiting

    def is_late(self, now: float, deadlines: Deadlines) -> bool:
        """Whether it takes too long over what it is at, or over what it was sent."""
        self._follow(now)
        unsent = self._transport.get_write_buffer_size() > 0
        self._unsent_since = (self._unsent_since or now) if unsent else None
        if self._unsent_since is not None and now - self._unsent_since > deadlines.answer:
            return True
        allowed = {
            "head": deadlines.head,
            "body": deadlines.body + self.received / deadlines.body_rate,
            "answer": float("inf"),
        }
        return not unsent and now - self._since > allowed[self._step[0]]

    def cut(self) -> None:
        """End it at once, whatever is still to be sent."""
        self._transport.abort()

    def refuse(self) -> None:
        """Say that there is no room, and end it."""
        self._transport.write(_BUSY)
        self._transport.close()

    def _follow(self, now: float) -> None:
        step = self._now_at()
        if step != self._step:
            self._step, self._since, self.received = step, now, 0

    def _now_at(self) -> tuple[str, HTTPCycle | None]:
        cycle: HTTPCycle | None = self._protocol.cycle
        if cycle is None or cycle.response_complete:
            return "head", cycle
        return ("body" if cycle.more_body else "answer"), cycle


class Connections:
    """All connections of a server; used in its event loop alone."""

    def __init__(self, most: int, proxies: Container[str], deadlines: Deadlines) -> None:
        """Allow ``most``, and half of them to one address that is none of ``proxies``, who have everybody's."""
        self._most = most
        self._of_one_address = max(most // 2, 1)
        self._proxies = proxies
        self._deadlines = deadlines
        self._groups: dict[str, dict[Connection, None]] = {}
        self._count = 0

    def admit(self, connection: Connection) -> None:
        """Take it in, and have another make room for it or refuse it where there are too many."""
        group = self._groups.setdefault(connection.address, {})
        group[connection] = None
        self._count += 1
        if len(group) > self._of_one_address and connection.host not in self._proxies:
            self._make_room(group, connection)
        elif self._count > self._most:
            self._make_room(max(self._groups.values(), key=len), connection)

    def forget(self, connection: Connection) -> None:
        """It has ended; a second time changes nothing."""
        group = self._groups.get(connection.address, {})
        if connection in group:
            del group[connection]
            self._count -= 1
            if not group:
                del self._groups[connection.address]

    def end_late_ones(self, now: float) -> None:
        """End whatever takes too long."""
        for group in list(self._groups.values()):
            for connection in [each for each in group if each.is_late(now, self._deadlines)]:
                self._end(connection)

    def _make_room(self, group: dict[Connection, None], newcomer: Connection) -> None:
        oldest = next((each for each in group if each.waiting and each is not newcomer), None)
        if oldest is not None:
            self._end(oldest)
        else:
            self.forget(newcomer)
            newcomer.refuse()

    def _end(self, connection: Connection) -> None:
        self.forget(connection)
        connection.cut()


ProtocolClass: TypeAlias = Callable[..., asyncio.Protocol]


def watched(base: Any, connections: Connections) -> ProtocolClass:
    """A protocol class of uvicorn's whose connections are watched over."""

    class Watched(base):  # type: ignore[misc]  # one of two classes, as the machine has httptools or not
        def connection_made(self, transport: asyncio.Transport) -> None:
            super().connection_made(transport)
            self.watched = Connection(self, transport, self.loop.time())
            connections.admit(self.watched)

        def connection_lost(self, exc: Exception | None) -> None:
            connections.forget(self.watched)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.watched.take_note(len(data), self.loop.time()):
                self.watched.cut()

    return Watched
