"""Composition: settings, the capabilities, and a site, a worker, or both made of them."""

from __future__ import annotations
