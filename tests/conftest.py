"""Fixtures of the whole suite: one sandbox for all that grades, and the two problems of the house."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from grader.model import Problem
from grader.problem_format import load_problem
from grader.sandbox import Sandbox

settings.register_profile("busy machine", deadline=None)
settings.load_profile("busy machine")

PROBLEMS = Path(__file__).resolve().parent.parent / "problems"


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    """A started slot; the first of the process also tries to break every wall."""
    with Sandbox() as slot:
        yield slot


@pytest.fixture(scope="session")
def rnn_cell() -> Problem:
    return load_problem(PROBLEMS / "rnn-cell")


@pytest.fixture(scope="session")
def vanilla_rnn() -> Problem:
    return load_problem(PROBLEMS / "vanilla-rnn")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where tests run in parallel, those of one file stay together: they share what is dear, and some have an order."""
    if config.pluginmanager.hasplugin("xdist"):
        for item in items:
            item.add_marker(pytest.mark.xdist_group(str(item.path)))
