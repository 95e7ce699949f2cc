"""The OpenAPI description of REST v1, at /api/openapi.json."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.openapi.utils import get_openapi

from app.http.policies import allow
from app.http.problem_details import ProblemDetails
from app.kernel.actions import Action

router = APIRouter(include_in_schema=False)

ADDRESS = "/api/openapi.json"
_REFERENCE = "#/components/schemas/{model}"
_DESCRIPTION = """\
Read problems, hand in programs, and get them judged.

* Bodies are strict JSON; NaN and infinities are the strings `"NaN"`, `"Infinity"` and `"-Infinity"`.
* Errors are problem details (RFC 9457), `application/problem+json`.
* A program is handed in by one request; `Prefer: wait=60` waits for its result.
"""


def describe_fault(description: str, **headers: str) -> dict[str, Any]:
    """An error in the description of a route: RFC 9457 problem details."""
    return {
        "description": description,
        "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemDetails"}}},
        "headers": {name: {"description": text, "schema": {"type": "string"}} for name, text in headers.items()},
    }


NOT_FOUND = describe_fault("There is none, or it is another visitor's.")
INVALID_ADDRESS = describe_fault("The address is not valid.")


def describe(app: FastAPI, version: str) -> None:
    """Have the application describe itself, errors as they really are."""

    def description() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _make_description(app, version)
        return app.openapi_schema

    app.openapi = description  # type: ignore[method-assign]  # FastAPI's documented way


def _make_description(app: FastAPI, version: str) -> dict[str, Any]:
    schema = get_openapi(title="allclose", version=version, description=_DESCRIPTION, routes=app.routes)
    schemas = schema.setdefault("components", {}).setdefault("schemas", {})
    own = ProblemDetails.model_json_schema(ref_template=_REFERENCE)
    schemas |= own.pop("$defs", {}) | {ProblemDetails.__name__: own}  # no route returns it, and many answers are one
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    return schema


@router.get(ADDRESS, dependencies=[allow(Action.READ_PUBLIC)])
async def openapi(request: Request) -> dict[str, Any]:
    """The description itself."""
    app: FastAPI = request.app
    return app.openapi()
