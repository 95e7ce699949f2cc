"""What a child may read, and that nothing of ours or of other packages is among it."""

from __future__ import annotations

import site
import sysconfig
from pathlib import Path

import numpy as np

import grader
from grader.sandbox.tree import _list_around, interpreter, readable_tree

TREE = readable_tree()


def granted(path: Path) -> bool:
    """Whether Landlock would let a child read a path."""
    return any(path.is_relative_to(entry) for entry in TREE.readable)


def test_numpy_and_the_standard_library_are_readable():
    assert TREE.numpy == str(Path(np.__file__).parent)
    assert granted(Path(np.__file__))
    assert granted(Path(sysconfig.get_path("stdlib")) / "json" / "__init__.py")
    assert granted(Path("/dev/urandom"))


def test_our_code_other_packages_and_the_host_are_not():
    packages = Path(sysconfig.get_path("purelib"))
    secret = [Path(grader.__file__), packages / "pydantic" / "__init__.py", packages / "any.pth", packages]
    secret += [Path(folder) / "x.py" for folder in site.getsitepackages()]
    secret += [Path(name) for name in ("/", "/etc/passwd", "/root", "/home", "/tmp", "/proc/self", "/usr/bin/python3")]  # noqa: S108
    assert [str(path) for path in secret if granted(path)] == []


def test_package_folders_inside_the_standard_library_are_covered():
    inside = Path(sysconfig.get_path("stdlib")) / "site-packages"
    assert not inside.is_dir() or str(inside) in TREE.covered


def test_a_root_is_taken_apart_around_what_is_covered(tmp_path: Path):
    for name in ("a/keep", "a/hide/secret", "b"):
        (tmp_path / name).mkdir(parents=True)
    found = list(_list_around(tmp_path, {tmp_path / "a" / "hide"}))
    assert found == [tmp_path / "a" / "keep", tmp_path / "b"]
    assert list(_list_around(tmp_path, {tmp_path})) == []
    assert list(_list_around(tmp_path, {tmp_path.parent / "elsewhere"})) == [tmp_path]


def test_the_interpreter_is_the_one_below_the_environment():
    assert Path(interpreter()).is_file()
    assert sysconfig.get_path("purelib") not in interpreter()
