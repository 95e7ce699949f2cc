"""Runs the migrations on the connection that `app.adapters.sql.engine.migrate` hands over."""

from __future__ import annotations

from alembic import context

from app.adapters.sql.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
    transaction_per_migration=False,
)
with context.begin_transaction():
    context.run_migrations()
