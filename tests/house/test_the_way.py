"""The way of a submission in docs/architecture.md is that of the code: each hop exists, and there are few of them."""

from __future__ import annotations

import importlib
import re
from functools import reduce
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "architecture.md"
MOST = 20


def read_hops() -> list[tuple[int, str]]:
    """Read the numbered list below the heading: each number, and the function's dotted name."""
    section = PAGE.read_text(encoding="utf-8").partition("## The way of a submission")[2].partition("\n## ")[0]
    return [(int(number), name) for number, name in re.findall(r"^(\d+)\. `([\w.]+)`", section, re.MULTILINE)]


def find_function(name: str) -> object:
    """Import the longest module of a dotted name, and look up the rest in it."""
    parts = name.split(".")
    for length in range(len(parts) - 1, 0, -1):
        try:
            module = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        return reduce(getattr, parts[length:], module)
    raise ModuleNotFoundError(name)


def test_there_are_few_and_they_are_numbered_in_order():
    numbers = [number for number, _ in read_hops()]
    assert numbers == list(range(1, len(numbers) + 1))
    assert 10 <= len(numbers) <= MOST


@pytest.mark.parametrize("name", [name for _, name in read_hops()])
def test_each_is_a_function(name: str):
    assert callable(find_function(name))


def test_what_is_gone_would_be_missed():
    with pytest.raises(AttributeError):
        find_function("app.submissions.service.Submissions.hand_in")
    with pytest.raises(ModuleNotFoundError):
        find_function("nowhere.submit")
