from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from app.http.capability import Capability, Parts
from app.jobs.ports import Handler
from tests.toy import pages
from tests.toy.jobs import ShoutHandler
from tests.toy.model import SHOUT
from tests.toy.service import Notes

_HERE = Path(__file__).parent


def _build(parts: Parts) -> None:
    parts.add(Notes(parts.database, parts.queue))


def _handlers(_: Parts) -> Mapping[str, Handler[Any, Any]]:
    return {SHOUT: ShoutHandler()}


capability = Capability(
    build=_build,
    handlers=_handlers,
    routers=(pages.router,),
    migrations=_HERE / "migrations",
    templates=_HERE / "templates",
    template_globals={"whisper": str.lower},
)
