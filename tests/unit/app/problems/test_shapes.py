from __future__ import annotations

from app.problems.model import ShownExamples
from app.problems.shapes import list_shapes, spec_words
from grader.model import ArraySpec, Problem, ScalarSpec


def test_arguments_have_symbolic_shapes_and_those_of_the_first_sample(rnn_cell: Problem):
    first = list_shapes(rnn_cell, None)[0]
    assert (first.name, first.shape, first.real, first.kind) == ("x_t", "(N?, D)", "(3,)", "float64 array")


def test_what_is_returned_comes_last_with_what_the_reference_computes(vanilla_rnn: Problem):
    value = {"outputs": [[[0.0] * 2] * 3], "final_hidden_state": [[0.0] * 4]}
    found = [line for line in list_shapes(vanilla_rnn, ShownExamples((value,), {})) if line.result]
    assert [(line.name, line.real) for line in found] == [
        ('["outputs"]', "(1, 3, 2)"),
        ('["final_hidden_state"]', "(1, 4)"),
    ]


def test_without_examples_the_real_shape_of_the_result_is_left_out(rnn_cell: Problem):
    assert list_shapes(rnn_cell, None)[-1].real == ""


def test_words_of_a_declaration():
    assert spec_words(ArraySpec(("N",), dtype="int64")) == ("(N,)", "int64 array")
    assert spec_words(ScalarSpec("float")) == ("", "float")


def test_a_generator_is_called_by_its_type():
    assert spec_words(ScalarSpec("generator")) == ("", "NumPy Generator")
