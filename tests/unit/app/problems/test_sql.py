"""The contracts of `app.problems.ports`, held on every database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.problems.files import pack_files, unpack_files
from app.problems.memory import MemoryPreparationStore, MemoryVersionStore
from app.problems.model import Preparation, ShownExamples
from app.problems.sql import SQLPreparationStore, SQLVersionStore
from grader.model import Problem
from tests.unit.app.databases import KINDS, opened
from tests.unit.app.one_by_one import OneByOne

WHOLE = Preparation("j1", "numpy 2", b"\x00\xff", ShownExamples(([1.0, "NaN"], None), {"é": {"a": [1]}}))
UNFIT = Preparation("j2", "numpy 2", fault="the reference fails")


@pytest.fixture(params=KINDS)
def stores(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[OneByOne, OneByOne]]:
    with opened(request.param, tmp_path) as database:
        memory = request.param == "memory"
        versions = MemoryVersionStore() if memory else SQLVersionStore()
        yield (
            OneByOne(database, versions),
            OneByOne(database, MemoryPreparationStore() if memory else SQLPreparationStore()),
        )


def test_the_files_of_a_version_are_kept_once(stores: tuple[OneByOne, OneByOne], make_problem: Callable[..., Problem]):
    versions, _ = stores
    files = {"problem.yaml": b"format: 1", "mistakes/a.py": b"\xef\xbb\xbfx = 1\r\n"}
    assert versions.add(make_problem(files=files)) is True
    assert versions.add(make_problem(files={})) is False
    assert versions.files("double", "v1") == files
    assert versions.files("double", "v2") is None
    assert versions.files("other", "v1") is None


def test_preparations_come_back_as_they_were(stores: tuple[OneByOne, OneByOne]):
    _, preparations = stores
    for preparation in (WHOLE, UNFIT, WHOLE):
        preparations.put(preparation)
        assert preparations.get(preparation.judging_version, "numpy 2") == preparation
    assert preparations.get("j1", "numpy 3") is None


def test_only_what_is_of_use_is_kept(stores: tuple[OneByOne, OneByOne]):
    _, preparations = stores
    for preparation in (WHOLE, UNFIT, Preparation("j1", "numpy 1", b"x")):
        preparations.put(preparation)
    preparations.keep_only({"j1"}, "numpy 2")
    assert preparations.get("j1", "numpy 2") == WHOLE
    assert preparations.get("j2", "numpy 2") is None
    assert preparations.get("j1", "numpy 1") is None
    preparations.keep_only((), "numpy 2")
    assert preparations.get("j1", "numpy 2") is None


@given(st.dictionaries(st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1), st.binary()))
def test_files_travel_as_one_piece(files: dict[str, bytes]):
    assert unpack_files(pack_files(files)) == files
    assert pack_files(files) == pack_files(dict(reversed(files.items())))
