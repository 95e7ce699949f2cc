"""Takes the pictures of the README from a server of its own, in headless Chromium: `python docs/images/make.py`.

They are small on purpose: WebP of at most 80 kB each, or it says so.
"""
# ruff: noqa: INP001 - a script, no package

from __future__ import annotations

import base64
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PROBLEM = ROOT / "problems" / "vanilla-rnn"
WINDOW = {"width": 1180, "height": 740}
PHONE = {"width": 390, "height": 760}
PORT = 8799
LARGEST = 80_000
QUALITY = 70


def wait_until_ready(address: str) -> None:
    """Ask until the site can judge."""
    for _ in range(200):
        try:
            with urllib.request.urlopen(f"{address}/readyz", timeout=2):  # noqa: S310 - our own server
                return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server was not ready within 20 s")


def write(page: Page, name: str) -> None:
    """Put a program of the problem into the editor."""
    page.locator("#editor[data-ready]").wait_for(state="attached")
    page.locator(".cm-content").focus()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text((PROBLEM / name).read_text(encoding="utf-8"))
    page.keyboard.press("Control+Home")


def keep(page: Page, name: str) -> None:
    """Take a picture, once nothing is being saved any more."""
    page.wait_for_timeout(2500)
    devtools = page.context.new_cdp_session(page)  # Playwright itself knows no WebP
    told = devtools.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    content = base64.b64decode(told["data"])
    if len(content) > LARGEST:
        raise SystemExit(f"{name}.webp has {len(content)} bytes, which is too much for a README")
    (HERE / f"{name}.webp").write_bytes(content)


def failed(browser: Browser, address: str, scheme: str) -> None:
    """The workspace with a recognised mistake."""
    page = browser.new_page(base_url=address, viewport=WINDOW, color_scheme=scheme)  # type: ignore[arg-type]
    page.goto("/problems/vanilla-rnn")
    write(page, "mistakes/w_hh_not_transposed.py")
    page.get_by_role("button", name="Submit").click()
    page.locator("#results .verdict.bad").wait_for()
    keep(page, f"workspace-{scheme}")
    page.close()


def on_a_phone(browser: Browser, address: str) -> None:
    """An accepted submission on a phone."""
    page = browser.new_page(base_url=address, viewport=PHONE)
    page.goto("/problems/vanilla-rnn")
    page.locator(".mobnav [data-to=code]").click()
    write(page, "reference.py")
    page.get_by_role("button", name="Submit").click()
    page.locator("#results .verdict.good").wait_for()
    keep(page, "phone")
    page.close()


def main() -> None:
    """Serve, take every picture, stop."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    address = f"http://127.0.0.1:{PORT}"
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "app.cli", "serve", "--port", str(PORT), "--data", data]
        server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603
        try:
            wait_until_ready(address)
            with sync_playwright() as playwright:
                options = ["--headless", "--no-sandbox", "--disable-gpu"]
                browser = playwright.chromium.launch(executable_path=chromium, args=options)
                for scheme in ("light", "dark"):
                    failed(browser, address, scheme)
                on_a_phone(browser, address)
                browser.close()
        finally:
            server.terminate()
            server.wait(60)


if __name__ == "__main__":
    main()
