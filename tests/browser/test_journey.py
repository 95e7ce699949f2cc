"""A student's way through both problems, with and without JavaScript."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.code import current_line, editor, write

PROBLEMS = Path(__file__).resolve().parents[2] / "problems"
JOURNEYS = [
    ("rnn-cell", "RNN Cell", "0.5370", "w_hh_not_transposed.py"),
    ("vanilla-rnn", "Complete Vanilla RNN", "0.1275", "w_hh_not_transposed.py"),
]


def program(slug: str, name: str) -> str:
    return (PROBLEMS / slug / name).read_text(encoding="utf-8")


def open_problem(page: Page, title: str, number: str) -> None:
    """From the catalogue to the problem, with its computed examples visible before any run."""
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Problems")
    page.get_by_role("link", name=title).click()
    expect(page.get_by_role("heading", name=title, level=1)).to_be_visible()
    expect(page.locator(".example").first).to_contain_text(number)


@pytest.mark.parametrize(("slug", "title", "number", "mistake"), JOURNEYS)
def test_with_scripts(page: Page, slug: str, title: str, number: str, mistake: str):
    open_problem(page, title, number)
    write(page, program(slug, f"mistakes/{mistake}"))
    page.get_by_role("button", name="Run samples").click()
    expect(page.locator("#results .verdict")).to_contain_text("Wrong answer")
    expect(page.locator("#results .detail:visible")).to_contain_text("Wrong values")
    expect(page.locator("#results .arr .off").first).to_be_visible()
    expect(page).to_have_url(f"{page.url.split('/problems')[0]}/problems/{slug}")

    write(page, program(slug, "reference.py"))
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#results .verdict")).to_contain_text("Accepted")
    expect(page.locator("#results .verdict")).to_contain_text("100 of 100 points")
    expect(page.locator("#live")).to_contain_text("Accepted")

    page.get_by_role("tab", name="Submissions").click()
    history = page.locator("#submissions .history a")
    expect(history).to_have_count(2)
    expect(history.first).to_contain_text("Accepted")
    history.first.click()
    expect(page.locator("#source")).to_contain_text("def")
    page.get_by_role("link", name="Open in the editor").click()
    expect(page.locator("#results .verdict")).to_contain_text("Accepted")
    page.goto("/")
    expect(page.get_by_role("listitem").filter(has_text=title)).to_contain_text("Solved")


@pytest.mark.parametrize(("slug", "title", "number", "mistake"), JOURNEYS)
def test_without_scripts(open_context: Callable[..., BrowserContext], slug: str, title: str, number: str, mistake: str):
    page = open_context(java_script_enabled=False).new_page()
    open_problem(page, title, number)
    page.get_by_role("link", name="Theory").click()
    expect(page.locator("#theory")).to_be_visible()
    expect(page.locator("#statement")).to_be_hidden()

    page.locator("#source").fill(program(slug, f"mistakes/{mistake}"))
    page.get_by_role("button", name="Run samples").click()
    expect(page.locator(".verdict")).to_contain_text("Wrong answer")
    expect(page.locator(".detail").first).to_contain_text("Wrong values")
    assert "/submissions/" in page.url
    address = page.url

    page.get_by_role("link", name="Open in the editor").click()
    expect(page.locator("#source")).to_have_value(program(slug, f"mistakes/{mistake}"))
    page.locator("#source").fill(program(slug, "reference.py"))
    page.get_by_role("button", name="Submit").click()
    expect(page.locator(".verdict")).to_contain_text("Accepted")
    assert page.locator("meta[http-equiv=refresh]").count() == 0

    page.get_by_role("link", name=title).click()
    page.get_by_role("link", name="Submissions").click()
    expect(page.locator("#submissions .history a")).to_have_count(2)

    stranger = open_context(java_script_enabled=False).new_page()
    answer = stranger.goto(address)
    assert answer is not None
    assert answer.status == 404
    expect(stranger.get_by_role("heading", level=1)).to_have_text("Not found")


def test_a_file_that_does_not_compile_leads_to_its_line(page: Page):
    page.goto("/problems/rnn-cell")
    write(page, "import numpy as np\n\ndef rnn_cell(x_t:\n    return 1\n")
    page.get_by_role("button", name="Run samples").click()
    expect(page.locator("#results .verdict")).to_contain_text("Does not compile")
    line = page.locator("#results [data-line]").get_attribute("data-line")
    assert line is not None
    expect(page.locator(".cm-lint-marker-error")).to_have_count(1)
    expect(editor(page)).to_be_focused()


def test_an_exception_names_the_students_line(page: Page):
    page.goto("/problems/rnn-cell")
    write(page, "def rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):\n    print('here')\n    return 1 / 0\n")
    page.get_by_role("button", name="Run samples").click()
    detail = page.locator("#results .detail:visible")
    expect(detail).to_contain_text("Raised an exception")
    expect(detail).to_contain_text("ZeroDivisionError")
    expect(detail).to_contain_text("here")
    page.get_by_role("link", name="Go to line 3").first.click()
    assert current_line(page) == "return 1 / 0"


def test_hints_open_with_judged_submissions(page: Page):
    page.goto("/problems/rnn-cell")
    page.get_by_role("tab", name="Hints").click()
    expect(page.locator("#hints .locked")).to_contain_text("Opens after 1 run of your code")
    write(page, "x = 1\n")
    page.get_by_role("button", name="Run samples").click()
    expect(page.locator("#results .verdict")).to_be_visible()
    expect(page.locator("#hints .locked")).to_contain_text("Comes after hint 1")
    page.get_by_role("button", name="Show hint 1").click()
    expect(page.locator("#hint-1")).to_be_focused()
    page.get_by_role("button", name="Show hint 2").click()
    expect(page.locator("#hints section.hint")).to_have_count(2)
