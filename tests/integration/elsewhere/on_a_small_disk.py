"""Mount a small tmpfs on a folder, in a mount namespace of one's own, and run a program there.

Usage: on_a_small_disk.py FOLDER KILOBYTES PROGRAM... As an ordinary user this takes a user namespace first.
"""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

_NEW_MOUNTS, _NEW_USERS = 0x20000, 0x10000000
_RECURSIVE, _PRIVATE = 16384, 1 << 18


def _checked(result: int, what: str) -> None:
    if result:
        raise OSError(ctypes.get_errno(), what)


def _enter(libc: ctypes.CDLL) -> None:
    uid, gid = os.getuid(), os.getgid()
    if uid == 0:
        _checked(libc.unshare(_NEW_MOUNTS), "unshare")
        return
    _checked(libc.unshare(_NEW_MOUNTS | _NEW_USERS), "unshare")
    Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
    Path("/proc/self/uid_map").write_text(f"{uid} {uid} 1", encoding="ascii")
    Path("/proc/self/gid_map").write_text(f"{gid} {gid} 1", encoding="ascii")


def main() -> None:
    """Enter, mount, and become the program."""
    folder, kilobytes, *program = sys.argv[1:]
    libc = ctypes.CDLL(None, use_errno=True)
    _enter(libc)
    _checked(libc.mount(b"none", b"/", None, ctypes.c_ulong(_RECURSIVE | _PRIVATE), None), "mount /")
    size = f"size={kilobytes}k,mode=700".encode()
    _checked(libc.mount(b"none", folder.encode(), b"tmpfs", ctypes.c_ulong(0), size), f"mount {folder}")
    os.execv(program[0], program)  # noqa: S606  the program that was asked for


main()
