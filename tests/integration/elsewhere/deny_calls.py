"""Run a program on a kernel that does not know some system calls: deny_calls.py NUMBERS PROGRAM...

NUMBERS, with commas between, are answered ENOSYS in all processes below, as by an older kernel or a runtime's profile.
"""

from __future__ import annotations

import errno
import os
import struct
import sys

import filters

_LOAD, _EQUAL, _RETURN = 0x20, 0x15, 0x06
_ALLOW, _ERRNO = 0x7FFF0000, 0x00050000


def program(numbers: list[int]) -> bytes:
    """The filter as classic BPF."""
    ops = [(_LOAD, 0, 0, 0)]
    for number in numbers:
        ops += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ERRNO | errno.ENOSYS)]
    ops += [(_RETURN, 0, 0, _ALLOW)]
    return b"".join(struct.pack("<HBBI", *op) for op in ops)


filters.install(program([int(word) for word in sys.argv[1].split(",")]))
os.execv(sys.executable, [sys.executable, *sys.argv[2:]])  # noqa: S606  the program that was asked for
