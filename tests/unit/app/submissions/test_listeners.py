from __future__ import annotations

from contextlib import ExitStack

import pytest

from app.submissions.faults import ListenersFullError, TooManyListeningError
from app.submissions.listeners import OF_ONE_VISITOR, Listeners


def test_one_visitor_has_so_many_places_and_gets_them_back():
    listeners = Listeners(1000)
    with ExitStack() as stack:
        for _ in range(OF_ONE_VISITOR):
            stack.enter_context(listeners.place("ada"))
        with pytest.raises(TooManyListeningError) as caught, listeners.place("ada"):
            pass
        assert caught.value.retry_after > 0
        stack.enter_context(listeners.place("bob"))
    stack.enter_context(listeners.place("ada"))


def test_all_together_have_so_many_places():
    listeners = Listeners(2)
    with listeners.place("ada"), listeners.place(None), pytest.raises(ListenersFullError), listeners.place("bob"):
        pass
    with listeners.place("bob"), listeners.place("bob"):
        pass


def test_a_place_is_given_back_where_listening_fails():
    listeners = Listeners(1)
    with pytest.raises(RuntimeError), listeners.place("ada"):
        raise RuntimeError
    with listeners.place("ada"):
        pass
