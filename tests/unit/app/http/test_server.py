from __future__ import annotations

import asyncio
import gc
import socket

from fastapi import FastAPI

from app.http.server import make_server


def test_what_is_there_at_the_start_is_not_looked_through_again():
    server = make_server(FastAPI())
    server.should_exit = True
    gc.unfreeze()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        try:
            asyncio.run(server.serve(sockets=[listener]))
            assert gc.get_freeze_count() > 10_000
        finally:
            gc.unfreeze()
