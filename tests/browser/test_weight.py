"""What a visit costs: a first one little, a second one nothing but the page."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext, expect

LIMIT = 420_000


def test_a_first_visit_is_light_and_a_second_one_fetches_the_page_alone(open_context: Callable[..., BrowserContext]):
    context = open_context()
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    addresses: dict[str, str] = {}
    sizes: dict[str, int] = {}
    devtools.on("Network.requestWillBeSent", lambda told: addresses.update({told["requestId"]: told["request"]["url"]}))
    devtools.on("Network.loadingFinished", lambda told: sizes.update({told["requestId"]: told["encodedDataLength"]}))

    page.goto("/problems/vanilla-rnn")
    expect(page.locator("#editor[data-ready]")).to_be_attached()
    page.wait_for_load_state("networkidle")
    assert 100_000 < sum(sizes.values()) <= LIMIT

    sizes.clear()
    page.goto("/problems/vanilla-rnn")
    expect(page.locator("#editor[data-ready]")).to_be_attached()
    page.wait_for_load_state("networkidle")
    fetched = {addresses[name] for name, size in sizes.items() if size}
    assert fetched == {page.url}


def test_nothing_jumps_while_a_page_loads(open_context: Callable[..., BrowserContext]):
    context = open_context()
    context.add_init_script(
        "window.shift = 0; new PerformanceObserver(list => { for (const entry of list.getEntries()) "
        "if (!entry.hadRecentInput) window.shift += entry.value }).observe({type: 'layout-shift', buffered: true})"
    )
    page = context.new_page()
    for address in ("/", "/problems/vanilla-rnn"):
        page.goto(address)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("window.shift") < 0.02
