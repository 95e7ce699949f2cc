"""How migrations are run; the migrations themselves lie with the tables that they make."""

from __future__ import annotations
