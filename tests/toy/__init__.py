"""A capability as somebody else would write it: notes that students keep, and an audit line for each."""

from __future__ import annotations
