from __future__ import annotations

import pytest

from app.http.prefer import parse_wait


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("wait=10", 10),
        ("respond-async, wait=10", 10),
        ('WAIT = "5"; unit=s, handling=lenient', 5),
        ("wait=0", 0),
        ("wait=3, wait=9", 3),
        ("", None),
        ("wait", None),
        ("wait=-1", None),
        ("wait=1.5", None),
        ("wait=" + "9" * 400, None),
        ("await=5", None),
        ("wait=٣", None),
    ],
)
def test_wait(header: str, seconds: int | None):
    assert parse_wait(header) == seconds
