"""Templates are read by people: no line is so long that it runs out of an editor's window."""

from __future__ import annotations

from pathlib import Path

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
LONGEST = 160
NOT_YET = {"_charts.html", "_results.html", "_values.html", "compare.html", "results.html", "submission.html"}
"""Templates whose lines are still to be wrapped."""


def test_no_line_of_a_template_is_too_long():
    pages = [path for path in sorted(TEMPLATES.rglob("*.html")) if path.name not in NOT_YET]
    found = [
        f"{path.relative_to(TEMPLATES)}:{number}: {len(line)} characters"
        for path in pages
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST
    ]
    assert len(pages) >= 10
    assert found == []
