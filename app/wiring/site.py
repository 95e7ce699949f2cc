"""The site: pages and REST on a backend, with a worker in the same process."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware

from app import __version__
from app.http import openapi, policies, problem_details
from app.http.capability import Capability
from app.http.middleware.body_limit import BodyLimitMiddleware
from app.http.middleware.csrf import CrossSiteMiddleware
from app.http.middleware.head import HeadMiddleware
from app.http.middleware.hosts import HostMiddleware
from app.http.middleware.security import HeadersMiddleware
from app.http.static import PREFIX, BuiltFiles
from app.http.templates import make_templates
from app.http.visitors import VisitorCookies, VisitorMiddleware
from app.kernel.actions import site_policy
from app.operations.service import Readiness
from app.submissions.listeners import ListeningOptions
from app.submissions.ports import SlotMaker
from app.wiring.backend import Backend, open_backend
from app.wiring.capabilities import CAPABILITIES
from app.wiring.settings import Settings
from app.wiring.worker import Worker
from grader.model import Problem


def create_app(
    settings: Settings,
    make_slot: SlotMaker | None = None,
    problems: Mapping[str, Problem] | None = None,
    capabilities: tuple[Capability, ...] = CAPABILITIES,
) -> FastAPI:
    """The whole application; its lifespan starts and stops the worker.

    Args:
        settings: what the operator chose.
        make_slot: what submissions are judged with; by default a sandbox.
        problems: by default those that come along, and those of the folders in the settings.
        capabilities: in the order in which they build on each other.

    Raises:
        DataFolderError: the data folder cannot be used.
        DatabaseNewerError: the database was made by a newer version.
    """
    backend = open_backend(settings, problems, capabilities)
    try:
        return _build_site(settings, backend, Worker(backend, settings, make_slot))
    except BaseException:
        backend.close()
        raise


def _build_site(settings: Settings, backend: Backend, worker: Worker) -> FastAPI:
    cookies = VisitorCookies(backend.folder.secret(), secure=settings.secure_cookies)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        """Judge until the server stops, then drain."""
        await run_in_threadpool(worker.start)
        try:
            yield
        finally:
            await run_in_threadpool(worker.stop)
            backend.close()

    app = FastAPI(
        title="allclose",
        version=__version__,
        lifespan=lifespan,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        middleware=_middleware(settings, cookies),
    )
    _add_pages(app, backend, worker, settings)
    app.state.policy = site_policy(anonymous_rest=settings.anonymous_rest)
    problem_details.install(app)
    app.mount(PREFIX, BuiltFiles(), name="static")
    openapi.describe(app, __version__)
    policies.refuse_undeclared(app)
    return app


def _add_pages(app: FastAPI, backend: Backend, worker: Worker, settings: Settings) -> None:
    """The services that pages need, the templates and the routes of each capability."""
    parts, capabilities = backend.parts, backend.capabilities
    templates = make_templates([one.templates for one in capabilities if one.templates])
    parts.add(templates, ListeningOptions(settings.listeners), Readiness((backend.database_fault, worker.unready)))
    app.state.parts, app.state.templates = parts, templates
    for capability in capabilities:
        templates.env.globals.update(capability.template_globals)
        capability.build_pages(parts)
        for router in capability.routers:
            app.include_router(router)


def _middleware(settings: Settings, cookies: VisitorCookies) -> list[Middleware]:
    """The outermost first: even an answer that a later one gives carries the headers."""
    return [
        Middleware(HeadersMiddleware),
        Middleware(HeadMiddleware),
        Middleware(GZipMiddleware, minimum_size=800, compresslevel=5),
        Middleware(problem_details.ErrorBoundary),
        Middleware(HostMiddleware, trusted=settings.trusted_hosts),
        Middleware(CrossSiteMiddleware),
        Middleware(BodyLimitMiddleware, limit=settings.body_limit),
        Middleware(VisitorMiddleware, cookies=cookies),
    ]
