"""What the known mistakes do, as JSON and blobs: so that their table is laid out again without running anything."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from grader.diagnosis import MistakeTable, Seen
from grader.diagnosis.forms import Kind
from grader.diagnosis.mistakes import CaseTable, Fitting
from grader.errors import StoredDataError
from grader.sandbox import wire

_Look: TypeAlias = tuple[Kind, Hashable, str]
"""What an outcome looks like, its numbers aside: many outcomes share one."""


def encode_table(table: MistakeTable) -> tuple[dict[str, Any], list[bytes]]:
    """What goes into the header, and a blob of numbers for each case."""
    looks: dict[_Look, int] = {}
    cases = [
        {
            "passing": sorted(case.passing),
            "seen": [looks.setdefault((one.kind, one.form, one.exception), len(looks)) for one in case.seen],
            "alike": [[one.ids, one.spoilt] for one in case.by_form.values()],
        }
        for case in table.cases
    ]
    header = {
        "ids": table.ids,
        "unsteady": sorted(table.unsteady),
        "looks": [[kind, _form_as_json(form), exception] for kind, form, exception in looks],
        "cases": cases,
    }
    return header, [_numbers(case) for case in table.cases]


def _numbers(case: CaseTable) -> bytes:
    """The rows of each form, and the bounds of all of them."""
    fittings = case.by_form.values()
    bounds = np.concatenate([np.zeros(0), *(one.bounds[:, 0] for one in fittings)])
    return wire.encode((bounds, *(one.rows for one in fittings)))


def decode_table(told: Mapping[str, Any], blobs: Iterator[bytes], count: int) -> MistakeTable:
    """The table of `count` cases; what is damaged raises StoredDataError or one of Python's own exceptions.

    The numbers of mistakes that pass a case are left out: nobody looks at them.
    """
    ids = tuple(map(str, told["ids"]))
    looks = [(Kind(kind), _form_from_json(form), str(exception)) for kind, form, exception in told["looks"]]
    cases = tuple(_decode_case(case, looks, wire.decode(next(blobs)), len(ids)) for case in told["cases"])
    if len(cases) != count:
        raise StoredDataError("a case too few or too many")
    return MistakeTable(ids, cases, _numbers_below(told["unsteady"], len(ids)))


def _decode_case(told: Mapping[str, Any], looks: Sequence[_Look], numbers: Any, count: int) -> CaseTable:
    seen = [looks[index] for index in told["seen"]]
    if len(seen) != count:
        raise StoredDataError("a mistake too few or too many")
    bounds, *all_rows = numbers
    _check_rows(bounds, 1)
    start, by_form, own = 0, {}, dict[int, Any]()
    for (ids, spoilt), rows in zip(told["alike"], all_rows, strict=True):
        _check_rows(rows, 2)
        end = start + len(rows)
        by_form[seen[ids[0]][1]] = Fitting(tuple(ids), rows, bounds[start:end, None], bool(spoilt))
        own |= zip(ids, rows, strict=True)
        start = end
    if start != len(bounds) or not own.keys() <= set(range(count)):
        raise StoredDataError("a row too few or too many")
    outcomes = (Seen(kind, form, own.get(number), name) for number, (kind, form, name) in enumerate(seen))
    return CaseTable(_numbers_below(told["passing"], count), tuple(outcomes), by_form)


def _check_rows(array: Any, ndim: int) -> None:
    if not isinstance(array, np.ndarray) or array.ndim != ndim or array.dtype.kind not in "fc":
        raise StoredDataError("numbers that are no rows")


def _numbers_below(told: Any, count: int) -> frozenset[int]:
    numbers = frozenset(told)
    if not numbers <= set(range(count)):
        raise StoredDataError("a mistake that is not there")
    return numbers


def _form_as_json(form: Hashable) -> Any:
    """Tuples become lists and sets ``{"set": ...}``; beside them a form holds words and whole numbers alone."""
    if isinstance(form, tuple):
        return [_form_as_json(part) for part in form]
    return {"set": sorted(form)} if isinstance(form, frozenset) else form


def _form_from_json(told: Any) -> Hashable:
    if isinstance(told, list):
        return tuple(_form_from_json(part) for part in told)
    return frozenset(told["set"]) if isinstance(told, dict) else told
