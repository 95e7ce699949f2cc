from __future__ import annotations

from dataclasses import asdict
from ipaddress import ip_network
from pathlib import Path

import pytest

from app.http.limits import Costly, read_allowances
from app.wiring.settings import Rates, Settings, SettingsError


def test_the_defaults_listen_to_this_machine_alone():
    settings = Settings.from_environment({"HOME": "/nowhere"})
    assert (settings.host, settings.port, settings.body_limit) == ("127.0.0.1", 8000, 1024 * 1024)
    assert settings.slots >= 1
    assert settings.anonymous_rest
    assert settings.secure_cookies is None


def test_every_setting_is_read():
    settings = Settings.from_environment(
        {
            "ALLCLOSE_HOST": "0.0.0.0",  # noqa: S104
            "ALLCLOSE_PORT": "9000",
            "ALLCLOSE_DATA": "/srv/data",
            "ALLCLOSE_PROBLEMS": "/srv/one:/srv/two",
            "ALLCLOSE_SLOTS": "3",
            "ALLCLOSE_QUEUE_CAPACITY": "7",
            "ALLCLOSE_LISTENERS": "9",
            "ALLCLOSE_ANONYMOUS_REST": "no",
            "ALLCLOSE_SECURE_COOKIES": "yes",
            "ALLCLOSE_BODY_LIMIT": "100000",
            "ALLCLOSE_TRUSTED_HOSTS": "grade.example.org, localhost",
            "ALLCLOSE_TRUSTED_PROXIES": "10.0.0.1, 2001:db8::/32",
            "ALLCLOSE_RATE_LIMITS": "off",
            "ALLCLOSE_RATE_SUBMIT": "5 per 10 seconds",
            "ALLCLOSE_RATE_PAGE_BY_ADDRESS": "7/hour",
        }
    )
    assert settings == Settings(
        host="0.0.0.0",  # noqa: S104
        port=9000,
        data=Path("/srv/data"),
        problems=(Path("/srv/one"), Path("/srv/two")),
        slots=3,
        queue_capacity=7,
        listeners=9,
        anonymous_rest=False,
        secure_cookies=True,
        body_limit=100_000,
        trusted_hosts=("grade.example.org", "localhost"),
        trusted_proxies=(ip_network("10.0.0.1"), ip_network("2001:db8::/32")),
        rate_limits=False,
        rates=Rates(submit="5 per 10 seconds", page_by_address="7/hour"),
    )


def test_data_lies_where_the_desktop_standard_wants_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_DATA_HOME", "/home/ada/share")
    assert Settings().data == Path("/home/ada/share/allclose")


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("ALLCLOSE_PORT", "eighty", "'eighty' is not a whole number"),
        ("ALLCLOSE_PORT", "65536", "out of range; use 0 to 65535"),
        ("ALLCLOSE_SLOTS", "0", "out of range"),
        ("ALLCLOSE_ANONYMOUS_REST", "maybe", "neither true nor false; use 1 or 0"),
        ("ALLCLOSE_TRUSTED_PROXIES", "proxy.example.org", "give addresses or networks such as 10.0.0.0/8"),
        ("ALLCLOSE_TRUSTED_PROXIES", "10.0.0.1/8", "has host bits set"),
        ("ALLCLOSE_RATE_SUBMIT", "many", "'many' is not a rate; write one such as 30/minute"),
        ("ALLCLOSE_RATE_SUBMITS", "1/minute", "there is no such setting"),
        ("ALLCLOSE_ANONYMUS_REST", "0", "there is no such setting"),
    ],
)
def test_a_bad_setting_is_named_with_its_cure(name: str, text: str, told: str):
    with pytest.raises(SettingsError, match=told) as caught:
        Settings.from_environment({name: text})
    assert name in str(caught.value)


def test_automatic_cookies_can_be_asked_for():
    assert Settings.from_environment({"ALLCLOSE_SECURE_COOKIES": "auto"}).secure_cookies is None


def test_every_costly_thing_has_a_rate_by_address_and_what_a_visitor_does_one_of_its_own():
    allowances = read_allowances(asdict(Rates()))
    assert {kind for kind, each in allowances.items() if each.address is None} == set()
    assert {kind for kind, each in allowances.items() if each.visitor is None} == {Costly.VISITOR, Costly.REQUEST}
