from __future__ import annotations

import re
from html import unescape

from hypothesis import given
from hypothesis import strategies as st

from app.web.rendering.code import highlight_block, highlight_lines


def test_each_line_stands_alone_with_its_number():
    html = highlight_lines('def f():\n    """Two\n    lines."""\n    return 1\n')
    assert [int(number) for number in re.findall(r'data-n="(\d+)"', html)] == [1, 2, 3, 4]
    for line in html.split("\n</span>"):
        assert line.count("<span") - 1 == line.count("</span>") or line == ""


def test_the_marked_line_is_marked():
    html = highlight_lines("a\nb\nc", marked=2)
    assert html.count("line marked") == 1
    assert 'class="line marked" data-n="2"' in html


def test_a_session_is_told_by_its_prompt():
    assert '<span class="gp">&gt;&gt;&gt; </span>' in highlight_block(">>> 1 + 1\n2\n", "python")


def test_a_file_that_is_too_large_is_shown_plain():
    assert '<span class="k">' not in highlight_lines("def f(): pass\n" * 6000)


def test_no_lines_are_lost_at_the_ends():
    assert highlight_lines("\n\nx").count("data-n") == 3


@given(st.text(alphabet="<>&\"'\n\r\t\x0b\x0c\u2028 abc=#()", max_size=80))
def test_every_character_of_a_source_is_shown_and_none_is_markup(source: str):
    html = highlight_lines(source)
    shown = unescape(re.sub(r"<[^>]*>", "", html))
    assert shown.replace("\n", "") == source.replace("\r", "").replace("\n", "")
