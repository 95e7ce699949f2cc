"""What is kept of problems beside their files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, TypeAlias

from grader.model import JsonValue, Problem, TestCase

ENVIRONMENT = f"numpy {version('numpy')}"
"""What computes preparations here: another NumPy may come to other bits."""

Named: TypeAlias = Mapping[str, Any]
"""Values by the names that prose knows them by: arrays and scalars of a case's inputs, else JSON."""


@dataclass(frozen=True, slots=True)
class Offered:
    """The problems that were read when the program started, by slug."""

    problems: Mapping[str, Problem]


@dataclass(frozen=True, slots=True)
class TrackListing:
    """Problems that are read in this order; ``name`` is empty for those that stand in no track."""

    name: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class ShownExamples:
    """What the page of a problem shows of its programs' answers, as JSON.

    Attributes:
        expected: what the reference returns for each of ``problem.samples``, in their order.
        worked: the named values of the `worked` program for the first sample, or empty.
    """

    expected: tuple[JsonValue, ...]
    worked: Mapping[str, JsonValue]

    def pairs(self, problem: Problem) -> tuple[tuple[TestCase, JsonValue], ...]:
        """Each sample with its expected value."""
        return tuple(zip(problem.samples, self.expected, strict=True))

    def values(self, problem: Problem) -> Named:
        """The names that prose may use: the first sample's inputs, ``expected``, and all of `worked`."""
        if not self.expected:
            return dict(self.worked)
        return {**problem.samples[0].inputs, "expected": self.expected[0], **self.worked}


@dataclass(frozen=True, slots=True)
class Preparation:
    """What was computed of a problem before any submission, for one judging version and one environment.

    Attributes:
        judging_version: the hash of all that judging depends on.
        environment: what computed it; another one may come to other bits.
        content: for the judge alone; empty where the problem is not fit to be judged.
        examples: for the problem's page; None where the problem is not fit to be judged.
        fault: why it is not fit, or empty.
    """

    judging_version: str
    environment: str
    content: bytes = b""
    examples: ShownExamples | None = None
    fault: str = ""
