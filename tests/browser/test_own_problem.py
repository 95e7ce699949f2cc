"""A problem that is one YAML file in an operator's folder: it appears, and it is graded, in the browser and by REST."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import BrowserContext, expect

from tests.browser.code import write

FOLDER = Path(__file__).resolve().parents[1] / "data" / "problems"
RIGHT = "def double(x):\n    return 2 * x\n"
WRONG = "def double(x):\n    return x * x\n"


def test_a_single_yaml_file_is_a_problem(start_server: Callable[..., str], open_context: Callable[..., BrowserContext]):
    address = start_server("--problems", str(FOLDER))
    page = open_context(base_url=address).new_page()
    page.goto("/")
    page.get_by_role("link", name="Double").click()
    write(page, WRONG)
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#results .verdict")).to_contain_text("Wrong answer")
    write(page, RIGHT)
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#results .verdict")).to_contain_text("10 of 10 points")

    body = json.dumps({"source": RIGHT, "mode": "submit"}).encode()
    headers = {"Content-Type": "application/json", "Prefer": "wait=30"}
    request = urllib.request.Request(f"{address}/api/v1/problems/double/submissions", body, headers)  # noqa: S310
    with urllib.request.urlopen(request, timeout=40) as answer:  # noqa: S310
        assert answer.status == 201
        assert json.load(answer)["verdict"] == "accepted"
