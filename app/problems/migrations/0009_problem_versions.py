"""Every version of a problem with its files; what is computed of it once for an installation."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "problem_version",
        sa.Column("problem_id", sa.String(64), primary_key=True),
        sa.Column("version", sa.String(128), primary_key=True),
        sa.Column("judging_version", sa.String(128), nullable=False),
        sa.Column("files", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "preparation",
        sa.Column("judging_version", sa.String(128), primary_key=True),
        sa.Column("environment", sa.String(64), primary_key=True),
        sa.Column("fault", sa.Text(), nullable=False),
        sa.Column("examples", sa.JSON(), nullable=True),
        sa.Column("content", sa.LargeBinary(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("preparation")
    op.drop_table("problem_version")
