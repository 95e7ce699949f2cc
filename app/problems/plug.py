"""What the problems bring to the program."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from starlette.templating import Jinja2Templates

from app.http.capability import Capability, Parts
from app.jobs.ports import Handler
from app.problems import api
from app.problems.jobs import PrepareHandler
from app.problems.model import ENVIRONMENT, Offered
from app.problems.reading import read_version
from app.problems.service import PREPARE, Problems, Shelves
from app.problems.sql import SQLPreparationStore, SQLVersionStore
from app.problems.statements import Statements


def _build(parts: Parts) -> None:
    preparations = SQLPreparationStore()
    shelves = Shelves(parts.database, SQLVersionStore(), preparations, read_version, ENVIRONMENT)
    parts.add(Problems(parts.get(Offered).problems, shelves))


def _build_pages(parts: Parts) -> None:
    parts.add(Statements(parts.get(Jinja2Templates).env))


def _handlers(parts: Parts) -> Mapping[str, Handler[Any, Any]]:
    return {PREPARE: PrepareHandler(parts.get(Problems), SQLPreparationStore())}


capability = Capability(
    build=_build,
    build_pages=_build_pages,
    handlers=_handlers,
    routers=(api.router,),
    migrations=Path(__file__).parent / "migrations",
)
