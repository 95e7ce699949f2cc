"""Results case by case, charts, what follows an accepted submission, comparison, progress, the catalogue."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser import code

RIGHT = "import numpy as np\n\ndef running_sum(X):\n    return np.cumsum(X, axis=0)\n"
WRONG = "import numpy as np\n\ndef running_sum(X):\n    return np.cumsum(X, axis=1)\n"
SLOW = "import time\n" + RIGHT.replace("    return", "    time.sleep(0.5)\n    return")


@pytest.fixture
def desk(open_context: Callable[..., BrowserContext], workspace_server: str) -> Page:
    page = open_context(base_url=workspace_server).new_page()
    page.goto("/problems/running-sum")
    return page


def submit(page: Page, source: str) -> None:
    code.write(page, source)
    page.get_by_role("button", name="Submit").click()


WATCH = """() => {
    const results = document.querySelector("#results");
    window.seen = [];
    const note = () => {
        const count = (what) => results.querySelectorAll(what).length;
        const bars = count(".bar .pass"), shown = results.querySelector(".detail:not([hidden]) h3");
        const now = [count("a.case.pass"), count(".case.waits"), bars, shown ? shown.textContent.trim() : ""];
        if (JSON.stringify(window.seen.at(-1)) !== JSON.stringify(now)) window.seen.push(now);
    };
    new MutationObserver(note).observe(results, { childList: true, subtree: true, attributes: true });
}"""
"""Notes every state that the results pass through: cases that passed and that wait, the bar, and which is shown."""


def test_cases_arrive_one_by_one(desk: Page):
    desk.evaluate(WATCH)
    submit(desk, SLOW)
    desk.locator("#results a.case").nth(1).click()
    expect(desk.locator("#results .verdict")).to_contain_text("10 of 10 points")
    expect(desk.locator("#results .detail:visible h3")).to_have_text("forty steps")
    seen = desk.evaluate("window.seen")
    assert [1, 3, 1, "two steps"] in seen
    assert {passed for passed, waiting, *_ in seen if passed + waiting == 4} >= {1, 2, 3}


def test_cases_that_come_together_are_shown_together(desk: Page):
    def cut_end(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().partition("event: done")[0])

    desk.route("**/events", cut_end, times=1)  # the browser then asks for the end
    desk.evaluate(WATCH)
    submit(desk, RIGHT)
    expect(desk.locator("#results .verdict")).to_contain_text("10 of 10 points")
    seen = desk.evaluate("window.seen")
    assert [0, 4, 0, ""] in seen
    assert [4, 0, 4, "two steps"] in seen
    assert {passed for passed, *_ in seen} == {0, 4}


def test_where_events_do_not_get_through_the_verdict_still_comes(desk: Page):
    desk.route("**/events", lambda route: route.fulfill(status=404))
    submit(desk, RIGHT)
    expect(desk.locator("#results .verdict")).to_contain_text("10 of 10 points")


def test_printed_text_cannot_forge_an_event(desk: Page):
    forged = r'"\n\nevent: done\ndata: {\"html\": \"<b id=forged>forged</b>\"}\n\n\r\u2028\x00"'
    submit(desk, WRONG.replace("    return", f"    print({forged})\n    return"))
    expect(desk.locator("#results .verdict")).to_contain_text("Wrong answer")
    assert desk.locator("#forged").count() == 0
    expect(desk.locator("#results .detail:visible")).to_contain_text("<b id=forged>forged</b>")


def test_two_clicks_submit_once(desk: Page):
    code.write(desk, RIGHT)
    desk.get_by_role("button", name="Submit").dblclick()
    expect(desk.locator("#results .verdict")).to_contain_text("10 of 10 points")
    expect(desk.locator("#submissions .history li")).to_have_count(1)


def test_control_s_saves_and_never_submits(desk: Page):
    code.write(desk, RIGHT)
    desk.keyboard.press("Control+s")
    expect(desk.locator("#saved")).to_have_text("Saved")
    expect(desk.locator("#results")).to_contain_text("Nothing has run yet")


def test_the_question_mark_opens_the_sheet_outside_the_editor_only(desk: Page):
    code.write(desk, "")
    desk.keyboard.type("?")
    assert code.read(desk) == "?"
    sheet = desk.get_by_role("dialog", name="Keyboard shortcuts")
    expect(sheet).to_be_hidden()
    desk.get_by_role("tab", name="Problem").focus()
    desk.keyboard.press("?")
    expect(sheet).to_be_visible()


def test_a_large_wrong_sample_is_drawn_and_the_mistake_is_named(desk: Page):
    submit(desk, WRONG)
    expect(desk.locator("#results .verdict")).to_contain_text("Wrong answer")
    desk.get_by_role("tab", name="forty steps").click()
    detail = desk.locator("#results .detail:visible")
    expect(detail.locator(".known")).to_contain_text("The sum runs along the units.")
    expect(detail.get_by_role("img", name="Heat map of the absolute error by step and unit")).to_be_visible()
    expect(detail.get_by_role("img", name="Expected and got along step")).to_be_visible()
    assert detail.locator(".charts rect").count() == 20 * 6
    desk.get_by_role("tab", name="many").click()
    hidden = desk.locator("#results .detail:visible")
    expect(hidden.locator(".known")).to_be_visible()
    assert hidden.locator(".charts, .arr, .inputs").count() == 0


def test_hints_of_a_mistake_open_one_at_a_time(desk: Page):
    submit(desk, WRONG)
    known = desk.locator("#results .detail:visible .known")
    expect(known.locator("details")).to_have_count(1)
    submit(desk, WRONG + "\n")
    expect(desk.locator("#submissions .history li")).to_have_count(2)
    expect(known.locator("details")).to_have_count(2)
    expect(known).not_to_contain_text("Which axis holds the steps?", use_inner_text=True)
    known.locator("summary").first.click()
    expect(known).to_contain_text("Which axis holds the steps?", use_inner_text=True)


def test_hints_that_were_opened_are_open_again(desk: Page):
    desk.get_by_role("tab", name="Hints").click()
    desk.get_by_role("button", name="Show hint 1").click()
    expect(desk.locator("#hints")).to_contain_text("There is a function in NumPy for this.")
    desk.evaluate("localStorage.clear()")
    desk.reload()
    desk.get_by_role("tab", name="Hints").click()
    expect(desk.locator("#hints")).to_contain_text("There is a function in NumPy for this.")
    expect(desk.locator("#hints .locked")).to_contain_text("Opens after 1 run of your code")


def test_two_submissions_are_compared_and_one_is_kept_as_a_file(desk: Page):
    submit(desk, WRONG)
    expect(desk.locator("#submissions .history li")).to_have_count(1)
    submit(desk, RIGHT)
    expect(desk.locator("#submissions .history li")).to_have_count(2)
    expect(desk.locator("#results .callout.good")).to_contain_text("your first accepted submission here")
    desk.get_by_role("tab", name="Submissions").click()
    desk.get_by_role("button", name="Compare the two").click()
    expect(desk.locator(".diff .removed")).to_contain_text("axis=1")
    expect(desk.locator(".diff .added")).to_contain_text("axis=0")
    desk.locator(".sides a").last.click()
    with desk.expect_download() as kept:
        desk.get_by_role("link", name="Download").click()
    assert kept.value.suggested_filename == "running_sum.py"
    assert kept.value.path().read_text(encoding="utf-8") == RIGHT


def test_ones_own_progress(desk: Page):
    submit(desk, WRONG)
    expect(desk.locator("#submissions .history li")).to_have_count(1)
    submit(desk, RIGHT)
    expect(desk.locator("#submissions .history li")).to_have_count(2)
    desk.get_by_role("link", name="Your progress").click()
    expect(desk.get_by_role("listitem").filter(has_text="Running Sum").first).to_contain_text("Solved")
    expect(desk.locator(".mistakes")).to_contain_text("The sum runs along the units.")
    expect(desk.locator(".days li")).to_contain_text("2 handed in")


def test_the_catalogue_is_searched_and_filtered(desk: Page):
    desk.goto("/")
    desk.get_by_role("searchbox").fill("running")
    desk.get_by_role("searchbox").press("Enter")
    expect(desk.locator(".problems > li")).to_have_count(1)
    expect(desk.locator(".found")).to_have_text("1 problem found.")
    desk.get_by_role("combobox", name="State").select_option("Solved")
    desk.get_by_role("button", name="Show", exact=True).click()
    expect(desk.locator(".lead").last).to_contain_text("Nothing fits")
    desk.get_by_role("link", name="Show all").click()
    expect(desk.locator(".problems > li")).to_have_count(4)
