"""What a machine must give before anything is judged on it; where it does not, a sentence says what to do."""

from __future__ import annotations

import platform

from grader.errors import SandboxUnavailableError

REQUIRED = ("no_new_privs", "rlimits", "landlock", "seccomp", "descriptors")
"""Walls that need no privilege, so there is no excuse."""
SYSTEM, PROCESSOR = "Linux", "x86_64"

_MEND = {
    "landlock": "it needs Linux 5.13 or later with Landlock built in and named in /sys/kernel/security/lsm, "
    "and a container runtime that lets it through",
    "seccomp": "it needs a kernel with CONFIG_SECCOMP_FILTER, and a container runtime that lets filters through",
}


def require_machine() -> None:
    """Raise SandboxUnavailableError on a system or a processor that the walls were not written for."""
    system, processor = platform.system(), platform.machine()
    if system != SYSTEM:
        raise SandboxUnavailableError(f"judging needs {SYSTEM}, and this is {system}: use a virtual machine with it")
    if processor != PROCESSOR:
        raise SandboxUnavailableError(
            f"this machine's processor ({processor}) is not supported: the list of system calls that submissions may "
            f"make is written for {PROCESSOR} alone, and without it nothing is judged. Use such a machine"
        )


def missing_walls(walls: dict[str, str]) -> str:
    """Which required walls do not stand and what to do, as a sentence; empty when all stand."""
    told = {name: walls.get(name, "off: the zygote did not say") for name in REQUIRED}
    return "; ".join(
        f"{name} is missing: {state.removeprefix('off: ')}{' - ' if name in _MEND else ''}{_MEND.get(name, '')}"
        for name, state in told.items()
        if not state.startswith("on")
    )


def require_walls(walls: dict[str, str]) -> None:
    """Raise SandboxUnavailableError when a required wall does not stand."""
    missing = missing_walls(walls)
    if missing:
        raise SandboxUnavailableError(missing)
