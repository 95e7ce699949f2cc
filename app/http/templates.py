"""The Jinja environment of all pages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import Response
from starlette.templating import Jinja2Templates

from app.http.static import Assets
from app.kernel.packaged import packaged
from app.show import numbers, words
from app.show.code import highlight_lines
from app.show.icons import Icons
from app.show.markdown import to_inline_html

_TICKED = re.compile(r"`([^`\n]+)`")


def make_templates(folders: Iterable[Path] = (), assets: Assets | None = None) -> Jinja2Templates:
    """The environment, with every filter and function that templates of any capability use.

    Args:
        folders: with templates beside those of the program.
        assets: the built files; by default those of this program.
    """
    folder = packaged("templates")
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader([folder, *folders]),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.globals.update(icon=Icons(folder / "icons"), asset=assets or Assets())
    environment.globals.update(difficulties=words.DIFFICULTIES)
    environment.filters.update(points=numbers.points, count=numbers.count, moment=moment, lines=highlight_lines)
    environment.filters.update(mdi=to_inline_html, ticks=ticks, duration=numbers.duration, day=day)
    return Jinja2Templates(env=environment, context_processors=[_describe_request])


def render(request: Request, name: str, status_code: int = 200, **context: Any) -> Response:
    """The answer that a template makes."""
    templates: Jinja2Templates = request.app.state.templates
    return templates.TemplateResponse(request, name, context, status_code)


def moment(when: datetime) -> Markup:
    """A time in UTC as a `time` element, such as ``3 May 2025, 12:04 UTC``."""
    utc = when.astimezone(UTC)
    text = f"{utc.day} {utc:%b %Y, %H:%M} UTC"
    return Markup('<time datetime="{}">{}</time>').format(utc.isoformat(timespec="seconds"), text)


def day(when: date) -> str:
    """A day, such as ``3 May 2025``."""
    return f"{when.day} {when:%b %Y}"


def ticks(text: str) -> Markup:
    """A plain sentence, escaped, with what stands in backticks set as code; safe for text of any origin."""
    return Markup(_TICKED.sub(r"<code>\1</code>", str(escape(text))))  # noqa: S704 - escaped just now


def _describe_request(request: Request) -> dict[str, Any]:
    """What every template knows of the request: the nonce of the security policy."""
    return {"csp_nonce": getattr(request.state, "csp_nonce", "")}
