"""Python source as HTML, coloured by Pygments; every character of the source is escaped."""

from __future__ import annotations

from html import escape

from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import PythonConsoleLexer, PythonLexer, TextLexer

from grader.model import SOURCE_LIMIT

_FORMATTER = HtmlFormatter(nowrap=True)
_VERBATIM = {"stripnl": False, "ensurenl": False}
_PLAIN = frozenset({"text", "txt", "none"})


def highlight_block(source: str, language: str) -> str:
    """A code block of a text: Python, a Python session where it starts with ``>>>``, or plain text."""
    if language in _PLAIN:
        return escape(source)
    lexer = PythonConsoleLexer() if source.lstrip().startswith(">>>") else PythonLexer()
    return highlight(source, lexer, _FORMATTER)


def highlight_lines(source: str, marked: int | None = None) -> Markup:
    """A whole file, one element a line with its number from 1; ``marked`` is a line to point at.

    A file above the limit of submissions is not coloured: that would take a while, and it was refused anyway.
    """
    lexer: Lexer = TextLexer(**_VERBATIM) if len(source) > SOURCE_LIMIT else PythonLexer(**_VERBATIM)
    lines = highlight(source, lexer, _FORMATTER).removesuffix("\n").split("\n")
    return Markup("").join(_line(number, line, marked) for number, line in enumerate(lines, start=1))


def _line(number: int, line: str, marked: int | None) -> Markup:
    # Pygments closes its elements at each line's end, so a line stands alone
    name = "line marked" if number == marked else "line"
    return Markup('<span class="{}" data-n="{}">{}\n</span>').format(name, number, Markup(line))  # noqa: S704
