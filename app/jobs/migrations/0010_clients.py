"""For whom each job is done."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; of what waits already it is not known."""
    op.add_column("job", sa.Column("client", sa.String(128), nullable=False, server_default=""))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("job", "client")
