"""The site: pages and REST on a backend, with a worker in the same process."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import asdict

from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware

from app import __version__
from app.http import openapi, policies, problem_details
from app.http.capability import Capability
from app.http.limits import LimitMiddleware, RateLimits, read_allowances
from app.http.middleware.body_limit import BodyLimitMiddleware
from app.http.middleware.csrf import CrossSiteMiddleware
from app.http.middleware.head import HeadMiddleware
from app.http.middleware.hosts import HostMiddleware, Hosts
from app.http.middleware.security import HeadersMiddleware
from app.http.proxies import Proxies, ProxyMiddleware
from app.http.static import PREFIX, BuiltFiles
from app.http.templates import make_templates
from app.http.visitors import VisitorCookies, VisitorMiddleware
from app.kernel.actions import site_policy
from app.operations.service import Readiness
from app.storage.writability import Writability
from app.submissions.listeners import ListeningOptions
from app.submissions.ports import SlotMaker
from app.wiring.backend import Backend, open_backend
from app.wiring.capabilities import CAPABILITIES
from app.wiring.settings import Settings
from app.wiring.worker import Worker
from grader.model import Problem

_log = logging.getLogger(__name__)


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
        DatabaseUnusableError: the database cannot be written, or was made by a newer version.
    """
    backend = open_backend(settings, problems, capabilities)
    try:
        return _build_site(settings, backend, Worker(backend, settings, make_slot))
    except BaseException:
        backend.close()
        raise


def _build_site(settings: Settings, backend: Backend, worker: Worker) -> FastAPI:
    cookies = VisitorCookies(backend.folder.secret(), secure=settings.secure_cookies)
    limits = _limits(settings)

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
        middleware=_middleware(settings, cookies, limits),
    )
    app.state.limits = limits
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
    writability = Writability(backend.folder, backend.database)
    parts.add(templates, ListeningOptions(settings.listeners))
    parts.add(Readiness((writability.find_trouble, worker.unready)))
    app.state.parts, app.state.templates = parts, templates
    for capability in capabilities:
        templates.env.globals.update(capability.template_globals)
        capability.build_pages(parts)
        for router in capability.routers:
            app.include_router(router)


def _limits(settings: Settings) -> RateLimits:
    if settings.rate_limits:
        return RateLimits(read_allowances(asdict(settings.rates)))
    _log.warning("nothing is refused for being asked too often: ALLCLOSE_RATE_LIMITS is off")
    return RateLimits({})


def hosts_of(settings: Settings) -> Hosts:
    """The names that the site answers to."""
    return Hosts(settings.trusted_hosts) if settings.trusted_hosts else Hosts.of_listener(settings.host)


def _middleware(settings: Settings, cookies: VisitorCookies, limits: RateLimits) -> list[Middleware]:
    """The outermost first: even an answer that a later one gives carries the headers."""
    return [
        Middleware(ProxyMiddleware, trusted=Proxies(settings.trusted_proxies)),
        Middleware(HeadersMiddleware),
        Middleware(HeadMiddleware),
        Middleware(GZipMiddleware, minimum_size=800, compresslevel=5),
        Middleware(problem_details.ErrorBoundary),
        Middleware(BodyLimitMiddleware, limit=settings.body_limit),  # read first: who is still sending reads no answer
        Middleware(HostMiddleware, trusted=hosts_of(settings)),
        Middleware(LimitMiddleware, limits=limits),
        Middleware(CrossSiteMiddleware),
        Middleware(VisitorMiddleware, cookies=cookies),
    ]
