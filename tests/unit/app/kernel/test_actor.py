from __future__ import annotations

from dataclasses import replace

from app.kernel.actor import ANONYMOUS, visitor


def test_whoever_is_known_takes_turns_alone_and_all_others_of_an_address_together():
    first, second = (replace(visitor(name), address="192.0.2.1") for name in ("ada", "bo"))
    anonymous = replace(ANONYMOUS, address="192.0.2.1")
    assert {actor.client for actor in (first, second, anonymous)} == {"192.0.2.1"}
    assert {visitor("ada").client, visitor("bo").client} == {"ada", "bo"}
    assert (first.owner, anonymous.owner) == ("ada", None)
