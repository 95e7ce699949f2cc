"""What submissions bring to the program."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from app.draws.service import Draws
from app.http.capability import Capability, Parts
from app.jobs.ports import Handler
from app.problems.service import Problems
from app.submissions import api, pages
from app.submissions.bell import LocalBell
from app.submissions.case_log import MemoryCaseLog
from app.submissions.jobs import JudgeHandler
from app.submissions.judging import check_inputs
from app.submissions.listeners import Listeners, ListeningOptions
from app.submissions.panels import Panels
from app.submissions.service import JUDGE, Backing, Submissions
from app.submissions.sql import SQLSubmissionStore
from app.submissions.tidings import Tidings
from app.submissions.views import describe_verdict
from app.submissions.watch import Watch


def _build(parts: Parts) -> None:
    backing = Backing(parts.database, SQLSubmissionStore(), parts.queue, parts.clock)
    parts.add(
        Submissions(parts.get(Problems), parts.get(Draws), backing, check_inputs), Tidings(LocalBell(), MemoryCaseLog())
    )


def _build_pages(parts: Parts) -> None:
    parts.add(
        Watch(parts.database, SQLSubmissionStore(), parts.get(Tidings)),
        Listeners(parts.get(ListeningOptions).most),
        Panels(parts.get(Problems), parts.get(Submissions)),
    )


def _handlers(parts: Parts) -> Mapping[str, Handler[Any, Any]]:
    return {JUDGE: JudgeHandler(parts.get(Problems), parts.get(Draws), SQLSubmissionStore(), parts.get(Tidings))}


capability = Capability(
    build=_build,
    build_pages=_build_pages,
    handlers=_handlers,
    routers=(pages.router, api.router),
    migrations=Path(__file__).parent / "migrations",
    template_globals={"describe_verdict": describe_verdict},
)
