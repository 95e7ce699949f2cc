"""Results in a table of their own, so that a submission can be judged again; a job for what is not judged."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_MOVED = "verdict, reason, message, line, score, max_score, seconds, diagnosis, mistake, peak_kb, cases"


def upgrade() -> None:
    """Make the table, fill it and that of jobs from the submissions, and take out of these what has moved."""
    op.create_table(
        "result",
        sa.Column("submission", sa.Integer(), sa.ForeignKey("submission.number"), primary_key=True),
        sa.Column("judging", sa.Integer(), primary_key=True),
        sa.Column("problem_version", sa.String(128), nullable=False),
        sa.Column("verdict", sa.String(32), nullable=False),
        sa.Column("reason", sa.String(32), nullable=True),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=True),
        sa.Column("score", sa.Double(), nullable=False),
        sa.Column("max_score", sa.Double(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("diagnosis", sa.Text(), nullable=False),
        sa.Column("mistake", sa.JSON(), nullable=True),
        sa.Column("peak_kb", sa.Integer(), nullable=True),
        sa.Column("cases", sa.JSON(), nullable=False),
    )
    op.add_column("submission", sa.Column("judged", sa.Integer(), nullable=False, server_default="0"))
    op.execute(
        f"INSERT INTO result (submission, judging, problem_version, {_MOVED}) "  # noqa: S608 - names of columns
        f"SELECT number, 1, problem_version, {_MOVED} FROM submission WHERE state = 'done'"
    )
    op.execute("UPDATE submission SET judged = 1 WHERE state = 'done'")
    op.execute(
        "INSERT INTO job (kind, key, turn, tries) "
        "SELECT 'judge', id, 0, tries FROM submission WHERE state != 'done' ORDER BY number"
    )
    for name in ("tries", *_MOVED.split(", ")):
        op.drop_column("submission", name)


def downgrade() -> None:
    """There is no way back: a submission may have several results by now."""
    raise NotImplementedError("restore the database from a copy made before the update")
