"""One module a change; never edited once released."""

from __future__ import annotations
