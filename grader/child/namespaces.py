"""Namespaces of the zygote, once for all its children, and a root that holds only what may be read.

The walls here need privilege, or a kernel that grants user namespaces: where they are not to be had the zygote goes
on without them and says so. See namespaces(7), user_namespaces(7), pivot_root(2).
"""

from __future__ import annotations

import os
from pathlib import Path

import kernel

_NEWNS, _NEWUTS, _NEWIPC, _NEWUSER, _NEWPID, _NEWNET = 0x20000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000
_ALL = _NEWNS | _NEWUTS | _NEWIPC | _NEWPID | _NEWNET
_READ_ONLY, _NO_SUID, _NO_DEV, _REMOUNT, _BIND, _RECURSIVE, _PRIVATE = 1, 2, 4, 32, 4096, 16384, 1 << 18
_DETACH = 2
_DEVICES = ("/dev/null", "/dev/urandom")
_NEW_ROOT = "/tmp"  # noqa: S108  a mount point that every system has; our own mount hides what is there


def enter() -> None:
    """New mount, PID, network, IPC and UTS namespaces, through a user namespace for who is not root.

    The caller must fork next: only its child is inside the new PID namespace. Raises OSError where denied.
    """
    uid, gid = os.getuid(), os.getgid()
    if uid == 0:
        kernel.unshare(_ALL)
    else:
        kernel.unshare(_NEWUSER | _ALL)
        Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
        Path("/proc/self/uid_map").write_text(f"{uid} {uid} 1", encoding="ascii")
        Path("/proc/self/gid_map").write_text(f"{gid} {gid} 1", encoding="ascii")


def _open_paths(paths: list[str]) -> list[tuple[str, int]]:
    """Descriptors of the paths that exist, taken before the old root disappears."""
    return [(path, os.open(path, os.O_PATH | os.O_CLOEXEC)) for path in paths if Path(path).exists()]


def _bind(path: str, descriptor: int) -> None:
    """Show one file or directory of the old root at its own path below the new one, read-only."""
    source, target = f"/proc/self/fd/{descriptor}", Path(_NEW_ROOT + path)
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o755)
    if Path(source).is_dir():
        target.mkdir(exist_ok=True, mode=0o755)
    elif not target.exists():
        target.touch(0o444)
    kernel.mount(source, str(target), None, _BIND | _RECURSIVE)
    device = 0 if path in _DEVICES else _NO_DEV
    kernel.mount("none", str(target), None, _BIND | _REMOUNT | _READ_ONLY | _NO_SUID | device)


def change_root(visible: list[str], covered: list[str], packages: list[str]) -> None:
    """Make a root of `visible` alone, with `covered` empty but for `packages`, and leave the old one for good.

    Parents are 0755, so that an interpreter below a private home can be read by an unprivileged uid.
    """
    kernel.mount("none", "/", None, _RECURSIVE | _PRIVATE)
    sources = _open_paths([*visible, *_DEVICES])
    inside = _open_paths(packages)
    os.umask(0o022)
    covers = [_NEW_ROOT, *(_NEW_ROOT + path for path in covered)]
    kernel.mount("none", _NEW_ROOT, "tmpfs", _NO_SUID | _NO_DEV, "mode=755,size=1m")
    for path, descriptor in sources:
        _bind(path, descriptor)
    for cover in covers[1:]:
        kernel.mount("none", cover, "tmpfs", _NO_SUID | _NO_DEV, "mode=755,size=64k")
    for path, descriptor in inside:
        _bind(path, descriptor)
    for cover in covers:
        kernel.mount("none", cover, None, _BIND | _REMOUNT | _READ_ONLY | _NO_SUID | _NO_DEV)
    for _, descriptor in sources + inside:
        os.close(descriptor)
    _leave_old_root()


def _leave_old_root() -> None:
    os.chdir(_NEW_ROOT)
    kernel.syscall(kernel.SYS_PIVOT_ROOT, b".", b".")
    kernel.unmount(".", _DETACH)
    os.chdir("/")
