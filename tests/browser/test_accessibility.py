"""axe-core finds nothing, in light, in dark and on a phone; nothing scrolls sideways; nothing leaves the origin."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.code import write

AXE = Path(__file__).resolve().parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
NARROW = {"width": 320, "height": 640}
LOOKS = [pytest.param("light", DESK, marks=pytest.mark.slow), ("dark", DESK), ("light", PHONE)]
WRONG = "import numpy as np\ndef rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):\n    return np.zeros_like(h_prev)\n"

OpenContext = Callable[..., BrowserContext]


def violations(page: Page) -> list[str]:
    assert AXE.is_file(), "axe-core is not installed; `npm ci` in frontend/ (the build does it) brings it"
    page.evaluate(AXE.read_text(encoding="utf-8"))
    options = {"runOnly": {"type": "tag", "values": TAGS}}
    found: list[dict[str, Any]] = page.evaluate("options => axe.run(document, options)", options)["violations"]
    return [f"{item['id']}: {[node['target'] for node in item['nodes']][:4]}" for item in found]


def run_samples(page: Page) -> None:
    """On a phone the editor lies behind its tab."""
    code = page.get_by_role("navigation", name="Views").get_by_role("link", name="Code")
    if code.is_visible():
        code.click()
    write(page, WRONG)
    page.locator("#run").evaluate("button => button.click()")
    expect(page.locator("#results .verdict")).to_contain_text("Wrong answer")


@pytest.mark.parametrize(("scheme", "viewport"), LOOKS)
def test_axe_finds_nothing(open_context: OpenContext, scheme: str, viewport: dict[str, int]):
    page = open_context(color_scheme=scheme, viewport=viewport, bypass_csp=True).new_page()
    found: dict[str, list[str]] = {}
    page.goto("/")
    found["catalogue"] = violations(page)
    page.goto("/progress")
    found["no progress"] = violations(page)
    page.goto("/problems/vanilla-rnn")
    for name in ("Problem", "Theory", "Submissions", "Hints"):
        page.get_by_role("tab", name=name).click()
        found[name] = violations(page)
    page.get_by_role("button", name="Show hint 1").click()
    page.locator("#hint-1").wait_for()
    found["opened hint"] = violations(page)
    page.goto("/problems/rnn-cell")
    run_samples(page)
    found["results"] = violations(page)
    page.goto(str(page.locator("#results .reshead a").get_attribute("href")))
    found["submission"] = violations(page)
    page.goto("/problems/no-such-problem")
    found["error"] = violations(page)
    assert {name: items for name, items in found.items() if items} == {}


def rewrite(page: Page, text: str) -> None:
    """Write in the editor; on a phone its view is opened first."""
    view = page.locator(".mobnav [data-to=code]")
    if view.is_visible():
        view.click()
    write(page, text)


RUNNING_SUM = "import numpy as np\n\ndef running_sum(X):\n    return np.cumsum(X, axis={})\n"
SLOW = "import time\n" + RUNNING_SUM.format(0).replace("    return", "    time.sleep(0.7)\n    return")


@pytest.mark.parametrize(("scheme", "viewport"), LOOKS)
def test_axe_finds_nothing_in_what_comes_of_submissions(
    open_context: OpenContext, workspace_server: str, scheme: str, viewport: dict[str, int]
):
    context = open_context(base_url=workspace_server, color_scheme=scheme, viewport=viewport, bypass_csp=True)
    page = context.new_page()
    found: dict[str, list[str]] = {}
    page.goto("/problems/running-sum")
    rewrite(page, SLOW)
    page.get_by_role("button", name="Submit").click()
    page.locator("#results .waits").first.wait_for()
    found["running"] = violations(page)
    expect(page.locator("#results .verdict")).to_contain_text("Accepted")
    found["passed"] = violations(page)
    rewrite(page, RUNNING_SUM.format(1))
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#results .verdict")).to_contain_text("Wrong answer")
    page.get_by_role("tab", name="forty steps").click()
    found["charts"] = violations(page)
    rewrite(page, "def running_sum(X:\n")
    page.get_by_role("button", name="Run samples").click()
    expect(page.locator("#results .verdict")).to_contain_text("Does not compile")
    found["does not compile"] = violations(page)
    expect(page.locator("#submissions .history li")).to_have_count(3)
    page.goto("/")  # the same address with another fragment would not be loaded anew
    page.goto("/problems/running-sum#submissions")
    page.get_by_role("button", name="Compare the two").click()
    found["comparison"] = violations(page)
    for name, address in (("progress", "/progress"), ("found", "/?q=running"), ("nothing found", "/?q=nothing-at-all")):
        page.goto(address)
        found[name] = violations(page)
    assert {name: items for name, items in found.items() if items} == {}


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_axe_finds_nothing_in_sheets_and_panels(open_context: OpenContext, scheme: str):
    page = open_context(color_scheme=scheme, bypass_csp=True).new_page()
    found: dict[str, list[str]] = {}
    page.goto("/problems/rnn-cell")
    write(page, "import numpy as np\n")
    page.keyboard.type("np.einsum")  # few names: axe does not see that the arrow keys scroll a longer list
    page.locator(".cm-tooltip-autocomplete").wait_for()
    found["completion"] = violations(page)
    page.keyboard.press("Escape")
    page.keyboard.press("Control+f")
    page.get_by_role("textbox", name="Find").wait_for()
    found["search"] = violations(page)
    page.keyboard.press("Escape")
    page.locator("#conflict").evaluate("bar => { bar.hidden = false }")
    found["conflict"] = violations(page)
    page.get_by_role("button", name="Keyboard shortcuts").click()
    found["shortcuts"] = violations(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Reset to the starter code").click()
    found["reset"] = violations(page)
    assert {name: items for name, items in found.items() if items} == {}


def test_axe_finds_nothing_without_scripts_of_ours(open_context: OpenContext):
    context = open_context(bypass_csp=True)
    context.route("**/static/**/*.js", lambda route: route.abort())
    context.route("**/static/*.js", lambda route: route.abort())
    page = context.new_page()
    page.goto("/problems/rnn-cell#hints")
    expect(page.locator("#hints")).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
@pytest.mark.parametrize(
    "path", ["/", "/problems/rnn-cell", "/problems/vanilla-rnn", "/progress", "/nothing-here", "/api/docs"]
)
def test_nothing_scrolls_sideways_at_320_pixels(open_context: OpenContext, path: str, scripts: bool):  # noqa: FBT001
    page = open_context(viewport=NARROW, java_script_enabled=scripts).new_page()
    page.goto(path)
    width = page.locator("body").evaluate("() => document.documentElement.scrollWidth") if scripts else body_width(page)
    assert width <= NARROW["width"]


def body_width(page: Page) -> float:
    """Without scripts the page cannot be asked, so its widest blocks are measured from outside."""
    boxes = [page.locator(name).bounding_box() for name in ("header.top", "main")]
    return max(box["x"] + box["width"] for box in boxes if box)


def test_results_fit_at_320_pixels(open_context: OpenContext):
    page = open_context(viewport=NARROW).new_page()
    page.goto("/problems/rnn-cell")
    run_samples(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    page.goto(str(page.locator("#results .reshead a").get_attribute("href")))
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


@pytest.mark.parametrize("viewport", [NARROW, PHONE], ids=["320", "390"])
def test_the_page_of_a_submission_with_many_cases_fits(open_context: OpenContext, viewport: dict[str, int]):
    page = open_context(viewport=viewport).new_page()
    page.goto("/problems/vanilla-rnn")
    page.locator(".mobnav [data-to=code]").click()
    write(page, "def vanilla_rnn(X, h_0, W_xh, W_hh, W_hy, b_h, b_y):\n    return {}\n")
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#results .verdict")).to_contain_text("Wrong answer")
    for address in (page.locator("#results .reshead a").get_attribute("href"), "/progress", "/?q=running"):
        page.goto(str(address))
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]


def test_at_twice_the_size_nothing_scrolls_sideways(open_context: OpenContext):
    """Zoom to 200 % of a window of 1280 pixels leaves 640 of them (WCAG 1.4.4 and 1.4.10)."""
    page = open_context(viewport={"width": 640, "height": 450}, device_scale_factor=2).new_page()
    for address in ("/", "/problems/rnn-cell", "/progress"):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 640


def test_a_printed_statement_is_the_statement_alone(open_context: OpenContext):
    page = open_context(color_scheme="dark").new_page()
    page.goto("/problems/rnn-cell")
    page.emulate_media(media="print")
    expect(page.locator("#statement")).to_be_visible()
    for hidden in (".top", ".read .tabs", "#pane-code", "#pane-results", "#hints"):
        expect(page.locator(hidden)).to_be_hidden()
    colour = page.evaluate("getComputedStyle(document.querySelector('.read')).backgroundColor")
    assert colour == "rgb(255, 255, 255)"
    assert page.locator("#statement").evaluate("box => box.scrollHeight <= box.clientHeight + 1")


def test_no_request_leaves_the_origin_and_no_policy_is_broken(page: Page, server: str):
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/")
    page.goto("/problems/rnn-cell")
    page.get_by_role("tab", name="Theory").click()
    run_samples(page)
    page.goto("/api/docs")
    expect(page.get_by_text("/api/v1/problems", exact=True).first).to_be_visible()
    outside = [url for url in asked if not url.startswith((f"{server}/", "data:", "blob:"))]
    assert len(asked) > 10
    assert outside == []


def test_motion_is_reduced_where_that_is_asked_for(open_context: OpenContext):
    page = open_context(reduced_motion="reduce").new_page()
    page.goto("/problems/rnn-cell")
    page.evaluate(
        "document.querySelector('#results').append(document.querySelector('#waiting').content.cloneNode(true))"
    )
    seconds = page.locator("#results .st.wait").evaluate("mark => parseFloat(getComputedStyle(mark).animationDuration)")
    assert seconds < 0.001
