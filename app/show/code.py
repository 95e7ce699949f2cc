"""Python source as HTML, coloured by words, texts and numbers; every character of the source is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from html import escape

from markupsafe import Markup

from app.show.lexing import split_tokens
from grader.model import SOURCE_LIMIT

_PLAIN = frozenset({"text", "txt", "none"})
_PROMPT = re.compile(r"(?:>>>|\.\.\.)(?: |$)")


def highlight_block(source: str, language: str) -> str:
    """A code block of a text: Python, a Python session where it starts with ``>>>``, or plain text."""
    if language in _PLAIN:
        return escape(source)
    lines = _render_session(source) if source.lstrip().startswith(">>>") else _colour(source)
    return "\n".join(lines)


def highlight_lines(source: str, marked: int | None = None) -> Markup:
    """A whole file, one element a line with its number from 1; ``marked`` is a line to point at.

    A file above the limit of submissions is not coloured: it was refused anyway.
    """
    source = source.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")
    lines = escape(source).split("\n") if len(source) > SOURCE_LIMIT else _colour(source)
    made = (_render_line(number, line, marked) for number, line in enumerate(lines, start=1))
    return Markup("".join(made))  # noqa: S704  all of it is escaped


def _render_line(number: int, line: str, marked: int | None) -> str:
    return f'<span class="line{" marked" if number == marked else ""}" data-n="{number}">{line}\n</span>'


@lru_cache(maxsize=32)
def _colour(source: str) -> tuple[str, ...]:
    """The lines of a source as HTML, in which every element ends on its line; kept by its content."""
    html = "".join(_render_token(part, name) for part, name in _cut_tokens(source))
    return tuple(html.split("\n"))


def _cut_tokens(source: str) -> Iterator[tuple[str, str]]:
    """The tokens of a source, cut at the ends of its lines."""
    for text, name in split_tokens(source):
        if "\n" not in text:
            yield text, name
            continue
        for number, part in enumerate(text.split("\n")):
            if number:
                yield "\n", ""
            yield part, name


def _render_token(text: str, name: str) -> str:
    if not name or not text:
        return escape(text)
    return f'<span class="{name}">{escape(text)}</span>'


def _render_session(source: str) -> Iterator[str]:
    """The lines of a session: what follows a prompt is Python, all else is what was printed."""
    for line in source.split("\n"):
        prompt = _PROMPT.match(line.lstrip())
        if prompt is None:
            yield escape(line)
            continue
        start = len(line) - len(line.lstrip()) + prompt.end()
        yield _render_token(line[:start], "gp") + "".join(_render_token(*piece) for piece in _cut_tokens(line[start:]))
