from __future__ import annotations

from itertools import pairwise, product

from hypothesis import given
from hypothesis import strategies as st

from app.show.differences import compare_sources
from app.show.line_pairs import pair_lines

LINES = st.lists(st.sampled_from(["a", "b", "", "def f():", "    return x"]), max_size=30)


def test_the_same_text_has_no_difference():
    assert compare_sources("a\nb\n", "a\nb\n") == ()


def test_what_changed_stands_among_its_neighbours():
    before = "\n".join("abcdefghij")
    after = before.replace("h", "H")
    found = [(line.kind, line.text, line.number) for line in compare_sources(before, after)]
    assert found[0] == ("gap", "4 lines the same", "")
    assert ("removed", "h", "8") in found
    assert ("added", "H", "8") in found
    assert ("same", "e", "5") in found


@given(before=LINES, after=LINES)
def test_it_accounts_for_every_line_of_the_newer_text(before: list[str], after: list[str]):
    found = compare_sources("\n".join(before), "\n".join(after))
    if not found:
        assert "\n".join(before).splitlines() == "\n".join(after).splitlines()
    for line in found:
        if line.kind in {"added", "same"}:
            assert "\n".join(after).splitlines()[int(line.number) - 1] == line.text
        elif line.kind == "removed":
            assert "\n".join(before).splitlines()[int(line.number) - 1] == line.text


def test_lines_beyond_the_most_are_not_compared_and_that_is_said():
    found = compare_sources("a\n" * 4001, "a\n" * 4000 + "b\n")
    assert [(line.kind, line.text) for line in found] == [("gap", "what comes after line 4000 is not compared")]


@given(before=LINES, after=LINES)
def test_the_lines_that_are_kept_are_as_many_as_can_be(before: list[str], after: list[str]):
    pairs = pair_lines(before, after)
    assert all(before[one] == after[other] for one, other in pairs)
    assert all(one[0] < other[0] and one[1] < other[1] for one, other in pairwise(pairs))
    best = [[0] * (len(after) + 1) for _ in range(len(before) + 1)]
    for (one, left), (other, right) in product(enumerate(before), enumerate(after)):
        longer = max(best[one][other + 1], best[one + 1][other])
        best[one + 1][other + 1] = best[one][other] + 1 if left == right else longer
    assert len(pairs) == best[-1][-1]


def test_texts_that_lie_far_apart_are_held_together_by_lines_that_stand_in_them_once():
    before = [f"def f{number}():" if number % 10 == 0 else "    old" for number in range(1000)]
    after = [f"def f{number}():" if number % 10 == 0 else "    new" for number in range(1000)]
    assert pair_lines(before, after) == [(number, number) for number in range(0, 1000, 10)]
