"""What belongs to somebody names its owner, whatever kind of actor that is."""

from __future__ import annotations

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Rename the columns, and the index."""
    op.drop_index("submission_of_visitor", "submission")
    for table in ("submission", "draft", "opened_hint"):
        op.execute(f"ALTER TABLE {table} RENAME COLUMN visitor TO owner")
    op.create_index("submission_of_owner", "submission", ["owner", "problem_id", "number"])


def downgrade() -> None:
    """Rename them back."""
    op.drop_index("submission_of_owner", "submission")
    for table in ("submission", "draft", "opened_hint"):
        op.execute(f"ALTER TABLE {table} RENAME COLUMN owner TO visitor")
    op.create_index("submission_of_visitor", "submission", ["visitor", "problem_id", "number"])
