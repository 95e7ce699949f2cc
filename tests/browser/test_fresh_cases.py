"""Cases that are drawn for one submission: the first that fails is shown in full, what is fixed stays hidden."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser import code

HEAD = """import numpy as np, time
calls = 0

def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):
    global calls
    calls += 1
"""
RIGHT = "np.tanh(x_t @ W_xh.T + h_prev @ W_hh.T + b_h)\n"
BEYOND_SAMPLES = HEAD + f"    print('call', calls)\n    return (1 if calls <= 2 else 2) * {RIGHT}"
SLOW = HEAD + f"    time.sleep(calls in (4, 5))\n    return (1 if calls <= 2 else 2) * {RIGHT}"
NEVER_RIGHT = HEAD + "    return h_prev\n"
TAG = "drawn for this submission only"


def submit(page: Page, source: str) -> Locator:
    """Hand in, and wait for the verdict; gives the case that is open then."""
    page.goto("/problems/rnn-cell")
    code.write(page, source)
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#results .verdict")).to_contain_text("Wrong answer")
    return page.locator("#results .detail:visible")


def test_the_first_that_fails_is_opened_and_shown_in_full(page: Page):
    opened = submit(page, BEYOND_SAMPLES)
    expect(opened.get_by_role("heading", level=3)).to_have_text("a fresh batch 1")
    expect(opened.locator("header")).to_contain_text(TAG)
    expect(opened.locator("header")).not_to_contain_text("inputs are hidden")
    expect(opened.locator(".pair")).to_contain_text("Expected")
    expect(opened.locator(".inputs")).to_contain_text("W_xh")
    expect(opened).to_contain_text("call 3")


def test_of_the_others_no_value_is_shown_and_of_fixed_ones_no_figure(page: Page):
    opened = submit(page, BEYOND_SAMPLES)
    page.get_by_role("tab", name="a fresh batch 2").click()
    expect(opened.locator("header")).to_contain_text(TAG)
    expect(opened.locator("header")).to_contain_text("inputs are hidden")
    assert opened.locator(".pair, .charts, .arr, .inputs, pre").count() == 0
    page.get_by_role("tab", name="a batch of one").click()
    expect(opened).to_contain_text("Failed. It fails as well. The inputs are hidden.")
    expect(opened.locator("header")).not_to_contain_text(TAG)
    assert opened.locator(".pair, .charts, .arr, .inputs, .facts, pre").count() == 0
    expect(opened.locator(".tag").first).to_have_text("shapes")


def test_a_sample_that_fails_is_opened_before_any_of_them(page: Page):
    opened = submit(page, NEVER_RIGHT)
    expect(opened.get_by_role("heading", level=3)).to_have_text("worked example")


def test_each_lands_in_its_place_while_others_are_awaited(page: Page):
    page.goto("/problems/rnn-cell")
    code.write(page, SLOW)
    page.get_by_role("button", name="Submit").click()
    case = page.locator("#results .case")
    expect(case.nth(2)).to_contain_text("a fresh batch 1")
    expect(case.nth(7)).to_have_text("fresh case")
    expect(case.nth(8)).to_have_text("hidden case")
    expect(page.locator("#results .bar li").nth(2)).to_have_class("fail")
    groups = page.locator("#results .cases .group > span:first-child")
    expect(groups).to_have_text(["sample", "fresh", "shapes", "values", "layouts"])
    expect(page.locator("#results .verdict")).to_contain_text("Wrong answer")
    expect(groups).to_have_text(["sample", "fresh", "shapes", "values", "layouts"])


def test_the_statement_says_which_cases_are_drawn(page: Page):
    page.goto("/problems/rnn-cell")
    group = page.locator("#statement .groups li")
    expect(group.filter(has_text="fresh")).to_contain_text("drawn anew for each submission")
    expect(group.filter(has_text="layouts")).to_contain_text("hidden")
    expect(page.locator("#statement")).to_contain_text("the first of those cases that fails is shown in full")


def test_without_scripts_it_is_there_too(open_context: Callable[..., BrowserContext]):
    page = open_context(java_script_enabled=False).new_page()
    page.goto("/problems/rnn-cell")
    page.locator("#source").fill(BEYOND_SAMPLES)
    page.get_by_role("button", name="Submit").click()
    shown = page.locator(".detail").filter(has_text=TAG).first
    expect(shown.locator(".pair")).to_contain_text("Expected")
    expect(shown.locator(".inputs")).to_be_visible()
