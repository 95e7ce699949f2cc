"""What is written is never lost: after a crash, without a server, and from two tabs at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser import code

ADDRESS = "/problems/rnn-cell"


@pytest.fixture
def context(open_context: Callable[..., BrowserContext]) -> BrowserContext:
    return open_context()


def opened(context: BrowserContext) -> Page:
    page = context.new_page()
    page.goto(ADDRESS)
    code.editor(page)
    return page


def test_a_draft_is_on_the_server_within_seconds(context: BrowserContext):
    page = opened(context)
    code.write(page, "x = 1")
    expect(page.locator("#saved")).to_have_text("Saved", timeout=5_000)
    page.evaluate("localStorage.clear()")
    page.goto("about:blank")
    assert code.read(opened(context)) == "x = 1"


def test_what_was_kept_here_alone_is_restored_after_a_crash(context: BrowserContext):
    page = opened(context)
    context.route("**/draft", lambda route: route.abort())
    code.write(page, "x = 'not on the server'")
    expect(page.locator("#saved")).to_have_text("Offline: kept in this browser", timeout=8_000)
    page.close()
    context.unroute("**/draft")
    again = opened(context)
    assert code.read(again) == "x = 'not on the server'"
    expect(again.locator("#saved")).to_have_text("Saved", timeout=8_000)


def test_it_is_saved_once_the_server_is_back(context: BrowserContext):
    page = opened(context)
    context.set_offline(True)
    code.write(page, "x = 2")
    expect(page.locator("#saved")).to_have_text("Offline: kept in this browser", timeout=8_000)
    context.set_offline(False)
    expect(page.locator("#saved")).to_have_text("Saved", timeout=8_000)


def test_a_full_server_is_told_and_the_text_stays_here_until_there_is_room(context: BrowserContext):
    page = opened(context)
    context.route("**/draft", lambda route: route.fulfill(status=507, body="no room"))
    code.write(page, "x = 3")
    expect(page.locator("#saved")).to_have_text("Server full: kept in this browser", timeout=8_000)
    page.reload()
    assert code.read(page) == "x = 3"
    context.unroute("**/draft")
    expect(page.locator("#saved")).to_have_text("Saved", timeout=8_000)


@pytest.mark.parametrize(("choice", "text"), [("Take that one", "first"), ("keep what stands here", "second")])
def test_an_older_tab_never_overwrites_a_newer_draft(context: BrowserContext, choice: str, text: str):
    one, other = opened(context), opened(context)
    code.write(one, "first")
    expect(one.locator("#saved")).to_have_text("Saved")
    code.write(other, "second")
    expect(other.locator("#conflict")).to_be_visible()
    expect(other.locator("#saved")).to_have_text("Not saved: a newer draft is there")
    other.get_by_role("button", name=choice).click()
    expect(other.locator("#saved")).to_have_text("Saved")
    expect(other.locator("#conflict")).to_be_hidden()
    assert code.read(other) == text
    one.evaluate("localStorage.clear()")
    one.reload()
    assert code.read(one) == text


def test_a_submission_is_opened_in_the_editor_and_the_draft_stays(context: BrowserContext):
    page = opened(context)
    code.write(page, "x = 'handed in'")
    page.get_by_role("button", name="Run samples").click()
    expect(page.locator("#results .verdict")).to_contain_text("Runtime error")
    code.write(page, "x = 'draft'")
    expect(page.locator("#saved")).to_have_text("Saved")
    page.get_by_role("link", name="This submission on a page of its own").click()
    page.get_by_role("link", name="Open in the editor").click()
    assert code.read(page) == "x = 'handed in'"
    page.get_by_role("link", name="Leave it").click()
    assert code.read(page) == "x = 'draft'"


def test_a_cookie_that_is_cleared_in_mid_edit_costs_nothing(context: BrowserContext):
    page = opened(context)
    code.write(page, "x = 4")
    expect(page.locator("#saved")).to_have_text("Saved", timeout=5_000)
    context.clear_cookies()
    code.write(page, "x = 5")
    expect(page.locator("#saved")).to_have_text("Saved", timeout=5_000)
    page.evaluate("localStorage.clear()")
    page.goto("about:blank")
    assert code.read(opened(context)) == "x = 5"


def test_without_any_cookie_the_text_stays_in_the_browser_and_it_says_why(context: BrowserContext):
    page = opened(context)
    context.route("**/draft", lambda route: route.fulfill(status=401, body="{}"))
    code.write(page, "x = 6")
    expect(page.locator("#saved")).to_have_text("No cookies: kept in this browser", timeout=5_000)
