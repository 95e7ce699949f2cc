"""How things are shown: Markdown, maths, code, numbers, values and charts. It knows no capability."""

from __future__ import annotations
