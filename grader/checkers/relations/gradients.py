"""Gradients: whether a backward pass agrees with central differences of the function's own forward pass.

For each argument W the function is called at W + h u and W - h u, and at twice that distance, where u is one drawn
direction of length 1. The derivative along u is ``(L(h) - L(-h)) / 2h`` with an error of order h^2, and the gradient G
must satisfy ``sum(G * u) =`` that. A wrong gradient passes only if its error is orthogonal to u, which for a drawn
direction has probability zero. Steps of ``cbrt(eps)`` times the size of the argument balance truncation against
rounding (Press et al., "Numerical Recipes", section 5.7). Where the two distances disagree, as beside a kink, their
disagreement is added to what is allowed, so that nothing is held against a function that is not smooth there.

A function could make up what it gives in those calls. So it is also held against what the reference gives in them,
where both give the same in the case itself.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from grader.checkers.difference import Context, Difference
from grader.checkers.relations.asked import Asked, find_apart, part_of
from grader.checkers.wording import join_words
from grader.errors import UnfitProblemError
from grader.model import GradientRelation, Reason, Spec, Value

Array = np.ndarray[Any, Any]

RTOL = 1e-5
"""How far the two derivatives may lie apart, relative to the larger one."""

_STEP = float(np.cbrt(np.finfo(np.float64).eps))
_DISTANCES = (1, -1, 2, -2)
_NOISE = 50 * float(np.finfo(np.float64).eps)
_KINK = 0.75
"""Where a function is smooth, the slopes to both sides differ half as much at half the distance; at a kink as much."""
_SAME_FACTOR = 1e-4
_SEED = 23


def plan_calls(relation: GradientRelation, inputs: Mapping[str, Value], dims: Mapping[str, int]) -> Asked:  # noqa: ARG001
    """Four further calls for each argument."""
    generator = np.random.Generator(np.random.PCG64(_SEED))
    calls: list[Mapping[str, Value]] = []
    steps: dict[str, float] = {}
    directions: dict[str, Array] = {}
    for name in relation.gradients:
        value = inputs[name]
        if not isinstance(value, np.ndarray) or value.dtype != np.float64 or not value.size:
            raise UnfitProblemError(f"gradients need {name} to be a float64 array with elements")
        drawn = generator.standard_normal(value.shape)
        directions[name] = np.asarray(drawn / np.linalg.norm(drawn))
        steps[name] = _STEP * max(float(np.linalg.norm(value)), 1.0)
        calls += [{**inputs, name: value + times * steps[name] * directions[name]} for times in _DISTANCES]
    weights = {} if not relation.upstream else {"": _weights(inputs[relation.upstream])}
    return Asked(relation, tuple(calls), steps=steps, directions={**directions, **weights})


def _weights(value: Value) -> Array:
    if not isinstance(value, np.ndarray):
        raise UnfitProblemError("gradients need an array as `upstream`")
    return value


def with_losses(told: Asked, answers: Sequence[Value], spec: Spec, of: str) -> Asked:
    """What is asked, with what the reference gives for the part `of`: in the case, then in each further call."""
    parts = [part_of(answer, spec, of) for answer in answers]
    return replace(told, losses=tuple(part[0] for part in parts if part is not None))


def difference(
    relation: GradientRelation, told: Asked, answers: Sequence[Value], spec: Spec, context: Context
) -> Difference | None:
    """The first argument whose gradient disagrees, and which ones agree."""
    losses = [_loss(part_of(answer, spec, relation.of), told) for answer in answers]
    if any(loss is None for loss in losses):
        message = (
            f"When an argument moves a little, `{relation.of}` is no longer what it was: it must be of the same type "
            "and shape, and finite."
        )
        return Difference(Reason.PROPERTY_FAILED, message, relation.of)
    known = [loss for loss in losses if loss is not None]
    wrong: dict[str, tuple[float, float]] = {}
    for place, (name, part) in enumerate(relation.gradients.items()):
        start = 1 + len(_DISTANCES) * place
        slope = _slope(part_of(answers[0], spec, part), told.directions[name])
        found = _measure(known[0], known[start : start + len(_DISTANCES)], told.steps[name])
        if not abs(slope - found[0]) <= RTOL * max(abs(slope), abs(found[0])) + found[1]:
            wrong[name] = slope, found[0]
    return _describe_wrong(relation, wrong, context) if wrong else _find_made_up(relation, told, answers, spec, context)


def _find_made_up(
    relation: GradientRelation, told: Asked, answers: Sequence[Value], spec: Spec, context: Context
) -> Difference | None:
    """The first argument with which what is differentiated does not change as it does in the reference."""
    parts = [part_of(answer, spec, relation.of) for answer in answers]
    held = (
        part is not None and find_apart(want, part[0], part[1], context) is None
        for want, part in zip(told.losses, parts, strict=False)
    )
    if not next(held, False):  # the case itself tells what is wrong, or another answer is right as well
        return None
    index = next((index for index, same in enumerate(held) if not same), None)
    if index is None:
        return None
    name = list(relation.gradients)[index // len(_DISTANCES)]
    message = (
        f"When `{name}` moves a little, `{relation.of}` is not what it must be, though it is in the case itself: is it "
        "computed from the arguments in every call?"
    )
    return Difference(Reason.PROPERTY_FAILED, message, relation.of)


def _slope(part: tuple[Any, Spec] | None, direction: Array) -> float:
    """What a gradient says of the derivative along a direction."""
    return float(np.sum(np.asarray(part[0] if part else np.nan) * direction))


def _loss(part: tuple[Any, Spec] | None, told: Asked) -> float | None:
    """What is differentiated, as one number; None where it has another form, or is not finite."""
    value: Any = part[0] if part else None
    if type(value) not in (float, np.float64, np.ndarray):
        return None
    weights = told.directions.get("", np.ones(()))
    if np.shape(value) != weights.shape or np.asarray(value).dtype != np.float64:
        return None
    loss = float(np.sum(value * weights))
    return loss if math.isfinite(loss) else None


def _measure(middle: float, losses: Sequence[float], step: float) -> tuple[float, float]:
    """The derivative along a direction by central differences, and how far it may be off."""
    near, far = (losses[0] - losses[1]) / (2 * step), (losses[2] - losses[3]) / (4 * step)
    bent = abs(losses[0] - 2 * middle + losses[1]) / step  # a kink right here: left and right slopes differ
    smooth = abs(losses[2] - 2 * middle + losses[3]) / (2 * step)
    kink = bent if bent > _KINK * smooth else 0.0
    noise = _NOISE * max(abs(middle), *map(abs, losses)) / step
    return near, abs(near - far) + kink + noise


def _describe_wrong(
    relation: GradientRelation, wrong: Mapping[str, tuple[float, float]], context: Context
) -> Difference:
    """The first wrong gradient, what it looks like, and which others agree."""
    name, (slope, found) = next(iter(wrong.items()))
    part = relation.gradients[name]
    message = (
        f"`{part}` is not how `{relation.of}` changes when `{name}` moves a little (central differences of your own "
        f"function). {_choose_advice(slope, found, (relation.of, name), context)}"
    )
    right = [f"`{other}`" for argument, other in relation.gradients.items() if argument not in wrong]
    if right:
        message += f" {join_words(right)} {'agrees' if len(right) == 1 else 'agree'}."
    return Difference(Reason.PROPERTY_FAILED, message, part)


def _choose_advice(slope: float, found: float, names: tuple[str, str], context: Context) -> str:
    """What to look at: a sign, a factor that is one of the sizes, or the term that leads to the argument."""
    of, name = names
    if slope == 0:
        return "It is zero along the direction that was tried: is it filled in?"
    if found == 0:
        return f"`{of}` does not change with `{name}` at all: is `{name}` used in the forward pass?"
    ratio = slope / found
    if abs(ratio + 1) < _SAME_FACTOR:
        return "It has the opposite sign."
    for symbol, size in context.dims.items():
        if size > 1 and abs(ratio / size - 1) < _SAME_FACTOR:
            return f"It is {symbol} times too large: is a mean over {symbol} taken going forward, and a sum going back?"
        if size > 1 and abs(ratio * size - 1) < _SAME_FACTOR:
            return f"It is {symbol} times too small: is a sum over {symbol} taken going forward, and a mean going back?"
    return f"Look at the term of the backward pass that leads to `{name}`."
