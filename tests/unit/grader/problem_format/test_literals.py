from __future__ import annotations

import ast
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.problem_format.literal_arrays import ELEMENTS_LIMIT, ArrayBudget, LiteralError
from grader.problem_format.literals import parse


def value(text: str) -> object:
    return parse(text, ArrayBudget()).value


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("[[1, 2.5], [-3, 4e-2]]", [[1, 2.5], [-3, 0.04]]),
        ("(1, 2)", [1, 2]),
        ("true", True),
        ("null", None),
        ("1_000", 1000),
        ("1 - 2j", 1 - 2j),
        ('{"re": 1, "im": -2}', {"re": 1, "im": -2}),
        ('"a \\"b\\" # c"', 'a "b" # c'),
        ("[1,  # one\n 2]", [1, 2]),
        ("np.float64(0.5)", 0.5),
        ("[-Infinity, np.inf, inf]", [-math.inf, math.inf, math.inf]),
    ],
)
def test_plain_values(text: str, wanted: object):
    assert value(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("np.zeros((2, 3))", np.zeros((2, 3))),
        ("numpy.ones(2)", np.ones(2)),
        ("np.full((2,), 7)", np.full(2, 7)),
        ("np.full(shape=(1, 2), fill_value=-0.5)", np.full((1, 2), -0.5)),
        ("np.eye(2, 3)", np.eye(2, 3)),
        ("np.identity(2)", np.identity(2)),
        ("np.arange(6).reshape(2, 3).T", np.arange(6).reshape(2, 3).T),
        ("np.arange(6).reshape((-1, 2))", np.arange(6).reshape(-1, 2)),
        ("np.arange(1, 0, -0.25)", np.arange(1, 0, -0.25)),
        ("np.linspace(0, 1, 5)", np.linspace(0, 1, 5)),
        ("-np.array([[1, 2]])", -np.array([[1, 2]])),
        ("array([[1., nan],\n       [2., inf]])", np.array([[1.0, np.nan], [2.0, np.inf]])),
        ("np.array([np.zeros(2), [1, 2]])", np.array([[0.0, 0.0], [1.0, 2.0]])),
        ("np.array([True, False])", np.array([True, False])),
    ],
)
def test_arrays_as_numpy_makes_them(text: str, wanted: np.ndarray):
    found = value(text)
    assert isinstance(found, np.ndarray)
    assert found.dtype == wanted.dtype
    np.testing.assert_array_equal(found, wanted)


@pytest.mark.parametrize(
    ("text", "dtype"),
    [
        ("np.zeros(2)", ""),
        ("np.zeros(2, dtype=np.float32)", "float32"),
        ("np.array([1], dtype='int64')", "int64"),
        ("np.ones(2, dtype=float)", "float64"),
        ("np.ones((2, 2), dtype=bool).T", "bool"),
    ],
)
def test_a_dtype_that_is_asked_for_is_remembered(text: str, dtype: str):
    assert parse(text, ArrayBudget()).dtype == dtype


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "cannot be read"),
        ("[1, 2", "line 1, column 1: '[' was never closed"),
        ("[1,\n 2,, 3]", "line 2"),
        ("'a", "a quote that is not closed"),
        ("__import__('os').system('x')", "the word '__import__', which is not known here"),
        ("open('x')", "the word 'open'"),
        ("lambda: 1", "the word 'lambda'"),
        ("[x for x in 1]", "the word"),
        ("f'{1}'", "the word 'f'"),
        ("np.random.rand(3)", "the word 'random'"),
        ("np.array", "is no value"),
        ("np", "is no value"),
        ("e.e", "is no value"),
        ("[1, 2][0]", "Is a comma missing"),
        ("[[1, 2]\n [3, 4]]", "Is a comma missing"),
        ("2 * 3", "a '*'"),
        ("1 + 1", "calculates"),
        ("1; 2", "a ';'"),
        ("a\\\nb", "a '\\\\'"),
        ('"""a"""', "triple quotes"),
        ("- 'a'", "a sign before something that is no number"),
        ("-True", "a sign before something that is no number"),
        ("{1: 2}", "a key that is not text"),
        ("np.zeros(2.5)", "Sizes are whole numbers"),
        ("np.zeros(-1)", "Sizes are whole numbers"),
        ("np.zeros((1, 1, 1, 1, 1, 1, 1, 1, 1))", "more than 8 axes"),
        ("np.zeros()", "leaves out the argument 'shape'"),
        ("np.zeros(2, 3)", "other arguments than it takes: (shape, dtype)"),
        ("np.zeros(2, dtype=e)", "a dtype that is not known here"),
        ("np.array([[1, 2], [3]])", "are all rows alike"),
        ("np.array(['a'])", "something else than numbers"),
        ("np.array([99999999999999999999])", "something else than numbers"),
        ("np.arange(6).reshape(4, 2)", "6 elements, which do not fill the shape (4, 2)"),
        ("np.arange(0, 1, 0)", "without an end"),
        ("np.arange(0, inf)", "fit 64 bits"),
        ("[1].T", "something that is no array"),
        ("9" * 5000, "too many digits"),
    ],
)
def test_what_is_refused_and_why(text: str, words: str):
    with pytest.raises(LiteralError) as caught:
        value(text)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "-" * 60_000 + "1",
        "1" + "+1" * 30_000,
        "np" + ".T" * 30_000,
        "np.eye(1)" + ".T" * 30_000,
        "(1)" + "+(1)" * 15_000,
        "e" + "(1)" * 20_000,
        "e" + "[1]" * 20_000,
        "[" * 60_000,
        "(" * 50 + ")" * 50,
        '"a"' + '+"a"' * 15_000,
        "'\\\n'" + "+1" * 20_000,
        "not " * 15_000 + "1",
        "1 if 1 else " * 5_000 + "1",
        "lambda:" * 9_000 + "1",
    ],
    ids=range(14),
)
def test_what_would_lead_the_parser_deep_never_reaches_it(text: str, monkeypatch: pytest.MonkeyPatch):
    def never(*_: object, **__: object) -> None:
        pytest.fail("it was parsed")

    monkeypatch.setattr(ast, "parse", never)
    with pytest.raises(LiteralError):
        value(text)


@pytest.mark.parametrize(
    "text",
    [
        "np.zeros((1000, 1001))",
        "[np.zeros(900000), np.zeros(900000)]",
        "np.arange(0, 1e18, 1e-3)",
        "np.linspace(0, 1, 1000001)",
        "np.eye(1001)",
        "np.full((1000000, 1000000), 1)",
    ],
)
def test_nothing_large_is_made(text: str):
    with pytest.raises(LiteralError, match=r"too large|Sizes are whole numbers"):
        value(text)


def test_the_budget_is_shared():
    budget = ArrayBudget()
    parse(f"np.zeros({ELEMENTS_LIMIT - 10})", budget)
    parse("np.zeros(10)", budget)
    with pytest.raises(LiteralError, match="too large"):
        parse("np.zeros(1)", budget)


WORDS = ("np", "zeros", "array", "1", "2.5", "e", "nan", "T", "reshape", "dtype", "j", "True", "0x")
PIECES = st.sampled_from([*WORDS, *".()[]{},:-+'\"# =_\\", "\n", "\0", "\u00e9"])


@given(st.lists(PIECES, max_size=40).map("".join) | st.text(max_size=60))
def test_any_text_is_a_value_or_is_refused_in_words(text: str):
    assert told(text).endswith((".", "?"))


def told(text: str) -> str:
    """Why a text is refused, or a full stop."""
    try:
        parse(text, ArrayBudget())
    except LiteralError as error:
        return str(error)
    return "."


NUMBERS = st.integers(-(2**62), 2**62) | st.floats() | st.booleans() | st.none()


@given(st.recursive(NUMBERS, lambda inner: st.lists(inner, max_size=4), max_leaves=20))
def test_what_python_prints_is_read_back(data: object):
    assert repr(value(repr(data))) == repr(data)
