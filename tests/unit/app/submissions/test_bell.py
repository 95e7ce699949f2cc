from __future__ import annotations

import asyncio
import threading

import pytest

from app.submissions.bell import LocalBell


def test_ringing_where_nobody_listens_does_nothing():
    bell = LocalBell()
    bell.ring("a")
    assert bell._listening == {}


def test_everyone_who_listens_is_woken_and_nobody_else():
    async def scenario() -> LocalBell:
        bell = LocalBell()
        with bell.listen("a") as one, bell.listen("a") as two, bell.listen("b") as other:
            thread = threading.Thread(target=bell.ring, args=("a",))
            thread.start()
            await asyncio.wait_for(asyncio.gather(asyncio.ensure_future(one), asyncio.ensure_future(two)), 5)
            thread.join()
            bell.ring("a")
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(other, 0.01)
        return bell

    assert asyncio.run(scenario())._listening == {}


def test_who_gave_up_is_forgotten():
    async def scenario() -> LocalBell:
        bell = LocalBell()
        with pytest.raises(TimeoutError), bell.listen("a") as waiting:
            await asyncio.wait_for(waiting, 0.01)
        return bell

    bell = asyncio.run(scenario())
    bell.ring("a")  # into a loop that is closed by now
    assert bell._listening == {}
