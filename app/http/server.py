"""The HTTP server: uvicorn, as this site needs it."""

from __future__ import annotations

import asyncio
import gc
import socket
from collections.abc import Container

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from app.http.connections import Connections, Deadlines, watched

_GRACE_SECONDS = 65
"""Longer than anyone may wait for a result."""
_AT_A_TIME = 16
"""How many connections are accepted before any of them is counted."""
_BACKLOG = 2048
_TICKS_A_SECOND = 10


class Server(uvicorn.Server):
    """A server that looks at its connections each second."""

    def __init__(self, config: uvicorn.Config, connections: Connections) -> None:
        super().__init__(config)
        self._connections = connections

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve; the system queues more than are accepted at a time."""
        gc.collect()
        gc.freeze()  # whatever is there by now stays; to look through it again would hold up everybody for 0.3 s
        await super().startup(sockets)
        for listener in sockets or []:
            listener.listen(_BACKLOG)

    async def on_tick(self, counter: int) -> bool:
        """What is done ten times a second."""
        if counter % _TICKS_A_SECOND == 0:
            self._connections.end_late_ones(asyncio.get_running_loop().time())
        return await super().on_tick(counter)


def make_server(
    app: FastAPI, most: int = 1024, proxies: Container[str] = (), deadlines: Deadlines | None = None
) -> Server:
    """A server for this application; it is still to be given the sockets that it listens at.

    It keeps no access log: the ids of submissions in it would let its readers read them.

    Args:
        app: what answers.
        most: how many connections may be open.
        proxies: addresses that may have any number of them.
        deadlines: how long each may take.
    """
    connections = Connections(most, proxies, deadlines or Deadlines())
    config = uvicorn.Config(
        app,
        http=watched(AutoHTTPProtocol, connections),  # type: ignore[arg-type]  # any callable does
        loop="asyncio",  # uvloop would accept all that come at once, before any is counted
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # `app.http.proxies` knows which proxies the operator trusts
        ws="none",
        backlog=_AT_A_TIME,
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )
    return Server(config, connections)
