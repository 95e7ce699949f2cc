"""What one submission tells of a fixed hidden case, by each thing that a student sees: figures of docs/sandbox.md."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from grader.model import Problem
from grader.problem_format import load_problem
from grader.sandbox import Sandbox
from tests.hostile.oracle import CHANNELS, EXCEPTIONS, count_right

ROOT = Path(__file__).resolve().parents[2]
CLOSED = [name for name, channel in CHANNELS.items() if not channel.bits]
OPEN = [name for name, channel in CHANNELS.items() if channel.bits]
SHOWN_OF_SAMPLES = ["size of the error", "time of the case"]


@pytest.fixture(scope="module")
def double() -> Problem:
    return load_problem(ROOT / "tests" / "data" / "problems" / "double.yaml")


def choose_numbers(name: str, bits: int, count: int = 8) -> list[int]:
    """Numbers of so many bits, the least and the largest among them."""
    drawn = random.Random(name)  # noqa: S311  the same every time
    return [0, (1 << bits) - 1, *(drawn.randrange(1 << bits) for _ in range(count - 2))]


@pytest.mark.parametrize("name", OPEN)
def test_an_open_channel_tells_what_is_written_of_it(double: Problem, sandbox: Sandbox, name: str):
    channel = CHANNELS[name]
    numbers = choose_numbers(name, channel.bits)
    assert count_right(double, channel, numbers, sandbox) == len(numbers)


@pytest.mark.parametrize("name", ["line", "exception type", "peak memory", "later cases"])
def test_an_open_channel_tells_no_more(double: Problem, sandbox: Sandbox, name: str):
    channel = CHANNELS[name]
    numbers = [(1 << channel.never) - 1 - number for number in range(4)]
    assert count_right(double, channel, numbers, sandbox) == 0


@pytest.mark.parametrize("name", CLOSED)
def test_a_closed_channel_tells_nothing(double: Problem, sandbox: Sandbox, name: str):
    numbers = [2, 3, 5, 7, 11, 13, 17, 19]
    assert count_right(double, CHANNELS[name], numbers, sandbox) == 0


@pytest.mark.parametrize("name", SHOWN_OF_SAMPLES)
def test_the_same_attacker_reads_it_where_it_is_shown(double: Problem, sandbox: Sandbox, name: str):
    numbers = [2, 3, 5, 7, 11, 13, 17, 19]
    assert count_right(double, CHANNELS[name], numbers, sandbox, group="sample") == len(numbers)


def test_what_was_seen_is_read_from_a_shown_case_that_comes_later(double: Problem, sandbox: Sandbox):
    """Were fresh cases run after fixed ones, the attacker would read everything: a sample stands for the target."""
    channel = CHANNELS["shown case"]
    assert count_right(double, channel, [2, 3, 5, 7], sandbox, group="sample") == 4


def test_no_more_exceptions_are_named_than_there_are(double: Problem):
    assert 32 <= len(EXCEPTIONS) < 64
    assert len(set(EXCEPTIONS)) == len(EXCEPTIONS)
    assert double.fresh_counts


def test_the_page_tells_these_figures():
    page = (ROOT / "docs" / "sandbox.md").read_text(encoding="utf-8")
    table = page.partition("### What verdicts tell")[2].partition("\n## ")[0]
    told = {name: int(bits) for name, bits in re.findall(r"^\| ([a-z ]+) \| (\d+) \|", table, re.MULTILINE)}
    assert told == {name: channel.bits for name, channel in CHANNELS.items()}


def test_whoever_asks_makes_no_difference(double: Problem, sandbox: Sandbox):
    """Nothing of a verdict depends on the visitor: only the draws differ from one submission to the next."""
    channel = CHANNELS["size of the error"]
    assert count_right(replace(double, id="double for another"), channel, [4, 6], sandbox) == 0
