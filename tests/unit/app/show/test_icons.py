from __future__ import annotations

import re

import pytest

from app.kernel.packaged import packaged
from app.show.icons import Icons

FOLDER = packaged("templates")
USED = sorted(
    {
        name
        for path in FOLDER.rglob("*.html")
        for call in re.findall(r"icon\((.*?)\)", path.read_text(encoding="utf-8"))
        for name in re.findall(r"'([a-z-]+)'", call)
    }
    - {"pass", "fail", "when-dark", "when-light"}
)


@pytest.mark.parametrize("name", USED)
def test_every_picture_that_a_template_names_is_there(name: str):
    picture = Icons(FOLDER / "icons")(name)
    assert picture.startswith('<svg class="icon " aria-hidden="true" viewBox=')
    assert picture.endswith("</svg>")


def test_a_class_can_be_added():
    assert 'class="icon when-dark"' in Icons(FOLDER / "icons")("sun", "when-dark")
