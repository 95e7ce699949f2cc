from __future__ import annotations

import asyncio
from collections.abc import Awaitable

import pytest

from app.submissions.bell import LocalBell
from app.submissions.case_log import MemoryCaseLog
from app.submissions.tidings import Tidings
from grader.model import CaseReport, Verdict

FIRST, SECOND = (CaseReport(name, "sample", Verdict.ACCEPTED) for name in ("first", "second"))


def tidings() -> Tidings:
    return Tidings(LocalBell(), MemoryCaseLog())


def test_cases_are_kept_until_it_is_done():
    kept = tidings()
    kept.begin("a")
    kept.tell("a", FIRST)
    kept.tell("a", SECOND)
    assert kept.read_cases("a", 0) == (FIRST, SECOND)
    assert kept.read_cases("a", 1) == (SECOND,)
    assert kept.read_cases("b", 0) == ()
    kept.begin("a")  # a second try
    assert kept.read_cases("a", 0) == ()
    kept.tell("a", FIRST)
    kept.end("a")
    assert kept.read_cases("a", 0) == ()


async def rings(waiting: Awaitable[None]) -> bool:
    try:
        await asyncio.wait_for(waiting, 0.05)
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize("ends", [False, True])
def test_a_case_wakes_those_who_want_each_and_the_end_wakes_everyone(*, ends: bool):
    async def scenario() -> tuple[bool, bool]:
        kept = tidings()
        with kept.listen_for_end("a") as done, kept.listen_for_case("a") as case:
            if ends:
                kept.end("a")
            else:
                kept.tell("a", FIRST)
            return await rings(case), await rings(done)

    assert asyncio.run(scenario()) == (True, ends)
