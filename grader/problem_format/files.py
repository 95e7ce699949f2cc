"""The files that a problem is made of: read inside its folder only, within bounds, and hashed."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from grader.model import SOURCE_LIMIT

TEXT_BYTES_LIMIT = 512 * 1024
"""Largest text file, in bytes."""

TOTAL_LIMIT = 16 * 1024 * 1024
"""Most bytes that one problem may be made of."""


class FileFaultError(Exception):
    """A named file that cannot be taken; the message says what to do."""


@dataclass(slots=True)
class Content:
    """Everything that was read for one problem.

    Attributes:
        folder: where named files stand, or None for a problem in one single file.
        read: each file by its name, the document itself under its own.
        stored: files that were read before, in place of a folder; None where there are none.
    """

    folder: Path | None
    read: dict[str, bytes] = field(default_factory=dict)
    stored: Mapping[str, bytes] | None = None

    def text(self, name: str) -> str:
        """A text file of the folder. Raises FileFaultError."""
        return _decode(self._bytes(name, TEXT_BYTES_LIMIT), name)

    def source(self, name: str) -> bytes:
        """A program of the folder, as UTF-8 bytes; it is never compiled here. Raises FileFaultError."""
        content = self._bytes(name, SOURCE_LIMIT)
        _decode(content, name)
        return content

    def version(self) -> str:
        """SHA-256 over the names and bytes of all that was read, as 64 hexadecimal digits."""
        digest = hashlib.sha256()
        for name in sorted(self.read):
            for part in (name.encode(), self.read[name]):
                digest.update(len(part).to_bytes(8, "big") + part)
        return digest.hexdigest()

    def _bytes(self, name: str, limit: int) -> bytes:
        """A file inside the folder, read once."""
        if name not in self.read:
            self.read[name] = self._fetch(name, limit)
        if sum(map(len, self.read.values())) > TOTAL_LIMIT:
            raise FileFaultError(f"brings the problem above {TOTAL_LIMIT} bytes in all; make its files shorter")
        content = self.read[name]
        if len(content) > limit:
            raise FileFaultError(f"{name!r} is larger than {limit} bytes; make it shorter")
        return content

    def _fetch(self, name: str, limit: int) -> bytes:
        """A file that was not read yet, from the folder or from what is stored."""
        if self.stored is not None:
            if name not in self.stored:
                raise FileFaultError(f"{name!r:.80} is not among the stored files; store it, or mend the name")
            return self.stored[name]
        if self.folder is None:
            raise FileFaultError("names a file, but this problem is one single file; write the text here in its place")
        return read_inside(self.folder, name, limit)


def read_inside(folder: Path, name: str, limit: int) -> bytes:
    """Read a regular file of a folder, following no link out of it.

    Raises:
        FileFaultError: the name leads outside, or is no readable regular file of at most ``limit`` bytes.
    """
    pure = PurePosixPath(name)
    if pure.is_absolute() or ".." in pure.parts or "\\" in name or not name.isprintable() or not pure.parts:
        raise FileFaultError(f"{name!r:.80} is no file inside the problem's folder; use a plain name below it")
    try:
        root = folder.resolve(strict=True)
        path = (root / pure).resolve(strict=True)
        if not path.is_relative_to(root):
            raise FileFaultError(f"{name!r} is a link that leads out of the problem's folder; copy the file in")
        return _read_regular(path, name, limit)
    except FileNotFoundError:
        raise FileFaultError(f"{name!r} does not exist in the problem's folder; add it or mend the name") from None
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "bad name"
        raise FileFaultError(f"{name!r:.80} cannot be read ({reason})") from None


def _read_regular(path: Path, name: str, limit: int) -> bytes:
    """The bytes of a regular file; never waits on a pipe or a device."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOFOLLOW)
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise FileFaultError(f"{name!r} is no regular file; copy the text into one")
        content = file.read(limit + 1)
    if len(content) > limit:
        raise FileFaultError(f"{name!r} is larger than {limit} bytes; make it shorter")
    return content


def _decode(content: bytes, name: str) -> str:
    """Strict UTF-8, without a byte order mark, lines ended by a line feed alone."""
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise FileFaultError(f"{name!r} is not UTF-8; save it as UTF-8") from None
