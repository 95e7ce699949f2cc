"""Where a student works on a problem: its page, drafts, hints and the editorial."""

from __future__ import annotations
