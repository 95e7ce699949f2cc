"""Each wall is tested by its absence: what is denied behind it gets through where it alone is missing.

Walls that would deny the attempt as well are left away both times. It all happens inside a PID namespace and as an
unprivileged uid, but where one of these is itself the wall: those attempts only look, or connect to our own listener.
"""

from __future__ import annotations

import ctypes
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from grader.errors import SandboxUnavailableError
from grader.model import Reason, RunStatus, Value
from grader.sandbox import requirements
from grader.sandbox.uids import UidLease
from grader.sandbox.zygote import CHILD_FOLDER, Zygote
from tests.hostile.alone import Attempt, Zygotes, attempt, denied, outcome, privileged, through, zygotes

pytestmark = pytest.mark.slow

NAMESPACES, _FILES = ("mnt", "pid", "uts", "ipc", "net"), ("landlock", "seccomp", "root")
_IPC_CREATE, _IPC_REMOVE = 0o1000, 0
ATTEMPTS = {
    # Landlock
    "read a file that everybody may read": attempt(
        "landlock", "root", body="return 'got ' + open(told['public']).read(4)"
    ),
    "list a folder": attempt("landlock", "root", body="return f\"got {os.listdir(told['folder'])}\""),
    "make a file": attempt(
        "landlock", "root", "seccomp", body="os.close(os.open(told['folder'] + '/ac_file', 66)); return 'got it'"
    ),
    "make a folder": attempt(
        "landlock", "root", "seccomp", body="os.mkdir(told['folder'] + '/ac_folder'); return 'got it'"
    ),
    "bind a TCP port": attempt(
        "landlock", "seccomp", body="socket.socket().bind(('0.0.0.0', 0)); return 'got a port'"
    ),
    "connect to an abstract socket": attempt(
        "landlock", "seccomp", "namespaces", "root",
        body="socket.socket(socket.AF_UNIX).connect('\\0' + told['abstract']); return 'got through'",
    ),
    # seccomp
    "fork": attempt("seccomp", body="assert forked(lambda: 0) == 0; return 'got a process'"),
    "execute": attempt(
        "seccomp", "landlock", "root",
        body="assert forked(lambda: os.execv('/bin/true', ['true'])) == 0; return 'got it'",
    ),
    "signal the parent": attempt("seccomp", body="os.kill(os.getppid(), 0); return 'got it'"),
    "make a socket": attempt("seccomp", body="socket.socket(socket.AF_UNIX); return 'got a socket'"),
    "make a pipe": attempt("seccomp", body="os.pipe(); return 'got a pipe'"),
    "make memory a file": attempt("seccomp", body="called(libc.memfd_create(b'm', 0)); return 'got a file'"),
    "map memory that is writable and executable": attempt(
        "seccomp", body="called(libc.mmap(None, ctypes.c_long(4096), 7, 0x22, -1, ctypes.c_long(0))); return 'got it'"
    ),
    "trace": attempt("seccomp", body="called(libc.ptrace(0, 0, 0, 0)); return 'got traced'"),
    "ask for the bounding set": attempt("seccomp", body="called(libc.prctl(23, 0, 0, 0, 0)); return 'got it'"),
    "make an epoll": attempt("seccomp", body="called(libc.epoll_create1(0)); return 'got it'"),
    "make a key": attempt(
        "seccomp", body="called(libc.syscall(248, b'user', b'ac_key', b'x', 1, -2)); return 'got a key'"
    ),
    "open another namespace": attempt("seccomp", body="called(libc.unshare(0x10000000)); return 'got one'"),
    "open a file for writing": attempt(
        "seccomp", "root", "landlock", body="os.close(os.open(told['public'], os.O_RDWR)); return 'got it'"
    ),
    # resource limits, each with a demand that no other of them stops
    "much private memory (DATA)": attempt(
        "rlimits", "cgroup", body="return f'got {len(mmap.mmap(-1, 700 << 20, mmap.MAP_PRIVATE | mmap.MAP_ANON))}'"
    ),
    "much shared memory (AS)": attempt(
        "rlimits", "cgroup", body="return f'got {len(mmap.mmap(-1, 2 << 30, mmap.MAP_SHARED | mmap.MAP_ANON))}'"
    ),
    "write a file (FSIZE)": attempt(
        "rlimits", *_FILES,
        body="""
        with open(f"{told['folder']}/ac_{os.getuid()}", 'w') as file:
            file.write('x')
        return 'got it'
        """,
    ),
    "many descriptors (NOFILE)": attempt(
        "rlimits", body="return f'got {max(os.dup(0) for _ in range(100))}'"
    ),
    "lock memory (MEMLOCK)": attempt(
        "rlimits", "seccomp", body="called(libc.mlock(ctypes.create_string_buffer(64), 64)); return 'got it'"
    ),
    "make a message queue (MSGQUEUE)": attempt(
        "rlimits", "seccomp", "landlock",
        body="called(libc.syscall(240, b'ac_queue', 66, 0o600, None)); return 'got a queue'"
    ),
    "dump core (CORE)": attempt(
        "rlimits", *_FILES,
        body="""
        def crash():
            os.chdir(told['folder'])
            called(libc.prctl(4, 1, 0, 0, 0))
            resource.setrlimit(resource.RLIMIT_CORE, (1 << 20, 1 << 20))
            os.abort()
        if not os.WCOREDUMP(forked(crash)):
            raise OSError('no core')
        return 'got a core'
        """,
    ),
    # descriptors
    "use a descriptor of the zygote": attempt(
        "descriptors",
        body="""
        found = []
        for fd in range(6, 64):
            try:
                os.fstat(fd)
                found.append(fd)
            except OSError:
                pass
        if not found:
            raise OSError('none')
        return f'got {found}'
        """,
    ),
    # namespaces, one by one
    "see a process of the machine (PID)": attempt(
        "namespaces", "root", "seccomp", "landlock",
        body="""
        def there(pid):
            try:
                os.kill(pid, 0)
            except PermissionError:
                return True
            except ProcessLookupError:
                return False
        if there(1 << 29) or not there(told['pid']):
            raise OSError('not to be told')
        return 'got its pid'
        """,
    ),
    "connect to a port of the machine (network)": attempt(
        "namespaces", "root", "seccomp", "landlock",
        body="socket.create_connection(('127.0.0.1', told['port']), 2).close(); return 'got through'",
    ),
    "connect to an abstract socket of the machine (network)": attempt(
        "namespaces", "root", "seccomp", "landlock",
        body="socket.socket(socket.AF_UNIX).connect('\\0' + told['abstract']); return 'got through'",
    ),
    "see shared memory of the machine (IPC)": attempt(
        "namespaces", "root", "seccomp", body="called(libc.shmget(told['key'], 0, 0)); return 'got it'"
    ),
    **{
        f"be in the machine's own namespace ({name})": attempt(
            "namespaces", "root", "seccomp", "landlock",
            body=f"""
            if os.readlink('/proc/self/ns/{name}') != told['ns_{name}']:
                raise OSError('another')
            return 'got in'
            """,
        )
        for name in NAMESPACES
    },
    # the root of its own
    "see the machine's files": attempt("root", "landlock", body="return f\"got {os.stat(told['public']).st_size}\""),
    "see what other processes are there": attempt("root", "landlock", body="return f\"got {os.listdir('/proc')[:1]}\""),
    # no_new_privs, without which the kernel lets nobody put on Landlock or seccomp
    "become root through a set-uid program": attempt(
        "no_new_privs", "seccomp", "landlock", "root", "rlimits",
        body="""
        end, start = os.pipe()
        def ask():
            os.dup2(start, 1)
            os.execv(told['set_uid'], ['id', '-u'])
        forked(ask)
        if os.read(end, 16) != b'0\\n':
            raise OSError('nobody')
        return 'got root'
        """,
    ),
    # the uid: without it children are root, of no capability
    "read a file of root's alone": attempt(
        "uid", "landlock", "root", body="return 'got ' + open(told['private']).read(4)"
    ),
    "start a hundred threads (NPROC)": attempt(
        "uid",
        body="""
        import threading
        done = threading.Event()
        threading.stack_size(65536)
        try:
            for _ in range(100):
                threading.Thread(target=done.wait, daemon=True).start()
        finally:
            done.set()
        return 'got a hundred'
        """,
    ),
    # capabilities, which only root has to lose; the name is that of the namespace alone
    "give the machine another name": attempt(
        "capabilities", "uid", "seccomp", body="socket.sethostname('ac-name'); return 'got to name it'"
    ),
    # undumpability: without it a process may look into another of its user
    "read the zygote's memory": attempt(
        "dumpable", "uid", "seccomp",
        body="""
        kept = ctypes.create_string_buffer(b'kept', 8)
        here = struct.pack('QQ', ctypes.addressof(kept), 8)
        called(libc.process_vm_readv(os.getppid(), here, 1, struct.pack('QQ', id(None), 8), 1, 0))
        return 'got its memory'
        """,
    ),
    # the cgroup: limits are for each process
    "use much memory in many processes": attempt(
        "cgroup", "seccomp",
        body="""
        def grow():
            held = bytearray(400 << 20)
            held[::4096] = b'x' * len(held[::4096])
            time.sleep(0.5)
        pids = []
        for _ in range(4):
            pid = os.fork()
            if pid == 0:
                grow()
                os._exit(0)
            pids.append(pid)
        if any([os.waitpid(pid, 0)[1] for pid in pids]):
            raise MemoryError('one was killed')
        return 'got 1600 MB'
        """,
    ),
}  # fmt: skip
SINCE = {"bind a TCP port": 4, "connect to an abstract socket": 6}
"""The Landlock ABI that brought it."""


@pytest.fixture(scope="module")
def lacking() -> Iterator[Zygotes]:
    with zygotes() as found:
        if os.geteuid() != 0 or not privileged(found.without(frozenset())):
            pytest.skip("walls may be left away only where a PID namespace and an unprivileged uid stand")
        yield found


@pytest.fixture(scope="module")
def told() -> Iterator[dict[str, Value]]:
    """Files, listeners and shared memory to be found; the folder is one that everybody may write to."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="allclose-walls-", dir="/var/tmp")))
        port, abstract = socket.create_server(("127.0.0.1", 0)), socket.socket(socket.AF_UNIX)
        stack.enter_context(port)
        stack.enter_context(abstract)
        abstract.bind("\0" + folder.name)
        abstract.listen(8)
        known: dict[str, Value] = {"port": port.getsockname()[1], "abstract": folder.name, "pid": os.getpid()}
        names = {f"ns_{name}": str(Path(f"/proc/self/ns/{name}").readlink()) for name in NAMESPACES}
        yield {**known, **names, **files(folder), "key": stack.enter_context(shared_memory())}


def files(folder: Path) -> dict[str, Value]:
    """A file for everybody, one for root alone, and a program that runs as root whoever starts it."""
    folder.chmod(0o777)
    paths = {name: folder / name for name in ("public", "private", "set_uid")}
    paths["public"].write_text("open to all", encoding="utf-8")
    paths["private"].write_text("for one alone", encoding="utf-8")
    shutil.copyfile("/usr/bin/id", paths["set_uid"])
    for name, mode in (("public", 0o666), ("private", 0o600), ("set_uid", 0o4755)):
        paths[name].chmod(mode)
    return {"folder": str(folder), **{name: str(path) for name, path in paths.items()}}


@contextmanager
def shared_memory() -> Iterator[int]:
    """The key of a System V segment (shmget(2), shmctl(2)) that everybody may use."""
    libc = ctypes.CDLL(None, use_errno=True)
    key = 0x61630000 | os.getpid() & 0xFFFF
    segment = libc.shmget(key, 4096, _IPC_CREATE | 0o666)
    assert segment >= 0
    try:
        yield key
    finally:
        libc.shmctl(segment, _IPC_REMOVE, None)


def absence(made: Attempt) -> tuple[tuple[frozenset[str], bool], tuple[frozenset[str], bool]]:
    """Which walls are left away, and whether children are root: with the wall, and without it."""
    others, root = made.overlapping - {"uid"}, "uid" in made.overlapping
    if made.wall == "uid":
        return (others, False), (others, True)
    return (others, root), (others | {made.wall}, root)


@pytest.mark.parametrize("title", ATTEMPTS)
def test_what_a_wall_denies_gets_through_without_it(lacking: Zygotes, told: dict[str, Value], title: str):
    made = ATTEMPTS[title]
    behind, without = absence(made)
    if made.wall == "cgroup" and not lacking.without(frozenset()).walls["cgroup"].startswith("on"):
        pytest.skip("this machine lets us make no memory cgroup")
    if landlock_abi(lacking) < SINCE.get(title, 0):
        pytest.skip(f"Landlock denies it from ABI {SINCE[title]} on")
    came = lacking.outcome(made.body, told, *behind)
    assert denied(came), f"{made.wall} did not deny it: {came}"
    came = lacking.outcome(made.body, told, *without)
    assert through(came), f"something else denies it: {came}"


@pytest.mark.parametrize("title", ATTEMPTS)
def test_it_is_denied_behind_all_walls(lacking: Zygotes, told: dict[str, Value], title: str):
    came = lacking.outcome(ATTEMPTS[title].body, told, frozenset())
    assert denied(came), came


def landlock_abi(lacking: Zygotes) -> int:
    """The kernel's."""
    return int(lacking.without(frozenset()).walls["landlock"].split()[-1])


def test_every_wall_has_its_attempt(lacking: Zygotes):
    assert {*lacking.without(frozenset()).walls, "capabilities", "dumpable"} == {
        made.wall for made in ATTEMPTS.values()
    }


def test_a_wall_that_is_left_away_is_reported_and_refused(lacking: Zygotes):
    for name in requirements.REQUIRED:
        left = {name} | ({"landlock", "seccomp"} if name == "no_new_privs" else set())
        walls = lacking.without(frozenset(left)).walls
        assert walls[name] == "off: left away"
        with pytest.raises(SandboxUnavailableError, match=name):
            requirements.require_walls(walls)


def test_landlock_and_seccomp_cannot_be_had_with_new_privileges(lacking: Zygotes):
    """So nothing can be judged without no_new_privs, even by a mistake of ours."""
    with pytest.raises(SandboxUnavailableError, match=r"landlock is missing: syscall\(446\): Operation not permitted"):
        lacking.without(frozenset({"no_new_privs", "seccomp"}))


@pytest.mark.slow
@pytest.mark.usefixtures("lacking")
def test_processor_time_is_a_backstop(monkeypatch: pytest.MonkeyPatch):
    """The judge's deadlines come first; where they fail, the kernel ends a child, also one that ignores its signal."""
    monkeypatch.setattr("grader.sandbox.zygote.CPU_SECONDS", 1)
    monkeypatch.setattr("grader.sandbox.outcome.CPU_SECONDS", 1)
    loops, deaf = "while True: pass", "signal.signal(signal.SIGXCPU, signal.SIG_IGN)\nwhile True: pass"
    told = []
    for walls, body in ((set(), loops), (set(), deaf), ({"rlimits"}, loops)):
        with UidLease() as lease, closing(Zygote(8_000, lease.uid, without=frozenset(walls))) as zygote:
            came = outcome(zygote, body, None, seconds=3.5 if walls else 20.0)
        assert came.status is RunStatus.TIMED_OUT
        told.append((came.reason, came.signal))
    ended = [(Reason.SUBMISSION, signal.SIGXCPU), (Reason.SUBMISSION, signal.SIGKILL)]
    assert told == [*ended, (Reason.CASE, 0)]


IMPORT = "import pydantic; return 'got ' + pydantic.__name__"
VARIABLE = "return 'got ' + os.environb[b'ALLCLOSE_TEST_VARIABLE'].decode() if told in os.environ else called(-1)"


def _unclean(control: int) -> subprocess.Popen[bytes]:
    """Start a zygote as one would without thinking: in one's own environment."""
    return subprocess.Popen([sys.executable, str(CHILD_FOLDER), str(control)], pass_fds=(control,), cwd="/")


def test_a_clean_exec_and_the_finder_hide_packages_and_variables(monkeypatch: pytest.MonkeyPatch):
    """With Landlock, the new root and the uid away, so that nothing but the clean start is in between."""
    if os.geteuid() != 0:
        pytest.skip("walls may be left away only where a PID namespace and an unprivileged uid stand")
    monkeypatch.setenv("ALLCLOSE_TEST_VARIABLE", "of the host")
    told: list[bool] = []
    for unclean in (False, True):
        if unclean:
            monkeypatch.setattr("grader.sandbox.zygote._spawn", _unclean)
        zygote = Zygote(8_001, None, without=frozenset({"landlock", "root"}))
        try:
            told += [through(outcome(zygote, body, "ALLCLOSE_TEST_VARIABLE")) for body in (IMPORT, VARIABLE)]
        finally:
            zygote.close()
    assert told == [False, False, True, True]


@pytest.mark.usefixtures("lacking")
def test_a_child_dies_with_its_zygote():
    """By PR_SET_PDEATHSIG alone: there is no PID namespace whose end would take it along."""
    with ExitStack() as stack:
        uid = stack.enter_context(UidLease()).uid
        zygote = stack.enter_context(closing(Zygote(8_002, uid, without=frozenset({"namespaces", "root"}))))
        child = stack.enter_context(closing(zygote.take()))
        assert select.select([child.pidfd], [], [], 0)[0] == []
        os.kill(zygote.pid, signal.SIGKILL)
        assert select.select([child.pidfd], [], [], 1.0)[0] == [child.pidfd]
