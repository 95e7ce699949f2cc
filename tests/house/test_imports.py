"""Who may import whom, where import-linter cannot see: read from the syntax trees."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CHILD = ROOT / "grader" / "child"
CHILD_MODULES = {path.stem for path in CHILD.glob("*.py")}
CAPABILITIES = sorted(path.parent.name for path in (ROOT / "app").glob("*/plug.py"))
INNER = [
    *sorted((ROOT / "app" / "kernel").glob("*.py")),
    *(
        path
        for name in (*CAPABILITIES, "jobs")
        for part in ("model", "ports", "service")
        for path in (ROOT / "app" / name).glob(f"{part}.py")
    ),
]
INNER_MAY_USE = ("app.kernel", "app.jobs", *(f"app.{name}" for name in CAPABILITIES), "grader.model")


def imported_names(path: Path) -> Iterator[tuple[int, str]]:
    """Give line and dotted name of each import, relative ones made absolute."""
    package = path.relative_to(ROOT).with_suffix("").parts[:-1]
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def dynamic_imports(path: Path) -> Iterator[int]:
    """Give the lines that import by a call."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            if name in {"__import__", "importlib.import_module", "import_module"}:
                yield node.lineno


def is_below(name: str, packages: tuple[str, ...]) -> bool:
    """Whether a dotted name is one of the packages or lies in one."""
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def offenders(paths: list[Path], allowed: tuple[str, ...]) -> list[str]:
    """List the imports of other things than the standard library and what is allowed."""
    return [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in paths
        for line, name in imported_names(path)
        if name.split(".")[0] not in sys.stdlib_module_names and not is_below(name, allowed)
    ]


def test_the_child_imports_only_the_standard_library_numpy_and_its_siblings():
    paths = sorted(CHILD.rglob("*.py"))
    assert paths, "grader/child is empty"
    assert offenders(paths, ("numpy", *CHILD_MODULES)) == []


def test_the_child_is_a_folder_and_not_a_package():
    assert not (CHILD / "__init__.py").exists()


def test_nobody_imports_the_child():
    paths = [path for top in ("app", "grader") for path in (ROOT / top).rglob("*.py") if CHILD not in path.parents]
    found = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in paths
        for line, name in imported_names(path)
        if is_below(name, ("grader.child",)) or name.split(".")[0] in CHILD_MODULES - sys.stdlib_module_names
    ]
    assert paths
    assert found == []


@pytest.mark.parametrize("path", INNER, ids=lambda path: str(path.relative_to(ROOT)))
def test_models_ports_and_services_take_only_the_standard_library_and_the_words(path: Path):
    assert offenders([path], INNER_MAY_USE) == []


def test_there_are_models_ports_and_services():
    assert CAPABILITIES == ["draws", "operations", "problems", "progress", "submissions", "workspace"]
    assert len(INNER) > 15


def test_nothing_there_is_imported_by_a_call():
    child = [path for path in CHILD.rglob("*.py") if path.name != "warm.py"]  # warms a list of standard modules
    paths = [*child, *INNER]
    found = [f"{path.relative_to(ROOT)}:{line}" for path in paths for line in dynamic_imports(path)]
    assert paths
    assert found == []
