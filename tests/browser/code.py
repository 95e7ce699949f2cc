"""Writing into the page's editor, and reading what is in it."""

from __future__ import annotations

from playwright.sync_api import Locator, Page


def editor(page: Page) -> Locator:
    """The editor's text, once it has taken the place of the textarea."""
    page.locator("#editor[data-ready]").wait_for(state="attached")
    return page.locator(".cm-content")


def write(page: Page, text: str) -> None:
    """Put a text in place of all that is there."""
    area = editor(page)
    area.focus()
    area.press("Control+a")
    area.press("Delete")
    page.keyboard.insert_text(text)


def read(page: Page) -> str:
    """The whole text of a short file."""
    return "\n".join(editor(page).locator(".cm-line").all_inner_texts()).replace("\u200b", "")


def current_line(page: Page) -> str:
    """The line that the cursor stands on."""
    return page.locator(".cm-activeLine").first.inner_text().strip()
