"""Do the cases cover the symbolic shapes? Swaps and lost axes show only where sizes differ, are equal, or are 1."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise

from grader.model import ArraySpec, DictSpec, Problem, ScalarSpec, Spec, TestCase
from grader.verify.findings import Finding

Sizes = Mapping[str, int]


def coverage(problem: Problem, entries: Iterable[Sequence[TestCase]]) -> Iterator[Finding]:
    """Which sizes the hidden cases try; what is missing is advice, since a problem may not allow it.

    Args:
        problem: the problem.
        entries: for each entry its case, or some draws; inputs that a program makes bring sizes of their own.
    """
    arrays = [argument.spec for argument in problem.arguments if isinstance(argument.spec, ArraySpec)]
    symbols = list(dict.fromkeys(_symbol(axis) for spec in arrays for axis in spec.shape if isinstance(axis, str)))
    optional = {axis[:-1] for spec in arrays for axis in spec.shape if isinstance(axis, str) and axis.endswith("?")}
    tried = [cases for cases in entries if cases[0].hidden]
    if len(symbols) > 1:
        yield _all_differ(symbols, tried)
        yield from _equal(arrays, tried)
    for symbol in _list_leading(problem.returns):
        if symbol in symbols:
            mend = f"add a hidden case with {symbol}: 1; axes of length 1 are easily lost"
            yield _make_finding(f"{symbol} = 1", _find_entry(tried, partial(_is_one, symbol)), mend)
    for symbol in optional:
        absent = _find_entry(tried, partial(_is_absent, symbol))
        yield _make_finding(f"without {symbol}", absent, f"add a hidden case whose dims do not name {symbol}")
        present = _find_entry(tried, partial(_is_there, symbol))
        yield _make_finding(f"with {symbol}", present, f"add a hidden case whose dims name {symbol}")


def _all_differ(symbols: list[str], tried: Sequence[Sequence[TestCase]]) -> Finding:
    """A case with every size there and no two alike: only there do wrong shapes always raise."""
    found = _find_entry(tried, lambda sizes: len({sizes.get(s, -1) for s in symbols}) == len(symbols) == len(sizes))
    example = ", ".join(f"{symbol}: {size}" for symbol, size in zip(symbols, _distinct(), strict=False))
    return _make_finding("all sizes differ", found, f"add a hidden case with dims such as {{{example}}}")


def _equal(arrays: list[ArraySpec], tried: Sequence[Sequence[TestCase]]) -> Iterator[Finding]:
    """Each array with two symbols side by side has a square case, in which no shape gives a swap away."""
    pairs = {
        tuple(sorted((_symbol(a), _symbol(b))))
        for spec in arrays
        for a, b in pairwise(spec.shape)
        if isinstance(a, str) and isinstance(b, str) and _symbol(a) != _symbol(b)
    }
    for one, other in sorted(pairs):
        found = _find_entry(tried, partial(_are_equal, one, other))
        mend = f"add a hidden case with {one} and {other} equal, where a forgotten transpose raises nothing"
        yield _make_finding(f"{one} = {other}", found, mend)


def _is_one(symbol: str, sizes: Sizes) -> bool:
    return sizes.get(symbol) == 1


def _is_absent(symbol: str, sizes: Sizes) -> bool:
    return symbol not in sizes


def _is_there(symbol: str, sizes: Sizes) -> bool:
    return symbol in sizes


def _are_equal(one: str, other: str, sizes: Sizes) -> bool:
    return one in sizes and sizes[one] == sizes.get(other)


def _find_entry(tried: Sequence[Sequence[TestCase]], wanted: Callable[[Sizes], bool]) -> str:
    """The first entry whose every draw is as wanted; empty where there is none."""
    for cases in tried:
        if all(wanted(case.dims) for case in cases):
            return f"{cases[0].group}/{cases[0].name}"
    return ""


def _make_finding(subject: str, found: str, mend: str) -> Finding:
    return Finding("coverage", subject, bool(found), found or mend, required=False)


def _list_leading(spec: Spec) -> list[str]:
    """Symbols that lead an output of two axes or more: batches and the like."""
    if isinstance(spec, ArraySpec):
        first = spec.shape[0] if len(spec.shape) > 1 else None
        return [_symbol(first)] if isinstance(first, str) else []
    if isinstance(spec, ScalarSpec):
        return []
    items = spec.items.values() if isinstance(spec, DictSpec) else spec.items
    return list(dict.fromkeys(symbol for item in items for symbol in _list_leading(item)))


def _symbol(axis: str) -> str:
    return axis.removesuffix("?")


def _distinct() -> Iterator[int]:
    """Small sizes, none of them alike."""
    yield from (3, 4, 6, 2, 5, 7, 8)
