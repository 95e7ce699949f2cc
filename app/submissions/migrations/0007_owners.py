"""A submission names its owner, whatever kind of actor that is."""

from __future__ import annotations

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_index("submission_of_visitor", "submission")
    op.execute("ALTER TABLE submission RENAME COLUMN visitor TO owner")
    op.create_index("submission_of_owner", "submission", ["owner", "problem_id", "number"])


def downgrade() -> None:
    op.drop_index("submission_of_owner", "submission")
    op.execute("ALTER TABLE submission RENAME COLUMN owner TO visitor")
    op.create_index("submission_of_visitor", "submission", ["visitor", "problem_id", "number"])
