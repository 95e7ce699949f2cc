"""System calls that Python has no name for, through libc; each raises OSError with the call's name."""

from __future__ import annotations

import ctypes
import os

_libc = ctypes.CDLL(None, use_errno=True)

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
PR_CAPBSET_DROP = 24

SYS_CAPSET = 126
SYS_PIVOT_ROOT = 155
SYS_SECCOMP = 317
SYS_CLOSE_RANGE = 436
SYS_LANDLOCK_CREATE_RULESET = 444
SYS_LANDLOCK_ADD_RULE = 445
SYS_LANDLOCK_RESTRICT_SELF = 446

SIGKILL = 9
_CAPABILITY_VERSION_3 = 0x20080522
_LAST_FD = 0xFFFFFFFF


def _check(result: int, name: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
    return result


def prctl(option: int, value: int) -> int:
    """Set an attribute of this process (man 2 prctl)."""
    return _check(_libc.prctl(option, *(ctypes.c_ulong(word) for word in (value, 0, 0, 0))), f"prctl({option})")


def syscall(number: int, *arguments: object) -> int:
    """Make a system call by its x86-64 number (syscall(2)); ints are passed as unsigned long."""
    words = [ctypes.c_ulong(a) if isinstance(a, int) else a for a in arguments]
    return _check(_libc.syscall(ctypes.c_long(number), *words), f"syscall({number})")


def unshare(flags: int) -> None:
    """Leave namespaces for new ones (unshare(2))."""
    _check(_libc.unshare(flags), "unshare")


def mount(source: str, target: str, kind: str | None, flags: int, data: str | None = None) -> None:
    """Mount, bind or remount (mount(2))."""
    raw = [None if text is None else text.encode() for text in (source, target, kind, data)]
    _check(_libc.mount(raw[0], raw[1], raw[2], ctypes.c_ulong(flags), raw[3]), f"mount {target}")


def unmount(target: str, flags: int) -> None:
    """Unmount with flags (umount2(2))."""
    _check(_libc.umount2(target.encode(), flags), f"umount {target}")


def close_from(first: int) -> None:
    """Close every descriptor from `first` on (close_range(2), Linux 5.9)."""
    syscall(SYS_CLOSE_RANGE, first, _LAST_FD, 0)


def die_with(parent: int) -> None:
    """Be killed when the parent dies, and die now if it is already gone (prctl(2), PR_SET_PDEATHSIG)."""
    prctl(PR_SET_PDEATHSIG, SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def drop_capabilities() -> None:
    """Empty the effective, permitted and inheritable sets (capset(2))."""
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    syscall(SYS_CAPSET, header, (ctypes.c_uint32 * 6)())
