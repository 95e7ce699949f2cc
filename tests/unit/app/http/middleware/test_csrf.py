from __future__ import annotations

import pytest
from starlette.datastructures import Headers

from app.http.middleware.csrf import is_own

FORM = {"content-type": "application/x-www-form-urlencoded", "cookie": "visitor=x"}


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
        {"sec-fetch-site": "same-origin", "origin": "null"},
        {"origin": "http://grade.example", "host": "grade.example"},
        {"origin": "https://grade.example", "host": "grade.example:443"},
        {"origin": "https://grade.example", "host": "grade.example"},
        {"origin": "http://127.0.0.1:8000", "host": "127.0.0.1:8000"},
        {"origin": "http://[::1]:8000", "host": "[::1]:8000"},
        {"content-type": "application/json"},
        {"content-type": "application/json; charset=utf-8", "cookie": "visitor=x"},
        {"content-type": "application/x-www-form-urlencoded"},
        {},
    ],
)
def test_our_own_and_programs_go_on(headers: dict[str, str]):
    assert is_own(Headers(headers))


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "cross-site", "origin": "http://h", "host": "h"},
        {"sec-fetch-site": ""},
        {"origin": "http://evil.example", "host": "grade.example"},
        {"origin": "http://grade.example.evil.example", "host": "grade.example"},
        {"origin": "http://grade.example:8001", "host": "grade.example:8000"},
        {"origin": "null", "host": "grade.example"},
        {"origin": "", "host": ""},
        {"origin": "http://", "host": ""},
        {"origin": "http://h:99999", "host": "h"},
        {"origin": "http://[", "host": "["},
        {"origin": "file://grade.example", "host": "grade.example"},
        FORM,
        {"cookie": "visitor=x"},
        {"cookie": "visitor=x", "content-type": "text/plain; application/json"},
    ],
)
def test_everything_else_is_refused(headers: dict[str, str]):
    assert not is_own(Headers(headers))
