"""The way in: which kind of answer is needed, and dicts, lists and tuples part by part."""

from __future__ import annotations

from typing import Any

from grader.checkers.arrays import compare_array
from grader.checkers.difference import Context, Difference
from grader.checkers.scalars import compare_scalar
from grader.checkers.wording import count, join_words, keys, kind_of, need_of, quote, subject
from grader.errors import UnfitProblemError
from grader.model import ArraySpec, DictSpec, Reason, ScalarSpec, SequenceSpec, Spec, Value

_NAMED_EXTRAS = 5
_COUNTED_EXTRAS = 8
_FOLDED = 3
"""Into how many letters one may be folded."""


def compare(expected: Value, got: Value, spec: Spec, context: Context) -> Difference | None:
    """Hold an answer against the expected value, strictly: type, keys, length, shape, dtype, finiteness, values.

    Nothing is converted or broadcast, and no method of a student's object is called.

    Args:
        expected: what the reference gave.
        got: what the submission gave, as it was decoded from the wire.
        spec: the declared type of the answer.
        context: tolerance, sizes of symbols, and whether values may be told.

    Returns:
        The first thing that is wrong, in the order of the declaration; None if nothing is.

    Raises:
        UnfitProblemError: the expected value does not have its declared type, so the problem is at fault.
    """
    return _compare(expected, got, spec, context, "")


def _compare(expected: Value, got: Value, spec: Spec, context: Context, path: str) -> Difference | None:
    """One part of the answer."""
    if isinstance(spec, ArraySpec):
        return compare_array(expected, got, spec, context, path)
    if isinstance(spec, ScalarSpec):
        return compare_scalar(expected, got, spec, context, path)
    if isinstance(spec, DictSpec):
        return _compare_dict(expected, got, spec, context, path)
    return _compare_sequence(expected, got, spec, context, path)


def _compare_dict(expected: Any, got: Any, spec: DictSpec, context: Context, path: str) -> Difference | None:
    """Keys first, then each item in the declared order."""
    if not isinstance(expected, dict) or expected.keys() != spec.items.keys():
        raise UnfitProblemError(f"the reference does not give {need_of(spec)} for {path or 'its result'}")
    if not isinstance(got, dict):
        return _wrong_type(got, spec, context, path)
    if got.keys() != spec.items.keys():
        return Difference(Reason.WRONG_KEYS, _keys_message(got, spec, context, path), path)
    for key, item in spec.items.items():
        difference = _compare(expected[key], got[key], item, context, f"{path}.{key}" if path else key)
        if difference is not None:
            return difference
    return None


def _compare_sequence(expected: Any, got: Any, spec: SequenceSpec, context: Context, path: str) -> Difference | None:
    """Exactly a tuple or exactly a list, its length, then each item."""
    kind = tuple if spec.kind == "tuple" else list
    if type(expected) is not kind or len(expected) != len(spec.items):
        raise UnfitProblemError(f"the reference does not give {need_of(spec)} for {path or 'its result'}")
    if type(got) is not kind:
        return _wrong_type(got, spec, context, path)
    if len(got) != len(expected):
        more = "more" if len(got) > len(expected) else "fewer"
        has = more if context.hidden else count(len(got), "item")
        message = f"{subject(path)} has {has}, need {count(len(expected), 'item')}."
        return Difference(Reason.WRONG_LENGTH, message, path)
    for index, item in enumerate(spec.items):
        difference = _compare(expected[index], got[index], item, context, f"{path}[{index}]")
        if difference is not None:
            return difference
    return None


def _wrong_type(got: Any, spec: DictSpec | SequenceSpec, context: Context, path: str) -> Difference:
    """Something else came in place of a dict, a tuple or a list."""
    need = need_of(spec)
    if got is None and not path:
        message = f"Your function returned None. It needs a return statement that gives {need}."
    else:
        message = f"{subject(path)} is {kind_of(got, hidden=context.hidden)}, need {need}."
    return Difference(Reason.WRONG_TYPE, message, path)


def _keys_message(got: dict[Any, Any], spec: DictSpec, context: Context, path: str) -> str:
    """Which keys are missing and which are not wanted; a student's own keys are only counted in hidden cases."""
    missing = [key for key in spec.items if key not in got]
    extra = [key for key in got if key not in spec.items]
    parts = []
    if missing:
        parts.append(f"lacks {keys(missing)}")
    if extra:
        parts.append(f"has {_extra_words(extra, context)}")
    message = f"{subject(path)} {join_words(parts)}; need exactly {keys(list(spec.items))}."
    return message if context.hidden else message + _case_words(missing, extra)


def _extra_words(extra: list[Any], context: Context) -> str:
    """Keys that are not wanted, by name or by number."""
    if context.hidden:
        many = count(len(extra), "key") if len(extra) <= _COUNTED_EXTRAS else "many keys"
        return f"{many} that {'is' if len(extra) == 1 else 'are'} not wanted"
    names = [str(key) if isinstance(key, str) else "(no text)" for key in extra[:_NAMED_EXTRAS]]
    more = f" and {len(extra) - _NAMED_EXTRAS} more" if len(extra) > _NAMED_EXTRAS else ""
    return f"{keys(names)}{more}, not wanted"


def _case_words(missing: list[str], extra: list[Any]) -> str:
    """Keys that differ by capital letters alone."""
    longest = _FOLDED * max(map(len, missing), default=0)
    by_fold = {key.casefold(): key for key in extra if isinstance(key, str) and len(key) <= longest}
    pairs = [(by_fold[key.casefold()], key) for key in missing if key.casefold() in by_fold]
    return "".join(f" {quote(wrong)} is not {right!r}." for wrong, right in pairs)
