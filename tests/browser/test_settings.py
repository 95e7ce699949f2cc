"""The keys of other editors, and the size of the letters: chosen in a panel, kept in the browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import code
from tests.browser.test_accessibility import OpenContext, violations


@pytest.fixture
def editor(page: Page) -> Page:
    page.goto("/problems/rnn-cell")
    expect(code.editor(page)).to_be_visible()
    code.write(page, "one two")
    return page


def choose(page: Page, keys: str) -> None:
    page.get_by_role("button", name="Editor settings").click()
    page.get_by_role("radio", name=keys).check()
    page.locator(f"#editor[data-keys={keys.lower()}]").wait_for(state="attached")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Editor settings")).to_be_hidden()
    code.editor(page).focus()


def typed(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def leaves_by_escape_and_tab(page: Page) -> bool:
    code.editor(page).focus()
    typed(page, "Escape", "Tab")
    return page.evaluate("document.activeElement.id") == "run"


def test_vim(editor: Page):
    asked: list[str] = []
    editor.on("request", lambda request: asked.append(request.url))
    choose(editor, "Vim")
    assert len(asked) == 1
    typed(editor, "Escape", "0", "d", "w", "i", "x", "Escape")
    assert code.read(editor) == "xtwo"
    expect(editor.locator(".cm-vim-panel")).to_contain_text("NORMAL")
    with editor.expect_request("**/draft"):
        typed(editor, ":", "w", "Enter")
    assert leaves_by_escape_and_tab(editor)
    editor.reload()
    expect(editor.locator(".cm-vim-panel")).to_contain_text("NORMAL")
    choose(editor, "Usual")
    expect(editor.locator(".cm-vim-panel")).to_have_count(0)


def test_emacs(editor: Page):
    choose(editor, "Emacs")
    typed(editor, "Control+a", "Control+k")
    assert code.read(editor).strip() == ""
    editor.keyboard.insert_text("def f():")
    typed(editor, "Enter")
    editor.keyboard.insert_text("pass")
    assert code.read(editor) == "def f():\n    pass"
    with editor.expect_request("**/draft"):
        typed(editor, "Control+x", "Control+s")
    assert leaves_by_escape_and_tab(editor)
    code.editor(editor).focus()
    typed(editor, "Control+s")
    expect(editor.get_by_role("textbox", name="Find")).to_be_focused()


@pytest.mark.parametrize("keys", ["Vim", "Emacs"])
def test_the_pages_own_keys_stay(editor: Page, keys: str):
    choose(editor, keys)
    typed(editor, "Control+Enter")
    expect(editor.locator("#results .verdict")).to_contain_text("Does not compile")


def test_keys_that_cannot_be_fetched_are_not_chosen(open_context: OpenContext):
    page = open_context().new_page()
    page.goto("/problems/rnn-cell")
    code.editor(page)
    page.context.set_offline(True)
    page.get_by_role("button", name="Editor settings").click()
    page.get_by_role("radio", name="Vim").click()
    expect(page.locator("#live")).to_contain_text("could not be fetched")
    expect(page.get_by_role("radio", name="Usual")).to_be_checked()


def test_letters_grow_and_stay_so(editor: Page):
    editor.get_by_role("button", name="Editor settings").click()
    editor.get_by_role("button", name="Larger letters").click()
    expect(editor.locator("#letters")).to_have_text("14.5")
    editor.reload()
    code.editor(editor)
    assert editor.evaluate("getComputedStyle(document.querySelector('.cm-content')).fontSize") == "14.5px"
    assert editor.locator("#letters").text_content() == "14.5"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_panel_and_the_command_line(open_context: OpenContext, scheme: str):
    page = open_context(color_scheme=scheme, bypass_csp=True).new_page()
    page.goto("/problems/rnn-cell")
    code.editor(page)
    page.get_by_role("button", name="Editor settings").click()
    assert violations(page) == []
    page.keyboard.press("Escape")
    choose(page, "Vim")
    typed(page, "Escape", ":")
    expect(page.get_by_role("textbox", name="Vim command")).to_be_focused()
    assert violations(page) == []
