from __future__ import annotations

import json

import numpy as np
import pytest

from grader.model import Argument, ArraySpec, Problem, ScalarSpec, Seeded
from grader.problem_format import WrittenInputsError, read_inputs, write_input
from grader.problem_format.written_inputs import TEXT_LIMIT

PLAIN = {
    "x_t": "[[0.5, -0.3, 0.8], [0, 0, 0]]",
    "h_prev": "np.zeros((2, 2))",
    "W_xh": "[[0.2, -0.1, 0.3], [0.4, 0.5, -0.2]]",
    "W_hh": "np.eye(2)",
    "b_h": "[1, 2]",
}


def faults(problem: Problem, **changes: str) -> dict[str, str]:
    with pytest.raises(WrittenInputsError) as caught:
        read_inputs(problem.arguments, {**PLAIN, **changes})
    return caught.value.faults


def one(spec: ArraySpec | ScalarSpec, text: str) -> object:
    return read_inputs((Argument("a", spec),), {"a": text}).values["a"]


def test_inputs_come_in_the_declared_dtypes_with_their_sizes(rnn_cell: Problem):
    read = read_inputs(rnn_cell.arguments, PLAIN)
    assert list(read.values) == [argument.name for argument in rnn_cell.arguments]
    assert {name: value.dtype.name for name, value in read.values.items()} == dict.fromkeys(PLAIN, "float64")  # type: ignore[union-attr]
    assert read.dims == {"N": 2, "D": 3, "H": 2}


def test_samples_that_are_written_out_are_read_back(rnn_cell: Problem, vanilla_rnn: Problem):
    for problem in (rnn_cell, vanilla_rnn):
        for case in problem.samples:
            texts = {name: write_input(value) for name, value in case.inputs.items()}
            read = read_inputs(problem.arguments, texts)
            assert dict(read.dims) == dict(case.dims)
            for name, value in case.inputs.items():
                np.testing.assert_array_equal(read.values[name], value)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("x_t", "  ", "`x_t` is empty. Write an array of the shape (N?, D)"),
        ("x_t", "[1, 2", "`x_t` cannot be read: line 1, column 1"),
        ("x_t", "[[1, 'a', 3], [1, 2, 3]]", "`x_t` at [0][1] is 'a', but the argument's dtype is float64"),
        ("x_t", "[[1, 2], [3]]", "`x_t` at [1] is ragged"),
        (
            "x_t",
            "np.zeros((2, 3, 1))",
            "`x_t` has 3 axes, but the argument is declared as (N?, D); the shape (2, 3, 1)",
        ),
        (
            "h_prev",
            "np.zeros((3, 2))",
            "`h_prev` has N = 3, but 'x_t' has N = 2; the shape (3, 2) is declared as (N?, H)",
        ),
        ("h_prev", "np.zeros(2)", "`h_prev` came without the axis N, which 'x_t' has; give it to both"),
        ("W_hh", "np.eye(2, dtype=np.float32)", "`W_hh` is float32, but the argument is float64; leave the dtype out"),
        ("b_h", "1e400j", "`b_h`"),
        ("b_h", "3", "`b_h` has 0 axes"),
        ("b_h", '{"re": 1}', "`b_h` is"),
        ("c_h", "[1]", "`c_h` is no argument of this function. It takes x_t, h_prev, W_xh, W_hh, b_h."),
    ],
)
def test_a_misfit_is_named_with_what_to_change(rnn_cell: Problem, name: str, text: str, words: str):
    assert words in faults(rnn_cell, **{name: text})[name]


def test_every_misfit_is_told_at_once(rnn_cell: Problem):
    assert set(faults(rnn_cell, x_t="[", b_h="np.zeros(9)", zeros="1")) == {"x_t", "b_h", "zeros"}


def test_a_missing_input_is_a_misfit(rnn_cell: Problem):
    with pytest.raises(WrittenInputsError, match="`b_h` is empty"):
        read_inputs(rnn_cell.arguments, {name: text for name, text in PLAIN.items() if name != "b_h"})


def test_texts_are_bounded_together(rnn_cell: Problem):
    assert "characters in all" in faults(rnn_cell, x_t=" " * TEXT_LIMIT)["x_t"]
    assert "too large" in faults(rnn_cell, x_t="np.zeros((2, 3))", W_hh="np.zeros((1000, 1000))")["W_hh"]


@pytest.mark.parametrize(
    ("spec", "text", "wanted"),
    [
        (ArraySpec(("N",), "int64"), "np.zeros(2)", [0, 0]),
        (ArraySpec(("N",), "int64"), "[1, -2]", [1, -2]),
        (ArraySpec(("N",), "bool"), "[True, false]", [True, False]),
        (ArraySpec(("N",), "float32"), "np.arange(2)", [0, 1]),
        (ArraySpec(("N",), "complex128"), '[1j, {"re": 1, "im": 2}, 3]', [1j, 1 + 2j, 3]),
        (ArraySpec(("N",)), '["NaN", "-Infinity", np.inf]', [np.nan, -np.inf, np.inf]),
        (ArraySpec(()), "0.5", 0.5),
    ],
)
def test_arrays_of_other_dtypes(spec: ArraySpec, text: str, wanted: object):
    found = one(spec, text)
    assert isinstance(found, np.ndarray)
    assert found.dtype == np.dtype(spec.dtype)
    assert not found.flags.writeable
    np.testing.assert_array_equal(found, wanted)


@pytest.mark.parametrize(
    ("kind", "text", "wanted"),
    [
        ("float", "1", 1.0),
        ("float", "np.float64(0.5)", 0.5),
        ("int", "3", 3),
        ("bool", "true", True),
        ("complex", "1-2j", 1 - 2j),
        ("str", '"a"', "a"),
        ("none", "null", None),
        ("generator", "7", Seeded(7)),
    ],
)
def test_single_values(kind: str, text: str, wanted: object):
    found = one(ScalarSpec(kind), text)
    assert (found, type(found)) == (wanted, type(wanted))
    assert one(ScalarSpec(kind), write_input(found)) == wanted  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        (ArraySpec(("N",), "int64"), "np.full(2, 0.5)"),
        (ArraySpec(("N",), "int8"), "np.full(2, 300)"),
        (ArraySpec(("N",), "uint8"), "[-1]"),
        (ArraySpec(("N",), "int64"), "np.array([np.nan])"),
        (ArraySpec(("N",), "float16"), "np.full(2, 1e6)"),
        (ArraySpec(("N",), "float64"), "np.array([True])"),
        (ArraySpec(("N",), "bool"), "np.zeros(2)"),
        (ArraySpec(("N",), "float64"), "[1j]"),
        (ScalarSpec("int"), "1.5"),
        (ScalarSpec("float"), "np.zeros(1)"),
        (ScalarSpec("str"), "1"),
        (ScalarSpec("int"), "true"),
    ],
)
def test_nothing_changes_its_kind_or_loses_a_digit(spec: ArraySpec | ScalarSpec, text: str):
    with pytest.raises(WrittenInputsError, match=r"^`a` "):
        one(spec, text)


def test_empty_arrays_are_written_so_that_their_shape_stays():
    for shape in ((0,), (0, 3), (2, 0, 3)):
        spec = ArraySpec(tuple("ABC"[: len(shape)]))
        found = one(spec, write_input(np.zeros(shape)))
        assert isinstance(found, np.ndarray)
        assert found.shape == shape


def test_json_is_read_as_it_is(rnn_cell: Problem):
    texts = {**PLAIN, "x_t": json.dumps([[0.5, -0.3, 8e-1], [1, 2, 3]], indent=2)}
    assert read_inputs(rnn_cell.arguments, texts).dims["D"] == 3
