"""What opens once a problem is solved: figures beside one's own earlier ones, the editorial, the next problem."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.code import write
from tests.browser.test_accessibility import LOOKS, rewrite, violations

OpenContext = Callable[..., BrowserContext]
REFERENCE = (Path(__file__).resolve().parents[2] / "problems" / "rnn-cell" / "reference.py").read_text(encoding="utf-8")
CHANGING = REFERENCE.replace(
    "    return np", "    given, h_prev = h_prev, h_prev.copy()\n    given += 1.0\n    return np"
)
HEAVY = REFERENCE.replace("    return np", "    np.ones(8_000_000)\n    return np")


def submit(page: Page, source: str) -> None:
    """Hand in, and wait until the panel of the accepted submission has come, and the tabs with it."""
    rewrite(page, source)
    before = int(page.locator("#count-submissions").text_content() or 0)
    page.locator("#submit").evaluate("button => button.click()")
    expect(page.locator("#results .callout.good")).to_be_visible()
    expect(page.locator("#count-submissions")).to_have_text(str(before + 1))


def test_time_and_memory_stand_beside_ones_own_and_the_next_problem_is_offered(page: Page):
    page.goto("/problems/rnn-cell")
    submit(page, HEAVY)
    said = page.locator("#results .callout.good")
    expect(said).to_contain_text("it is your first accepted submission here")
    expect(said).to_contain_text("Its memory peaked at")
    submit(page, REFERENCE)
    expect(said).to_contain_text("the least of your accepted ones; the least before was")
    expect(said.get_by_role("link", name="Next: Complete Vanilla RNN")).to_have_attribute(
        "href", "/problems/vanilla-rnn"
    )


def test_warnings_that_remain_are_told_with_their_cases(page: Page):
    page.goto("/problems/rnn-cell")
    submit(page, CHANGING)
    expect(page.locator("#results .callout.good .warn")).to_contain_text("changed one of its inputs")
    expect(page.locator("#results .callout.good .warn")).to_contain_text(
        "In 8 of 8 samples and fresh cases: Your function"
    )


def test_the_editorial_comes_without_loading_the_page_anew(page: Page):
    page.goto("/problems/rnn-cell")
    expect(page.get_by_role("tab", name="Editorial")).to_have_count(0)
    page.get_by_role("tab", name="Theory").click()
    submit(page, REFERENCE)
    tab = page.get_by_role("tab", name="Editorial")
    expect(tab).to_be_visible()
    expect(page.get_by_role("tab", name="Theory")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#editorial")).to_be_hidden()
    page.get_by_role("link", name="Read the editorial").click()
    expect(tab).to_be_focused()
    expect(page.locator("#editorial")).to_contain_text("Add first, squash once")
    expect(page.locator("#editorial")).to_contain_text("0.3799")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Submissions")).to_be_focused()
    page.reload()
    expect(page.get_by_role("tab", name="Editorial")).to_have_count(1)


def test_without_scripts_the_editorial_is_a_tab_too(open_context: OpenContext):
    page = open_context(java_script_enabled=False).new_page()
    page.goto("/problems/rnn-cell")
    expect(page.get_by_role("link", name="Editorial")).to_have_count(0)
    answer = page.goto("/problems/rnn-cell/editorial")
    assert answer is not None
    assert answer.status == 403
    expect(page.get_by_text("opens once you have solved the problem")).to_be_visible()
    page.goto("/problems/rnn-cell")
    page.locator("#source").fill(REFERENCE)
    page.get_by_role("button", name="Submit").click()
    expect(page.locator(".verdict")).to_contain_text("Accepted")
    page.get_by_role("link", name="Read the editorial").click()
    expect(page.locator("#editorial")).to_be_visible()
    expect(page.locator("#statement")).to_be_hidden()


@pytest.mark.parametrize(("scheme", "viewport"), LOOKS)
def test_axe_finds_nothing_once_it_is_solved(open_context: OpenContext, scheme: str, viewport: dict[str, int]):
    page = open_context(color_scheme=scheme, viewport=viewport, bypass_csp=True).new_page()
    page.goto("/problems/vanilla-rnn")
    solution = Path(__file__).resolve().parents[2] / "problems" / "vanilla-rnn" / "reference.py"
    submit(page, solution.read_text(encoding="utf-8"))
    found = {"accepted": violations(page)}
    page.get_by_role("link", name="Read the editorial").click()
    expect(page.locator("#editorial")).to_be_visible()
    found["editorial"] = violations(page)
    page.goto("/problems/vanilla-rnn/editorial")
    found["page"] = violations(page)
    assert {name: items for name, items in found.items() if items} == {}
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]


def test_a_draft_in_the_editor_is_left_alone(page: Page):
    page.goto("/problems/rnn-cell")
    submit(page, REFERENCE)
    write(page, "# something else\n")
    page.get_by_role("link", name="Read the editorial").click()
    expect(page.locator(".cm-content")).to_contain_text("# something else")
