"""One frozen Settings, from the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

_PREFIX = "ALLCLOSE_"
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
class Settings:
    """What an operator may choose. Each field is read from ``ALLCLOSE_`` and its name in capitals.

    Attributes:
        host: address to listen on.
        port: port to listen on.
        data: folder of the database and the secret key; made, for the owner alone, where it is missing.
        problems: folders of more problems beside those that come along (separated by ``:`` in the environment).
        slots: how many submissions are judged at a time; by default one for each CPU this process may use.
        queue_capacity: how many submissions may wait before the next one is refused.
        anonymous_rest: whether REST takes submissions without a visitor's cookie.
        secure_cookies: whether cookies carry Secure; by default where the request came by https.
        body_limit: largest request body, in bytes.
        trusted_hosts: Host headers that are answered (separated by commas); empty for any.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = field(default_factory=_default_data)
    problems: tuple[Path, ...] = ()
    slots: int = field(default_factory=_default_slots)
    queue_capacity: int = 1000
    anonymous_rest: bool = True
    secure_cookies: bool | None = None
    body_limit: int = 1024 * 1024
    trusted_hosts: tuple[str, ...] = ()

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Settings:
        """Read ``ALLCLOSE_*``; what is not set keeps its default.

        Raises:
            SettingsError: a value cannot be used, or a name after the prefix is unknown.
        """
        found: dict[str, object] = {}
        for name, text in environment.items():
            if name.startswith(_PREFIX):
                found[name.removeprefix(_PREFIX).lower()] = _parse(name, text)
        return cls(**found)  # type: ignore[arg-type]  # _parse answers each field's own type


def _parse(name: str, text: str) -> object:
    match name.removeprefix(_PREFIX).lower():
        case "host":
            return text
        case "port":
            return _integer(name, text, 0, 65535)
        case "slots":
            return _integer(name, text, 1, 1024)
        case "queue_capacity":
            return _integer(name, text, 1, 1_000_000)
        case "body_limit":
            return _integer(name, text, 64 * 1024, 64 * 1024 * 1024)
        case "data":
            return Path(text).expanduser()
        case "problems":
            return tuple(Path(part).expanduser() for part in text.split(os.pathsep) if part)
        case "trusted_hosts":
            return tuple(part.strip() for part in text.split(",") if part.strip())
        case "anonymous_rest":
            return _boolean(name, text)
        case "secure_cookies":
            return None if text.lower() == "auto" else _boolean(name, text)
    raise SettingsError(f"{name}: there is no such setting; remove it, or correct its name")


def _integer(name: str, text: str, least: int, most: int) -> int:
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
