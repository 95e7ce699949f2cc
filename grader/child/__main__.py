"""Started clean (`python -I -S -B grader/child FD`) with one socket and nothing else: becomes a walled zygote.

The order matters: look around while the file system is whole, enter namespaces, change root, give up privilege,
import and warm up, then shut the door on files; the last walls are put on each child.
"""

from __future__ import annotations

import contextlib
import fcntl
import importlib.abc
import importlib.util
import json
import os
import resource
import socket
import sys
from collections.abc import Callable, Iterator
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import kernel
import landlock
import namespaces
import seccomp

if TYPE_CHECKING:
    from zygote import Zygote

Report: TypeAlias = dict[str, str]

_LEFT_AWAY = "left away"
_CONFIG_LIMIT = 1 << 16
_HIGH_FD = 10
"""Out of the way of the descriptors that children keep."""
_STACK = 64 << 20
_ONCE = (
    (resource.RLIMIT_CORE, 0),
    (resource.RLIMIT_FSIZE, 0),
    (resource.RLIMIT_MEMLOCK, 0),
    (resource.RLIMIT_MSGQUEUE, 0),
    (resource.RLIMIT_NOFILE, 64),
    (resource.RLIMIT_STACK, _STACK),
)
_THREADS = 64


class NumpyFinder(importlib.abc.MetaPathFinder):
    """Finds `numpy` and nothing else beyond the standard library."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:  # noqa: ARG002
        """A spec for the package itself; its parts are found through its own path."""
        if name != "numpy":
            return None
        start = f"{self._folder}/__init__.py"
        return importlib.util.spec_from_file_location(name, start, submodule_search_locations=[self._folder])


def _try_namespaces() -> str:
    try:
        namespaces.enter()
    except OSError as error:
        return f"off: {error.strerror}"
    return "on"


def _enter_namespaces(parent: int, report: Report, *, wanted: bool) -> int:
    """Enter namespaces where allowed; returns, with the pid to die with, only in the process that goes on."""
    kernel.die_with(parent)
    report["namespaces"] = _try_namespaces() if wanted else f"off: {_LEFT_AWAY}"
    if report["namespaces"] != "on":
        return parent
    kernel.die_with(parent)  # a change of credentials forgets it
    inner = os.fork()
    if inner:
        kernel.close_from(3)
        _, status = os.waitpid(inner, 0)
        os._exit(os.waitstatus_to_exitcode(status) & 0x7F)
    return 0  # what getppid says when the parent is outside the PID namespace


def _change_root(config: dict[str, Any], report: Report) -> None:
    """See only the readable tree; without a mount namespace Landlock alone stands between."""
    if "root" in config["without"]:
        report["root"] = f"off: {_LEFT_AWAY}"
    elif report["namespaces"] == "on":
        namespaces.change_root(config["visible"], config["covered"], config["packages"])
        report["root"] = "on"
    else:
        report["root"] = report["namespaces"]


def _become(uid: int) -> None:
    """Be that user and nobody else; raises RuntimeError as root without the capabilities that this takes."""
    try:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    except PermissionError as error:
        raise RuntimeError(
            "this is root without the capabilities SETUID and SETGID, which cannot become another user: "
            "grant them, or start as an ordinary user"
        ) from error


def _give_up_privilege(uid: int | None, without: list[str], report: Report) -> None:
    """Become the slot's own uid when root, and hold no capability in any case."""
    if uid is None:
        report["uid"] = "off: not started as root"
    else:
        resource.setrlimit(resource.RLIMIT_NPROC, (_THREADS, _THREADS))
        _become(uid)
        report["uid"] = "on"
    if "capabilities" not in without:
        kernel.drop_capabilities()
    if "dumpable" not in without:
        kernel.prctl(kernel.PR_SET_DUMPABLE, 0)


def _put_up_walls(config: dict[str, Any], report: Report) -> None:
    """The walls that children inherit: no new privileges, limits, and read-only access to the granted files."""
    without = config["without"]
    if "no_new_privs" not in without:  # where it is missing, the kernel refuses Landlock and seccomp
        kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
    for wall in ("no_new_privs", "rlimits", "landlock", "seccomp", "descriptors"):
        report[wall] = f"off: {_LEFT_AWAY}" if wall in without else "on"
    if "rlimits" not in without:
        _limit()
    if "landlock" not in without:
        report["landlock"] = f"on: ABI {_put_up('landlock', report, lambda: landlock.restrict(config['readable']))}"
    if "seccomp" not in without:
        _put_up("seccomp", report, seccomp.require)


def _put_up(wall: str, report: Report, work: Callable[[], int]) -> int:
    """Put up a wall, or find out that one can be put up; where the kernel refuses, the report says so."""
    try:
        return work()
    except OSError as error:
        report[wall] = f"off: {error.strerror}"
        raise


def _limit() -> None:
    for what, value in _ONCE:
        hard = resource.getrlimit(what)[1]
        bound = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(what, (bound, bound))


def _hide_own_modules() -> None:
    """Take our modules out of reach of `import`: they stay alive where they are referred to."""
    here = str(Path(__file__).parent)
    for name, module in list(sys.modules.items()):
        if name != "__main__" and str(getattr(module, "__file__", "")).startswith(here):
            del sys.modules[name]
    sys.path[:] = [entry for entry in sys.path if entry != here]
    sys.path_importer_cache.pop(here, None)
    sys.argv[:] = [""]


@contextlib.contextmanager
def _without_fork_hooks() -> Iterator[None]:
    """Modules that are imported meanwhile do nothing in a child after a fork.

    What they would do is of no use: a zygote has one thread and holds no lock, and random numbers are seeded where a
    program asks for some. It would copy some sixty pages for every child.
    """
    register, os.register_at_fork = os.register_at_fork, lambda **_: None
    try:
        yield
    finally:
        os.register_at_fork = register


def _warm_up(modules: Callable[[], None]) -> None:
    """Import as the one who will run submissions; raises RuntimeError where that one cannot read the interpreter."""
    try:
        modules()
    except (ImportError, OSError) as error:
        place = f"the standard library below {sys.base_prefix} or NumPy"
        raise RuntimeError(
            f"uid {os.getuid()} cannot read {place} ({error}): give it a path that everyone may read"
        ) from error


def _prepare(config: dict[str, Any], control: socket.socket, report: Report) -> Zygote:
    os.umask(0o077)
    os.chdir("/")
    parent = _enter_namespaces(config["parent"], report, wanted="namespaces" not in config["without"])
    sys.meta_path.append(NumpyFinder(config["numpy"]))
    with _without_fork_hooks():
        import warm  # noqa: PLC0415  NumPy first, while the whole file system is there
        import zygote  # noqa: PLC0415

    statm = os.open("/proc/self/statm", os.O_RDONLY | os.O_CLOEXEC)
    _change_root(config, report)
    _give_up_privilege(config["uid"], config["without"], report)
    kernel.die_with(parent)
    with _without_fork_hooks():
        _warm_up(warm.modules)
    _hide_own_modules()
    kernel.prctl(kernel.PR_SET_CHILD_SUBREAPER, 1)  # what a child would leave behind comes to us, and is found
    _put_up_walls(config, report)
    return zygote.Zygote(control, statm, config)


def main() -> None:
    """Take the configuration, put the walls on, tell which stand, and serve."""
    given = int(sys.argv[1])
    control = socket.socket(fileno=fcntl.fcntl(given, fcntl.F_DUPFD_CLOEXEC, _HIGH_FD))
    os.close(given)
    config = json.loads(control.recv(_CONFIG_LIMIT))
    report: Report = {}
    try:
        ready = _prepare(config, control, report)
    except BaseException as error:  # noqa: BLE001  whatever failed, the judge must hear of it and refuse
        told = {"walls": report, "error": f"{type(error).__name__}: {error}"[:1000]}
        control.send(b"F" + json.dumps(told).encode())
        os._exit(1)
    control.send(b"R" + json.dumps({"walls": report}).encode())
    ready.run(config["memory_mb"])


main()
