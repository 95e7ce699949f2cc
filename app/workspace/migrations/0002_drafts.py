"""Drafts; what was recognised in a submission."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "draft",
        sa.Column("visitor", sa.String(64), primary_key=True),
        sa.Column("problem_id", sa.String(64), primary_key=True),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("saved_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.add_column("submission", sa.Column("diagnosis", sa.Text(), nullable=False, server_default=""))
    op.add_column("submission", sa.Column("mistake", sa.JSON(), nullable=True))


def downgrade() -> None:
    op.drop_column("submission", "mistake")
    op.drop_column("submission", "diagnosis")
    op.drop_table("draft")
