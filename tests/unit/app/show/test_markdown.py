from __future__ import annotations

import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from app.show.markdown import to_html, to_inline_html


def test_headings_start_below_the_pages_own():
    assert "<h3>The equation</h3>" in to_html("## The equation")
    html = to_html("# Top\n\n### Deep")
    assert "<h3>Top</h3>" in html
    assert "<h5>Deep</h5>" in html


def test_raw_html_is_text():
    html = to_html("<script>alert(1)</script>\n\nand <b>inline</b>")
    assert "<script" not in html
    assert "<b>" not in html
    assert "&lt;script&gt;" in html


def test_a_script_address_is_no_link():
    assert "<a" not in to_html("[click](javascript:alert(1))")


def test_links_carry_no_referrer():
    assert 'rel="noreferrer"' in to_html("[paper](https://example.org/)")


def test_pictures_from_elsewhere_are_not_fetched():
    assert "<img" not in to_html("![x](https://example.org/x.png)")


def test_formulas_in_lines_and_on_their_own():
    html = to_html("The state $h_t$ is\n\n$$\nh_t = 1\n$$")
    assert "<math><msub>" in html
    assert '<div class="eq" tabindex="0" role="group" aria-label="Formula"><math display="block">' in html


def test_a_broken_formula_shows_its_source_and_is_logged(caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.WARNING):
        html = to_inline_html(r"here $\frac{<b>$ it is broken")
    assert '<code class="not-maths">\\frac{&lt;b&gt;</code>' in html
    assert "cannot be shown" in caplog.text


def test_a_wide_table_scrolls_in_its_own_box():
    html = to_html("| a | b |\n|:--|:--|\n| 1 | 2 |")
    assert '<div class="table" tabindex="0"' in html
    assert html.rstrip().endswith("</table></div>")


def test_an_empty_header_cell_is_no_header():
    html = to_html("| | b |\n|:--|:--|\n| 1 | 2 |")
    assert html.count("<th") - html.count("<thead") == 1


def test_a_header_that_is_a_formula_has_a_name():
    html = to_html("| a | $x_t$ |\n|---|---|\n| 1 | 2 |")
    assert '<th><span class="sr">x_t</span><span aria-hidden="true">' in html


def test_code_is_coloured_and_escaped():
    html = to_html("```python\ndef f(x):\n    return x < 1\n```")
    assert '<span class="k">def</span>' in html
    assert "&lt;" in html


def test_plain_text_blocks_stay_plain():
    assert "<span" not in to_html("```text\nh_0 --> <cell>\n```")


def test_one_line_has_no_paragraph():
    assert to_inline_html("use `float64`") == Markup("use <code>float64</code>")


def test_the_same_text_is_rendered_once():
    text = "a text that no other test renders $x$"
    assert to_html(text) is to_html(text)


@given(st.text(alphabet="<>&\"'`$*_[]()!#| abx\n\\{}^", max_size=60))
def test_no_text_opens_a_script_or_a_handler(text: str):
    html = to_html(text)
    assert "<script" not in html
    assert "<img" not in html
    assert "javascript:" not in html.replace("&", "")
