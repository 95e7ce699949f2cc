"""Submissions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "submission",
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("id", sa.String(64), nullable=False, unique=True),
        sa.Column("problem_id", sa.String(64), nullable=False),
        sa.Column("problem_version", sa.String(128), nullable=False),
        sa.Column("mode", sa.String(16), nullable=False),
        sa.Column("source", sa.LargeBinary(), nullable=False),
        sa.Column("visitor", sa.String(64), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("verdict", sa.String(32), nullable=True),
        sa.Column("reason", sa.String(32), nullable=True),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=True),
        sa.Column("score", sa.Double(), nullable=False),
        sa.Column("max_score", sa.Double(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("cases", sa.JSON(), nullable=False),
    )
    op.create_index("submission_of_visitor", "submission", ["visitor", "problem_id", "number"])
    op.create_index("submission_unfinished", "submission", ["state", "number"])


def downgrade() -> None:
    op.drop_table("submission")
