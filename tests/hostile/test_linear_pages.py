"""What a page makes of a visitor's sources takes time that is linear in their bytes: colouring and comparing them."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from itertools import pairwise

import pytest

from app.show.code import highlight_lines
from app.show.differences import compare_sources
from app.show.lexing import split_tokens
from grader.model import SOURCE_LIMIT

REPEATED = {
    "names of letters in a text that never ends": ("'''", "\\N{"),
    "brackets": ("", "("),
    "three quotes": ("", "'''"),
    "three quotes a line": ("", '"""\n'),
    "four quotes": ("", "''''"),
    "five quotes": ("", '"""""'),
    "quotes": ("", "'"),
    "quotes of both kinds": ("", "'\""),
    "backslashes": ("", "\\"),
    "backslashes in a text": ("'", "\\"),
    "backslashes in a long text": ('"""', "\\"),
    "quotes that are escaped": ("'''", "\\'"),
    "two quotes in a long text": ('"""', '"" '),
    "texts in texts with names in them": ("", "f'{"),
    "long texts in texts": ("", "f'''{"),
    "prefixes": ("", "rb"),
    "prefixes and quotes": ("", 'rb"'),
    "names": ("", "a "),
    "one name": ("", "x"),
    "letters of other scripts": ("", "\u00e9"),
    "digits": ("", "1"),
    "digits and underscores": ("", "1_"),
    "exponents": ("", "1e"),
    "points": ("", "."),
    "prefixes of numbers": ("", "0x"),
    "operators": ("", "a+"),
    "comparisons": ("", "<"),
    "comments": ("", "#\n"),
    "one comment": ("", "#"),
    "lines": ("", "\n"),
    "lines of another system": ("", "\r\n"),
    "lines that are continued": ("", "\\\n"),
    "spaces": ("", " "),
    "form feeds": ("", "\x0c"),
    "null bytes": ("", "\0"),
    "deep indentation": ("", "\t\n"),
    "definitions": ("", "def "),
    "decorators": ("", "@a\n"),
}
SECONDS = 0.3
FLOOR = 0.03
"""What is faster than that is not held against its half: the clock and the machine would be measured."""
INDENTED = "".join(f"{' ' * depth}if x:\n" for depth in range(350))


def built(start: str, again: str, size: int = SOURCE_LIMIT) -> str:
    return start + again * ((size - len(start)) // len(again.encode()))


def least_seconds(work: Callable[[], object]) -> float:
    """Processor time, the least of three."""
    taken = []
    for _ in range(3):
        before = time.thread_time()
        work()
        taken.append(time.thread_time() - before)
    return min(taken)


def coloured(source: str) -> None:
    highlight_lines(source + " " * random.randrange(1, 1000))  # noqa: S311  never kept from the last time


@pytest.mark.parametrize(("start", "again"), REPEATED.values(), ids=REPEATED)
def test_colouring_a_source_takes_time_linear_in_its_length(start: str, again: str):
    whole = least_seconds(lambda: coloured(built(start, again, SOURCE_LIMIT - 1000)))
    assert whole < SECONDS
    half = least_seconds(lambda: coloured(built(start, again, SOURCE_LIMIT // 2 - 1000)))
    assert whole < 3.5 * max(half, FLOOR)


@pytest.mark.parametrize("source", [*(built(*parts, 500) for parts in REPEATED.values()), INDENTED])
def test_the_tokens_of_any_source_are_the_whole_of_it(source: str):
    assert "".join(piece for piece, _ in split_tokens(source)) == source


def test_a_source_that_was_coloured_is_kept_and_not_coloured_again():
    source = "x = 1  # kept\n" * 4000
    highlight_lines(source)
    again, fresh = least_seconds(lambda: highlight_lines(source)), least_seconds(lambda: coloured(source))
    assert again < fresh


def _drawn(letters: str, count: int, seed: int) -> str:
    draw = random.Random(seed)  # noqa: S311
    return "".join(f"{draw.choice(letters)}\n" for _ in range(count))


def _numbered(count: int, seed: int) -> str:
    lines = [f"x{number} = {number}\n" for number in range(count)]
    random.Random(seed).shuffle(lines)  # noqa: S311
    return "".join(lines)


PAIRS: dict[str, Callable[[int], tuple[str, str]]] = {
    "a line that comes and goes": lambda size: ("a=1\n" * size, "a=1\nb=1\n" * (size // 2)),
    "nothing alike": lambda size: ("a\n" * size, "b\n" * size),
    "one line apart": lambda size: ("a\nb\n" * (size // 2), "b\na\n" * (size // 2)),
    "two kinds of lines": lambda size: (_drawn("ab", size, 1), _drawn("ab", size, 2)),
    "three kinds of lines": lambda size: (_drawn("abc", size, 1), _drawn("abc", size, 2)),
    "every line elsewhere": lambda size: (_numbered(size, 1), _numbered(size, 2)),
    "halves change places": lambda size: ("a\n" * size + "b\n" * size, "b\n" * size + "a\n" * size),
    "empty lines": lambda size: ("\n" * size, "\n" * (size - 200) + "x\n" * 200),
    "long lines": lambda size: ("x" * (10 * size), "x" * (10 * size - 1)),
}


@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)
def test_comparing_two_sources_takes_time_linear_in_their_lines(pair: Callable[[int], tuple[str, str]]):
    taken = [least_seconds(lambda size=size: compare_sources(*pair(size))) for size in (1_000, 2_000, 4_000, 16_000)]  # type: ignore[misc]
    assert max(taken) < SECONDS
    for less, more in pairwise(taken[:3]):
        assert more < 3.5 * max(less, FLOOR)
