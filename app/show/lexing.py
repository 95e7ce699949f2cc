"""Python source cut into coloured tokens, in time linear in its length whatever stands in it.

Every alternative of the pattern is told from the others by its first characters, every repetition is possessive, and
what is opened and never closed ends with its line or with the text: so no character is looked at again and again. A
source that Python would not take is coloured all the same, as far as its words go.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator

_TEXT = (
    r'"""(?:[^\\"]++|\\(?:.|\Z)|"(?!""))*+(?:"""|\Z)'
    r"|'''(?:[^\\']++|\\(?:.|\Z)|'(?!''))*+(?:'''|\Z)"
    r'|"(?:[^\\"\n]++|\\(?:.|\Z))*+"?+'
    r"|'(?:[^\\'\n]++|\\(?:.|\Z))*+'?+"
)
_NUMBER = r"0[xXbBoO][0-9a-fA-F_]++|(?:[0-9][0-9_]*+(?:\.[0-9_]*+)?+|\.[0-9][0-9_]*+)(?:[eE][-+]?+[0-9]++)?+[jJ]?+"
_TOKEN = re.compile(
    r"(?P<comment>#[^\n]*+)"
    rf"|(?P<prefix>(?:[rR][bBfF]|[bBfF][rR]|[rRbBuUfF])?+)(?P<text>{_TEXT})"
    rf"|(?P<number>{_NUMBER})"
    r"|(?P<name>\w++)"
    r"|(?P<operator>[-+*/%@&|^~<>=!]++)"
    r"|(?P<punctuation>[()\[\]{},:.;]++)",
    re.DOTALL,
)
_CONSTANTS = frozenset({"True", "False", "None"})
_KINDS = {
    **dict.fromkeys(keyword.kwlist, "k"),
    **dict.fromkeys(("from", "import"), "kn"),
    **dict.fromkeys(("and", "in", "is", "not", "or"), "ow"),
    **dict.fromkeys(_CONSTANTS, "kc"),
}
_DEFINED = {"def": "nf", "class": "nc"}
_OTHERS = {"comment": "c1", "operator": "o", "punctuation": "p"}


def split_tokens(source: str) -> Iterator[tuple[str, str]]:
    """The source in pieces, each with the class that colours it or with none; together they are the whole of it."""
    at, before = 0, ""
    for match in _TOKEN.finditer(source):
        if match.start() > at:
            yield source[at : match.start()], ""
        at = match.end()
        if prefix := match["prefix"]:
            yield prefix, "sa"
        piece = match["text"] or match[0]
        yield piece, _name_class(match, piece, before)
        before = piece
    if at < len(source):
        yield source[at:], ""


def _name_class(match: re.Match[str], piece: str, before: str) -> str:
    """The class of a token, as the style sheet names it; names that are not defined here have none."""
    kind = match.lastgroup or ""
    if kind == "name":
        return _DEFINED.get(before) or _KINDS.get(piece, "")
    if kind == "text":
        return "sd" if piece[:3] in ('"""', "'''") else "s2" if piece[0] == '"' else "s1"
    if kind == "number":
        return "mh" if piece[:2] in ("0x", "0X") else "mi" if piece.isdigit() else "mf"
    return _OTHERS[kind]
