"""What every request passes, whatever route it is for."""

from __future__ import annotations
