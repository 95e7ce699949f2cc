from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.web.rendering.differences import difference

LINES = st.lists(st.sampled_from(["a", "b", "", "def f():", "    return x"]), max_size=30)


def test_the_same_text_has_no_difference():
    assert difference("a\nb\n", "a\nb\n") == ()


def test_what_changed_stands_among_its_neighbours():
    before = "\n".join("abcdefghij")
    after = before.replace("h", "H")
    found = [(line.kind, line.text, line.number) for line in difference(before, after)]
    assert found[0] == ("gap", "4 lines the same", "")
    assert ("removed", "h", "8") in found
    assert ("added", "H", "8") in found
    assert ("same", "e", "5") in found


@given(before=LINES, after=LINES)
def test_it_accounts_for_every_line_of_the_newer_text(before: list[str], after: list[str]):
    found = difference("\n".join(before), "\n".join(after))
    if not found:
        assert "\n".join(before).splitlines() == "\n".join(after).splitlines()
    for line in found:
        if line.kind in {"added", "same"}:
            assert "\n".join(after).splitlines()[int(line.number) - 1] == line.text
        elif line.kind == "removed":
            assert "\n".join(before).splitlines()[int(line.number) - 1] == line.text
