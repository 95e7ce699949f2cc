"""Small hostile programs, each trying what one wall forbids; a probe returns "denied ..." or what it got away with."""

from __future__ import annotations

from dataclasses import dataclass

_HEAD = """
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
def tried(result, what):
    number = ctypes.get_errno()
    return f"denied: {os.strerror(number)}" if result == -1 else f"{what} worked"
"""


@dataclass(frozen=True, slots=True)
class Probe:
    """An attempt at a wall.

    Attributes:
        wall: the wall that must stop it.
        title: what is tried, for people.
        source: a file that defines `probe(path)`; `path` is a file that the judge can read and the child must not.
    """

    wall: str
    title: str
    source: str


def _python(body: str) -> str:
    """A probe that is denied by an exception."""
    lines = "\n".join(f"        {line}" for line in body.strip().splitlines())
    denied = "    except BaseException as e:\n        return f'denied: {e!r}'[:300]\n"
    return f"def probe(path):\n    try:\n{lines}\n{denied}"


def _call(body: str) -> str:
    """A probe that calls libc and is denied by errno."""
    lines = "\n".join(f"    {line}" for line in body.strip().splitlines())
    return f"{_HEAD}def probe(path):\n{lines}\n"


PROBES = (
    Probe("landlock", "read a file of the host", _python("return 'read ' + open(path).read(5)")),
    Probe("landlock", "read /etc/passwd", _python("return 'read ' + open('/etc/passwd').read(5)")),
    Probe("landlock", "list the root directory", _python("import os\nreturn 'listed ' + str(os.listdir('/'))")),
    Probe("landlock", "import the grader", _python("import grader.model\nreturn 'imported grader'")),
    Probe("landlock", "import the web application", _python("import app\nreturn 'imported app'")),
    Probe("landlock", "read another process's memory map", _python("return open('/proc/1/maps').read(5)")),
    Probe("seccomp", "create a file", _python("open('/tmp/probe', 'w')\nreturn 'created'")),
    Probe("seccomp", "open a socket", _python("import socket\nsocket.socket()\nreturn 'opened'")),
    Probe("seccomp", "open a local socket", _python("import socket\nsocket.socketpair()\nreturn 'opened'")),
    Probe("seccomp", "start a process", _python("import os\nos.fork() or os._exit(0)\nreturn 'forked'")),
    Probe("seccomp", "execute a program", _python("import os\nos.execv('/bin/true', ['true'])\nreturn 'executed'")),
    Probe("seccomp", "signal the parent", _python("import os\nos.kill(os.getppid(), 0)\nreturn 'signalled'")),
    Probe("seccomp", "trace the parent", _call("return tried(libc.ptrace(16, os.getppid(), 0, 0), 'ptrace')")),
    Probe(
        "seccomp",
        "map memory writable and executable",
        _call(
            "libc.mmap.restype = ctypes.c_long\n"
            "return tried(libc.mmap(None, ctypes.c_long(4096), 7, 0x22, -1, ctypes.c_long(0)), 'mmap')"
        ),
    ),
    Probe("seccomp", "make memory a file", _call("return tried(libc.memfd_create(b'probe', 0), 'memfd_create')")),
    Probe("seccomp", "enter new namespaces", _call("return tried(libc.unshare(0x10000000), 'unshare')")),
    Probe(
        "no_new_privs", "gain privileges", _call("return 'kept' if libc.prctl(39, 0, 0, 0, 0) == 0 else tried(-1, '')")
    ),
    Probe("rlimits", "raise a limit", _python("import resource\nresource.setrlimit(7, (999, 999))\nreturn 'raised'")),
    Probe(
        "rlimits",
        "dump core",
        _python("import resource\ncore = resource.getrlimit(4)\nreturn 'denied' if core == (0, 0) else str(core)"),
    ),
    Probe("memory", "take 8 GB", _python("bytearray(8 << 30)\nreturn 'taken'")),
    Probe(
        "descriptors",
        "find a descriptor that is not its own",
        _python(
            "import os\nfound = []\nfor fd in range(6, 256):\n"
            "    try: os.fstat(fd)\n    except OSError: continue\n    found.append(fd)\n"
            "return f'found {found}' if found else 'denied'"
        ),
    ),
    Probe(
        "environment",
        "read a variable of the host",
        _python(
            "import os\nextra = set(os.environ) - {'OPENBLAS_NUM_THREADS', 'OMP_NUM_THREADS', 'LC_ALL'}\n"
            "return f'found {sorted(extra)}' if extra else 'denied'"
        ),
    ),
    Probe(
        "uid",
        "be root",
        _python("import os\nids = os.getresuid() + os.getresgid()\nreturn f'has {ids}' if 0 in ids else 'denied'"),
    ),
)
