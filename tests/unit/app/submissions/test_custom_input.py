from __future__ import annotations

from dataclasses import replace

from app.submissions.custom_input import write_custom_input
from grader.model import Argument, Problem, ScalarSpec
from grader.problem_format import read_inputs


def test_json_values_become_what_would_have_been_written(rnn_cell: Problem):
    texts = write_custom_input(rnn_cell, {"x_t": [0.5, 1, "NaN"], "h_prev": "np.zeros(2)", "other": None})
    assert texts == {"x_t": '[0.5, 1, "NaN"]', "h_prev": "np.zeros(2)", "other": "null"}


def test_a_string_stays_one_where_a_string_is_asked_for(rnn_cell: Problem):
    problem = replace(rnn_cell, arguments=(Argument("word", ScalarSpec("str")),))
    for word in ("np.zeros(2)", 'a "b" \\ \n é \'', "", '""', "\u2028"):
        assert read_inputs(problem.arguments, write_custom_input(problem, {"word": word})).values == {"word": word}
