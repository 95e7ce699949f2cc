"""What a judge is asked for, and what it needs for that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grader.model import Draw, JsonValue, Mode


@dataclass(frozen=True, slots=True)
class Task:
    """A submission to be judged.

    Attributes:
        version: of the problem.
        inputs: for a run on custom input, what was written for each argument.
        diagnose: whether to say what is wrong beyond the message.
        silence: seconds of the problem's own limits that may pass without a word.
        draws: the fresh cases, made for this submission alone.
    """

    version: str
    source: bytes
    mode: Mode
    inputs: Mapping[str, str] | None
    diagnose: bool
    silence: float
    draws: tuple[Draw, ...] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """A problem that the judge does not know yet: its files, and what was prepared of it or nothing."""

    files: Mapping[str, bytes]
    content: bytes = b""


@dataclass(frozen=True, slots=True)
class PreparedProblem:
    """What an installation stores of a problem: for its judges, and for its page."""

    content: bytes
    expected: tuple[JsonValue, ...]
    worked: Mapping[str, JsonValue]
