"""The database: SQLAlchemy models, the engine, the migrations and the store."""

from __future__ import annotations
