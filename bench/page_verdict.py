"""From the click on "Submit" to the painted verdict, in chromium, with a right solution of a shipped problem.

The goal is a median under 100 ms, within which an answer feels instant. A student hands in now and then on a machine
that has nothing else to do. The page's own clock counts, from the click event to the first task after the frame that
shows the verdict. In turn with it the same program goes through REST by the same visitor, with `Prefer: wait`, which
is what judging and storing alone take.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection

from lighthouse import ROOT, served
from playwright.sync_api import Browser, Page, sync_playwright
from telling import options, tell

SLUG = "vanilla-rnn"
GOAL = 0.1
_WARM_UP, _ROUNDS, _PAUSE_SECONDS = 5, 40, 0.5
_NAMES = ("chromium", "chromium-browser", "google-chrome")
_ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]

WATCH = """(() => {
    let marks = {}, painted;
    const note = name => marks[name] ??= performance.now();
    addEventListener("click", event => {
        if (!event.target.closest("#submit")) return;
        performance.clearResourceTimings();
        marks = {};
        window.verdict = new Promise(resolve => painted = resolve);
        note("click");
    }, {capture: true});
    window.EventSource = class extends EventSource {
        constructor(...given) {
            super(...given);
            for (const name of ["start", "cases", "done"]) this.addEventListener(name, () => note(name));
        }
    };
    const afterFrame = () => {
        const {port1, port2} = new MessageChannel();
        port1.onmessage = () => { note("painted"); painted(marks); };
        port2.postMessage(null);
    };
    const look = () => {
        if (marks.dom || !document.querySelector("#results .verdict.good")) return;
        note("dom");
        requestAnimationFrame(afterFrame);
    };
    addEventListener("DOMContentLoaded", () => {
        const results = document.querySelector("#results");
        new MutationObserver(look).observe(results, {childList: true, subtree: true});
    });
})()"""
"""Notes when each thing happens; the task that follows a frame's callbacks runs once that frame is drawn."""

READ = """async () => {
    const marks = await window.verdict;
    const post = performance.getEntriesByType("resource").find(entry => entry.name.endsWith("/submissions"));
    return {...marks, sent: post.requestStart, answered: post.responseEnd};
}"""

STAGES = {
    "sent": "the program is sent",
    "answered": "it is stored, and told so",
    "start": "first event: the cases to come",
    "cases": "first cases",
    "done": "last event: the verdict",
    "dom": "the verdict stands in the page",
    "painted": "it is painted",
}


def _chromium() -> str | None:
    return next((path for path in map(shutil.which, _NAMES) if path), None)


@contextmanager
def browsing(program: str) -> Iterator[Browser]:
    """A browser without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=_ARGUMENTS)
        yield browser
        browser.close()


def open_page(browser: Browser, address: str, source: str) -> Page:
    """The problem's page at a desk, with the program in its editor and saved as the draft."""
    page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.add_init_script(WATCH)
    page.goto(f"{address}/problems/{SLUG}")
    page.locator("#editor[data-ready]").wait_for(state="attached")
    area = page.locator(".cm-content")
    area.press("Control+a")
    area.press("Delete")
    page.keyboard.insert_text(source)
    area.press("Control+s")
    return page


def by_page(page: Page) -> dict[str, float]:
    """Seconds from the click to each stage."""
    page.locator("#submit:not([aria-busy])").click()
    time.sleep(_PAUSE_SECONDS)  # nothing asks the browser anything while it is measured
    marks: dict[str, float] = page.evaluate(READ)
    return {name: (marks[name] - marks["click"]) / 1e3 for name in STAGES}


class Rest:
    """The same visitor by REST, over a kept connection."""

    def __init__(self, page: Page, address: str, source: str) -> None:
        self._connection = HTTPConnection(address.partition("://")[2].strip("/"), timeout=60)
        cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in page.context.cookies())
        self._headers = {"cookie": cookies, "content-type": "application/json", "prefer": "wait=10"}
        self._body = json.dumps({"source": source, "mode": "submit"})

    def submit(self) -> float:
        """Seconds from the question to the verdict."""
        start = time.perf_counter()
        self._connection.request("POST", f"/api/v1/problems/{SLUG}/submissions", self._body, self._headers)
        answer = json.loads(self._connection.getresponse().read())
        seconds = time.perf_counter() - start
        if answer.get("state") != "done":
            raise SystemExit(f"REST answered without a verdict: {answer}")
        time.sleep(_PAUSE_SECONDS)
        return seconds


def measure(program: str) -> dict[str, list[float]]:
    """Seconds by name: each stage of the page, and REST."""
    source = (ROOT / "problems" / SLUG / "reference.py").read_text()
    os.environ["ALLCLOSE_RATE_LIMITS"] = "off"
    with served() as address, browsing(program) as browser:
        page = open_page(browser, address, source)
        rest = Rest(page, address, source)
        rounds = [{**by_page(page), "rest": rest.submit()} for _ in range(_WARM_UP + _ROUNDS)]
    kept = rounds[_WARM_UP:]
    return {name: [one[name] for one in kept] for name in kept[0]}


def ratios(medians: Mapping[str, float]) -> dict[str, float]:
    """What the page takes, of REST and of the goal."""
    return {"page_to_rest": medians["painted"] / medians["rest"], "page_to_goal": medians["painted"] / GOAL}


def _p95(values: list[float]) -> float:
    return statistics.quantiles(values, n=20)[-1] * 1e3


def _rows(seconds: Mapping[str, list[float]]) -> Iterator[str]:
    yield f"{'ms from the click':34s} {'median':>8s} {'p95':>8s} {'step':>8s}   n={len(seconds['rest'])}"
    before = [0.0] * len(seconds["rest"])
    for name, words in STAGES.items():
        step = statistics.median(now - then for now, then in zip(seconds[name], before, strict=True)) * 1e3
        yield f"{words:34s} {statistics.median(seconds[name]) * 1e3:8.1f} {_p95(seconds[name]):8.1f} {step:8.1f}"
        before = seconds[name]
    rest = seconds["rest"]
    yield f"{'by REST, all in one request':34s} {statistics.median(rest) * 1e3:8.1f} {_p95(rest):8.1f}"


def main() -> None:
    """Measure and print."""
    wanted = options(__doc__).parse_args()
    program = _chromium()
    if program is None:
        return tell({}, {}, ["missing here: chromium"], as_json=wanted.json)
    seconds = measure(program)
    medians = {name: statistics.median(values) for name, values in seconds.items()}
    return tell(medians, ratios(medians), _rows(seconds), as_json=wanted.json)


if __name__ == "__main__":
    main()
