"""The page of `allclose check`: axe finds nothing, nothing scrolls sideways, all of it is there without a script."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import BrowserContext, expect

from app.cli.check_page import render_check_page
from grader.sandbox import Sandbox
from grader.verify import verify
from tests.browser.test_accessibility import LOOKS, NARROW, violations
from tests.doubling import RIGHT, WRONG, case, doubling

OpenContext = Callable[..., BrowserContext]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory, sandbox: Sandbox) -> str:
    """A problem with something to mend and something to consider, as a file's address."""
    folder = tmp_path_factory.mktemp("report")
    mistakes = [{"id": "squared", "source": WRONG, "message": "m"}]
    cases = [case("sample", "s", 3.0), *(case("main", f"a case called {n}", 4.0 + n) for n in range(12))]
    problem = doubling(folder, starter=RIGHT, mistakes=mistakes, cases=cases, statement="![](picture.png)")
    page = folder / "report.html"
    found = verify(problem, sandbox)
    page.write_text(render_check_page([found, replace(found, problem="another")]), encoding="utf-8")
    return page.as_uri()


@pytest.mark.parametrize(("scheme", "viewport"), [*LOOKS, ("dark", NARROW)])
def test_axe_finds_nothing(open_context: OpenContext, report: str, scheme: str, viewport: dict[str, int]):
    page = open_context(color_scheme=scheme, viewport=viewport, bypass_csp=True).new_page()
    page.goto(report)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_it_is_whole_without_scripts(open_context: OpenContext, report: str):
    page = open_context(java_script_enabled=False).new_page()
    page.goto(report)
    expect(page.get_by_role("heading", name="To mend").first).to_be_visible()
    expect(page.get_by_role("columnheader", name="12 a case called 10").first).to_be_attached()
    expect(page.get_by_role("row", name="mistake squared").first).to_be_visible()
    expect(page.get_by_role("img", name="How much of the tolerance").first).to_be_visible()
