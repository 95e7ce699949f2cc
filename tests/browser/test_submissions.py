"""One's own submissions: listed, compared, kept as files and opened again, by keyboard and without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.code import read, write

OpenContext = Callable[..., BrowserContext]
HEAD = "import numpy as np\n\ndef rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):\n"
FIRST, SECOND = HEAD + "    return h_prev\n", HEAD + "    return np.zeros_like(h_prev)\n"


def hand_in(page: Page, source: str, button: str) -> None:
    write(page, source)
    before = int(page.locator("#count-submissions").text_content() or 0)
    page.get_by_role("button", name=button).click()
    expect(page.locator("#count-submissions")).to_have_text(str(before + 1))


def two(page: Page) -> None:
    page.goto("/problems/rnn-cell")
    hand_in(page, FIRST, "Run samples")
    hand_in(page, SECOND, "Submit")


def test_the_list_tells_verdict_score_and_time(page: Page):
    two(page)
    page.get_by_role("tab", name="Submissions").click()
    newest, oldest = page.locator("#submissions .history a").all()
    expect(newest).to_contain_text("Wrong answer submission")
    expect(newest).to_contain_text("of 100")
    expect(newest.locator(".took")).to_have_text(re.compile(r"^[\d.]+ m?s\s*$"))
    expect(newest.locator("time")).to_be_visible()
    expect(oldest).to_contain_text("Wrong answer samples")
    expect(oldest).not_to_contain_text("of 100")


def test_by_keyboard_two_are_compared_and_one_is_kept_and_opened_again(page: Page, tmp_path: Path):
    two(page)
    page.get_by_role("tab", name="Submissions").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Compare the two").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Two submissions")
    expect(page.locator(".diff .removed")).to_contain_text("return h_prev")
    expect(page.locator(".diff .added")).to_contain_text("return np.zeros_like(h_prev)")
    page.locator(".sides a").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#source")).to_contain_text("return h_prev")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").focus()
        page.keyboard.press("Enter")
    assert download.value.suggested_filename == "rnn_cell.py"
    download.value.save_as(tmp_path / "kept.py")
    assert (tmp_path / "kept.py").read_text(encoding="utf-8") == FIRST
    page.get_by_role("link", name="Open in the editor").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".notice").first).to_contain_text("This is your code of")
    assert read(page).split() == FIRST.split()


def test_any_two_can_be_chosen_by_the_arrow_keys(page: Page):
    two(page)
    hand_in(page, FIRST + "# third\n", "Run samples")
    page.get_by_role("tab", name="Submissions").click()
    newer = page.locator("input[name=b]")
    newer.first.focus()
    page.keyboard.press("ArrowDown")
    expect(newer.nth(1)).to_be_checked()
    older = page.locator("input[name=a]")
    older.nth(1).focus()
    page.keyboard.press("ArrowDown")
    expect(older.nth(2)).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.locator(".diff .added")).to_contain_text("zeros_like")


def test_without_scripts_all_of_it_works(open_context: OpenContext, tmp_path: Path):
    page = open_context(java_script_enabled=False).new_page()
    for source, button in ((FIRST, "Run samples"), (SECOND, "Submit")):
        page.goto("/problems/rnn-cell")
        page.locator("#source").fill(source)
        page.get_by_role("button", name=button).click()
        expect(page.locator(".verdict")).to_contain_text("Wrong answer")
    page.goto("/problems/rnn-cell#submissions")
    expect(page.locator("#submissions .history a")).to_have_count(2)
    page.get_by_role("button", name="Compare the two").click()
    expect(page.locator(".diff .added")).to_contain_text("zeros_like")
    page.locator(".sides a").last.click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    download.value.save_as(tmp_path / "kept.py")
    assert (tmp_path / "kept.py").read_text(encoding="utf-8") == SECOND
    page.get_by_role("link", name="Open in the editor").click()
    expect(page.locator("#source")).to_have_value(SECOND)


def test_the_signature_shows_declared_shapes_and_those_of_a_sample(page: Page):
    page.goto("/problems/vanilla-rnn")
    card = page.get_by_role("group", name="Arguments and result").get_by_role("table")
    expect(card.get_by_role("columnheader")).to_have_text(["Name", "Shape", "In “worked example”", "Type"])
    first, last = card.get_by_role("row").nth(1), card.get_by_role("row").last
    expect(first).to_contain_text("X(N, T, D)(1, 3, 2)float64 array")
    expect(last).to_contain_text('returns ["final_hidden_state"](N, H)(1, 2)float64 array')
