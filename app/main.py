"""The composition root: puts ports and adapters together. The only module that names adapters."""

from __future__ import annotations

import contextlib
import logging
import socket
import sys
import threading
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware

from app import __version__
from app.adapters.feed import LocalFeed
from app.adapters.judging import PreparedProblems, SandboxSlot, check_inputs
from app.adapters.listening import AddressError, address_of, listen
from app.adapters.problem_folders import read_problems
from app.adapters.sql.drafts import SQLDraftStore
from app.adapters.sql.hints import SQLHintStore
from app.adapters.sql.store import SQLSubmissionStore
from app.http.descriptors import connections_within, raise_file_limit
from app.http.limits import LimitMiddleware, Limits, read_allowances
from app.http.proxies import Proxies, ProxyMiddleware
from app.http.server import make_server
from app.jobs.embedded import EmbeddedQueue
from app.jobs.ports import JobQueue
from app.jobs.runner import Runner
from app.jobs.sql import SQLJobStore
from app.kernel.actions import site_policy
from app.kernel.clock import utc_now
from app.ports import ExampleMaker, InputChecker, Rehearsal, Slot, SlotMaker
from app.services.catalogue import Catalogue
from app.services.drafts import Drafts
from app.services.hints import Hints
from app.services.listeners import Listeners
from app.services.submissions import JUDGE, Backing, Submissions
from app.services.watch import Watch
from app.settings import Settings, shipped
from app.storage.data_folder import DataFolder, DataFolderError
from app.storage.database import SQLDatabase
from app.storage.opening import DatabaseUnusableError, open_sqlite
from app.storage.writability import Writability
from app.submissions.jobs import JudgeHandler
from app.web import api, drafts, errors, health, hints, openapi, pages, policies, submission_pages
from app.web.body_limit import BodyLimitMiddleware
from app.web.csrf import CrossSiteMiddleware
from app.web.dependencies import Services
from app.web.head import HeadMiddleware
from app.web.hosts import HostMiddleware, Hosts
from app.web.rendering.environment import make_templates
from app.web.rendering.statements import Statements
from app.web.security import HeadersMiddleware
from app.web.static import PREFIX, BuiltFiles
from app.web.visitors import VisitorCookies, VisitorMiddleware
from grader.model import Problem

__all__ = ["DataFolderError", "DatabaseUnusableError", "Judging", "create_app", "run"]

_log = logging.getLogger(__name__)

MIGRATIONS = (Path(__file__).parent / "adapters" / "sql" / "migrations" / "versions",)
"""The folders of migrations, which together have one newest version."""

_WARMING_SECONDS = 10.0
_COULD_NOT_START = 3


@dataclass(frozen=True, slots=True)
class Judging:
    """How submissions are judged, examples and mistakes computed and a student's own inputs looked at."""

    make_slot: SlotMaker
    make_examples: ExampleMaker
    rehearse: Rehearsal
    check_inputs: InputChecker = check_inputs


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
        stopping = threading.Event()
        warming = threading.Thread(target=self.services.catalogue.warm, args=(stopping,), name="examples", daemon=True)
        await run_in_threadpool(self.queue.recover)
        self.runner.start()
        warming.start()
        try:
            yield
        finally:
            stopping.set()
            await run_in_threadpool(self.runner.stop)
            await run_in_threadpool(warming.join, _WARMING_SECONDS)
            self.database.close()
            self.folder.release()


def create_app(
    settings: Settings, judging: Judging | None = None, problems: Mapping[str, Problem] | None = None
) -> FastAPI:
    """The whole application; its lifespan starts and stops the worker.

    Args:
        settings: what the operator chose.
        judging: by default in the sandbox.
        problems: by default those that come along, and those of the folders in the settings.

    Raises:
        DataFolderError: the data folder cannot be used.
        DatabaseUnusableError: the database cannot be written, or was made by a newer version.
    """
    if problems is None:
        problems = read_problems([shipped("problems"), *settings.problems])
    judging = judging or _sandboxed()
    folder = DataFolder(settings.data)
    try:
        return _web(settings, _backend(settings, judging, problems, folder))
    except BaseException:
        folder.release()
        raise


def _sandboxed() -> Judging:
    problems = PreparedProblems()
    return Judging(partial(SandboxSlot, problems), problems.make_examples, problems.rehearse)


def _backend(settings: Settings, judging: Judging, problems: Mapping[str, Problem], folder: DataFolder) -> _Backend:
    database = SQLDatabase(open_sqlite(folder.database(), MIGRATIONS))
    store, feed = SQLSubmissionStore(), LocalFeed()
    queue = EmbeddedQueue(database, SQLJobStore(), settings.queue_capacity)
    catalogue = Catalogue(problems, judging.make_examples, judging.rehearse)
    handlers = {JUDGE: JudgeHandler(catalogue, store, feed)}
    runner = Runner(database, queue, handlers, judging.make_slot, settings.slots)
    writability = Writability(folder, database)
    submissions = Submissions(catalogue, Backing(database, store, queue, utc_now), judging.check_inputs)
    services = Services(
        catalogue,
        submissions,
        Drafts(catalogue, database, SQLDraftStore(), utc_now),
        Hints(catalogue, submissions, database, SQLHintStore(), utc_now),
        Watch(database, store, feed),
        Listeners(settings.listeners),
        unready=lambda: writability.find_trouble() or runner.unready(),
    )
    return _Backend(folder, database, queue, runner, services)


def _web(settings: Settings, backend: _Backend) -> FastAPI:
    cookies = VisitorCookies(backend.folder.secret(), secure=settings.secure_cookies)
    limits = _limits(settings)
    app = FastAPI(
        title="allclose",
        version=__version__,
        lifespan=backend.lifespan,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        middleware=_middleware(settings, cookies, limits),
    )
    app.state.limits = limits
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


def _limits(settings: Settings) -> Limits:
    if settings.rate_limits:
        return Limits(read_allowances(asdict(settings.rates)))
    _log.warning("nothing is refused for being asked too often: ALLCLOSE_RATE_LIMITS is off")
    return Limits({})


def _middleware(settings: Settings, cookies: VisitorCookies, limits: Limits) -> list[Middleware]:
    """The outermost first: even an answer that a later one gives carries the headers."""
    return [
        Middleware(ProxyMiddleware, trusted=Proxies(settings.trusted_proxies)),
        Middleware(HeadersMiddleware),
        Middleware(HeadMiddleware),
        Middleware(GZipMiddleware, minimum_size=800, compresslevel=5),
        Middleware(errors.ErrorBoundary),
        Middleware(BodyLimitMiddleware, limit=settings.body_limit),  # read first: who is still sending reads no answer
        Middleware(HostMiddleware, trusted=_hosts(settings)),
        Middleware(LimitMiddleware, limits=limits),
        Middleware(CrossSiteMiddleware),
        Middleware(VisitorMiddleware, cookies=cookies),
    ]


def _hosts(settings: Settings) -> Hosts:
    return Hosts(settings.trusted_hosts) if settings.trusted_hosts else Hosts.of_listener(settings.host)


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
        sys.stdout.write(f"It answers to {_hosts(settings)}; name others in ALLCLOSE_TRUSTED_HOSTS, * for any.\n")
    sys.stdout.flush()
    with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C is how most people end it
        server.run(sockets=[listener])
    return 0 if server.started else _COULD_NOT_START
