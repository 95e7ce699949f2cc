"""What fresh cases bring to the program."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from app.draws.jobs import StockHandler
from app.draws.model import StockOptions
from app.draws.service import STOCK, Draws, Shelf
from app.draws.sql import SQLDrawStore
from app.http.capability import Capability, Parts
from app.jobs.ports import Handler
from app.problems.model import ENVIRONMENT
from app.problems.service import Problems


def _build(parts: Parts) -> None:
    shelf = Shelf(parts.database, SQLDrawStore(), parts.queue, ENVIRONMENT)
    parts.add(Draws(parts.get(Problems), shelf, parts.get(StockOptions)))


def _handlers(parts: Parts) -> Mapping[str, Handler[Any, Any]]:
    return {STOCK: StockHandler(parts.get(Draws))}


capability = Capability(build=_build, handlers=_handlers, migrations=Path(__file__).parent / "migrations")
