"""What a child may read: the standard library without site-packages, NumPy, and the system's shared libraries."""

from __future__ import annotations

import site
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

_LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib")
_FILES = ("/usr/share/zoneinfo", "/etc/localtime", "/dev/null", "/dev/urandom")
_TRIPLET = sysconfig.get_config_var("MULTIARCH") or "x86_64-linux-gnu"


@dataclass(frozen=True, slots=True)
class Tree:
    """Paths for the walls.

    Attributes:
        numpy: the folder of the package.
        visible: roots that the new mount root shows.
        covered: folders of packages inside them, emptied there.
        packages: NumPy's own folders, shown again.
        readable: what Landlock grants: the roots, taken apart around what is covered.
    """

    numpy: str
    visible: tuple[str, ...]
    covered: tuple[str, ...]
    packages: tuple[str, ...]
    readable: tuple[str, ...]


def _package_folders() -> set[Path]:
    """Every folder that holds installed packages, of the environment and of the interpreter below it."""
    names = ("site-packages", "dist-packages")
    standard = Path(sysconfig.get_path("stdlib"))
    own = [sysconfig.get_path(key) for key in ("purelib", "platlib")]
    found = {Path(path) for path in (*site.getsitepackages(), *own)}
    found |= {standard / name for name in names} | {standard.parent / "python3" / name for name in names}
    return {path for path in found if path.is_dir()}


def _list_around(root: Path, covered: set[Path]) -> Iterator[Path]:
    """The root itself, or its entries one by one where something below it must stay hidden."""
    if root in covered:
        return
    if root.is_dir() and any(path.is_relative_to(root) for path in covered):
        for entry in sorted(root.iterdir()):
            yield from _list_around(entry, covered)
    else:
        yield root


def _library_roots() -> list[Path]:
    """Folders and files of shared libraries, never a folder of Python packages."""
    folders = [Path(base) / _TRIPLET for base in _LIBRARIES] + [Path("/lib64"), Path("/usr/lib64")]
    files = [path for base in _LIBRARIES if Path(base).is_dir() for path in sorted(Path(base).glob("*.so*"))]
    return [path for path in (*folders, *files) if path.exists()]


@cache
def readable_tree() -> Tree:
    """The tree of this interpreter and this NumPy; looked up once for a process."""
    package = Path(np.__file__).parent
    standard = [Path(sysconfig.get_path(key)) for key in ("stdlib", "platstdlib")]
    roots = dict.fromkeys([*standard, *_library_roots()])
    numpy_roots = [path for path in (package, package.parent / "numpy.libs") if path.is_dir()]
    extra = [Path(path) for path in _FILES if Path(path).exists()]
    covered = _package_folders()
    granted = [entry for root in roots for entry in _list_around(root, covered)]
    return Tree(
        numpy=str(package),
        visible=tuple(str(path) for path in (*roots, *extra)),
        covered=tuple(str(path) for path in sorted(covered) if any(path.is_relative_to(root) for root in roots)),
        packages=tuple(str(path) for path in numpy_roots),
        readable=tuple(str(path) for path in (*granted, *extra, *numpy_roots)),
    )


def interpreter() -> str:
    """The base interpreter: the environment's own would add its folders to the path."""
    return getattr(sys, "_base_executable", "") or sys.executable
