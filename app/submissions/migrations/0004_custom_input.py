"""Custom input; peak memory."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("submission", sa.Column("inputs", sa.JSON(), nullable=True))
    op.add_column("submission", sa.Column("peak_kb", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("submission", "peak_kb")
    op.drop_column("submission", "inputs")
