"""Landlock: this process and all its children may read the granted files, and do nothing else with any file.

See landlock(7). Every right that the kernel knows is handled, so that what is not granted is denied; from ABI 4 on
TCP is denied too, from ABI 6 on abstract sockets and signals out of the domain.
"""

from __future__ import annotations

import ctypes
import os
import struct
from pathlib import Path

import kernel

_VERSION_FLAG = 1
_RULE_PATH_BENEATH = 1
_READ_FILE, _READ_DIR = 1 << 2, 1 << 3
_RIGHTS_BY_ABI = ((1, (1 << 13) - 1), (2, 1 << 13), (3, 1 << 14), (5, 1 << 15))
_NET_ABI, _NET_BIND_AND_CONNECT = 4, 3
_SCOPE_ABI, _SCOPE_ALL = 6, 3


def abi() -> int:
    """The kernel's Landlock version, from 1; raises OSError where there is none."""
    return kernel.syscall(kernel.SYS_LANDLOCK_CREATE_RULESET, 0, 0, _VERSION_FLAG)


def _attributes(version: int) -> bytes:
    rights = sum(bits for since, bits in _RIGHTS_BY_ABI if version >= since)
    attributes = struct.pack("<Q", rights)
    if version >= _NET_ABI:
        attributes += struct.pack("<Q", _NET_BIND_AND_CONNECT)
    if version >= _SCOPE_ABI:
        attributes += struct.pack("<Q", _SCOPE_ALL)
    return attributes


def _grant(ruleset: int, path: str) -> None:
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        rights = _READ_FILE | _READ_DIR if Path(path).is_dir() else _READ_FILE
        rule = struct.pack("<Qi", rights, descriptor)
        kernel.syscall(kernel.SYS_LANDLOCK_ADD_RULE, ruleset, _RULE_PATH_BENEATH, rule, 0)
    finally:
        os.close(descriptor)


def restrict(readable: list[str]) -> int:
    """Confine this process to reading what lies beneath `readable`; gives the ABI. Needs no_new_privs."""
    version = abi()
    attributes = _attributes(version)
    buffer = ctypes.create_string_buffer(attributes, len(attributes))
    ruleset = kernel.syscall(kernel.SYS_LANDLOCK_CREATE_RULESET, buffer, len(attributes), 0)
    try:
        for path in readable:
            if os.path.lexists(path):
                _grant(ruleset, path)
        kernel.syscall(kernel.SYS_LANDLOCK_RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)
    return version
