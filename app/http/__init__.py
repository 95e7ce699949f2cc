"""What stands before every route: middleware, policies, problem details, strict JSON, templates, built files."""

from __future__ import annotations
