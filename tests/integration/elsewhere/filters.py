"""Put a seccomp filter on this process and all that it starts, by prctl(2): seccomp(2) itself may be what it denies."""

from __future__ import annotations

import ctypes

_SET_NO_NEW_PRIVS, _SET_SECCOMP, _MODE_FILTER = 38, 22, 2


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))


def install(code: bytes) -> None:
    """Put the filter on this process and all that it starts."""
    buffer = ctypes.create_string_buffer(code, len(code))
    told = _Program(len(code) // 8, ctypes.cast(buffer, ctypes.c_void_p))
    libc = ctypes.CDLL(None, use_errno=True)
    zero = ctypes.c_ulong(0)
    if libc.prctl(_SET_NO_NEW_PRIVS, ctypes.c_ulong(1), zero, zero, zero):
        raise OSError(ctypes.get_errno(), "no_new_privs")
    if libc.prctl(_SET_SECCOMP, ctypes.c_ulong(_MODE_FILTER), ctypes.byref(told), zero, zero):
        raise OSError(ctypes.get_errno(), "seccomp")
