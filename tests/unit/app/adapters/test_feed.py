from __future__ import annotations

import asyncio
import threading

import pytest

from app.adapters.feed import LocalFeed


def test_publishing_where_nobody_waits_does_nothing():
    feed = LocalFeed()
    feed.publish("a")
    assert feed._waiting == {}


def test_everyone_who_waits_for_it_is_told_and_nobody_else():
    async def scenario() -> LocalFeed:
        feed = LocalFeed()
        with feed.subscribe("a") as one, feed.subscribe("a") as two, feed.subscribe("b") as other:
            thread = threading.Thread(target=feed.publish, args=("a",))
            thread.start()
            await asyncio.wait_for(asyncio.gather(asyncio.ensure_future(one), asyncio.ensure_future(two)), 5)
            thread.join()
            feed.publish("a")
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(other, 0.01)
        return feed

    assert asyncio.run(scenario())._waiting == {}


def test_who_gave_up_is_forgotten():
    async def scenario() -> LocalFeed:
        feed = LocalFeed()
        with pytest.raises(TimeoutError), feed.subscribe("a") as waiting:
            await asyncio.wait_for(waiting, 0.01)
        return feed

    feed = asyncio.run(scenario())
    feed.publish("a")  # into a loop that is closed by now
    assert feed._waiting == {}
