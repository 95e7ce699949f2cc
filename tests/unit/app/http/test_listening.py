from __future__ import annotations

import contextlib
import socket

import pytest

from app.http.listening import AddressError, address_of, listen


def test_it_listens_and_says_where():
    with contextlib.closing(listen("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        assert address_of(listener) == f"127.0.0.1:{port}"
        with socket.create_connection(("127.0.0.1", port), timeout=5):
            pass


def test_an_answer_never_waits_for_an_acknowledgement():
    with contextlib.closing(listen("127.0.0.1", 0)) as listener:
        with socket.create_connection(listener.getsockname(), timeout=5):
            accepted, _ = listener.accept()
        with contextlib.closing(accepted):
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0


def test_a_busy_port_is_said_in_one_sentence():
    with contextlib.closing(listen("127.0.0.1", 0)) as first:
        port = first.getsockname()[1]
        with pytest.raises(AddressError, match=rf"^Port {port} of 127\.0\.0\.1 is busy: [^.]*\.$"):
            listen("127.0.0.1", port)


def test_an_address_of_another_machine_is_refused():
    with pytest.raises(AddressError, match="Nothing can listen at port 0 of 192"):
        listen("192.0.2.1", 0)
