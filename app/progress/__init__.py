"""What somebody has done so far: the catalogue with their own marks, and the page of their progress."""

from __future__ import annotations
