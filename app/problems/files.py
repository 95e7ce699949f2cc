"""The files of a problem as one piece of bytes, the same for the same files."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

_EPOCH = (1980, 1, 1, 0, 0, 0)


def pack_files(files: Mapping[str, bytes]) -> bytes:
    """A ZIP archive of these files."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), files[name], zipfile.ZIP_DEFLATED)
    return whole.getvalue()


def unpack_files(packed: bytes) -> dict[str, bytes]:
    """The files of what `pack_files` made."""
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
