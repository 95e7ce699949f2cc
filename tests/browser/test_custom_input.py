"""Custom input: run by mouse, by keyboard and without scripts; misfits are marked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.code import write
from tests.browser.test_accessibility import LOOKS, violations

OpenContext = Callable[..., BrowserContext]

SOURCE = (
    "import numpy as np\n\ndef rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):\n    print('seen', h_prev)\n"
    "    return np.tanh(x_t @ W_xh.T + h_prev @ W_hh.T + b_h)\n"
)


def field(page: Page, name: str) -> Locator:
    """The field of an argument."""
    return page.locator("#custom").get_by_role("textbox", name=name)


def open_tab(page: Page, slug: str = "rnn-cell") -> None:
    """The tab of the results pane; on a phone behind its view."""
    page.goto(f"/problems/{slug}")
    view = page.locator(".mobnav [data-to=results]")
    if view.is_visible():
        view.click()
    page.get_by_role("tab", name="Custom input", exact=True).click()


def test_the_fields_begin_with_the_first_sample_and_what_is_written_runs(page: Page):
    page.goto("/problems/rnn-cell")
    write(page, SOURCE)
    page.get_by_role("tab", name="Custom input", exact=True).click()
    expect(field(page, "x_t (N?, D) float64 array")).to_have_value("[0.5, -0.3, 0.8]")
    field(page, "h_prev").fill("np.array([7, -7])")
    page.get_by_role("button", name="Run custom input").click()
    expect(page.locator("#results .verdict")).to_contain_text("It ran")
    expect(page.get_by_role("tab", name="Results")).to_have_attribute("aria-selected", "true")
    detail = page.locator("#results .detail:visible")
    expect(detail).to_contain_text("no expected value to compare it with")
    expect(detail).to_contain_text("seen [ 7. -7.]")
    expect(detail.locator(".arr td")).to_have_count(2)
    expect(detail).not_to_contain_text("Expected")
    expect(page.locator("#live")).to_contain_text("It ran")
    page.get_by_role("tab", name="Submissions").click()
    expect(page.locator("#submissions .history a")).to_contain_text("It ran custom input")


def test_a_misfit_is_marked_at_its_field_and_nothing_is_handed_in(open_context: OpenContext):
    page = open_context().new_page()  # the answer is 422, and the console says so
    open_tab(page)
    weights = field(page, "W_hh")
    weights.fill("np.eye(3)")
    page.get_by_role("button", name="Run custom input").click()
    expect(weights).to_be_focused()
    expect(weights).to_have_attribute("aria-invalid", "true")
    expect(weights).to_have_accessible_description(
        "W_hh has H = 3, but 'h_prev' has H = 2; the shape (3, 3) is declared as (H, H); change one of the two."
    )
    expect(page.get_by_role("tab", name="Custom input", exact=True)).to_have_attribute("aria-selected", "true")
    expect(page.locator("#count-submissions")).to_have_text("0")
    weights.fill("np.eye(2)")
    page.get_by_role("button", name="Run custom input").click()
    expect(page.locator("#results .verdict")).to_be_visible()
    expect(page.locator("[aria-invalid]")).to_have_count(0)


def test_it_is_used_by_the_keyboard_alone(page: Page):
    page.goto("/problems/rnn-cell")
    write(page, SOURCE)
    page.get_by_role("tab", name="Results").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(field(page, "x_t")).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type("[1, 2, 3]")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#results .verdict")).to_contain_text("on custom input")
    expect(page.locator("#results .inputs")).to_contain_text("[1., 2., 3.]")


def test_what_was_typed_is_there_again_and_the_sample_comes_back_when_asked(page: Page):
    open_tab(page)
    field(page, "b_h").fill("[5, 6]")
    open_tab(page)
    expect(field(page, "b_h")).to_have_value("[5, 6]")
    page.get_by_role("button", name="First sample again").click()
    expect(field(page, "b_h")).to_have_value("[0.1, -0.1]")
    open_tab(page)
    expect(field(page, "b_h")).to_have_value("[0.1, -0.1]")


def test_without_scripts_the_form_does_it_all(open_context: OpenContext):
    page = open_context(java_script_enabled=False).new_page()
    page.goto("/problems/rnn-cell")
    page.locator("#source").fill(SOURCE)
    field(page, "h_prev").fill("[1, ")
    page.get_by_role("button", name="Run custom input").click()
    expect(field(page, "h_prev")).to_have_value("[1, ")
    expect(page.locator("#fault-h_prev")).to_contain_text("'[' was never closed")
    expect(page.locator("#source")).to_have_value(SOURCE)
    field(page, "h_prev").fill("[1, 2]")
    page.get_by_role("button", name="Run custom input").click()
    expect(page.locator(".verdict")).to_contain_text("It ran")
    expect(page.locator(".detail")).to_contain_text("seen [1. 2.]")
    expect(page.get_by_text("Custom input run on")).to_be_visible()
    page.get_by_role("link", name="Open in the editor").click()
    expect(field(page, "h_prev")).to_have_value("[1, 2]")
    expect(page.locator("#source")).to_have_value(SOURCE)


def test_where_the_problem_allows_it_the_reference_answers_beside(open_context: OpenContext, workspace_server: str):
    page = open_context(base_url=workspace_server).new_page()
    page.goto("/problems/running-sum")
    write(page, "import numpy as np\n\ndef running_sum(X):\n    return np.cumsum(X, axis=1)\n")
    page.get_by_role("tab", name="Custom input", exact=True).click()
    expect(page.locator("#custom")).to_contain_text("You also see what the reference returns.")
    field(page, "X").fill("np.ones((2, 3))")
    page.get_by_role("button", name="Run custom input").click()
    expect(page.locator("#results .verdict")).to_contain_text("Wrong answer")
    expect(page.locator("#results figure").filter(has_text="Expected").locator("td").first).to_have_text("1.0000")
    expect(page.locator("#results .arr .off")).to_have_count(4)
    page.get_by_role("tab", name="Custom input", exact=True).click()
    field(page, "X").fill("np.ones((1, 1))")
    page.get_by_role("button", name="Run custom input").click()
    expect(page.locator("#results .verdict")).to_contain_text("Agrees with the reference")


HOSTILE = "<img src=x onerror=window.__x=1>"


def test_hostile_text_stays_text(open_context: OpenContext):
    for scripts in (True, False):
        page = open_context(java_script_enabled=scripts).new_page()
        page.goto("/problems/rnn-cell")
        if scripts:
            page.get_by_role("tab", name="Custom input", exact=True).click()
        field(page, "b_h").fill(f"['{HOSTILE}', 1]</textarea><script>window.__x=1</script>")
        page.get_by_role("button", name="Run custom input").click()
        expect(page.locator("#fault-b_h")).not_to_be_empty()
        assert page.locator("#custom img, #custom script").count() == 0
        field(page, "b_h").fill(f"['{HOSTILE}', 1]")
        page.get_by_role("button", name="Run custom input").click()
        expect(page.locator("#fault-b_h")).to_contain_text("<img")
        assert page.locator("#custom img").count() == 0
        if scripts:
            assert page.evaluate("window.__x") is None


@pytest.mark.parametrize(("scheme", "viewport"), LOOKS)
def test_axe_finds_nothing_in_the_tab_and_in_what_comes_of_it(
    open_context: OpenContext, scheme: str, viewport: dict[str, int]
):
    page = open_context(color_scheme=scheme, viewport=viewport, bypass_csp=True).new_page()
    found: dict[str, list[str]] = {}
    open_tab(page)
    found["fields"] = violations(page)
    field(page, "x_t").fill("[1")
    page.get_by_role("button", name="Run custom input").click()
    expect(field(page, "x_t")).to_be_focused()
    found["misfit"] = violations(page)
    field(page, "x_t").fill("[1, 2, 3]")
    page.get_by_role("button", name="Run custom input").click()
    expect(page.locator("#results .verdict")).to_be_visible()
    found["result"] = violations(page)
    assert {name: items for name, items in found.items() if items} == {}


@pytest.mark.parametrize("scripts", [True, False])
def test_the_tab_fits_at_320_pixels(open_context: OpenContext, scripts: bool):  # noqa: FBT001
    page = open_context(viewport={"width": 320, "height": 640}, java_script_enabled=scripts).new_page()
    page.goto("/problems/vanilla-rnn")
    if scripts:
        page.locator(".mobnav [data-to=results]").click()
        page.get_by_role("tab", name="Custom input", exact=True).click()
    box = page.locator("#custom").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 320
    for area in page.locator("#custom textarea").all():
        own = area.bounding_box()
        assert own is not None
        assert own["x"] + own["width"] <= 320


def test_a_field_in_focus_is_not_hidden_by_the_buttons(page: Page):
    page.set_viewport_size({"width": 1280, "height": 640})
    open_tab(page, "vanilla-rnn")
    field(page, "X (N, T, D)").focus()
    for _ in range(6):
        page.keyboard.press("Tab")
    last, buttons = field(page, "b_y").bounding_box(), page.locator("#custom .run").bounding_box()
    expect(field(page, "b_y")).to_be_focused()
    assert last is not None
    assert buttons is not None
    assert last["y"] + last["height"] <= buttons["y"] + 1


def test_running_the_samples_takes_no_notice_of_the_fields(page: Page):
    root = Path(__file__).resolve().parents[2] / "problems" / "rnn-cell" / "reference.py"
    open_tab(page)
    field(page, "x_t").fill("[nonsense")
    write(page, root.read_text(encoding="utf-8"))
    page.get_by_role("button", name="Run samples").click()
    expect(page.locator("#results .verdict")).to_contain_text("All samples pass")
