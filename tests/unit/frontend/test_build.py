from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[3]
HOOK = ROOT / "frontend" / "build.py"


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_hook", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def built_offline(tree: Path, offline: dict[str, str]) -> tuple[Path, str]:
    """The tree, built where the registry does not answer, and what the build said."""
    command = [sys.executable, str(tree / "frontend" / "build.py")]
    done = subprocess.run(
        command, env={**os.environ, **offline}, capture_output=True, text=True, check=True, timeout=120
    )
    return tree, done.stderr


@pytest.mark.slow
def test_without_a_registry_the_styles_are_built_all_the_same(built_offline: tuple[Path, str]):
    tree, said = built_offline
    dist = tree / "app" / "static" / "dist"
    manifest = json.loads((dist / "manifest.json").read_bytes())
    assert {"app.css", "favicon.svg"} <= set(manifest)
    assert "workspace.js" not in manifest
    sheet = (dist / manifest["app.css"]).read_text(encoding="utf-8")
    assert all(f"@layer {name} {{" in sheet for name in load(HOOK).STYLES)
    assert "The scripts were left out" in said
    assert "Traceback" not in said
    assert len(said.strip().splitlines()) == 1


@pytest.mark.slow
def test_a_build_without_scripts_is_tried_again(built_offline: tuple[Path, str]):
    tree, _ = built_offline
    assert not load(tree / "frontend" / "build.py").is_fresh(tree)


def test_a_build_of_the_same_sources_is_not_repeated(tree: Path):
    hook = load(tree / "frontend" / "build.py")
    dist = tree / "app" / "static" / "dist"
    dist.mkdir()
    (dist / "stamp.txt").write_text(hook.stamp(tree), encoding="utf-8")
    assert hook.is_fresh(tree)
    (tree / "frontend" / "styles" / "base.css").write_text("/* changed */", encoding="utf-8")
    assert not hook.is_fresh(tree)


def test_a_name_carries_the_hash_of_its_content(tmp_path: Path):
    hook = load(HOOK)
    stage = hook.Stage(tmp_path, tmp_path)
    first, second = stage.add("fonts/a.woff2", b"1"), stage.add("fonts/a.woff2", b"2")
    assert first != second
    assert first.startswith("fonts/a-")
    assert stage.manifest == {"fonts/a.woff2": second}
    assert (tmp_path / second).read_bytes() == b"2"


def test_every_style_sheet_has_its_place_in_the_cascade():
    files = {path.stem for path in (HOOK.parent / "styles").glob("*.css")}
    assert files == set(load(HOOK).STYLES)
