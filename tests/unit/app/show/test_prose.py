from __future__ import annotations

import logging

import numpy as np
import pytest

from app.show.prose import ProseRenderer


def test_computed_numbers_are_filled_in_before_maths_is_set():
    html = ProseRenderer({"h_t": np.array([0.537049])}).block("It is $h = {{ h_t[0]:.4f }}$.")
    assert "<mn>0.5370</mn>" in html


def test_a_citation_loses_its_brackets():
    assert ProseRenderer({}).line("printed as [[0.3799]]") == "printed as 0.3799"


def test_without_values_an_ellipsis_stands_there():
    assert ProseRenderer(None).line("It is {{ h_t[0]:.4f }}, not [[0.3799]].") == "It is …, not 0.3799."


def test_an_unknown_name_does_not_break_the_page(caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.WARNING):
        assert ProseRenderer({}).line("It is {{ nobody }}.") == "It is …."
    assert "cannot be filled" in caplog.text
