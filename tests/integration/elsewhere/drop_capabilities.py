"""Enter a user namespace, lose every capability there for good, and run a program.

Usage: drop_capabilities.py UID PROGRAM... where UID is who one is inside: oneself, or 0, as in a container whose root
may do nothing (`--cap-drop=ALL`).
"""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

_NEW_USERS = 0x10000000
_BOUNDING_DROP, _SET_SECUREBITS, _NO_NEW_PRIVS = 24, 28, 38
_NO_ROOT_AND_LOCKED = 0x2F
"""SECBIT_NOROOT, NO_SETUID_FIXUP and KEEP_CAPS off, each locked: an exec as root gives no capability back."""
_NOT_HERE = 77
"""The exit code that says that this machine gives nobody a user namespace."""
_CAPSET, _VERSION = 126, 0x20080522


def _checked(result: int, what: str) -> None:
    if result:
        raise OSError(ctypes.get_errno(), what)


def _enter(libc: ctypes.CDLL, inside: int) -> None:
    uid, gid = os.getuid(), os.getgid()
    if libc.unshare(_NEW_USERS):
        sys.exit(_NOT_HERE)
    Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
    Path("/proc/self/uid_map").write_text(f"{inside} {uid} 1", encoding="ascii")
    Path("/proc/self/gid_map").write_text(f"{gid if inside else 0} {gid} 1", encoding="ascii")


def _drop(libc: ctypes.CDLL) -> None:
    zero = ctypes.c_ulong(0)
    last = int(Path("/proc/sys/kernel/cap_last_cap").read_text(encoding="ascii"))
    for capability in range(last + 1):
        _checked(libc.prctl(_BOUNDING_DROP, ctypes.c_ulong(capability), zero, zero, zero), "the bounding set")
    _checked(libc.prctl(_SET_SECUREBITS, ctypes.c_ulong(_NO_ROOT_AND_LOCKED), zero, zero, zero), "securebits")
    header = (ctypes.c_uint32 * 2)(_VERSION, 0)
    _checked(libc.syscall(_CAPSET, header, (ctypes.c_uint32 * 6)()), "capset")
    _checked(libc.prctl(_NO_NEW_PRIVS, ctypes.c_ulong(1), zero, zero, zero), "no_new_privs")


def main() -> None:
    """Enter, drop, and become the program."""
    libc = ctypes.CDLL(None, use_errno=True)
    _enter(libc, int(sys.argv[1]))
    _drop(libc)
    os.execv(sys.executable, [sys.executable, *sys.argv[2:]])  # noqa: S606  the program that was asked for


main()
