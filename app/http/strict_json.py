"""JSON as RFC 8259 means it and no laxer: one value for each key, finite numbers, real text, moderate depth."""

from __future__ import annotations

import json
import math
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Coroutine
from itertools import accumulate
from typing import Any, NoReturn

from fastapi import HTTPException, Request, Response
from fastapi.routing import APIRoute

MAX_DEPTH = 32
"""How deep arrays and objects may be nested."""

# possessive, and an open end counts: linear whatever is sent
_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_NO_BRACKETS = re.compile(r"[^][{}]++")
_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}


class JSONRefusedError(ValueError):
    """Bytes that are not the JSON that we take; the message is fit for whoever sent them."""


def loads(data: bytes) -> Any:
    """Parse strictly.

    Raises:
        JSONRefusedError: not UTF-8, not JSON, a key twice, NaN or a number beyond all floats, nested too deep, or text
            with a lone surrogate.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise JSONRefusedError("The body is not UTF-8.") from None
    if _measure_depth(text) > MAX_DEPTH:
        raise JSONRefusedError(f"The body is nested deeper than {MAX_DEPTH} levels.")
    value = _parse(text)
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise JSONRefusedError("The body has text with a lone surrogate, which is no character.") from None
    return value


def _parse(text: str) -> Any:
    try:
        return json.loads(
            text, object_pairs_hook=_make_object, parse_constant=_refuse_constant, parse_float=_read_float
        )
    except json.JSONDecodeError as error:
        raise JSONRefusedError(
            f"The body is not JSON: {error.msg}, line {error.lineno}, column {error.colno}."
        ) from None
    except JSONRefusedError:
        raise
    except ValueError:  # an integer of thousands of digits
        raise JSONRefusedError("The body has a number that is too large.") from None


def _measure_depth(text: str) -> int:
    brackets = _NO_BRACKETS.sub("", _STRING.sub("", text))
    return max(accumulate(map(_STEPS.__getitem__, brackets)), default=0)


def _make_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise JSONRefusedError("The body names a key twice in one object.")
    return made


def _refuse_constant(name: str) -> NoReturn:
    raise JSONRefusedError(f"The body has {name}, which is not JSON.")


def _read_float(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise JSONRefusedError("The body has a number that is too large.")
    return number


class _StrictRequest(Request):
    """A request whose JSON is parsed strictly."""

    async def json(self) -> Any:
        """The body, or an answer of 422."""
        try:
            return loads((await self.body()).removeprefix(BOM_UTF8))  # some editors and shells write one
        except JSONRefusedError as error:
            raise HTTPException(422, str(error)) from None


class StrictRoute(APIRoute):
    """A route that takes strict JSON, declared as application/json, and nothing else."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Wrap the handler of FastAPI."""
        handle = super().get_route_handler()

        async def handle_strictly(request: Request) -> Response:
            if self.body_field is not None and not _is_json(request.headers.get("content-type", "")):
                raise HTTPException(415, "Please send JSON, with Content-Type: application/json.")
            return await handle(_StrictRequest(request.scope, request.receive))

        return handle_strictly


def _is_json(content_type: str) -> bool:
    kind, _, parameters = content_type.partition(";")
    charset = parameters.strip().lower().replace('"', "")
    return kind.strip().lower() == "application/json" and charset in ("", "charset=utf-8")
