"""Serve the site until a signal ends it."""

from __future__ import annotations

import contextlib
import logging
import socket
import sys

from fastapi import FastAPI

from app import __version__
from app.http.descriptors import connections_within, raise_file_limit
from app.http.listening import AddressError, address_of, listen
from app.http.proxies import Proxies
from app.http.server import make_server
from app.storage.data_folder import DataFolderError
from app.storage.opening import DatabaseUnusableError
from app.wiring.settings import Settings
from app.wiring.site import create_app, hosts_of

_COULD_NOT_START = 3


def run(settings: Settings) -> int:
    """Serve until a signal ends it; 0, or 3 where it could not start (a sentence on stderr says why)."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    try:
        with contextlib.closing(listen(settings.host, settings.port)) as listener:
            return _serve(create_app(settings), listener, settings)
    except (DataFolderError, DatabaseUnusableError, AddressError) as error:
        sys.stderr.write(f"allclose: {error}\n")
        return _COULD_NOT_START


def _serve(app: FastAPI, listener: socket.socket, settings: Settings) -> int:
    most = connections_within(raise_file_limit(), settings.slots)
    server = make_server(app, most, Proxies(settings.trusted_proxies))
    address = address_of(listener)
    sys.stdout.write(f"allclose {__version__} serves at http://{address} (data in {settings.data})\n")
    if not settings.trusted_hosts:
        sys.stdout.write(f"It answers to {hosts_of(settings)}; name others in ALLCLOSE_TRUSTED_HOSTS, * for any.\n")
    sys.stdout.flush()
    with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C is how most people end it
        server.run(sockets=[listener])
    return 0 if server.started else _COULD_NOT_START
