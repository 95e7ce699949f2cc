"""Put on a seccomp filter and run a program under it: namespaces and mounts are refused, as in a plain container.

Docker's default profile answers EPERM to unshare, setns, mount, umount2, pivot_root and to clone with any CLONE_NEW
flag, and ENOSYS to clone3, for who lacks CAP_SYS_ADMIN. This does the same for everybody. Filters are inherited, so
every process below is bound by it.
"""

from __future__ import annotations

import errno
import os
import struct
import sys

import filters

_REFUSED = (272, 308, 165, 166, 155)  # unshare, setns, mount, umount2, pivot_root
_CLONE, _CLONE3, _NEW_ANYTHING = 56, 435, 0x7E020000
_LOAD, _EQUAL, _ANY_BIT, _RETURN = 0x20, 0x15, 0x45, 0x06
_ALLOW, _ERRNO = 0x7FFF0000, 0x00050000


def program() -> bytes:
    """The filter as classic BPF."""
    ops = [(_LOAD, 0, 0, 0)]
    for number in _REFUSED:
        ops += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ERRNO | errno.EPERM)]
    ops += [(_EQUAL, 0, 1, _CLONE3), (_RETURN, 0, 0, _ERRNO | errno.ENOSYS)]
    ops += [(_EQUAL, 0, 3, _CLONE), (_LOAD, 0, 0, 16), (_ANY_BIT, 0, 1, _NEW_ANYTHING)]
    ops += [(_RETURN, 0, 0, _ERRNO | errno.EPERM), (_RETURN, 0, 0, _ALLOW)]
    return b"".join(struct.pack("<HBBI", *op) for op in ops)


filters.install(program())
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])  # noqa: S606  the program that was asked for
