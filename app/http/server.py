"""The HTTP server: uvicorn, as this site needs it."""

from __future__ import annotations

import uvicorn
from fastapi import FastAPI

_GRACE_SECONDS = 65
"""Longer than anyone may wait for a result."""


def make_server(app: FastAPI) -> uvicorn.Server:
    """A server for this application; it is still to be given the sockets that it listens at.

    It keeps no access log: the ids of submissions in it would let its readers read them.
    """
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # `app.http.proxies` knows which proxies the operator trusts
        ws="none",
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )
    return uvicorn.Server(config)
