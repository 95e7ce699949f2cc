"""The Prefer header (RFC 7240): only ``wait`` is known, the rest is ignored as the standard wants."""

from __future__ import annotations

import re

# RFC 7240 section 2: preferences stand between commas, each may carry parameters after semicolons
_WAIT = re.compile(r"""\s*wait\s*=\s*"?(?P<seconds>\d{1,9})"?\s*(?:;.*)?""", re.IGNORECASE | re.ASCII)


def parse_wait(header: str) -> int | None:
    """The seconds of the first ``wait=N``, or None where there is none."""
    for preference in header.split(","):
        match = _WAIT.fullmatch(preference)
        if match:
            return int(match["seconds"])
    return None
