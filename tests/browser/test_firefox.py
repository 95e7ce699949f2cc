"""The student's way through the workspace in a second browser, Debian's Firefox."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.firefox import PROGRAM, Firefox, opened
from tests.browser.test_accessibility import AXE, TAGS

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PROGRAM is None, reason="no firefox-esr or firefox on the PATH"),
]

RIGHT = "import numpy as np; running_sum = lambda X: np.cumsum(X, axis=0)"
WRONG = RIGHT.replace("axis=0", "axis=1")
VERDICT = "document.querySelector('#results .verdict')?.textContent"


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with opened(tmp_path_factory.mktemp("firefox")) as browser:
        browser.resize(1400, 900)
        yield browser


@pytest.fixture
def desk(firefox: Firefox, workspace_server: str) -> Firefox:
    firefox.goto(f"{workspace_server}/problems/running-sum")
    firefox.wait("document.querySelector('#editor[data-ready]') !== null")
    return firefox


def write(firefox: Firefox, line: str) -> None:
    """Type a line in place of what is in the editor; brackets that it closes by itself are typed over."""
    firefox.click(".cm-content")
    firefox.press("Control", "a")
    firefox.type(".cm-content", line)
    firefox.press("Escape")


def test_a_wrong_and_a_right_submission(desk: Firefox):
    write(desk, WRONG)
    desk.press("Control", "Shift", "Enter")
    desk.wait(f"{VERDICT}?.includes('Wrong answer')")
    assert "The sum runs along the units." in desk.run("return document.querySelector('.known').textContent")
    write(desk, RIGHT)
    desk.click("#submit")
    desk.wait(f"{VERDICT}?.includes('10 of 10 points')")
    desk.wait("document.querySelectorAll('#submissions .history li').length === 2")


def test_a_draft_and_a_hint_are_there_again(desk: Firefox):
    write(desk, "mine = 1")
    desk.wait("document.querySelector('#saved').dataset.state === 'saved'")
    desk.click(".tabs [href='#hints']")
    if desk.run("return document.querySelector('#hint-1') === null"):
        desk.click("#hints button[name=hint]")
    desk.wait("document.querySelector('#hint-1')")
    desk.run("localStorage.clear(); location.reload()")
    desk.wait("document.querySelector('#editor[data-ready] .cm-content')?.textContent === 'mine = 1'")
    assert desk.run("return document.querySelector('#hint-1').textContent")


def test_the_keyboard_leads_out_of_the_editor(desk: Firefox):
    desk.click(".cm-content")
    desk.press("Escape")
    desk.press("Tab")
    assert desk.run("return document.activeElement.id") == "run"


@pytest.mark.parametrize("path", ["/", "/problems/vanilla-rnn", "/progress"])
def test_axe_finds_nothing(firefox: Firefox, workspace_server: str, path: str):
    firefox.goto(f"{workspace_server}{path}")
    firefox.run(f"{AXE.read_text(encoding='utf-8')}; window.axe = axe")
    firefox.run(
        "window.found = null; axe.run(document, {runOnly: {type: 'tag', values: arguments[0]}})"
        ".then(told => { window.found = told.violations.map(item => item.id) })",
        TAGS,
    )
    assert firefox.wait("window.found && [window.found]") == [[]]


def test_formulas_are_set_in_the_font_that_comes_along(firefox: Firefox, workspace_server: str):
    firefox.goto(f"{workspace_server}/problems/vanilla-rnn")
    assert firefox.run("return document.querySelectorAll('#statement math').length") > 5
    assert firefox.wait("document.fonts.status === 'loaded' && document.fonts.check('16px \"STIX Two Math\"')") is True


def test_nothing_scrolls_sideways_on_a_narrow_window(firefox: Firefox, workspace_server: str):
    firefox.resize(500, 800)
    try:
        for path in ("/", "/problems/vanilla-rnn", "/progress"):
            firefox.goto(f"{workspace_server}{path}")
            assert firefox.run("return document.documentElement.scrollWidth <= innerWidth")
    finally:
        firefox.resize(1400, 900)
