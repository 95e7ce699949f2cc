from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.errors import FileFault, UnfitProblemError
from grader.model import ArraySpec, ScalarSpec
from grader.problem_format import load_problem
from grader.problem_format.distributions import draw
from grader.problem_format.inputs import InputFaultError, convert
from grader.problem_format.schema import DistributionModel

Write = Callable[..., Path]
FaultsOf = Callable[[Path], list[FileFault]]
MATRIX = ArraySpec(("N", "D"))


def test_explicit_inputs_take_the_declared_type_and_give_the_sizes(write: Write):
    case = load_problem(write()).samples[0]
    assert case.dims == {"D": 3, "H": 2}
    assert list(case.inputs) == ["x_t", "h_prev", "steps"]
    assert isinstance(case.inputs["h_prev"], np.ndarray)
    assert case.inputs["h_prev"].dtype == np.float64
    assert case.inputs["steps"] == 3


def test_a_seed_gives_the_same_draw_for_ever(write: Write):
    case = load_problem(write()).entries[1].case
    expected = np.random.Generator(np.random.PCG64([7, 0])).standard_normal((3, 4))
    assert np.array_equal(np.asarray(case.inputs["x_t"]), expected)
    assert np.asarray(case.inputs["h_prev"]).shape == (3, 6)
    assert case.inputs["steps"] in range(1, 6)
    assert type(case.inputs["steps"]) is int


def test_arguments_draw_from_streams_of_their_own(write: Write):
    path = write(("dims: {N: 3, D: 4, H: 6}", "dims: {N: 3, D: 6, H: 6}"))
    case = load_problem(path).entries[1].case
    assert not np.array_equal(np.asarray(case.inputs["x_t"]), np.asarray(case.inputs["h_prev"]))


def test_fresh_draws_differ_and_repeat(write: Write):
    path = write()
    seeds = [(1 << 127) + number for number in range(32)]
    cases, again = ([load_problem(path).entries[2].draw(seed) for seed in seeds] for _ in range(2))
    assert len({np.asarray(case.inputs["x_t"]).tobytes() for case in cases}) == 32
    assert [case.dims for case in cases] == [case.dims for case in again]
    np.testing.assert_equal([case.inputs for case in cases], [case.inputs for case in again])
    assert {case.dims["H"] for case in cases} == {3}
    assert {case.dims["N"] for case in cases} == set(range(2, 9))
    assert all(np.asarray(c.inputs["x_t"]).shape == (c.dims["N"], c.dims["D"]) for c in cases)
    assert all(case.inputs["steps"] == 2 for case in cases)


def test_every_bit_of_a_seed_counts(write: Write):
    draw = load_problem(write()).entries[2].draw
    drawn = {np.asarray(draw(1 << bit).inputs["x_t"]).tobytes() for bit in range(128)}
    assert len(drawn) == 128


def test_a_draw_that_cannot_be_made_says_where(write: Write):
    entry = "dims: {N: 2..8, D: 1..6, H: 3}, generate: "
    narrow = ("x_t: {shape: [N?, D], dtype: float64", "x_t: {shape: [N?, D], dtype: float32")
    large = (f"{entry}normal", f"{entry}{{x_t: {{normal: {{scale: 1.0e38}}}}, h_prev: normal}}")
    draw = load_problem(write(narrow, large)).entries[2].draw
    with pytest.raises(
        UnfitProblemError, match=r"single.yaml:\d+:\d+: cases.2: .*leaves the range.*of seed [0-9a-f]{32}"
    ):
        for seed in range(1000):
            draw(seed)


def test_an_optional_axis_is_absent_without_a_size(write: Write):
    case = load_problem(write(("dims: {N: 3, D: 4, H: 6}", "dims: {D: 4, H: 6}"))).entries[1].case
    assert np.asarray(case.inputs["x_t"]).shape == (4,)


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        (("h_prev: [1, 2]", "h_prev: [[1, 2]]"), "cases.0.inputs.h_prev", "has the axis N, but 'x_t' came without it"),
        (("h_prev: [1, 2]", "h_prev: [[1, 2], [3]]"), "cases.0.inputs.h_prev.1", "ragged"),
        (("h_prev: [1, 2]", "h_prev: [[[1, 2]]]"), "cases.0.inputs.h_prev", "has 3 axes"),
        (("h_prev: [1, 2]", "h_prev: 1"), "cases.0.inputs.h_prev", "has 0 axes"),
        (("h_prev: [1, 2]", "h_prev: [1, two]"), "cases.0.inputs.h_prev.1", "is 'two'"),
        (("h_prev: [1, 2]", "h_prev: [1, true]"), "cases.0.inputs.h_prev.1", "is true"),
        (("h_prev: [1, 2]", "h_prev: [1, null]"), "cases.0.inputs.h_prev.1", "is nothing"),
        (("h_prev: [1, 2]", f"h_prev: [1, 1{'0' * 330}]"), "cases.0.inputs.h_prev.1", "too large"),
        (("steps: 3}}", "steps: 3.0}}"), "cases.0.inputs.steps", "is 3.0, but the argument is a single int"),
        (("steps: 3}}", "steps: 3}, dims: {H: 4}}"), "cases.0.inputs.h_prev", "has H = 2, but `dims` has H = 4"),
        (("generate: normal, inputs: {steps: 2}", "generate: normal"), "cases.2.generate", "'steps' cannot draw int64"),
        (("default: normal", "default: identity, x_t: normals"), "cases.1.generate.x_t", "must be 'normal'"),
        (("default: normal", "x: normal"), "cases.1.generate.x", "is unknown"),
        (("low: 1, high: 5", "low: 5, high: 1"), "cases.1.generate.steps", "swap them"),
        (("default: normal", "default: {normal: {scale: -1}}"), "cases.1.generate.default.normal.scale", "0"),
        (("default: normal", "default: {normal: {}, uniform: {}}"), "cases.1.generate.default", "exactly one"),
        (("default: normal", "default: {}"), "cases.1.generate.default", "exactly one"),
    ],
)
def test_misfits_are_faults(write: Write, faults_of: FaultsOf, change: tuple[str, str], field: str, words: str):
    faults = faults_of(write(change))
    assert [fault.field for fault in faults] == [field]
    assert words in faults[0].message


@pytest.mark.parametrize(
    "sizes", ["N: 10000000, D: 10000000, H: 1", "N: 3000, D: 3000, H: 1", "N: 2..99999999, D: 9, H: 1"]
)
def test_large_cases_are_refused_before_they_are_drawn(write: Write, faults_of: FaultsOf, sizes: str):
    [fault] = faults_of(write(("N: 3, D: 4, H: 6", sizes)))
    assert (fault.field, "make the sizes smaller" in fault.message) == ("cases.1.dims", True)


def test_all_cases_together_are_bounded(write: Write, faults_of: FaultsOf):
    [fault] = faults_of(write(("N: 2..8, D: 1..6, H: 3", "N: 1500, D: 3000, H: 3"), ("count: 4", "count: 8")))
    assert "the cases up to here" in fault.message


@pytest.mark.parametrize(
    ("chosen", "spec", "check"),
    [
        ("zeros", MATRIX, lambda a: not a.any()),
        ("ones", MATRIX, lambda a: (a == 1).all()),
        ("identity", MATRIX, lambda a: np.array_equal(a, np.eye(4, 5))),
        ("uniform", MATRIX, lambda a: (np.abs(a) <= 1).all() and len(np.unique(a)) == 20),
        ("normal", ArraySpec(("N", "D"), "complex128"), lambda a: (a.imag != 0).all()),
        ("normal", ArraySpec(("N", "D"), "float32"), lambda a: a.dtype == np.float32),
        ("integers", ArraySpec(("N", "D"), "uint8"), lambda a: a.max() <= 9),
        ({"integers": {"low": 0, "high": 1}}, ArraySpec(("N", "D"), "bool"), lambda a: a.any() and not a.all()),
        ({"integers": {"low": 3, "high": 3}}, MATRIX, lambda a: (a == 3).all()),
        ({"constant": {"value": 2}}, ArraySpec(("N", "D"), "int8"), lambda a: (a == 2).all()),
        ({"uniform": {"low": 5, "high": 6}}, MATRIX, lambda a: (a >= 5).all() and (a < 6).all()),
        ({"normal": {"mean": 100, "scale": 0}}, MATRIX, lambda a: (a == 100).all()),
    ],
)
def test_distributions(chosen: Any, spec: ArraySpec, check: Callable[[Any], bool]):
    model = DistributionModel.model_validate(chosen) if isinstance(chosen, dict) else chosen
    array = draw(model, spec, (4, 5), (1, 2))
    assert isinstance(array, np.ndarray)
    assert (array.shape, array.dtype.name, array.flags.writeable) == ((4, 5), spec.dtype, False)
    assert check(array)


def test_fan_in_scales_by_the_last_axis():
    array = draw("fan_in", ArraySpec(("H", "D")), (200, 400), (3,))
    assert np.std(np.asarray(array)) == pytest.approx(400**-0.5, rel=0.02)


@pytest.mark.parametrize(
    ("chosen", "spec"),
    [
        ("normal", ArraySpec(("N", "D"), "int64")),
        ("identity", ArraySpec(("N",))),
        ({"constant": {"value": 300}}, ArraySpec(("N",), "uint8")),
        ({"constant": {"value": 0.5}}, ArraySpec(("N",), "int64")),
        ({"integers": {"low": -1, "high": 3}}, ArraySpec(("N",), "uint8")),
        ({"integers": {"low": 0, "high": 2}}, ArraySpec(("N",), "bool")),
        ({"normal": {"scale": 1e99}}, ArraySpec(("N",), "float32")),
        ({"uniform": {"low": 2, "high": 1}}, ArraySpec(("N",))),
        ("normal", ScalarSpec("str")),
        ("normal", ScalarSpec("bool")),
    ],
)
def test_distributions_that_do_not_fit(chosen: Any, spec: ArraySpec | ScalarSpec):
    model = DistributionModel.model_validate(chosen) if isinstance(chosen, dict) else chosen
    with pytest.raises(InputFaultError):
        draw(model, spec, (4,) if isinstance(spec, ArraySpec) else (), (1,))


def test_scalars_are_python_numbers():
    assert type(draw("normal", ScalarSpec("float"), (), (1,))) is float
    assert type(draw("normal", ScalarSpec("complex"), (), (1,))) is complex
    assert type(draw("integers", ScalarSpec("int"), (), (1,))) is int


def test_complex_and_other_kinds_are_written_out():
    array = convert([1, {"re": 2, "im": -1.5}, {"im": 1}], ArraySpec(("K",), "complex128"))
    assert np.asarray(array).tolist() == [1, 2 - 1.5j, 1j]
    assert convert({"re": 1}, ScalarSpec("complex")) == 1
    assert convert("a", ScalarSpec("str")) == "a"
    assert convert(None, ScalarSpec("none")) is None
    assert np.asarray(convert([[], []], ArraySpec(("N", "D")))).shape == (2, 0)
    assert np.isinf(np.asarray(convert([float("inf"), 1], ArraySpec(("N",))))).tolist() == [True, False]


@pytest.mark.parametrize(
    ("data", "spec"),
    [
        ([300], ArraySpec(("N",), "uint8")),
        ([-1], ArraySpec(("N",), "uint64")),
        ([1.0], ArraySpec(("N",), "int64")),
        ([1], ArraySpec(("N",), "bool")),
        ([1e39], ArraySpec(("N",), "float32")),
        ([{"re": 1, "x": 2}], ArraySpec(("N",), "complex128")),
        ([{}], ArraySpec(("N",), "complex128")),
        ([{"re": 1}], ArraySpec(("N",))),
        ([[1], 2], ArraySpec(("N", "D"))),
        ([1, [2]], ArraySpec(("N",))),
        (True, ScalarSpec("int")),
        ("1", ScalarSpec("float")),
        (1, ScalarSpec("none")),
    ],
)
def test_inputs_that_do_not_fit(data: Any, spec: ArraySpec | ScalarSpec):
    with pytest.raises(InputFaultError):
        convert(data, spec)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["re", "im", "x"]), inner, max_size=2),
)


@settings(deadline=None)  # the machine may be busy
@given(JSON, st.sampled_from(["float64", "float32", "int8", "bool", "complex64"]))
def test_any_data_are_converted_or_refused(data: Any, dtype: str):
    try:
        array = convert(data, ArraySpec(("N",), dtype))
    except InputFaultError:
        array = np.zeros(1, dtype)
    assert np.asarray(array).dtype.name == dtype
