from __future__ import annotations

import pytest

from app.http.addresses import counted_address, grouped


@pytest.mark.parametrize(
    ("host", "group"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_ipv6_is_counted_by_64_bits(host: str, group: str):
    assert grouped(host) == group


def test_a_socket_of_this_machine_has_no_address():
    assert counted_address({"type": "http", "client": None}) == ""
    assert counted_address({"type": "http", "client": ("192.0.2.7", 4711)}) == "192.0.2.7"
