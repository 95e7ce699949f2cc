"""Without scripts: a double click hands in once, a hint takes nothing of what was typed, drafts are there again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser import code

RIGHT = "import numpy as np\n\ndef running_sum(X):\n    return np.cumsum(X, axis=0)\n"


@pytest.fixture
def plain(open_context: Callable[..., BrowserContext], workspace_server: str) -> Page:
    page = open_context(base_url=workspace_server, java_script_enabled=False).new_page()
    page.goto("/problems/running-sum")
    return page


def test_a_double_click_hands_in_once(plain: Page):
    plain.locator("#source").fill(RIGHT)
    plain.get_by_role("button", name="Submit").dblclick()
    expect(plain.locator(".verdict")).to_contain_text("10 of 10 points")
    plain.goto("/problems/running-sum#submissions")
    expect(plain.locator("#submissions .history li")).to_have_count(1)


def test_going_back_and_changing_something_hands_in_another(plain: Page):
    plain.locator("#source").fill(RIGHT)
    plain.get_by_role("button", name="Submit").click()
    expect(plain.locator(".verdict")).to_contain_text("10 of 10 points")
    plain.go_back()
    plain.locator("#source").fill(RIGHT.replace("axis=0", "axis=1"))
    plain.get_by_role("button", name="Submit").click()
    expect(plain.locator(".verdict")).to_contain_text("Wrong answer")


def test_a_hint_opens_and_what_was_typed_stays(plain: Page):
    plain.locator("#source").fill("# half done")
    plain.get_by_role("link", name="Hints").click()
    plain.get_by_role("button", name="Show hint 1").click()
    expect(plain.locator("#hints")).to_contain_text("There is a function in NumPy for this.")
    expect(plain.locator("#hints .locked")).to_contain_text("Opens after 1 run of your code.")
    expect(plain.locator("#source")).to_have_value("# half done")
    plain.goto("/")
    plain.goto("/problems/running-sum")
    expect(plain.locator("#source")).to_have_value("# half done")


def test_what_is_typed_before_the_editor_comes_stays_with_its_cursor(
    open_context: Callable[..., BrowserContext], server: str
):
    context = open_context(base_url=server)
    page = context.new_page()
    held: list[Route] = []
    context.route("**/static/editor-*.js", lambda route: held.append(route))  # noqa: PLW0108 - it asks for a function
    page.goto("/problems/rnn-cell")
    area = page.locator("#source")
    area.fill("ab")
    area.press("ArrowLeft")
    for route in held:
        route.continue_()
    expect(code.editor(page)).to_be_focused()
    page.keyboard.insert_text("|")
    assert code.read(page) == "a|b"
