"""What each route is for: it names exactly one action, which is checked against whoever asks.

A program with a route that names none does not start.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fastapi import Depends, FastAPI, Request, params
from fastapi.routing import RouteContext, iter_route_contexts
from starlette.routing import BaseRoute, Mount

from app.http.limits import COST, limits_of
from app.http.visitors import actor_of
from app.kernel.actions import Action, Policy

PUBLIC_MOUNTS = frozenset({"/static"})
"""Folders of files that anyone may read."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """Lets a request go on if its actor may do this, and not too often.

    Raises what `Policy.require` and `RateLimits.count` raise.
    """

    action: Action

    async def __call__(self, request: Request) -> None:
        """Check it; without waiting, so that no thread is needed."""
        policy: Policy = request.app.state.policy
        actor = actor_of(request)
        policy.require(actor, self.action)
        if self.action in COST:
            limits_of(request).count(COST[self.action], actor, request.scope)


def allow(action: Action) -> params.Depends:
    """The one policy of a route, among its `dependencies`."""
    dependency: params.Depends = Depends(Allowed(action))
    return dependency


def list_actions(app: FastAPI) -> Iterator[tuple[str, tuple[Action, ...]]]:
    """Every route as ``METHODS path``, with the actions that it names."""
    for route in iter_route_contexts(app.routes):
        yield _label(route), _find_actions(route)


def refuse_undeclared(app: FastAPI) -> None:
    """Deny by default.

    Raises:
        RuntimeError: a route names no action, or more than one.
    """
    faulty = [label for label, named in list_actions(app) if len(named) != 1]
    if faulty:
        raise RuntimeError(f"routes without exactly one action: {', '.join(faulty)}")


def _label(route: BaseRoute | RouteContext) -> str:
    methods: set[str] = getattr(route, "methods", None) or set()
    return f"{','.join(sorted(methods)) or '*'} {getattr(route, 'path', route)}"


def _find_actions(route: BaseRoute | RouteContext) -> tuple[Action, ...]:
    inner = route.original_route if isinstance(route, RouteContext) else route
    if isinstance(inner, Mount):
        return (Action.READ_PUBLIC,) if inner.path in PUBLIC_MOUNTS else ()
    dependencies = (item.dependency for item in getattr(route, "dependencies", ()))
    return tuple(dependency.action for dependency in dependencies if isinstance(dependency, Allowed))
