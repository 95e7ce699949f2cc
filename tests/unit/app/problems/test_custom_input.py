from __future__ import annotations

from dataclasses import replace

import numpy as np

from app.problems.custom_input import fill_custom_input, view_custom_input
from grader.model import CaseEntry, Problem


def test_the_form_begins_with_the_first_sample(vanilla_rnn: Problem):
    form = view_custom_input(vanilla_rnn)
    assert [field.name for field in form.fields] == ["X", "h_0", "W_xh", "W_hh", "W_hy", "b_h", "b_y"]
    first = form.fields[0]
    assert (first.shape, first.kind, first.rows) == ("(N, T, D)", "float64 array", 3)
    assert first.text == first.sample == "[[[1.0, 0.5],\n  [-0.5, 0.3],\n  [0.2, -0.8]]]"
    assert (form.sample, form.given, form.shows_reference, form.first_faulty) == ("worked example", False, False, "")


def test_what_was_written_takes_the_place_of_the_sample(rnn_cell: Problem):
    form = fill_custom_input(
        view_custom_input(rnn_cell), {"x_t": "[1]", "zeros": "[2]"}, {"h_prev": "`h_prev` is empty."}
    )
    assert (form.fields[0].text, form.fields[0].fault) == ("[1]", "")
    assert (form.fields[1].text, form.fields[1].fault) == ("", "`h_prev` is empty.")
    assert form.fields[1].sample == "[0.1, -0.4]"
    assert (form.given, form.first_faulty) == (True, "h_prev")


def test_a_very_large_sample_is_left_to_the_student(rnn_cell: Problem):
    sample = replace(rnn_cell.samples[0], inputs={**rnn_cell.samples[0].inputs, "x_t": np.zeros((50, 60))})
    form = view_custom_input(replace(rnn_cell, entries=(CaseEntry(sample),)))
    assert form.fields[0].text == "np.zeros((50, 60))"
