"""How far an answer lies from the expected one, as a multiple of what is allowed there."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.model import ArraySpec, DictSpec, RunStatus, ScalarSpec, SequenceSpec, Spec, Tolerance, Value
from grader.verify.running import ProvingGround, Ran

_AUTO = 1e-3


@dataclass(frozen=True, slots=True)
class Gap:
    """How far an answer lies from the expected one.

    Attributes:
        used: the largest error as a multiple of what is allowed there; infinity where type, shape or kind differ.
        absolute: the largest absolute error.
        relative: the largest error relative to an expected value that is not zero.
        atol: the least absolute tolerance that would accept it beside the given rtol.
        case: where `used` is largest.
    """

    used: float = 0.0
    absolute: float = 0.0
    relative: float = 0.0
    atol: float = 0.0
    case: str = ""

    def joined(self, other: Gap) -> Gap:
        """The worse of two, part by part."""
        return Gap(
            max(self.used, other.used),
            max(self.absolute, other.absolute),
            max(self.relative, other.relative),
            max(self.atol, other.atol),
            self.case if self.used >= other.used else other.case,
        )


def find_worst(ground: ProvingGround, ran: Ran, *, widened: bool = False) -> Gap:
    """The worst gap of a program over all cases; `widened` looks past float32 at the values alone."""
    return functools.reduce(Gap.joined, measure_gaps(ground, ran, widened=widened), Gap())


def measure_gaps(ground: ProvingGround, ran: Ran, *, widened: bool = False) -> Iterator[Gap]:
    """The gap of a program on each case, from the right answer that it comes nearest to."""
    for item, outcome in zip(ground.items, ran.outcomes, strict=True):
        label = f"{item.case.group}/{item.case.name}"
        if outcome.status is not RunStatus.OK:
            yield Gap(math.inf, case=label)
            continue
        value = _widen(outcome.value) if widened else outcome.value
        spec, tolerance = ground.problem.returns, ground.problem.tolerance
        yield min(
            (_measure_gap((answer, value), spec, tolerance, label) for answer in item.answers), key=lambda gap: gap.used
        )


def _measure_gap(pair: tuple[Any, Any], spec: Spec, tolerance: Tolerance, case: str) -> Gap:
    """The gap between an expected and a given answer."""
    want, got = pair
    if isinstance(spec, DictSpec | SequenceSpec):
        if not _are_alike(want, got):
            return Gap(math.inf, case=case)
        keys = list(spec.items) if isinstance(spec, DictSpec) else range(len(spec.items))
        found = Gap()
        for key in keys:
            found = found.joined(_measure_gap((want[key], got[key]), spec.items[key], tolerance, case))  # type: ignore[index]
        return found
    return _leaf_gap(want, got, spec, tolerance, case)


def _are_alike(want: Any, got: Any) -> bool:
    """Whether two containers are of one type and length, and have the same keys."""
    if type(got) is not type(want) or len(got) != len(want):
        return False
    return not isinstance(want, dict) or bool(got.keys() == want.keys())


def _leaf_gap(want: Any, got: Any, spec: ArraySpec | ScalarSpec, tolerance: Tolerance, case: str) -> Gap:
    """The gap of an array or a single value."""
    inexact = spec.dtype[0] in "fc" if isinstance(spec, ArraySpec) else spec.kind in ("float", "complex")
    same_form = np.shape(got) == np.shape(want) and np.asarray(got).dtype == np.asarray(want).dtype
    if not inexact or not same_form:
        return Gap(0.0 if same_form and np.array_equal(want, got) else math.inf, case=case)
    if isinstance(spec, ArraySpec) and not spec.by_value:
        return Gap(case=case)  # not held value against value, so that no distance means anything
    tolerance = spec.tolerance or tolerance
    want, got = np.asarray(want), np.asarray(got)
    finite = np.isfinite(want) & np.isfinite(got)
    if not np.array_equal(want[~finite], got[~finite], equal_nan=tolerance.equal_nan):
        return Gap(math.inf, case=case)
    size, error = np.abs(want[finite]), np.abs(got[finite] - want[finite])
    if not error.size:
        return Gap(case=case)
    atol = tolerance.rtol * _AUTO * size.max() if tolerance.atol is None else tolerance.atol
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        used = np.where(error > 0, error / (atol + tolerance.rtol * size), 0.0)
        relative = np.where(size > 0, error / size, 0.0)
    needed = float(np.max(error - tolerance.rtol * size))
    return Gap(float(used.max()), float(error.max()), float(relative.max()), max(needed, 0.0), case)


def _widen(value: Value) -> Any:
    """Single precision as double, its values unchanged."""
    if isinstance(value, dict):
        return {key: _widen(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_widen(item) for item in value)
    if isinstance(value, np.ndarray | np.generic) and value.dtype.kind in "fc":
        wide = np.asarray(value).astype(np.complex128 if value.dtype.kind == "c" else np.float64)
        return wide if isinstance(value, np.ndarray) else wide[()].item()
    return value
