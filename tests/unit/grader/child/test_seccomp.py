"""The filter, run by a small interpreter of classic BPF on calls as the kernel would show them to it."""

from __future__ import annotations

import errno
import struct

import pytest

from tests.hostile.rows import child_module

X86_64, I386, AARCH64 = 0xC000003E, 0x40000003, 0xC00000B7
ALLOW, KILL, ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_APPEND, O_DIRECTORY, O_CLOEXEC, O_PATH, O_TMPFILE = (
    0, 1, 2, 0o100, 0o1000, 0o2000, 0o200000, 0o2000000, 0o10000000, 0o20200000,
)  # fmt: skip
THREAD = 0x3D0F00
NO_FD = 0xFFFFFFFF
SECCOMP = child_module("seccomp")


def verdict(number: int, *arguments: int, architecture: int = X86_64, program: bytes = SECCOMP.program()) -> str:
    """What the filter says of a call: allow, kill, or the name of an error."""
    words = [argument & 0xFFFFFFFFFFFFFFFF for argument in (*arguments, *[0] * (6 - len(arguments)))]
    value = run(program, struct.pack("<IIQ6Q", number & 0xFFFFFFFF, architecture, 0, *words))
    if value & 0xFFFF0000 == ERRNO:
        return errno.errorcode[value & 0xFFFF]
    return {ALLOW: "allow", KILL: "kill"}[value]


def run(program: bytes, data: bytes) -> int:
    """Run classic BPF over `struct seccomp_data`; every instruction that the filter uses, and no other."""
    accumulator, place = 0, 0
    while True:
        code, if_true, if_false, k = struct.unpack_from("<HBBI", program, 8 * place)
        place += 1
        if code == 0x20:
            (accumulator,) = struct.unpack_from("<I", data, k)
        elif code == 0x54:
            accumulator &= k
        elif code == 0x06:
            return int(k)
        else:
            taken = {0x15: accumulator == k, 0x35: accumulator >= k, 0x45: bool(accumulator & k)}[code]
            place += if_true if taken else if_false


TABLE = {
    "read": (0, (3,), "allow"),
    "write": (1, (1,), "allow"),
    "open, whose flags are not looked at": (2, (), "EPERM"),
    "futex": (202, (), "allow"),
    "getrandom": (318, (), "allow"),
    "openat to read": (257, (-100, 0, O_RDONLY | O_CLOEXEC), "allow"),
    "openat a directory": (257, (-100, 0, O_DIRECTORY | O_CLOEXEC), "allow"),
    "openat to write": (257, (-100, 0, O_WRONLY), "EACCES"),
    "openat to read and write": (257, (-100, 0, O_RDWR | O_CLOEXEC), "EACCES"),
    "openat to create": (257, (-100, 0, O_CREAT), "EACCES"),
    "openat to truncate": (257, (-100, 0, O_TRUNC), "EACCES"),
    "openat to append": (257, (-100, 0, O_APPEND), "EACCES"),
    "openat a path": (257, (-100, 0, O_PATH), "EACCES"),
    "openat a nameless file": (257, (-100, 0, O_TMPFILE), "EACCES"),
    "openat2": (437, (), "EPERM"),
    "creat": (85, (), "EPERM"),
    "mmap data": (9, (0, 4096, 3, 0x22, NO_FD), "allow"),
    "mmap a library's code": (9, (0, 4096, 5, 2, 3), "allow"),
    "mmap code from nowhere": (9, (0, 4096, 5, 0x22, NO_FD), "EPERM"),
    "mmap code from nowhere, all 64 bits": (9, (0, 4096, 5, 0x22, -1), "EPERM"),
    "mmap writable code": (9, (0, 4096, 7, 2, 3), "EPERM"),
    "mmap writable code from nowhere": (9, (0, 4096, 7, 0x22, NO_FD), "EPERM"),
    "mprotect to read and write": (10, (0, 4096, 3), "allow"),
    "mprotect to nothing": (10, (0, 4096, 0), "allow"),
    "mprotect to code": (10, (0, 4096, 5), "EPERM"),
    "mprotect to writable code": (10, (0, 4096, 7), "EPERM"),
    "pkey_mprotect": (329, (0, 4096, 7, 0), "EPERM"),
    "madvise dontneed": (28, (0, 4096, 4), "allow"),
    "madvise to punch a hole": (28, (0, 4096, 9), "EINVAL"),
    "madvise to merge pages": (28, (0, 4096, 12), "EINVAL"),
    "madvise of tomorrow": (28, (0, 4096, 26), "EINVAL"),
    "ioctl to ask for a terminal": (16, (1, 0x5401), "allow"),
    "ioctl to push into a terminal": (16, (0, 0x5412), "ENOTTY"),
    "ioctl of a Linux console": (16, (0, 0x541C), "ENOTTY"),
    "fcntl to read flags": (72, (3, 3), "allow"),
    "fcntl to duplicate": (72, (3, 1030), "allow"),
    "fcntl to set flags": (72, (3, 4, 0o4000), "EPERM"),
    "fcntl to be signalled": (72, (3, 8, 1), "EPERM"),
    "fcntl to lock": (72, (3, 6), "EPERM"),
    "fcntl to lease": (72, (3, 1024), "EPERM"),
    "clone a thread": (56, (THREAD,), "allow"),
    "clone a process": (56, (17,), "EPERM"),
    "clone, as vfork does": (56, (0x4111,), "EPERM"),
    "clone a sibling": (56, (0x8011,), "EPERM"),
    "clone a thread in new namespaces": (56, (THREAD | 0x10000000,), "EPERM"),
    "clone a thread with a signal": (56, (THREAD | 17,), "EPERM"),
    "clone half a thread": (56, (THREAD & ~0x10000,), "EPERM"),
    "clone3": (435, (), "ENOSYS"),
    "fork": (57, (), "EPERM"),
    "vfork": (58, (), "EPERM"),
    "execve": (59, (), "EPERM"),
    "execveat": (322, (), "EPERM"),
    "prlimit64 to read one's own": (302, (0, 7, 0, 1), "allow"),
    "prlimit64 to set": (302, (0, 7, 0x7FFF00001000, 0), "EPERM"),
    "prlimit64 to set, by a pointer whose low half is zero": (302, (0, 7, 0x7FFF00000000, 0), "EPERM"),
    "prlimit64 of another": (302, (1, 7, 0, 1), "EPERM"),
    "setrlimit": (160, (), "EPERM"),
    "kill": (62, (1, 9), "EPERM"),
    "tgkill": (234, (), "EPERM"),
    "tkill": (200, (), "EPERM"),
    "rt_sigqueueinfo": (129, (), "EPERM"),
    "pidfd_send_signal": (424, (), "EPERM"),
    "ptrace": (101, (), "EPERM"),
    "process_vm_readv": (310, (), "EPERM"),
    "process_vm_writev": (311, (), "EPERM"),
    "pidfd_getfd": (438, (), "EPERM"),
    "prctl": (157, (), "EPERM"),
    "socket": (41, (1, 1), "EPERM"),
    "socketpair": (53, (1, 1), "EPERM"),
    "connect": (42, (), "EPERM"),
    "memfd_create": (319, (), "EPERM"),
    "memfd_secret": (447, (), "EPERM"),
    "io_uring_setup": (425, (), "EPERM"),
    "bpf": (321, (), "EPERM"),
    "keyctl": (250, (), "EPERM"),
    "userfaultfd": (323, (), "EPERM"),
    "perf_event_open": (298, (), "EPERM"),
    "unshare": (272, (), "EPERM"),
    "setns": (308, (), "EPERM"),
    "mount": (165, (), "EPERM"),
    "setuid": (105, (), "EPERM"),
    "shmget": (29, (), "EPERM"),
    "unlink": (87, (), "EPERM"),
    "mkdir": (83, (), "EPERM"),
    "a call of tomorrow": (999, (), "EPERM"),
    "x32": (0x40000000, (), "kill"),
    "x32 write": (0x40000001, (), "kill"),
    "minus one": (-1, (), "kill"),
}


@pytest.mark.parametrize(("number", "arguments", "expected"), TABLE.values(), ids=TABLE)
def test_call(number: int, arguments: tuple[int, ...], expected: str):
    assert verdict(number, *arguments) == expected


@pytest.mark.parametrize("architecture", [I386, AARCH64, 0])
@pytest.mark.parametrize("number", [0, 1, 11, 257, 999])
def test_a_foreign_architecture_is_killed(architecture: int, number: int):
    assert verdict(number, architecture=architecture) == "kill"


def test_only_the_listed_calls_get_through_with_no_arguments():
    through = {number for number in range(600) if verdict(number) == "allow"}
    listed = {number for number, _ in SECCOMP._rules(strict=False)}
    assert through <= listed
    assert listed - through == {SECCOMP._CLONE, SECCOMP._CLONE3, SECCOMP._IOCTL, SECCOMP._FCNTL}


@pytest.mark.parametrize("number", [2, 257, 262, 332, 437])
def test_the_strict_filter_opens_no_file(number: int):
    assert verdict(number, -100, 0, O_RDONLY, program=SECCOMP.program(strict=True)) in {"EPERM", "EACCES", "allow"}
    assert verdict(257, -100, 0, O_RDONLY, program=SECCOMP.program(strict=True)) == "EPERM"


def test_every_jump_stays_inside_the_program():
    for strict in (False, True):
        program = SECCOMP.program(strict=strict)
        length = len(program) // 8
        assert length < 4096
        for place in range(length):
            code, if_true, if_false, _ = struct.unpack_from("<HBBI", program, 8 * place)
            assert place + 1 + max(if_true, if_false) < length or code in {0x06, 0x20, 0x54}
        assert struct.unpack_from("<H", program, 8 * (length - 1))[0] == 0x06
