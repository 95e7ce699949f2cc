"""A copy of `frontend/` to build and to check, apart from the one that the other tests use."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

FRONT = Path(__file__).resolve().parents[3] / "frontend"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A source tree of its own, without what npm had installed."""
    shutil.copytree(FRONT, tmp_path / "frontend", ignore=shutil.ignore_patterns("node_modules"))
    (tmp_path / "app" / "static").mkdir(parents=True)
    return tmp_path


@pytest.fixture
def offline(tmp_path: Path) -> dict[str, str]:
    """Settings that lead npm to a registry that does not answer, and to an empty cache."""
    return {"npm_config_registry": "http://127.0.0.1:9", "npm_config_cache": str(tmp_path / "cache")}
