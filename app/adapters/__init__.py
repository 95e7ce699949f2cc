"""Adapters of the ports in `app.ports`; only `app.main` and the tests name them."""

from __future__ import annotations
