"""The system calls that submitted code may make: an allow-list with rules on arguments, as classic BPF.

The filter format is that of seccomp(2) and Linux's filter.txt: each instruction is (code, jt, jf, k), and the words
of `struct seccomp_data` lie at fixed offsets: the number at 0, the architecture at 4, argument i at 16 + 8*i.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import struct

import kernel

ARCHITECTURE = "x86_64"
_AUDIT_ARCH_X86_64 = 0xC000003E
_X32_BIT = 0x40000000

_LOAD, _JUMP, _JUMP_EQUAL, _JUMP_AT_LEAST, _JUMP_ANY_BIT, _RETURN, _AND = 0x20, 0x05, 0x15, 0x35, 0x45, 0x06, 0x54
_JUMP_REACH = 255
"""How many instructions a conditional jump may pass over."""
_FEW = 3
"""Numbers that are tried one after the other."""
_KILL_PROCESS, _ALLOW, _ERRNO = 0x80000000, 0x7FFF0000, 0x00050000
_ALL_BITS = 0xFFFFFFFF
_SET_MODE_FILTER, _GET_ACTION_AVAIL = 1, 2

_ALWAYS = {
    "read": 0, "write": 1, "close": 3, "fstat": 5, "poll": 7, "lseek": 8, "munmap": 11, "brk": 12,
    "rt_sigaction": 13, "rt_sigprocmask": 14, "rt_sigreturn": 15, "pread64": 17, "readv": 19, "writev": 20,
    "access": 21, "select": 23, "sched_yield": 24, "mremap": 25, "dup": 32, "nanosleep": 35, "getitimer": 36,
    "alarm": 37, "setitimer": 38, "getpid": 39, "exit": 60,
    "uname": 63, "getcwd": 79, "readlink": 89, "gettimeofday": 96, "getrlimit": 97, "getrusage": 98, "times": 100,
    "getuid": 102, "getgid": 104, "geteuid": 107, "getegid": 108, "getppid": 110, "getresuid": 118, "getresgid": 120,
    "sigaltstack": 131, "gettid": 186, "futex": 202, "sched_getaffinity": 204, "getdents64": 217,
    "restart_syscall": 219, "clock_gettime": 228, "clock_getres": 229, "clock_nanosleep": 230, "exit_group": 231,
    "newfstatat": 262, "readlinkat": 267, "faccessat": 269, "pselect6": 270, "ppoll": 271, "set_robust_list": 273,
    "getrandom": 318, "membarrier": 324, "statx": 332, "rseq": 334, "faccessat2": 439,
}  # fmt: skip
_OPENAT, _MMAP, _MPROTECT, _MADVISE, _IOCTL, _FCNTL, _CLONE, _CLONE3, _PRLIMIT = 257, 9, 10, 28, 16, 72, 56, 435, 302

_FILES = frozenset({_OPENAT, 21, 89, 217, 262, 267, 269, 332, 439})
"""What the strict profile denies: opening, listing and looking up any path."""

_OPEN_FOR_READING = 0o2000000 | 0o4000 | 0o200000 | 0o100000 | 0o400000 | 0o400
"""O_CLOEXEC, O_NONBLOCK, O_DIRECTORY, O_LARGEFILE, O_NOFOLLOW, O_NOCTTY: all that may stand beside O_RDONLY."""
_PROT_WRITE, _PROT_EXEC = 2, 4
_MADV_REMOVE, _MADV_MERGEABLE, _FIRST_UNKNOWN_MADVICE = 9, 12, 26
_TCGETS, _FIONREAD = 0x5401, 0x541B
_FCNTL_ALLOWED = (1, 2, 3, 1030)
"""F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC."""
_THREAD = 0x100 | 0x200 | 0x400 | 0x800 | 0x10000 | 0x40000
"""CLONE_VM, FS, FILES, SIGHAND, THREAD, SYSVSEM: what pthread_create asks for, and no process ever does."""
_THREAD_EXTRAS = 0x80000 | 0x100000 | 0x200000 | 0x1000000
"""CLONE_SETTLS, PARENT_SETTID, CHILD_CLEARTID, CHILD_SETTID."""

Instruction = tuple[int, int, int, int]


def _op(code: int, k: int, if_true: int = 0, if_false: int = 0) -> Instruction:
    return (code, if_true, if_false, k)


def _argument(index: int) -> Instruction:
    return _op(_LOAD, 16 + 8 * index)


def _refuse(number: int = errno.EPERM) -> Instruction:
    return _op(_RETURN, _ERRNO | number)


_PASS = _op(_RETURN, _ALLOW)


def _only(index: int, values: tuple[int, ...], otherwise: int = errno.EPERM) -> list[Instruction]:
    """Allow when the low word of an argument is one of `values`."""
    tests = [_op(_JUMP_EQUAL, value, len(values) - place) for place, value in enumerate(values)]
    return [_argument(index), *tests, _refuse(otherwise), _PASS]


def _none_of(index: int, bits: int, otherwise: int = errno.EPERM) -> list[Instruction]:
    """Allow when an argument has none of `bits`."""
    return [_argument(index), _op(_JUMP_ANY_BIT, bits, 0, 1), _refuse(otherwise), _PASS]


def _mapping_rule() -> list[Instruction]:
    """mmap: executable pages only from a file, and never writable."""
    return [
        _argument(2),
        _op(_JUMP_ANY_BIT, _PROT_EXEC, 0, 4),
        _op(_JUMP_ANY_BIT, _PROT_WRITE, 2, 0),
        _argument(4),
        _op(_JUMP_EQUAL, _ALL_BITS, 0, 1),
        _refuse(),
        _PASS,
    ]


def _advice_rule() -> list[Instruction]:
    """madvise: nothing that punches holes, merges pages across processes, or is newer than this list."""
    return [
        _argument(2),
        _op(_JUMP_AT_LEAST, _FIRST_UNKNOWN_MADVICE, 2, 0),
        _op(_JUMP_EQUAL, _MADV_REMOVE, 1, 0),
        _op(_JUMP_EQUAL, _MADV_MERGEABLE, 0, 1),
        _refuse(errno.EINVAL),
        _PASS,
    ]


def _clone_rule() -> list[Instruction]:
    """clone: threads only, every flag of a thread set and none beside them."""
    return [
        _argument(0),
        _op(_AND, _ALL_BITS & _THREAD),
        _op(_JUMP_EQUAL, _THREAD, 0, 2),
        _argument(0),
        _op(_JUMP_ANY_BIT, _ALL_BITS & ~(_THREAD | _THREAD_EXTRAS), 0, 1),
        _refuse(),
        _PASS,
    ]


def _limits_rule() -> list[Instruction]:
    """prlimit64: read one's own limits (pid 0, no new value: both halves of the pointer are zero)."""
    return [
        _argument(0),
        _op(_JUMP_EQUAL, 0, 0, 4),
        _op(_LOAD, 32),
        _op(_JUMP_EQUAL, 0, 0, 2),
        _op(_LOAD, 36),
        _op(_JUMP_EQUAL, 0, 1, 0),
        _refuse(),
        _PASS,
    ]


def _rules(*, strict: bool) -> list[tuple[int, list[Instruction]]]:
    conditional = [
        (_OPENAT, _none_of(2, _ALL_BITS & ~_OPEN_FOR_READING, errno.EACCES)),
        (_MMAP, _mapping_rule()),
        (_MPROTECT, _none_of(2, _ALL_BITS & ~3)),
        (_MADVISE, _advice_rule()),
        (_IOCTL, _only(1, (_TCGETS, _FIONREAD), errno.ENOTTY)),
        (_FCNTL, _only(1, _FCNTL_ALLOWED)),
        (_CLONE, _clone_rule()),
        (_CLONE3, [_refuse(errno.ENOSYS)]),  # so that libc falls back to clone, whose flags can be read
        (_PRLIMIT, _limits_rule()),
    ]
    rules = conditional + [(number, [_PASS]) for number in _ALWAYS.values()]
    return [(number, body) for number, body in rules if not strict or number not in _FILES]


def _search(rules: list[tuple[int, list[Instruction]]]) -> list[Instruction]:
    """Find a number's rule by halves: the kernel tries every number when it takes the filter."""
    if len(rules) <= _FEW:
        tests = [op for number, body in rules for op in (_op(_JUMP_EQUAL, number, 0, len(body)), *body)]
        return [*tests, _refuse()]
    half = len(rules) // 2
    low, high = _search(rules[:half]), _search(rules[half:])
    if len(low) <= _JUMP_REACH:
        return [_op(_JUMP_AT_LEAST, rules[half][0], len(low), 0), *low, *high]
    return [_op(_JUMP_AT_LEAST, rules[half][0], 0, 1), _op(_JUMP, len(low)), *low, *high]


def program(*, strict: bool = False) -> bytes:
    """Build the filter: kill on a foreign architecture or x32, the rules, and EPERM for all the rest."""
    ops = [
        _op(_LOAD, 4),
        _op(_JUMP_EQUAL, _AUDIT_ARCH_X86_64, 1, 0),
        _op(_RETURN, _KILL_PROCESS),
        _op(_LOAD, 0),
        _op(_JUMP_AT_LEAST, _X32_BIT, 0, 1),
        _op(_RETURN, _KILL_PROCESS),
    ]
    ops += _search(sorted(_rules(strict=strict)))
    return b"".join(struct.pack("<HBBI", *op) for op in ops)


def require() -> int:
    """Ask the kernel whether it knows the answers that the filter gives; raises OSError where it knows no filters."""
    for answer in (_KILL_PROCESS, _ERRNO, _ALLOW):
        kernel.syscall(kernel.SYS_SECCOMP, _GET_ACTION_AVAIL, 0, ctypes.byref(ctypes.c_uint32(answer)))
    return 0


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))


class Filter:
    """A filter laid out in memory once, to be installed in many children."""

    def __init__(self, *, strict: bool = False) -> None:
        """Assemble the program; `strict` denies opening any file. Raises OSError on a foreign architecture."""
        if platform.machine() != ARCHITECTURE:
            raise OSError(errno.ENOSYS, f"no system-call table for {platform.machine()}")
        code = program(strict=strict)
        self._code = ctypes.create_string_buffer(code, len(code))
        self._program = _Program(len(code) // 8, ctypes.cast(self._code, ctypes.c_void_p))

    def install(self) -> None:
        """Put it on this process for good (seccomp(2), SECCOMP_SET_MODE_FILTER)."""
        kernel.syscall(kernel.SYS_SECCOMP, _SET_MODE_FILTER, 0, ctypes.byref(self._program))
