"""The report as a page: complete, escaped, without script, and with every figure in words too."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser

import pytest

from app.cli.check_page import render_check_page
from grader.sandbox import Sandbox
from grader.verify import Report, verify
from tests.doubling import RIGHT, WRONG, case, doubling

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>"


class Tags(HTMLParser):
    """Which elements a page has, and the text of its cells."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory, sandbox: Sandbox) -> Report:
    cases = [case("sample", "s", 3.0), case("main", HOSTILE, 4.0, hint="h"), case("main", "none", 0.0)]
    mistakes = [{"id": "squared", "source": WRONG, "message": "m"}]
    folder = tmp_path_factory.mktemp("problem")
    return verify(doubling(folder, starter=RIGHT, cases=cases, mistakes=mistakes, title=HOSTILE), sandbox)


def tags(page: str) -> list[tuple[str, dict[str, str | None]]]:
    parser = Tags()
    parser.feed(page)
    return parser.found


def test_it_needs_nothing_but_itself_and_runs_nothing(report: Report):
    found = tags(render_check_page([report]))
    assert {"script", "link", "img", "iframe", "object", "form"} & {tag for tag, _ in found} == set()
    assert not any(name.startswith("on") or name in ("src", "style") for _, attributes in found for name in attributes)
    links = [attributes["href"] for tag, attributes in found if tag == "a"]
    assert all(link and link.startswith("#") for link in links)


def test_an_authors_text_is_text(report: Report):
    page = render_check_page([report])
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_every_address_on_it_is_unique_and_leads_somewhere(report: Report):
    found = tags(render_check_page([report, report]))
    ids = [attributes["id"] for _, attributes in found if "id" in attributes]
    assert len(ids) == len(set(ids))
    named = [attributes.get(key) for _, attributes in found for key in ("aria-labelledby", "aria-describedby")]
    links = [(attributes["href"] or "").removeprefix("#") for tag, attributes in found if tag == "a"]
    assert {name for name in [*named, *links] if name} <= set(ids)


def test_the_matrix_has_a_heading_for_each_row_and_column(report: Report):
    page = render_check_page([report])
    assert report.matrix is not None
    matrix = page[page.index('<table class="matrix"') :].partition("</table>")[0]
    found = tags(matrix)
    assert sum(tag == "th" and attributes.get("scope") == "row" for tag, attributes in found) == len(report.matrix.rows)
    assert sum(tag == "th" and attributes.get("scope") == "col" for tag, attributes in found) == 3 + 2
    assert matrix.count('<span class="sr">rejects</span>') == sum(
        bool(kills) for row in report.matrix.rows for kills in row.kills
    )


def test_it_says_what_to_mend_and_shows_where_the_tolerance_stands(report: Report):
    page = render_check_page([report])
    assert "falls short, 1 to mend" in page
    assert "accepted: add a case that it fails" in page
    assert report.margin is not None
    assert all(f"<td>{gap.used:.1e}</td>" in page for _, _, gap in report.margin.rows() if gap.used)
    assert page.count("<circle") == len(report.margin.rows())


def test_a_problem_whose_reference_fails_has_a_page_too(report: Report):
    page = render_check_page([replace(report, matrix=None, margin=None)])
    assert '<table class="matrix"' not in page
    assert "To mend" in page
