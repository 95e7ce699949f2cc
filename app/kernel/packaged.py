"""Folders that travel with the program."""

from __future__ import annotations

from pathlib import Path

_APP = Path(__file__).resolve().parents[1]

STATIC = _APP / "static" / "dist"
"""The built front end; missing where nothing was built."""


def packaged(name: str) -> Path:
    """A folder such as ``problems``: inside the installed package, or beside it in the repository."""
    installed = _APP / "shipped" / name
    return installed if installed.is_dir() else _APP.parent / name
