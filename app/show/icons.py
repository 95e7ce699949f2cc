"""The pictures in templates/icons, placed in the page itself so that they take the text's colour."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from markupsafe import Markup


class Icons:
    """Reads each picture once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read = lru_cache(maxsize=None)(self._from_file)

    def __call__(self, name: str, extra: str = "") -> Markup:
        """The picture of that name, hidden from screen readers; ``extra`` is one more class."""
        return self._read(name, extra)

    def _from_file(self, name: str, extra: str) -> Markup:
        svg = (self._folder / f"{name}.svg").read_text(encoding="utf-8").strip()
        opening = Markup('<svg class="icon {}" aria-hidden="true"').format(extra)
        return opening + Markup(svg.removeprefix("<svg"))  # noqa: S704 - a file of ours
