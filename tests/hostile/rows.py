"""The attacks as data: programs of submissions, and what must come of each."""

from __future__ import annotations

import base64
import importlib.util
import json
import sys
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

DATA = Path(__file__).resolve().parent.parent / "data" / "attacks.jsonl"
CHILD = Path(__file__).resolve().parents[2] / "grader" / "child"


@dataclass(frozen=True, slots=True)
class Row:
    """One attack.

    Attributes:
        source: the submission.
        verdicts: what may come of it.
        following: a second submission, of somebody else, that looks for traces of the first.
        following_verdicts: what may come of that one.
        danger: whether it could hurt the machine if a wall were missing.
    """

    id: str
    kind: str
    title: str
    source: bytes
    verdicts: frozenset[str]
    following: bytes = b""
    following_verdicts: frozenset[str] = field(default_factory=frozenset)
    danger: bool = False


def child_module(name: str) -> ModuleType:
    """A module of the code that runs inside, under a name of its own."""
    sys.path.insert(0, str(CHILD))
    try:
        spec = importlib.util.spec_from_file_location(f"child_{name}", CHILD / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(CHILD))
        sys.modules.pop("kernel", None)
    return module


@cache
def allowed_calls() -> str:
    """The numbers of the system calls that the filter lets through, whatever their arguments, as Python source."""
    return ", ".join(str(number) for number, _ in child_module("seccomp")._rules(strict=False))


def _source(told: dict[str, Any]) -> bytes:
    if "source_b64" in told:
        return base64.b64decode(told["source_b64"])
    if "source_expr" in told:
        return bytes(eval(told["source_expr"]), "utf-8")  # noqa: S307  an expression of our own data file
    text = told["source"].replace("@@ALLOWED@@", allowed_calls()) if told.get("template") else told["source"]
    return bytes(text, "utf-8")


def _row(told: dict[str, Any]) -> Row:
    return Row(
        told["id"],
        told["kind"],
        told["title"],
        _source(told),
        frozenset(told["must"]["verdict"]),
        told.get("source2", "").encode(),
        frozenset(told.get("must2", {}).get("verdict", ())),
        bool(told.get("danger")),
    )


def lines() -> list[dict[str, Any]]:
    """Every line of the data file."""
    return [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]


@cache
def programs() -> tuple[Row, ...]:
    """The rows that are submissions; the others are scenarios, and tests of their own."""
    return tuple(_row(told) for told in lines() if "scenario" not in told and not told.get("unit"))
