"""LaTeX to MathML by math-core: the only module that knows how."""

from __future__ import annotations

import re

from math_core import LatexError, LatexToMathML

# plain messages; signs that some fonts lack are shown all the same, since we ship a font that has them
_CONVERTER = LatexToMathML(macros={"R": r"\mathbb{R}"}, fancy_error=False, allow_unreliable_rendering=True)
_CIRCLED = re.compile(r"<mo(?P<attributes>[^>]*)>(?P<sign>[⊙⊗⊕])</mo>")
_BOX = re.compile(r'<menclose notation="box">(.*?)</menclose>', re.DOTALL)


class MathsError(ValueError):
    """A formula that cannot be read; the message says what is wrong and where."""


def to_mathml(tex: str, *, display: bool) -> str:
    r"""The MathML of one formula, escaped and safe to place in a page.

    Args:
        tex: LaTeX without its dollar signs; ``\R`` is the real numbers.
        display: whether it stands on a line of its own.

    Raises:
        MathsError: the formula cannot be read.
    """
    try:
        mathml = _CONVERTER.convert_with_local_state(tex.strip(), displaystyle=display)
    except LatexError as error:
        raise MathsError(str(error).strip()) from error
    # Firefox draws circled operators large in display maths; Chromium draws no menclose, which MathML Core lacks
    mathml = _CIRCLED.sub(r'<mo largeop="false"\g<attributes>>\g<sign></mo>', mathml)
    return _BOX.sub(r'<mrow class="boxed">\1</mrow>', mathml)
