"""Alembic's folder: every change of the tables, in order; run from code by `app.adapters.sql.engine`."""

from __future__ import annotations
