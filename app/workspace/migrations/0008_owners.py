"""Drafts and opened hints name their owner, whatever kind of actor that is."""

from __future__ import annotations

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("draft", "opened_hint"):
        op.execute(f"ALTER TABLE {table} RENAME COLUMN visitor TO owner")


def downgrade() -> None:
    for table in ("draft", "opened_hint"):
        op.execute(f"ALTER TABLE {table} RENAME COLUMN owner TO visitor")
