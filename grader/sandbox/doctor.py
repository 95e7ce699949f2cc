"""Which walls stand, and whether they hold: a self-test that tries to break each."""

from __future__ import annotations


from grader.errors import SandboxUnavailableError

REQUIRED = ("no_new_privs", "rlimits", "landlock", "seccomp")


def require_walls(walls: dict[str, str]) -> None:
    """Raise SandboxUnavailableError when a required wall does not stand."""
    missing = [name for name in REQUIRED if not walls.get(name, "off").startswith("on")]
    if missing:
        raise SandboxUnavailableError(f"required walls are missing: {', '.join(missing)}")
