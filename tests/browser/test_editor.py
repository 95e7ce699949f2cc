"""The editor and the keyboard."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser import code


@pytest.fixture
def editor(page: Page) -> Page:
    page.goto("/problems/rnn-cell")
    expect(code.editor(page)).to_be_visible()
    return page


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id"))


def test_tab_indents_and_shift_tab_takes_it_back(editor: Page):
    area = code.editor(editor)
    code.write(editor, "a\nb")
    area.press("Control+a")
    area.press("Tab")
    assert code.read(editor) == "    a\n    b"
    area.press("Shift+Tab")
    assert code.read(editor) == "a\nb"


def test_enter_keeps_the_indentation_and_adds_one_step_after_a_colon(editor: Page):
    area = code.editor(editor)
    code.write(editor, "def f():")
    area.press("Control+End")
    area.press("Enter")
    area.press_sequentially("x = 1")
    area.press("Enter")
    area.press_sequentially("return x")
    assert code.read(editor) == "def f():\n    x = 1\n    return x"
    area.press("Control+z")
    assert code.read(editor) != "def f():\n    x = 1\n    return x"


def test_escape_gives_the_tab_key_back(editor: Page):
    area = code.editor(editor)
    area.focus()
    area.press("Escape")
    editor.keyboard.press("Tab")
    assert focused(editor) == "run"


def test_it_does_so_while_names_are_offered_too(editor: Page):
    code.write(editor, "import numpy as np\n")
    editor.keyboard.type("np.ein")
    editor.locator(".cm-tooltip-autocomplete").wait_for()
    editor.keyboard.press("Escape")
    editor.keyboard.press("Tab")
    assert focused(editor) == "run"


def test_each_line_has_its_number(editor: Page):
    code.write(editor, "a = 1\nb = 2\nc = 3")
    expect(editor.locator(".cm-lineNumbers .cm-gutterElement:visible")).to_have_text(["1", "2", "3"])


def test_the_draft_is_there_after_a_reload_and_reset_brings_the_starter(editor: Page):
    starter = code.read(editor)
    code.write(editor, "my = 'draft'")
    expect(editor.locator("#saved")).to_have_text("Saved")
    editor.reload()
    expect(code.editor(editor)).to_have_text("my = 'draft'")
    editor.get_by_role("button", name="Reset to the starter code").click()
    editor.get_by_role("button", name="Keep my code").click()
    expect(code.editor(editor)).to_have_text("my = 'draft'")
    editor.get_by_role("button", name="Reset to the starter code").click()
    editor.get_by_role("button", name="Start again").click()
    expect(code.editor(editor)).to_contain_text("def rnn_cell")
    assert code.read(editor) == starter


def test_the_keyboard_runs_and_the_verdict_is_announced_once(editor: Page):
    editor.evaluate(
        """() => {
            window.said = []
            new MutationObserver(() => window.said.push(document.querySelector("#live").textContent))
                .observe(document.querySelector("#live"), {childList: true, characterData: true, subtree: true})
        }"""
    )
    code.editor(editor).press("Control+Enter")
    expect(editor.locator("#results .verdict")).to_contain_text("Wrong answer")
    said = editor.evaluate("window.said")
    assert said[0] == "Running the samples"
    assert len([text for text in said if "Wrong answer" in text]) == 1
    expect(editor.locator("#run")).not_to_have_attribute("aria-busy", "true")
    code.editor(editor).press("Control+Shift+Enter")
    expect(editor.locator("#results .verdict")).to_contain_text("points")


def test_tabs_follow_the_arrow_keys(editor: Page):
    editor.get_by_role("tab", name="Problem").focus()
    editor.keyboard.press("ArrowRight")
    expect(editor.get_by_role("tab", name="Theory")).to_be_focused()
    expect(editor.locator("#theory")).to_be_visible()
    editor.keyboard.press("End")
    expect(editor.locator("#submissions")).to_be_visible()
    expect(editor.locator("#statement")).to_be_hidden()


def test_panes_are_resized_by_keys_and_keep_their_size(editor: Page):
    divider = editor.get_by_role("separator", name="Resize problem and code")
    divider.focus()
    for _ in range(3):
        editor.keyboard.press("ArrowRight")
    expect(divider).to_have_attribute("aria-valuenow", "51")
    editor.reload()
    expect(divider).to_have_attribute("aria-valuenow", "51")


def test_the_theme_is_a_choice_that_lasts(editor: Page):
    editor.get_by_role("button", name="Switch between light and dark").click()
    assert editor.evaluate("document.documentElement.dataset.theme") == "dark"
    editor.goto("/")
    assert editor.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(15, 17, 22)"
    editor.get_by_role("button", name="Switch between light and dark").click()
    assert editor.evaluate("document.documentElement.dataset.theme") is None


def test_the_shortcuts_are_shown(editor: Page):
    editor.get_by_role("button", name="Keyboard shortcuts").click()
    dialog = editor.get_by_role("dialog", name="Keyboard shortcuts")
    expect(dialog).to_contain_text("Run the samples")
    editor.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_a_server_out_of_reach_is_said_in_words(open_context: Callable[..., BrowserContext]):
    page = open_context().new_page()
    page.goto("/problems/rnn-cell")
    page.route("**/api/v1/**", lambda route: route.abort())
    page.get_by_role("button", name="Run samples").click()
    expect(page.locator("#results")).to_contain_text("could not be reached")
    expect(page.get_by_role("button", name="Run samples")).not_to_have_attribute("aria-busy", "true")


def test_a_divider_is_dragged(editor: Page):
    divider = editor.get_by_role("separator", name="Resize problem and code")
    box = divider.bounding_box()
    assert box is not None
    editor.mouse.move(box["x"] + 3, 400)
    editor.mouse.down()
    editor.mouse.move(box["x"] + 147, 400)
    editor.mouse.up()
    expect(divider).to_have_attribute("aria-valuenow", "55")


def test_on_a_phone_there_are_three_views(open_context: Callable[..., BrowserContext]):
    page = open_context(viewport={"width": 390, "height": 844}).new_page()
    page.goto("/problems/rnn-cell")
    views = page.get_by_role("navigation", name="Views")
    expect(page.locator("#pane-problem")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert page.locator("#editor[data-ready]").count() == 0, "the editor makes the problem wait"
    views.get_by_role("link", name="Code").click()
    expect(code.editor(page)).to_be_visible()
    expect(page.locator("#pane-problem")).to_be_hidden()
    page.get_by_role("button", name="Run samples").click()
    expect(page.locator("#results .verdict")).to_be_visible()
    expect(views.get_by_role("link", name="Results")).to_have_attribute("aria-current", "true")
