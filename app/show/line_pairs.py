"""Which lines of two texts are the same, in work that is bounded by a multiple of their lines.

What both begin and end with is taken away first. Of the rest the shortest edit is looked for (E. W. Myers, "An O(ND)
difference algorithm and its variations", Algorithmica 1, 1986), up to a number of edits. Where the texts lie farther
apart, the lines that stand in each of them once hold them together (B. Cohen's patience diff), and the shortest edit is
looked for between these; where there is none that is short enough, all of it counts as replaced.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence

_EDITS_MOST = 300

Pair = tuple[int, int]


def pair_lines(before: Sequence[str], after: Sequence[str]) -> list[Pair]:
    """The lines that are kept, as pairs of their indices, both of which rise."""
    numbers: dict[str, int] = {}
    left, right = ([numbers.setdefault(line, len(numbers)) for line in lines] for lines in (before, after))
    return list(_pair_kept(left, right))


def _pair_kept(left: list[int], right: list[int]) -> Iterator[Pair]:
    """The pairs of two lists of numbers that stand for lines."""
    start, end = _count_ends(left, right)
    yield from ((index, index) for index in range(start))
    rest = left[start : len(left) - end], right[start : len(right) - end]
    shortest = _find_shortest(*rest)
    yield from _move(_pair_around_anchors(*rest) if shortest is None else shortest, start, start)
    yield from ((len(left) - index, len(right) - index) for index in range(end, 0, -1))


def _count_ends(left: list[int], right: list[int]) -> tuple[int, int]:
    """How many lines both begin with, and how many of the others both end with."""
    most = min(len(left), len(right))
    start = next((index for index in range(most) if left[index] != right[index]), most)
    most -= start
    return start, next((index for index in range(most) if left[-1 - index] != right[-1 - index]), most)


def _move(pairs: Iterator[Pair] | list[Pair], left: int, right: int) -> Iterator[Pair]:
    return ((one + left, other + right) for one, other in pairs)


def _pair_around_anchors(left: list[int], right: list[int]) -> Iterator[Pair]:
    """The pairs between lines that stand once in each."""
    at, other = 0, 0
    for one, two in [*_find_anchors(left, right), (len(left), len(right))]:
        between = _find_shortest(left[at:one], right[other:two])
        yield from _move(between or [], at, other)
        if one < len(left):
            yield one, two
        at, other = one + 1, two + 1


def _find_anchors(left: list[int], right: list[int]) -> list[Pair]:
    """The longest rising row of lines that stand once in each."""
    often, there = Counter(left), Counter(right)
    where = {line: index for index, line in enumerate(right) if there[line] == 1}
    pairs = [(index, where[line]) for index, line in enumerate(left) if often[line] == 1 and line in where]
    lowest: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for number, (_, index) in enumerate(pairs):
        length = bisect_left(lowest, index)
        before.append(ends[length - 1] if length else -1)
        lowest[length : length + 1] = [index]
        ends[length : length + 1] = [number]
    return _follow_chain(pairs, before, ends[-1] if ends else -1)


def _follow_chain(pairs: list[Pair], before: list[int], number: int) -> list[Pair]:
    chain = []
    while number >= 0:
        chain.append(pairs[number])
        number = before[number]
    return chain[::-1]


def _find_shortest(left: list[int], right: list[int]) -> list[Pair] | None:
    """The pairs of a shortest edit; None where it takes too many."""
    furthest = {1: 0}
    tried: list[dict[int, int]] = []
    for edits in range(min(_EDITS_MOST, len(left) + len(right)) + 1):
        tried.append(dict(furthest))
        for diagonal in range(-edits, edits + 1, 2):
            came = _choose_diagonal(furthest, diagonal, edits)
            at = furthest[came] + (came < diagonal)
            while at < len(left) and at - diagonal < len(right) and left[at] == right[at - diagonal]:
                at += 1
            furthest[diagonal] = at
            if at >= len(left) and at - diagonal >= len(right):
                return _trace_back(tried, len(left), len(right))
    return None


def _choose_diagonal(furthest: dict[int, int], diagonal: int, edits: int) -> int:
    """The diagonal that leads to another: the one above, by a line added, or the one below, by one removed."""
    added = diagonal == -edits or (diagonal != edits and furthest[diagonal - 1] < furthest[diagonal + 1])
    return diagonal + 1 if added else diagonal - 1


def _trace_back(tried: list[dict[int, int]], at: int, other: int) -> list[Pair]:
    """The pairs on the way back from the end."""
    pairs: list[Pair] = []
    for edits in range(len(tried) - 1, -1, -1):
        furthest, diagonal = tried[edits], at - other
        came = _choose_diagonal(furthest, diagonal, edits)
        entered = furthest[came] + (came < diagonal)
        pairs.extend((index, index - diagonal) for index in range(at - 1, entered - 1, -1))
        at = furthest[came]
        other = at - came
    return pairs[::-1]
