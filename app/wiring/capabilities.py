"""What the program can do: one line for each capability, those that others build on first."""

from __future__ import annotations

from app.draws.plug import capability as draws
from app.operations.plug import capability as operations
from app.problems.plug import capability as problems
from app.progress.plug import capability as progress
from app.submissions.plug import capability as submissions
from app.workspace.plug import capability as workspace

CAPABILITIES = (
    problems,
    draws,
    submissions,
    progress,
    workspace,
    operations,
)
