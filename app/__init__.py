"""The web application: problems, submissions, and the worker that has them judged."""

from __future__ import annotations

__version__ = "0.1.0"
