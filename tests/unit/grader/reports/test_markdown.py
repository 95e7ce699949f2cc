"""The Markdown report, read back by a parser of GitHub's flavour."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from grader.reports import markdown_report
from grader.reports.markdown import escape
from tests.unit.grader.reports.submissions import NASTY, told

PARSER = MarkdownIt("commonmark", {"html": True}).enable("table")
PLAIN = {"text", "html_inline", "softbreak"}


def tokens(text: str) -> list[Token]:
    found = PARSER.parse(text)
    return [*found, *(child for token in found for child in token.children or ())]


def shown(text: str) -> str:
    """What a reader sees of the inline parts."""
    return "".join(token.content for token in tokens(text) if token.type == "text")


@given(st.text())
def test_a_name_shows_as_it_is_and_is_nothing_else(text: str):
    words = " ".join(text.split())
    found = tokens(f"x{escape(text)}x")
    assert {token.type for token in found} - PLAIN == {"inline", "paragraph_open", "paragraph_close"}
    assert {token.content for token in found if token.type == "html_inline"} <= {"<!-- -->"}
    assert shown(f"x{escape(text)}x").replace("\ufffd", "") == f"x{words}x".replace("\0", "").replace("\ufffd", "")


def test_no_text_of_a_student_becomes_markup(tmp_path: Path):
    found = tokens(markdown_report(*told(tmp_path)))
    kinds = {token.type for token in found}
    assert not kinds & {"link_open", "image", "html_block", "code_inline"}
    assert {token.content for token in found if token.type == "html_inline"} <= {"<!-- -->"}
    block = next(token for token in found if token.type == "fence" and "It is" in token.content)
    assert all(line.strip() in block.content for line in NASTY.replace("\0", "\ufffd").splitlines())


def test_every_case_has_a_row_with_its_points(tmp_path: Path):
    text = markdown_report(*told(tmp_path))
    rows = [line for line in text.splitlines() if line.startswith("| ")][1:]
    assert len(rows) == 7
    assert sum(token.type == "tr_open" for token in tokens(text)) == 8
    assert "0 / 15" in rows[3]
    assert "**not run**" in rows[4]
    assert rows[5].endswith("| pass | 0 / 20 |")


@pytest.mark.parametrize("name", ["a", "b", "e"])
def test_hidden_cases_carry_no_value(tmp_path: Path, name: str):
    text = markdown_report(*told(tmp_path))
    assert "expected: [2.0]" in text
    start = text.index(f"**{'third' if name == 'e' else 'first'}\\: {name}**")
    assert not any(word in text[start:] for word in ("inputs:", "expected:", "got:", "printed"))
