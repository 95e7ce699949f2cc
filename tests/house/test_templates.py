"""Templates are read by people: no line is so long that it runs out of an editor's window."""

from __future__ import annotations

from pathlib import Path

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
LONGEST = 160


def test_no_line_of_a_template_is_too_long():
    pages = sorted(TEMPLATES.rglob("*.html"))
    found = [
        f"{path.relative_to(TEMPLATES)}:{number}: {len(line)} characters"
        for path in pages
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST
    ]
    assert len(pages) >= 20
    assert found == []
