from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.diagnosis import MistakeTable, Seen, apart, case_table, recognise, see
from grader.diagnosis.forms import Kind
from grader.model import Foreign, ForeignArray, Reason, RunStatus, Value
from grader.sandbox import Outcome, Said

RIGHT = np.arange(6.0).reshape(2, 3) + 1
PASSES = "passes"


def ok(expected: Value, got: Any) -> Seen:
    return see(expected, Outcome(RunStatus.OK, value=got))


def raised(name: str = "ValueError") -> Seen:
    return see(RIGHT, Outcome(RunStatus.RAISED, Reason.RAISED, said=Said(type_name=name)))


def table(*columns: list[Any], unsteady: tuple[int, ...] = ()) -> MistakeTable:
    """One column of outcomes for each mistake; PASSES for a right answer, an exception's name for a raise."""
    rows = [
        case_table(
            ok(RIGHT, RIGHT),
            [_outcome(column[place]) for column in columns],
            [column[place] is PASSES for column in columns],
        )
        for place in range(len(columns[0]))
    ]
    return MistakeTable(tuple("abcdef"[: len(columns)]), tuple(rows), frozenset(unsteady))


def _outcome(what: Any) -> Seen:
    if what is PASSES:
        return ok(RIGHT, RIGHT)
    return raised(what) if isinstance(what, str) else ok(RIGHT, what)


def said(known: MistakeTable, *outcomes: Any, unsteady: bool = False) -> str:
    seen = [(place, None if what is PASSES else _outcome(what)) for place, what in enumerate(outcomes)]
    return recognise(known, seen, unsteady=unsteady)


def test_equal_numbers_are_recognised():
    known = table([RIGHT * 2, PASSES], [RIGHT * 3, RIGHT * 3])
    assert said(known, RIGHT * 2, PASSES) == "a"
    assert said(known, RIGHT * 3 * (1 + 1e-13), RIGHT * 3) == "b"


def test_other_numbers_speak_against_a_mistake():
    known = table([RIGHT * 2, RIGHT * 3])
    assert said(known, RIGHT * 2, RIGHT * 4) == ""
    assert said(known, RIGHT * 2 + 1e-4, RIGHT * 3) == ""


def test_a_case_that_passes_speaks_against_a_mistake_that_fails_it():
    assert said(table([RIGHT * 2, RIGHT * 3]), RIGHT * 2, PASSES) == ""


def test_a_case_that_fails_speaks_against_a_mistake_that_passes_it():
    known = table([RIGHT * 2, PASSES])
    for failing in (RIGHT * 2, "ValueError", RIGHT[:, :2]):
        assert said(known, RIGHT * 2, failing) == ""


def test_near_is_measured_by_the_distance_from_the_right_answer():
    known = table([RIGHT + 1e-8])
    assert said(known, RIGHT + 1e-8 + 1e-13) == "a"
    assert said(known, RIGHT + 2e-8) == ""


def test_of_two_that_fit_the_one_that_explains_more_wins_and_equals_are_not_told():
    alike = [RIGHT * 2, "ValueError"], [RIGHT * 2, RIGHT[:1]]
    assert said(table(*alike), RIGHT * 2, "ValueError") == "a"
    assert said(table([RIGHT * 2], [RIGHT * 2]), RIGHT * 2) == ""


def test_raising_alone_is_enough_only_where_the_pattern_is_the_same_and_something_passes():
    known = table([PASSES, "ValueError", "IndexError"])
    assert said(known, PASSES, "IndexError", "TypeError") == "a"
    assert said(known, PASSES, "AssertionError", "ValueError") == ""
    assert said(known, PASSES, PASSES, "ValueError") == ""
    assert said(known, "ValueError", "ValueError", "ValueError") == ""
    assert said(table(["ValueError", "ValueError"]), "ValueError", "ValueError") == ""


def test_shapes_that_break_in_another_way_do_not_decide():
    known = table([RIGHT * 2, RIGHT[:1]])
    assert said(known, RIGHT * 2, "ValueError") == "a"
    assert said(known, RIGHT * 2, RIGHT[:, :1]) == "a"
    assert said(known, RIGHT * 2, RIGHT[:1] * 7) == ""
    assert said(known, "ValueError", "ValueError") == ""


def test_a_limit_speaks_against_every_mistake():
    known = table([RIGHT * 2, RIGHT * 2])
    ended = see(RIGHT, Outcome(RunStatus.TIMED_OUT, Reason.CASE))
    assert ended.kind is Kind.ENDED
    assert recognise(known, [(0, _outcome(RIGHT * 2)), (1, ended)]) == ""


def test_an_unsteady_program_is_the_one_unsteady_mistake():
    assert said(table([RIGHT * 2], [RIGHT * 3], unsteady=(1,)), RIGHT * 4, unsteady=True) == "b"
    assert said(table([RIGHT * 2]), RIGHT * 2, unsteady=True) == ""
    assert said(table([RIGHT * 2], [RIGHT * 3], unsteady=(0, 1)), RIGHT * 2, unsteady=True) == ""


def test_not_a_number_and_infinities_must_stand_in_the_same_places():
    spoilt = np.where(RIGHT > 4, np.nan, RIGHT * 2)
    spoilt[0, 0] = np.inf
    known = table([spoilt], [RIGHT * 3])
    assert said(known, spoilt.copy()) == "a"
    assert said(known, np.where(np.isnan(spoilt), np.inf, spoilt)) == ""


PAIR = {"y": RIGHT, "h": RIGHT[:, 0]}
FORMS = {
    "renamed": ({"y": RIGHT, "H": RIGHT[:, 0]}, {"out": RIGHT, "h": RIGHT[:, 0]}),
    "one more": ({**PAIR, "z": 1.0}, {"first": np.zeros(9), **PAIR}),
    "a tuple": ((RIGHT, RIGHT[:, 0]), (RIGHT.copy(), RIGHT[:, 0].copy())),
    "alone": (RIGHT, RIGHT.copy()),
    "narrow": (
        {"y": RIGHT.astype(np.float32), "h": RIGHT[:, 0].astype(np.float32)},
        {"y": RIGHT.astype(np.float32) * np.float32(1 + 1e-5), "h": RIGHT[:, 0]},
    ),
    "lists": ({"y": RIGHT.tolist(), "h": RIGHT[:, 0]}, {"y": list(RIGHT), "h": RIGHT[:, 0]}),
}
UNLIKE = {
    "lacking": {"y": RIGHT},
    "a list": [RIGHT, RIGHT[:, 0]],
    "other order": (RIGHT[:, 0], RIGHT),
    "none": None,
    "text": "y",
    "foreign": Foreign("numpy.matrix"),
    "objects": {"y": ForeignArray("object", (2, 3)), "h": RIGHT[:, 0]},
    "half": {"y": RIGHT.astype(np.float16), "h": RIGHT[:, 0]},
    "other values": {"y": RIGHT * 2, "h": RIGHT[:, 0]},
    "nested": {"y": [{"a": 1}], "h": (1, "x", None)},
    "huge": {"y": np.zeros(9000), "h": RIGHT[:, 0]},
    "huge int": {"y": 10**400, "h": RIGHT[:, 0]},
}


@pytest.mark.parametrize("name", FORMS)
def test_the_same_slip_is_one_form_however_it_is_written(name: str):
    mistake, submitted = (ok(PAIR, got) for got in FORMS[name])
    others = [ok(PAIR, FORMS[other][0]) for other in FORMS if other != name]
    right = ok(PAIR, PAIR)
    known = MistakeTable(tuple("abcdef"), (case_table(right, [mistake, *others], [False] * 6),))
    assert recognise(known, [(0, submitted)]) == "a"


@pytest.mark.parametrize("name", UNLIKE)
def test_what_is_wrong_in_another_form_is_no_known_mistake(name: str):
    right = ok(PAIR, PAIR)
    known = MistakeTable(
        tuple("abcdef"), (case_table(right, [ok(PAIR, got) for got, _ in FORMS.values()], [False] * 6),)
    )
    assert recognise(known, [(0, ok(PAIR, UNLIKE[name]))]) == ""


def test_scalars_of_one_kind_are_compared_by_value():
    known = MistakeTable(("a",), (case_table(ok(2.0, 2.0), [ok(2.0, 4.0)], [False]),))
    assert recognise(known, [(0, ok(2.0, np.float64(4.0)))]) == "a"
    assert recognise(known, [(0, ok(2.0, 5.0))]) == ""
    assert recognise(known, [(0, ok(2.0, 4))]) == ""


def test_two_answers_are_apart_when_they_differ_by_more_than_rounding():
    first = ok(RIGHT, RIGHT * 2)
    assert not apart(first, ok(RIGHT, RIGHT * 2 * (1 + 1e-15)))
    assert apart(first, ok(RIGHT, RIGHT * 2.1))
    assert apart(first, ok(RIGHT, None))
    assert not apart(ok(RIGHT, None), ok(RIGHT, None))


@settings(max_examples=200, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), cases=st.integers(1, 5))
def test_unrelated_numbers_are_never_recognised(seed: int, cases: int):
    draw = np.random.default_rng(seed)
    columns = [[RIGHT + draw.normal(size=RIGHT.shape) for _ in range(cases)] for _ in range(4)]
    assert said(table(*columns), *(RIGHT + draw.normal(size=RIGHT.shape) for _ in range(cases))) == ""


def test_answers_of_many_pieces_and_empty_ones_can_be_looked_at():
    many = [[{"a": 1.0}] * 40, [{"a": 1.0}] * 50, np.zeros((0, 3)), np.zeros((2, 0)), [], {}]
    right = ok(RIGHT, RIGHT)
    known = MistakeTable(tuple("abcdef"), (case_table(right, [ok(RIGHT, got) for got in many], [False] * 6),))
    assert [recognise(known, [(0, ok(RIGHT, got))]) for got in many] == ["", "", "c", "d", "e", ""]


@pytest.mark.parametrize("got", [None, "text", Foreign("numpy.matrix"), ForeignArray("object", (2,)), [None, "a"]])
def test_answers_without_numbers_are_recognised_by_their_form(got: Any):
    others = [RIGHT * 2, "other", Foreign("numpy.ma.MaskedArray"), [None], None if got is not None else [None, "a"]]
    table = case_table(ok(RIGHT, RIGHT), [ok(RIGHT, what) for what in (got, *others)], [False] * 6)
    assert recognise(MistakeTable(tuple("abcdef"), (table,)), [(0, ok(RIGHT, got))]) == "a"


def test_answers_too_large_to_be_kept_do_not_decide():
    large = np.zeros(5000)
    twice = [ok(RIGHT, RIGHT * 2), ok(large, large + 1)]
    tables = (case_table(ok(RIGHT, RIGHT), twice[:1], [False]), case_table(ok(large, large), twice[1:], [False]))
    known = MistakeTable(("a",), tables)
    assert twice[1].numbers is None
    assert recognise(known, [(0, twice[0]), (1, ok(large, large + 3))]) == "a"
    assert recognise(known, [(0, twice[0]), (1, ok(large, large[:-1]))]) == ""
    assert recognise(known, [(1, twice[1])]) == ""
