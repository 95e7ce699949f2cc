"""A problem's own texts: computed numbers filled in, then Markdown."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping

from markupsafe import Markup

from app.show.markdown import to_html, to_inline_html
from grader.model import Value
from grader.problem_format import TemplateError, fill

_log = logging.getLogger(__name__)
_PLACEHOLDER = re.compile(r"\{\{.*?\}\}", re.DOTALL)
_UNKNOWN = "…"


class ProseRenderer:
    """Renders the texts of one problem."""

    def __init__(self, values: Mapping[str, Value] | None) -> None:
        """Take what placeholders stand for; None where it could not be computed: then an ellipsis stands there."""
        self._values = values

    def block(self, text: str) -> Markup:
        """A text of any length."""
        return to_html(self._fill(text))

    def line(self, text: str) -> Markup:
        """A text of one line, without a paragraph around it."""
        return to_inline_html(self._fill(text))

    def _fill(self, text: str) -> str:
        if self._values is not None:
            try:
                return fill(text, self._values)
            except TemplateError as error:
                _log.warning("a text cannot be filled: %s", error)
        return fill(_PLACEHOLDER.sub(_UNKNOWN, text), {})
