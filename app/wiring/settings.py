"""One frozen Settings, from the environment."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import TypeAlias

from app.kernel.rates import read_rate

_Parser: TypeAlias = Callable[[str, str], object]
Network: TypeAlias = IPv4Network | IPv6Network

LOOPBACK: tuple[Network, ...] = (ip_network("127.0.0.0/8"), ip_network("::1"))

_PREFIX = "ALLCLOSE_"
_RATE = "rate_"
_TRUE = frozenset({"1", "true", "yes", "on"})
_FALSE = frozenset({"0", "false", "no", "off"})


class SettingsError(Exception):
    """A setting that cannot be used; the message names the variable and says how to mend it."""


def _default_data() -> Path:
    base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(base).expanduser() / "allclose"


def _default_slots() -> int:
    return len(os.sched_getaffinity(0))


@dataclass(frozen=True, slots=True)
class Rates:
    """How often a visitor, and all together from one address, may ask for each thing.

    Each is read from ``ALLCLOSE_RATE_`` and its name in capitals. A visitor without a cookie counts for the address.
    What one visitor may do, a busy student does not reach; what one address may do is enough for 300 of them at once.
    """

    submit: str = "60/minute"
    submit_by_address: str = "600/minute"
    custom_input: str = "60/minute"
    custom_input_by_address: str = "600/minute"
    draft: str = "120/minute"
    draft_by_address: str = "6000/minute"
    hint: str = "30/minute"
    hint_by_address: str = "600/minute"
    page: str = "300/minute"
    page_by_address: str = "6000/minute"
    visitor_by_address: str = "600/minute"
    request_by_address: str = "18000/minute"


@dataclass(frozen=True, slots=True)
class Settings:
    """What an operator may choose. Each field is read from ``ALLCLOSE_`` and its name in capitals.

    Attributes:
        host: address to listen on.
        port: port to listen on.
        data: folder of the database and the secret key; made, for the owner alone, where it is missing.
        problems: folders of more problems beside those that come along (separated by ``:`` in the environment).
        slots: how many submissions are judged at a time; by default one for each CPU this process may use.
        judge_memory_mb: what a judge may hold in MB; one that needs more ends, and what it judged is tried again.
        draws_in_stock: for how many submissions fresh cases lie ready, of each problem that is used; 0 keeps none.
        queue_capacity: how many submissions may wait before the next one is refused.
        listeners: how many pages may listen to live results at a time; others ask for the verdict instead.
        anonymous_rest: whether REST takes submissions without a visitor's cookie.
        secure_cookies: whether cookies carry Secure; by default where the request came by https.
        body_limit: largest request body, in bytes.
        trusted_hosts: names in the Host header that are answered beside loopback ones (separated by commas, ``*`` for
            any); empty for what follows from ``host``.
        trusted_proxies: addresses and networks whose word is believed on where a request came from.
        rate_limits: whether what is asked for too often is refused.
        rates: how often each thing may be asked for.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = field(default_factory=_default_data)
    problems: tuple[Path, ...] = ()
    slots: int = field(default_factory=_default_slots)
    judge_memory_mb: int = 2048
    draws_in_stock: int = 16
    queue_capacity: int = 1000
    listeners: int = 1000
    anonymous_rest: bool = True
    secure_cookies: bool | None = None
    body_limit: int = 1024 * 1024
    trusted_hosts: tuple[str, ...] = ()
    trusted_proxies: tuple[Network, ...] = LOOPBACK
    rate_limits: bool = True
    rates: Rates = field(default_factory=Rates)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Settings:
        """Read ``ALLCLOSE_*``; what is not set keeps its default.

        Raises:
            SettingsError: a value cannot be used, or a name after the prefix is unknown.
        """
        found: dict[str, object] = {}
        rates: dict[str, str] = {}
        for name, text in environment.items():
            if name.startswith(_PREFIX):
                key = name.removeprefix(_PREFIX).lower()
                if key in _PARSERS:
                    found[key] = _PARSERS[key](name, text)
                elif key.removeprefix(_RATE) in _RATES:
                    rates[key.removeprefix(_RATE)] = _rate(name, text)
                else:
                    raise SettingsError(f"{name}: there is no such setting; remove it, or correct its name")
        return cls(**found, rates=Rates(**rates))  # type: ignore[arg-type]  # each parser answers its field's own type


def _integer(least: int, most: int) -> _Parser:
    return lambda name, text: _number(name, text, least, most)


def _number(name: str, text: str, least: int, most: int) -> int:
    try:
        number = int(text)
    except ValueError:
        raise SettingsError(f"{name}: {text!r} is not a whole number") from None
    if not least <= number <= most:
        raise SettingsError(f"{name}: {number} is out of range; use {least} to {most}")
    return number


def _boolean(name: str, text: str) -> bool:
    lowered = text.strip().lower()
    if lowered in _TRUE:
        return True
    if lowered in _FALSE:
        return False
    raise SettingsError(f"{name}: {text!r} is neither true nor false; use 1 or 0")


def _networks(name: str, text: str) -> tuple[Network, ...]:
    try:
        return tuple(ip_network(part.strip()) for part in text.split(",") if part.strip())
    except ValueError as error:
        raise SettingsError(f"{name}: {error}; give addresses or networks such as 10.0.0.0/8, with commas") from None


def _rate(name: str, text: str) -> str:
    try:
        read_rate(text)
    except ValueError as error:
        raise SettingsError(f"{name}: {error}; write one such as 30/minute or 5/10 seconds") from None
    return text


def _auto_or_boolean(name: str, text: str) -> bool | None:
    return None if text.strip().lower() == "auto" else _boolean(name, text)


_PARSERS: Mapping[str, _Parser] = {
    "host": lambda _, text: text,
    "port": _integer(0, 65535),
    "data": lambda _, text: Path(text).expanduser(),
    "problems": lambda _, text: tuple(Path(part).expanduser() for part in text.split(os.pathsep) if part),
    "slots": _integer(1, 1024),
    "judge_memory_mb": _integer(512, 1_000_000),
    "draws_in_stock": _integer(0, 10_000),
    "queue_capacity": _integer(1, 1_000_000),
    "listeners": _integer(1, 1_000_000),
    "anonymous_rest": _boolean,
    "secure_cookies": _auto_or_boolean,
    "body_limit": _integer(64 * 1024, 64 * 1024 * 1024),
    "rate_limits": _boolean,
    "trusted_proxies": _networks,
    "trusted_hosts": lambda _, text: tuple(part.strip() for part in text.split(",") if part.strip()),
}
_RATES = frozenset(each.name for each in fields(Rates))
