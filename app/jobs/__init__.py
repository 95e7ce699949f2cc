"""Work that is done later: durable jobs of any kind, and the runner that calls each kind's handler."""

from __future__ import annotations
