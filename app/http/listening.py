"""The socket that the site is served at, opened before anything is announced."""

from __future__ import annotations

import errno
import socket

_BACKLOG = 2048


class AddressError(Exception):
    """The address cannot be listened at; the message says why and how to mend it."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes any that is free.

    Raises:
        AddressError: the port is busy, or the address is none of this machine's.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=_BACKLOG)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise AddressError(
                f"Port {port} of {host} is busy: stop what listens there, or choose another port."
            ) from error
        raise AddressError(f"Nothing can listen at port {port} of {host}: {error.strerror}.") from error
    # inherited by every connection; asyncio does so only for sockets that it has opened itself, and without it the end
    # of each answer waits 40 ms for the acknowledgement of its beginning
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def address_of(listener: socket.socket) -> str:
    """Host and port as they stand in a URL."""
    host, port = listener.getsockname()[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
