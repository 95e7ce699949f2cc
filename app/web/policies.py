"""Who may use a route. Each declares exactly one policy, and a program with a route that has none does not start.

PUBLIC    anyone; nothing in the answer depends on who asks
VISITOR   anyone, as the visitor that the signed cookie names; others' things answer 404
"""

from __future__ import annotations

from collections.abc import Iterator

from fastapi import Depends, FastAPI
from fastapi.routing import RouteContext, iter_route_contexts
from starlette.routing import BaseRoute, Mount


def _public() -> None:
    """Marks a route as public."""


def _visitor() -> None:
    """Marks a route that acts for a visitor; the route asks for the visitor itself."""


PUBLIC = Depends(_public)
VISITOR = Depends(_visitor)

_NAMES = {_public: "public", _visitor: "visitor"}

PUBLIC_MOUNTS = frozenset({"/static"})
"""Folders of files that anyone may read."""


def policies(app: FastAPI) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every route as ``METHODS path``, with the policies that it declares."""
    for route in iter_route_contexts(app.routes):
        yield _label(route), _declared(route)


def refuse_undeclared(app: FastAPI) -> None:
    """Deny by default.

    Raises:
        RuntimeError: a route declares no policy, or more than one.
    """
    faulty = [label for label, declared in policies(app) if len(declared) != 1]
    if faulty:
        raise RuntimeError(f"routes without exactly one policy: {', '.join(faulty)}")


def _label(route: BaseRoute | RouteContext) -> str:
    methods: set[str] = getattr(route, "methods", None) or set()
    return f"{','.join(sorted(methods)) or '*'} {getattr(route, 'path', route)}"


def _declared(route: BaseRoute | RouteContext) -> tuple[str, ...]:
    inner = route.original_route if isinstance(route, RouteContext) else route
    if isinstance(inner, Mount):
        return ("public",) if inner.path in PUBLIC_MOUNTS else ()
    dependencies = getattr(route, "dependencies", ())
    return tuple(_NAMES[item.dependency] for item in dependencies if item.dependency in _NAMES)
