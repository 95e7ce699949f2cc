"""A case as it is shown, sent and stored: the same for pages, REST, the terminal, CI servers and the database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from grader.model.words import Reason, Verdict, Warn

JsonValue: TypeAlias = "bool | int | float | str | list[JsonValue] | dict[str, JsonValue] | None"
"""Strict JSON (RFC 8259): NaN and the infinities are the strings "NaN", "Infinity" and "-Infinity"."""


ELEMENTS_SHOWN = 4096
"""The most elements of an array that is shown."""


@dataclass(frozen=True, slots=True)
class CaseReport:
    """What is told of one case; its text is clean, its values are JSON, and a hidden case carries none of them.

    Attributes:
        inputs: by argument; None for hidden cases.
        expected: what is right; of a meaning only where something was returned and compared.
        got: what was returned; of a meaning only where something was.
        wrong: which elements of an array that was returned are wrong (see `CaseResult.wrong`).

    The other fields are those of `grader.model.CaseResult`.
    """

    name: str
    group: str
    verdict: Verdict
    reason: Reason | None = None
    message: str = ""
    hidden: bool = True
    drawn: bool = False
    max_abs_error: float | None = None
    max_rel_error: float | None = None
    differing: int | None = None
    total: int | None = None
    first_index: str | None = None
    exception: str | None = None
    line: int | None = None
    trace: str = ""
    warnings: tuple[Warn, ...] = ()
    hint: str = ""
    seconds: float | None = None
    stdout: str = ""
    stdout_cut: bool = False
    inputs: Mapping[str, JsonValue] | None = None
    expected: JsonValue = None
    got: JsonValue = None
    returned: bool = False
    diagnosis: str = ""
    uncompared: bool = False
    wrong: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    @property
    def kept_back(self) -> bool:
        """Whether it is a fixed hidden case: of those no figure is told."""
        return self.hidden and not self.drawn
