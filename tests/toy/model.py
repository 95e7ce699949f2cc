from __future__ import annotations

SHOUT = "shout"
"""The kind of the job that writes a note in capitals; its key is the note's id."""
