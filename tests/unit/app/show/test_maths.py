from __future__ import annotations

import pytest

from app.show.maths import MathsError, to_mathml


def test_a_formula_becomes_mathml():
    mathml = to_mathml(r"h_t = \tanh(a_t)", display=False)
    assert mathml.startswith("<math>")
    assert "<msub><mi>h</mi><mi>t</mi></msub>" in mathml


def test_display_maths_says_so():
    assert to_mathml("x", display=True).startswith('<math display="block">')


def test_text_inside_a_formula_is_escaped():
    mathml = to_mathml(r"\text{<img src=x onerror=alert(1)>}", display=False)
    assert "<img" not in mathml
    assert "&lt;img" in mathml


def test_the_real_numbers_have_a_short_name():
    assert "\N{DOUBLE-STRUCK CAPITAL R}" in to_mathml(r"\R^{N}", display=False)


def test_a_circled_operator_is_kept_small():
    assert 'largeop="false"' in to_mathml(r"a \odot b", display=True)


def test_a_box_becomes_a_class():
    mathml = to_mathml(r"\boxed{x}", display=True)
    assert "menclose" not in mathml
    assert 'class="boxed"' in mathml


def test_a_formula_that_cannot_be_read_is_an_error_with_words():
    with pytest.raises(MathsError, match="end of input"):
        to_mathml(r"\frac{a", display=False)
