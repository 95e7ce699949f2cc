"""Inserting a row where there may be one already: the same statement in each database's own words."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql, sqlite

from app.storage.columns import Base


def insert_if_new(connection: Connection, row: type[Base], values: Mapping[str, object]) -> bool:
    """Insert a row unless one of its unique keys is taken; whether it was inserted."""
    if connection.dialect.name == "postgresql":
        statement = postgresql.insert(row).values(**values).on_conflict_do_nothing()
        return connection.execute(statement).rowcount == 1
    return connection.execute(sqlite.insert(row).values(**values).on_conflict_do_nothing()).rowcount == 1
