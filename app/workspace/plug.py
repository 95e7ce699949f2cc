"""What the workspace brings to the program."""

from __future__ import annotations

from pathlib import Path

from app.http.capability import Capability, Parts
from app.problems.service import Problems
from app.problems.statements import Statements
from app.submissions.panels import Panels
from app.submissions.service import Submissions
from app.workspace import api, pages
from app.workspace.page import Workspaces
from app.workspace.service import Drafts, Hints
from app.workspace.sql import SQLDraftStore, SQLHintStore


def _build_pages(parts: Parts) -> None:
    problems, submissions = parts.get(Problems), parts.get(Submissions)
    parts.add(
        Drafts(problems, parts.database, SQLDraftStore(), parts.clock),
        Hints(problems, submissions, parts.database, SQLHintStore(), parts.clock),
        Workspaces(problems, submissions, parts.get(Statements), parts.get(Panels)),
    )


capability = Capability(
    build_pages=_build_pages,
    routers=(pages.router, api.router),
    migrations=Path(__file__).parent / "migrations",
)
