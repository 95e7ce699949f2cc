"""Whatever an author or a student writes is text: nothing of it runs, in any place where it is shown."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser import code

PAYLOAD = "\"><img src=x onerror=window.__x=1><svg/onload=window.__x=1>'{{7*7}}${7*7}"
PROGRAM = (
    f"# {PAYLOAD} </textarea></template></script><script>window.__x=1</script>\n"
    "def hostile(x):\n    print('<img src=x onerror=window.__x=1>')\n    return x\n"
)
RAISES = "def hostile(x):\n    raise ValueError('<img src=x onerror=window.__x=1>')\n"


@pytest.fixture
def page(open_context: Callable[..., BrowserContext], workspace_server: str) -> Page:
    """Without the security policy, which would hide that something was let through."""
    opened = open_context(base_url=workspace_server, bypass_csp=True).new_page()
    opened.goto("/problems/hostile")
    return opened


def unharmed(page: Page) -> bool:
    page.wait_for_timeout(150)
    return page.evaluate("window.__x === undefined && !document.querySelector('img, svg[onload], [onerror]')") is True


def test_authors_text_is_text(page: Page):
    for name in ("Problem", "Theory", "Hints"):
        page.get_by_role("tab", name=name).click()
    page.get_by_role("button", name="Show hint 1").click()
    expect(page.locator("#hints")).to_contain_text('"><img src=x onerror=window.__x=1>')
    assert page.locator("a[href^='javascript']").count() == 0
    assert PAYLOAD in page.title()
    assert unharmed(page)
    page.goto("/")
    expect(page.get_by_role("heading", name=PAYLOAD)).to_be_visible()
    assert unharmed(page)


@pytest.mark.parametrize("source", [PROGRAM, RAISES])
def test_students_text_is_text(page: Page, source: str):
    code.write(page, source)
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#submissions .history li")).to_have_count(1)
    expect(page.locator("#results")).to_contain_text("<img src=x onerror=window.__x=1>")
    for case in page.locator("#results a.case").all():
        case.click()
    assert unharmed(page)
    page.reload()
    assert unharmed(page)
    page.get_by_role("tab", name="Submissions").click()
    page.locator("#submissions .history a").first.click()
    expect(page.locator("#source")).to_contain_text("window.__x=1")
    assert unharmed(page)
    page.goto("/progress")
    assert unharmed(page)


def test_two_programs_are_compared_as_text(page: Page):
    for number, source in enumerate((PROGRAM, RAISES), start=1):
        code.write(page, source)
        page.get_by_role("button", name="Run samples").click()
        expect(page.locator("#submissions .history li")).to_have_count(number)
    page.get_by_role("tab", name="Submissions").click()
    page.get_by_role("button", name="Compare the two").click()
    expect(page.locator(".diff")).to_contain_text("<script>window.__x=1</script>")
    assert unharmed(page)


@pytest.mark.parametrize("address", ["/?q={}", "/problems/{}", "/submissions/{}", "/problems/hostile?submission={}"])
def test_what_is_asked_for_is_text(page: Page, address: str):
    page.goto(address.format(PAYLOAD.replace("/", "%2F")))
    assert unharmed(page)
    assert "49" not in re.sub(r"request \w+", "", page.locator("main").inner_text())
