"""What must hold for the files in git: no registry is named, locks are whole, modules stay small."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCKS = ("requirements.lock", "requirements-build.lock", "requirements-dev.lock")
# Written in two parts, so that this file does not name them either.
REGISTRIES = tuple(
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("registry", "npmjs", "org"),
        ("registry", "yarnpkg", "com"),
        ("npmmirror", "com"),
        ("deb", "debian", "org"),
        ("archive", "ubuntu", "com"),
    )
)
LARGEST_MODULE = 250
LARGEST_TEST_MODULE = 400  # mirrors one module, case by case


def tracked(*patterns: str) -> list[Path]:
    """List the files that git tracks and that are there."""
    command = ["git", "-C", str(ROOT), "ls-files", "-z", "--", *patterns]
    names = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def normalised(requirement: str) -> str:
    """Give the name in a requirement, as registries spell it."""
    name = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert name, requirement
    return re.sub(r"[-_.]+", "-", name[0]).lower()


def declared() -> list[str]:
    """List the name of every dependency in pyproject.toml, of whatever group."""
    groups = [item for group in PYPROJECT["dependency-groups"].values() for item in group]
    requirements = [*PYPROJECT["build-system"]["requires"], *PYPROJECT["project"]["dependencies"], *groups]
    return sorted({normalised(requirement) for requirement in requirements})


def from_npm() -> list[str]:
    """List the npm packages that the front end asks for by name."""
    package = json.loads((ROOT / "frontend" / "package.json").read_bytes())
    return sorted({*package.get("dependencies", {}), *package.get("devDependencies", {})})


def entries(lock: str) -> list[str]:
    """Join each entry of a lock file to one line."""
    text = (ROOT / lock).read_text(encoding="utf-8").replace("\\\n", " ")
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


def test_no_file_in_git_names_a_registry():
    files = tracked()
    found = [
        f"{path.relative_to(ROOT)}: {host}"
        for path in files
        for host in REGISTRIES
        if host.encode() in path.read_bytes()
    ]
    assert files
    assert found == []


@pytest.mark.parametrize("lock", LOCKS)
def test_each_entry_of_a_lock_is_pinned_and_hashed(lock: str):
    pinned = re.compile(r"[a-z0-9-]+==[^ ]+( ; [^#]+?)?( --hash=sha256:[0-9a-f]{64})+")
    lines = entries(lock)
    assert lines
    assert [line[:80] for line in lines if not pinned.fullmatch(line)] == []


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_holds_no_address_and_no_option(lock: str):
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert "://" not in text
    assert [line for line in text.splitlines() if line.startswith("-")] == []


def test_the_locks_agree_with_each_other_and_with_pyproject():
    pins = {lock: {line.split(" --hash")[0] for line in entries(lock)} for lock in LOCKS}
    names = {normalised(pin) for pin in pins["requirements-dev.lock"]}
    assert pins["requirements.lock"] <= pins["requirements-dev.lock"]
    assert pins["requirements-build.lock"] <= pins["requirements-dev.lock"]
    assert set(declared()) <= names


def test_npm_locks_carry_hashes_and_no_addresses():
    locks = tracked("*package-lock.json")
    assert locks
    for path in locks:
        packages = {name: item for name, item in json.loads(path.read_bytes())["packages"].items() if name}
        assert [name for name, item in packages.items() if "resolved" in item] == []
        assert [name for name, item in packages.items() if "integrity" not in item] == []


@pytest.mark.parametrize(
    ("patterns", "limit"),
    [
        (("app/*.py", "grader/*.py", "bench/*.py", "frontend/*.py", "frontend/src/*.ts"), LARGEST_MODULE),
        (("tests/*.py", "frontend/tests/*.ts"), LARGEST_TEST_MODULE),
    ],
)
def test_modules_stay_small(patterns: tuple[str, ...], limit: int):
    sizes = {str(path.relative_to(ROOT)): len(path.read_bytes().splitlines()) for path in tracked(*patterns)}
    assert sizes
    assert {name: size for name, size in sizes.items() if size > limit} == {}


def test_the_newest_change_is_of_this_version():
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    top = re.search(r"^## (\S+)", changelog, re.MULTILINE)
    assert top
    assert top[1] == PYPROJECT["project"]["version"]


def test_every_dependency_has_its_reason_written_down():
    text = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "decisions").glob("*.md")).lower()
    assert [name for name in [*declared(), *from_npm()] if f"`{name}`" not in text] == []


def test_the_build_hook_asks_for_what_is_pinned():
    tree = ast.parse((ROOT / "frontend" / "build.py").read_bytes())
    tools = [
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "TOOLS"
    ]
    needed = [*PYPROJECT["build-system"]["requires"], *(tool for names in tools for tool in names)]
    assert len(tools) == 1
    assert sorted(needed) == sorted(PYPROJECT["dependency-groups"]["build"])


def test_every_decision_is_listed():
    folder = ROOT / "docs" / "decisions"
    index = (folder / "README.md").read_text(encoding="utf-8")
    pages = [path.name for path in folder.glob("*.md") if path.name != "README.md"]
    assert pages
    assert [name for name in pages if f"({name})" not in index] == []


def test_links_between_pages_lead_somewhere():
    link = re.compile(r"\]\((?!https?://|#|mailto:)([^)#\s]+)")
    pages = tracked("*.md")
    found = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in pages
        if "problems" not in page.relative_to(ROOT).parts[:1]
        for target in link.findall(page.read_text(encoding="utf-8"))
        if not (page.parent / target).exists()
    ]
    assert pages
    assert found == []
