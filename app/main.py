"""The composition root: puts ports and adapters together. The only module that names adapters."""

from __future__ import annotations

import contextlib
import logging
import socket
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware

from app import __version__
from app.adapters.judging import SandboxSlot, check_inputs
from app.adapters.listening import AddressError, address_of, listen
from app.adapters.problem_folders import read_problems
from app.adapters.sql.drafts import SQLDraftStore
from app.adapters.sql.hints import SQLHintStore
from app.adapters.sql.store import SQLSubmissionStore
from app.jobs.embedded import EmbeddedQueue
from app.jobs.ports import Handler, JobQueue
from app.jobs.runner import Runner
from app.jobs.sql import SQLJobStore
from app.kernel.actions import site_policy
from app.kernel.clock import utc_now
from app.kernel.packaged import packaged
from app.ports import Slot, SlotMaker
from app.problems.jobs import PrepareHandler
from app.problems.reading import read_version
from app.problems.service import PREPARE, Problems, Shelves
from app.problems.shelf import ENVIRONMENT, Shelf
from app.problems.sql import SQLPreparationStore, SQLVersionStore
from app.services.drafts import Drafts
from app.services.hints import Hints
from app.services.listeners import Listeners
from app.services.submissions import JUDGE, Backing, Submissions
from app.services.watch import Watch
from app.settings import Settings
from app.storage.data_folder import DataFolder, DataFolderError
from app.storage.database import SQLDatabase
from app.storage.opening import DatabaseNewerError, open_sqlite
from app.submissions.bell import LocalBell
from app.submissions.case_log import MemoryCaseLog
from app.submissions.jobs import JudgeHandler
from app.submissions.tidings import Tidings
from app.web import api, drafts, errors, health, hints, openapi, pages, policies, submission_pages
from app.web.body_limit import BodyLimitMiddleware
from app.web.csrf import CrossSiteMiddleware
from app.web.dependencies import Services
from app.web.head import HeadMiddleware
from app.web.hosts import HostMiddleware
from app.web.rendering.environment import make_templates
from app.web.rendering.statements import Statements
from app.web.security import HeadersMiddleware
from app.web.static import PREFIX, BuiltFiles
from app.web.visitors import VisitorCookies, VisitorMiddleware
from grader.model import Problem

__all__ = ["DataFolderError", "DatabaseNewerError", "create_app", "run"]

_log = logging.getLogger(__name__)

MIGRATIONS = (Path(__file__).parent / "adapters" / "sql" / "migrations" / "versions",)
"""The folders of migrations, which together have one newest version."""

_GRACE_SECONDS = 65
_COULD_NOT_START = 3


@dataclass(frozen=True, slots=True)
class _Backend:
    """Everything behind the web."""

    folder: DataFolder
    database: SQLDatabase
    queue: JobQueue
    runner: Runner[Slot]
    services: Services

    @asynccontextmanager
    async def lifespan(self, _: FastAPI) -> AsyncIterator[None]:
        """Recover, judge until the server stops, then drain."""
        await run_in_threadpool(self.queue.recover)
        await run_in_threadpool(self.services.problems.register, self.queue)
        self.runner.start()
        try:
            yield
        finally:
            await run_in_threadpool(self.runner.stop)
            self.database.close()
            self.folder.release()


def create_app(
    settings: Settings, make_slot: SlotMaker | None = None, problems: Mapping[str, Problem] | None = None
) -> FastAPI:
    """The whole application; its lifespan starts and stops the worker.

    Args:
        settings: what the operator chose.
        make_slot: what submissions are judged with; by default a sandbox.
        problems: by default those that come along, and those of the folders in the settings.

    Raises:
        DataFolderError: the data folder cannot be used.
        DatabaseNewerError: the database was made by a newer version.
    """
    if problems is None:
        problems = read_problems([packaged("problems"), *settings.problems])
    folder = DataFolder(settings.data)
    try:
        return _web(settings, _backend(settings, make_slot, problems, folder))
    except BaseException:
        folder.release()
        raise


def _backend(
    settings: Settings, make_slot: SlotMaker | None, offered: Mapping[str, Problem], folder: DataFolder
) -> _Backend:
    database = SQLDatabase(open_sqlite(folder.database, MIGRATIONS))
    store, tidings = SQLSubmissionStore(), Tidings(LocalBell(), MemoryCaseLog())
    queue = EmbeddedQueue(database, SQLJobStore(), settings.queue_capacity)
    preparations = SQLPreparationStore()
    problems = Problems(offered, Shelves(database, SQLVersionStore(), preparations, read_version, ENVIRONMENT))
    handlers: dict[str, Handler[Any, Slot]] = {
        JUDGE: JudgeHandler(problems, store, tidings),
        PREPARE: PrepareHandler(problems, preparations),
    }
    make_slot = make_slot or (lambda: SandboxSlot(Shelf(database, preparations)))
    runner = Runner(database, queue, handlers, make_slot, settings.slots)
    submissions = Submissions(problems, Backing(database, store, queue, utc_now), check_inputs)
    services = Services(
        problems,
        submissions,
        Drafts(problems, database, SQLDraftStore(), utc_now),
        Hints(problems, submissions, database, SQLHintStore(), utc_now),
        Watch(database, store, tidings),
        Listeners(settings.listeners),
        unready=lambda: _unready(runner, database),
    )
    return _Backend(folder, database, queue, runner, services)


def _web(settings: Settings, backend: _Backend) -> FastAPI:
    cookies = VisitorCookies(backend.folder.secret(), secure=settings.secure_cookies)
    app = FastAPI(
        title="allclose",
        version=__version__,
        lifespan=backend.lifespan,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        middleware=_middleware(settings, cookies),
    )
    app.state.services = backend.services
    app.state.policy = site_policy(anonymous_rest=settings.anonymous_rest)
    app.state.templates = make_templates()
    app.state.statements = Statements(app.state.templates.env)
    errors.install(app)
    for module in (pages, submission_pages, drafts, hints, api, openapi, health):
        app.include_router(module.router)
    app.mount(PREFIX, BuiltFiles(), name="static")
    openapi.describe(app, __version__)
    policies.refuse_undeclared(app)
    return app


def _middleware(settings: Settings, cookies: VisitorCookies) -> list[Middleware]:
    """The outermost first: even an answer that a later one gives carries the headers."""
    return [
        Middleware(HeadersMiddleware),
        Middleware(HeadMiddleware),
        Middleware(GZipMiddleware, minimum_size=800, compresslevel=5),
        Middleware(errors.ErrorBoundary),
        Middleware(HostMiddleware, trusted=settings.trusted_hosts),
        Middleware(CrossSiteMiddleware),
        Middleware(BodyLimitMiddleware, limit=settings.body_limit),
        Middleware(VisitorMiddleware, cookies=cookies),
    ]


def _unready(runner: Runner[Slot], database: SQLDatabase) -> str | None:
    try:
        database.check()
    except SQLAlchemyError:
        _log.exception("the database does not answer")
        return "The database does not answer."
    return runner.unready()


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
