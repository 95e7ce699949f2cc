"""Notes and audit lines."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "toy_0001"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make both tables."""
    op.create_table(
        "note", sa.Column("id", sa.String(64), primary_key=True), sa.Column("text", sa.Text(), nullable=False)
    )
    op.create_table(
        "audit", sa.Column("number", sa.Integer(), primary_key=True), sa.Column("what", sa.Text(), nullable=False)
    )
