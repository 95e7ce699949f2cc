"""The problems that can be solved here: their versions, and what is computed of each once for an installation."""

from __future__ import annotations
