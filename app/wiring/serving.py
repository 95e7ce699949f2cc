"""Serve the site until a signal ends it."""

from __future__ import annotations

import contextlib
import logging
import socket
import sys

import uvicorn
from fastapi import FastAPI

from app import __version__
from app.http.listening import AddressError, address_of, listen
from app.storage.data_folder import DataFolderError
from app.storage.opening import DatabaseNewerError
from app.wiring.settings import Settings
from app.wiring.site import create_app

_GRACE_SECONDS = 65
_COULD_NOT_START = 3


def run(settings: Settings) -> int:
    """Serve until a signal ends it; 0, or 3 where it could not start (a sentence on stderr says why)."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    try:
        with contextlib.closing(listen(settings.host, settings.port)) as listener:
            return _serve(create_app(settings), listener, settings)
    except (DataFolderError, DatabaseNewerError, AddressError) as error:
        sys.stderr.write(f"allclose: {error}\n")
        return _COULD_NOT_START


def _serve(app: FastAPI, listener: socket.socket, settings: Settings) -> int:
    server = uvicorn.Server(_server_config(app))
    address = address_of(listener)
    sys.stdout.write(f"allclose {__version__} serves at http://{address} (data in {settings.data})\n")
    sys.stdout.flush()
    with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C is how most people end it
        server.run(sockets=[listener])
    return 0 if server.started else _COULD_NOT_START


def _server_config(app: FastAPI) -> uvicorn.Config:
    """No access log: the ids of submissions in it would let its readers read them."""
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )
