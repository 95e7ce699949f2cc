"""How many files and connections this process may have open."""

from __future__ import annotations

import resource

_MOST_FILES = 65_536
"""More is never needed here, and some programs are slow where the limit is a billion."""
_FOR_THE_SITE = 256
"""For the database's connections, files that are being sent, the log, and connections that are just being closed."""
_FOR_A_SLOT = 32
"""For the pipes, sockets and processes of a judge."""
_FEWEST = 64


def raise_file_limit() -> int:
    """Raise the soft limit on open files to the hard one, within reason; the limit that holds now."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return _MOST_FILES if soft == resource.RLIM_INFINITY else soft


def connections_within(files: int, slots: int) -> int:
    """How many connections may be open at a time, where so many files may be and there are so many slots."""
    return max(files - _FOR_THE_SITE - _FOR_A_SLOT * slots, _FEWEST)
