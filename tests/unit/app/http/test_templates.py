from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from app.http.templates import make_templates, moment, ticks
from app.kernel.packaged import packaged

FOLDER = packaged("templates")
PAGES = sorted(str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.html"))


def test_backticks_are_code_and_the_rest_is_escaped():
    assert ticks("use `W_hh`, not <b>`a<b`</b>") == (
        "use <code>W_hh</code>, not &lt;b&gt;<code>a&lt;b</code>&lt;/b&gt;"
    )
    assert ticks("one ` alone") == "one ` alone"


def test_a_time_is_told_in_utc():
    when = datetime(2025, 5, 3, 14, 4, tzinfo=timezone(timedelta(hours=2)))
    assert moment(when) == '<time datetime="2025-05-03T12:04:00+00:00">3 May 2025, 12:04 UTC</time>'
    assert moment(when) == moment(when.astimezone(UTC))


@pytest.mark.parametrize("name", PAGES)
def test_every_template_can_be_read(name: str):
    assert make_templates().get_template(name).name == name
