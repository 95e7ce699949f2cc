"""Questions with more than one right answer: an answer is right if it equals one of them, strictly and in all parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from grader.checkers.difference import Context, Difference
from grader.checkers.structure import compare
from grader.checkers.wrong_elements import wrong_elements
from grader.model import DictSpec, Reason, SequenceSpec, Spec, Value

_ORDER = (
    Reason.WRONG_TYPE,
    Reason.WRONG_KEYS,
    Reason.WRONG_LENGTH,
    Reason.WRONG_SHAPE,
    Reason.WRONG_DTYPE,
    Reason.NOT_FINITE,
    Reason.PROPERTY_FAILED,
    Reason.WRONG_VALUE,
)
_SEVERAL = "More than one answer is right here; this speaks of the one that yours comes nearest to."


def compare_any(answers: Sequence[Value], got: Value, spec: Spec, context: Context) -> tuple[Value, Difference | None]:
    """Hold an answer against each right one, as a whole: parts of two right answers do not make a third.

    Args:
        answers: the right answers, one at least; the reference's first.
        got: what the submission gave.
        spec: the declared type of each of them.
        context: tolerance, sizes of symbols, and whether values may be told.

    Returns:
        The right answer that it equals, and None; else the one that it comes nearest to, and what is wrong then.

    Raises:
        UnfitProblemError: a right answer does not have its declared type.
    """
    if len(answers) == 1:
        return answers[0], _compare_to_show(answers[0], got, spec, context)
    parts = list(_parts(spec))
    nearest: tuple[tuple[float, ...], Value] | None = None
    for answer in answers:
        found = compare(answer, got, spec, replace(context, hidden=False))  # only to see how far; nothing is told
        if found is None:
            return answer, None
        if nearest is None or _distance(found, parts) < nearest[0]:
            nearest = _distance(found, parts), answer
    assert nearest is not None  # noqa: S101  there is one right answer at least
    difference = _compare_to_show(nearest[1], got, spec, context)
    assert difference is not None  # noqa: S101  it was there a moment ago
    return nearest[1], replace(difference, message=f"{difference.message} {_SEVERAL}")


def _compare_to_show(expected: Value, got: Value, spec: Spec, context: Context) -> Difference | None:
    """The same as `compare`, with the elements that are wrong where they may be shown."""
    difference = compare(expected, got, spec, context)
    if difference is None or context.hidden:
        return difference
    return replace(difference, wrong=wrong_elements(expected, got, spec, context))


def _distance(difference: Difference, parts: Sequence[str]) -> tuple[float, ...]:
    """How far an answer is from right: nearer is what is wrong late in the order, then in few elements, or a little."""
    part = parts.index(difference.path) if difference.path in parts else -1
    reason = _ORDER.index(difference.reason) if difference.reason in _ORDER else -1
    share = (difference.differing or 0) / (difference.total or 1)
    return (-float(part), -float(reason), share, difference.max_abs_error or 0.0)


def _parts(spec: Spec, path: str = "") -> Iterator[str]:
    """The paths of all arrays and single values, in the order in which they are compared."""
    if isinstance(spec, DictSpec):
        for key, item in spec.items.items():
            yield from _parts(item, f"{path}.{key}" if path else key)
    elif isinstance(spec, SequenceSpec):
        for index, item in enumerate(spec.items):
            yield from _parts(item, f"{path}[{index}]")
    else:
        yield path
