"""Markdown with maths: CommonMark and tables, without raw HTML and without pictures."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from markupsafe import Markup
from mdit_py_plugins.dollarmath import dollarmath_plugin

from app.show.code import highlight_block
from app.show.maths import MathsError, to_mathml

_log = logging.getLogger(__name__)
_LOWEST_HEADING = 6
_ONLY_MATHS = re.compile(r"\$[^$]+\$")


@lru_cache(maxsize=2048)
def to_html(text: str) -> Markup:
    """A text of any length as HTML; kept by its content."""
    return Markup(_MARKDOWN.render(text))  # noqa: S704 - raw HTML is off, the rest is escaped


@lru_cache(maxsize=2048)
def to_inline_html(text: str) -> Markup:
    """One line, without a paragraph around it; kept by its content."""
    return Markup(_MARKDOWN.renderInline(text))  # noqa: S704 - raw HTML is off, the rest is escaped


def _render_formula(tex: str, options: Mapping[str, Any]) -> str:
    display = bool(options["display_mode"])
    try:
        mathml = to_mathml(tex, display=display)
    except MathsError as error:
        _log.warning("a formula cannot be shown: %s", error)
        return f'<code class="not-maths">{escape(tex)}</code>'
    return f'<div class="eq" tabindex="0" role="group" aria-label="Formula">{mathml}</div>' if display else mathml


def _render_code(source: str, language: str, _attributes: str) -> str:
    return f'<pre tabindex="0"><code>{highlight_block(source, language)}</code></pre>'


def _lower_headings(state: StateCore) -> None:
    """The page's own first two ranks stand above those of a text, and no rank is left out."""
    headings = [token for token in state.tokens if token.type in {"heading_open", "heading_close"}]
    top = min((int(token.tag[1]) for token in headings), default=1)
    for token in headings:
        token.tag = f"h{min(_LOWEST_HEADING, int(token.tag[1]) - top + 3)}"


def _name_headers(state: StateCore) -> None:
    """A header cell with nothing in it is no header; one with only a formula in it is named by the formula's source."""
    for opening, inside, closing in zip(state.tokens, state.tokens[1:], state.tokens[2:], strict=False):
        if opening.type != "th_open":
            continue
        if not inside.content.strip():
            opening.tag = closing.tag = "td"
        elif _ONLY_MATHS.fullmatch(inside.content.strip()):
            name = f'<span class="sr">{escape(inside.content.strip(" $"))}</span><span aria-hidden="true">'
            inside.children = [_make_html_token(name), *(inside.children or []), _make_html_token("</span>")]


def _make_html_token(html: str) -> Token:
    return Token("html_inline", "", 0, content=html)


def _open_table(*_: object) -> str:
    return '<div class="table" tabindex="0" role="group" aria-label="Table"><table>'


def _close_table(*_: object) -> str:
    return "</table></div>"


def _render_link(self: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
    del env
    tokens[index].attrSet("rel", "noreferrer")
    return self.renderToken(tokens, index, options, {})


def _make() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"highlight": _render_code, "html": False}).enable(["table", "strikethrough"])
    markdown.disable("image")  # nothing is fetched from elsewhere
    markdown.use(dollarmath_plugin, renderer=_render_formula, double_inline=True)
    markdown.core.ruler.push("lower_headings", _lower_headings)
    markdown.core.ruler.push("name_headers", _name_headers)
    markdown.add_render_rule("table_open", _open_table)  # a wide table scrolls inside its own box
    markdown.add_render_rule("table_close", _close_table)
    markdown.add_render_rule("link_open", _render_link)
    return markdown


_MARKDOWN = _make()
