"""Where everything lasts: a database on SQLAlchemy, one in memory for tests, migrations, and the data folder."""

from __future__ import annotations
