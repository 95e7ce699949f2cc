"""What a problem's own programs compute for its samples."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grader.model import Problem, TestCase, Value


class ExamplesError(Exception):
    """The examples of a problem could not be computed.

    Attributes:
        lasting: whether trying again in this process is pointless.
    """

    def __init__(self, message: str, *, lasting: bool) -> None:
        super().__init__(message)
        self.lasting = lasting


@dataclass(frozen=True, slots=True)
class Examples:
    """Computed in the sandbox, once for each version of a problem.

    Attributes:
        expected: what the reference returns for each of ``problem.samples``, in their order.
        worked: the named values of the `worked` program for the first sample, or empty.
    """

    expected: tuple[Value, ...]
    worked: Mapping[str, Value]

    def pairs(self, problem: Problem) -> tuple[tuple[TestCase, Value], ...]:
        """Each sample with its expected value."""
        return tuple(zip(problem.samples, self.expected, strict=True))

    def values(self, problem: Problem) -> dict[str, Value]:
        """The names that prose may use: the first sample's inputs, ``expected``, and all of `worked`."""
        if not self.expected:
            return dict(self.worked)
        return {**problem.samples[0].inputs, "expected": self.expected[0], **self.worked}
