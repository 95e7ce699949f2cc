"""How well an answer does on the whole: accuracy or mean error against what the reference gives, held to a bound."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.checkers.difference import Context, Difference
from grader.checkers.wording import subject
from grader.model import Goal, Reason

Array = np.ndarray[Any, Any]

ACCURACY = "accuracy"


def goal_difference(expected: Array, got: Array, goal: Goal, context: Context, path: str) -> Difference | None:
    """Whether the bound is missed; a hidden case tells the bound, which everyone may know, and no more."""
    reached = measure_goal(expected, got, goal.measure)
    higher = goal.measure == ACCURACY
    if reached >= goal.bound if higher else reached <= goal.bound:
        return None
    need = f"at {'least' if higher else 'most'} {goal.bound:g}"
    name = goal.measure.replace("_", " ")
    shown = f"misses its {name}, need {need}" if context.hidden else f"has {name} {reached:.6g}, need {need}"
    return Difference(Reason.PROPERTY_FAILED, f"{subject(path)} {shown}.", path)


def measure_goal(expected: Array, got: Array, measure: str) -> float:
    """The share of equal elements, or the mean square or size of the error; NaN, which meets no bound, for nothing."""
    if not expected.size:
        return float("nan")
    with np.errstate(all="ignore"):
        if measure == ACCURACY:
            return float(np.mean(got == expected))
        error = np.abs(got.astype(np.complex128) - expected.astype(np.complex128))
        return float(np.mean(error**2 if measure == "mean_squared_error" else error))
