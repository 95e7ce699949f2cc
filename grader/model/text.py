"""Text that comes from the sandbox, made harmless where it enters.

What cannot be seen is written as an escape, and not taken out or replaced: so texts that differ still look different,
and whoever reads one sees which character was there.
"""

from __future__ import annotations

import re

_NOT_SEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""What shows as nothing although Unicode counts it among letters and marks: joiners, fillers, variation selectors."""
_BASIC_PLANE = 0xFFFF


def clean(text: str, kept: str = "\n\t") -> str:
    r"""The text with every character that shows as nothing, or changes how its neighbours show, as an escape.

    These are controls, halves of surrogate pairs, separators of lines and paragraphs, spaces but the common one, signs
    of direction such as ``\u202e``, all of no width, and code points that mean nothing yet.

    Args:
        text: any text; the work is linear in its length, and the result is at most ten times as long.
        kept: controls that stay as they are; nothing for what has to stand on one line.
    """
    if text.isascii() and text.isprintable():
        return text
    odd = {ord(letter): _escape(letter) for letter in set(text) if letter not in kept and _is_odd(letter)}
    return text.translate(odd) if odd else text


def _is_odd(letter: str) -> bool:
    return not letter.isprintable() or _NOT_SEEN.match(letter) is not None


def _escape(letter: str) -> str:
    code = ord(letter)
    return f"\\u{code:04x}" if code <= _BASIC_PLANE else f"\\U{code:08x}"
