from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.show.code import highlight_block, highlight_lines
from app.show.lexing import split_tokens


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


SOURCE = '''\
import numpy as np  # a comment

class Cell(object):
    """A text
    of two lines."""
    def step(self, x=None):
        return not x and rb'a\\'b' + f"{x}" @ 0x1F - 1.5e-3 * 7
'''
COLOURED = [
    ("import", "kn"), ("# a comment", "c1"), ("class", "k"), ("Cell", "nc"), ('"""A text\n    of two lines."""', "sd"),
    ("def", "k"), ("step", "nf"), ("None", "kc"), ("not", "ow"), ("rb", "sa"), ("'a\\'b'", "s1"), ('"{x}"', "s2"),
    ("@", "o"), ("0x1F", "mh"), ("1.5e-3", "mf"), ("7", "mi"), ("(", "p"),
]  # fmt: skip


@pytest.mark.parametrize(("piece", "name"), COLOURED)
def test_words_texts_and_numbers_are_told_apart(piece: str, name: str):
    assert (piece, name) in list(split_tokens(SOURCE))


@pytest.mark.parametrize("word", ["np", "Cell2", "definition", "self", "importance"])
def test_other_names_have_no_colour(word: str):
    assert list(split_tokens(word)) == [(word, "")]


def test_every_class_is_one_of_the_style_sheet():
    styles = (Path(__file__).parents[4] / "frontend" / "styles" / "prose.css").read_text(encoding="utf-8")
    for _, name in [*COLOURED, ("", "gp")]:
        assert re.search(rf"\.{name}\b", styles), name


def test_what_a_session_prints_is_no_python():
    html = highlight_block(">>> def f():\n...     return 1\n1 not in\n", "python")
    assert html.count('class="gp"') == 2
    assert '<span class="k">return</span>' in html
    assert html.endswith("\n1 not in\n")
