"""Programs that are handed in: from the request to the stored verdict and whoever waits for it."""

from __future__ import annotations
