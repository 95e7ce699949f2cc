from __future__ import annotations

from contextlib import ExitStack

import pytest

from app.submissions.faults import ListenersFullError, TooManyListeningError, TooManyListeningFromError
from app.submissions.listeners import ANONYMOUS_OF_ONE_ADDRESS, OF_ONE_VISITOR, Listeners

HERE, THERE = "192.0.2.1", "2001:db8::/64"


def test_one_visitor_has_so_many_places_and_gets_them_back():
    listeners = Listeners(1000)
    with ExitStack() as stack:
        for _ in range(OF_ONE_VISITOR):
            stack.enter_context(listeners.place("ada", HERE))
        with pytest.raises(TooManyListeningError) as caught, listeners.place("ada", HERE):
            pass
        assert caught.value.retry_after > 0
        stack.enter_context(listeners.place("bob", THERE))
    stack.enter_context(listeners.place("ada", HERE))


def test_all_together_have_so_many_places():
    listeners = Listeners(2)
    full = pytest.raises(ListenersFullError)
    with listeners.place("ada", HERE), listeners.place(None, THERE), full, listeners.place("bob", THERE):
        pass
    with listeners.place("bob", THERE), listeners.place("bob", HERE):
        pass


def test_one_address_has_at_most_half_of_the_places_however_many_visitors_it_makes_up():
    listeners = Listeners(100)
    with ExitStack() as stack:
        for number in range(50):
            stack.enter_context(listeners.place(f"made up {number}", HERE))
        with pytest.raises(TooManyListeningFromError), listeners.place("one more", HERE):
            pass
        stack.enter_context(listeners.place("ada", THERE))
    with listeners.place("one more", HERE):
        pass


def test_one_address_without_cookies_has_a_few():
    listeners = Listeners(1000)
    with ExitStack() as stack:
        for _ in range(ANONYMOUS_OF_ONE_ADDRESS):
            stack.enter_context(listeners.place(None, HERE))
        with pytest.raises(TooManyListeningFromError), listeners.place(None, HERE):
            pass
        stack.enter_context(listeners.place("ada", HERE))
        stack.enter_context(listeners.place(None, THERE))


def test_a_place_is_given_back_where_listening_fails():
    listeners = Listeners(1)
    with pytest.raises(RuntimeError), listeners.place("ada", HERE):
        raise RuntimeError
    with listeners.place("ada", HERE):
        pass
