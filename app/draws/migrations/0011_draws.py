"""Fresh cases: in stock, and with the submission that each was given to."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "draw",
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("judging_version", sa.String(128), nullable=False),
        sa.Column("environment", sa.String(64), nullable=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("seed", sa.String(32), nullable=False),
        sa.Column("submission", sa.String(64), sa.ForeignKey("submission.id", ondelete="CASCADE"), nullable=True),
        sa.Column("content", sa.LargeBinary(), nullable=False),
    )
    in_stock = sa.text("submission IS NULL")
    op.create_index(
        "draw_in_stock",
        "draw",
        ["judging_version", "environment", "entry"],
        sqlite_where=in_stock,
        postgresql_where=in_stock,
    )
    op.create_index("draw_of_submission", "draw", ["submission"])


def downgrade() -> None:
    op.drop_table("draw")
