"""Put on a seccomp filter and run a program under it: namespaces and mounts are refused, as in a plain container.

Docker's default profile answers EPERM to unshare, setns, mount, umount2, pivot_root and to clone with any CLONE_NEW
flag, and ENOSYS to clone3, for who lacks CAP_SYS_ADMIN. This does the same for everybody. Filters are inherited, so
every process below is bound by it.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
import sys

_REFUSED = (272, 308, 165, 166, 155)  # unshare, setns, mount, umount2, pivot_root
_CLONE, _CLONE3, _NEW_ANYTHING = 56, 435, 0x7E020000
_LOAD, _EQUAL, _ANY_BIT, _RETURN = 0x20, 0x15, 0x45, 0x06
_ALLOW, _ERRNO = 0x7FFF0000, 0x00050000
_SET_NO_NEW_PRIVS, _SET_SECCOMP, _MODE_FILTER = 38, 22, 2


def program() -> bytes:
    """The filter as classic BPF."""
    ops = [(_LOAD, 0, 0, 0)]
    for number in _REFUSED:
        ops += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ERRNO | errno.EPERM)]
    ops += [(_EQUAL, 0, 1, _CLONE3), (_RETURN, 0, 0, _ERRNO | errno.ENOSYS)]
    ops += [(_EQUAL, 0, 3, _CLONE), (_LOAD, 0, 0, 16), (_ANY_BIT, 0, 1, _NEW_ANYTHING)]
    ops += [(_RETURN, 0, 0, _ERRNO | errno.EPERM), (_RETURN, 0, 0, _ALLOW)]
    return b"".join(struct.pack("<HBBI", *op) for op in ops)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))


def install() -> None:
    """Put the filter on this process and all that it starts."""
    code = program()
    buffer = ctypes.create_string_buffer(code, len(code))
    told = _Program(len(code) // 8, ctypes.cast(buffer, ctypes.c_void_p))
    libc = ctypes.CDLL(None, use_errno=True)
    zero = ctypes.c_ulong(0)
    if libc.prctl(_SET_NO_NEW_PRIVS, ctypes.c_ulong(1), zero, zero, zero):
        raise OSError(ctypes.get_errno(), "no_new_privs")
    if libc.prctl(_SET_SECCOMP, ctypes.c_ulong(_MODE_FILTER), ctypes.byref(told), zero, zero):
        raise OSError(ctypes.get_errno(), "seccomp")


install()
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])  # noqa: S606  the program that was asked for
