"""Opens the database and brings it to this program's version."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.exc import DatabaseError

from app.kernel.faults import StoreFullError
from app.storage.database import try_to_write

_ENVIRONMENT = Path(__file__).parent / "migrations"

_PATIENCE_SECONDS = 10.0
_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON")


class DatabaseUnusableError(Exception):
    """The database cannot be used; the message says why and how to mend it."""


class DatabaseNewerError(DatabaseUnusableError):
    """The database was made by a newer version of this program."""


def open_sqlite(path: Path, migrations: Sequence[Path]) -> Engine:
    """An engine on a SQLite file: write-ahead log, every commit flushed to the disk; migrated to the newest version.

    Args:
        path: the file; made where it is missing.
        migrations: the folders of migrations, which together have one newest version.

    Raises:
        DatabaseUnusableError: it cannot be written, or holds a version that this program does not know.
    """
    # strict JSON: a NaN in a stored result would be our own fault, and is better found here
    dumps = partial(json.dumps, allow_nan=False, ensure_ascii=False, separators=(",", ":"))
    url = URL.create("sqlite", database=str(path))
    engine = create_engine(url, json_serializer=dumps, pool_size=8, max_overflow=64)
    event.listen(engine, "connect", _set_pragmas)
    try:
        migrate(engine, migrations)
        try_to_write(engine, _PATIENCE_SECONDS)
    except (DatabaseError, TimeoutError, StoreFullError) as error:
        engine.dispose()
        raise _unusable(path, error) from error
    except BaseException:
        engine.dispose()
        raise
    return engine


def _unusable(path: Path, error: Exception) -> DatabaseUnusableError:
    if isinstance(error, StoreFullError):
        return DatabaseUnusableError(f"There is no room left for the database {path}: make some, and start again.")
    if isinstance(error, TimeoutError):
        return DatabaseUnusableError(f"Another program is writing to the database {path}: end it, and start again.")
    reason = error.orig if isinstance(error, DatabaseError) else error
    return DatabaseUnusableError(
        f"The database {path} cannot be written ({reason}). It and its folder must belong to the user who runs this; "
        "if the file is damaged, put a copy in its place."
    )


def migrate(engine: Engine, migrations: Sequence[Path]) -> None:
    """Bring the database to the newest version that this program knows, in one transaction.

    Raises:
        DatabaseNewerError: it is beyond that already.
    """
    config = configuration(migrations)
    scripts = ScriptDirectory.from_config(config)
    known = {script.revision for script in scripts.walk_revisions()}
    with engine.begin() as connection:
        current = MigrationContext.configure(connection).get_current_heads()
        if not known.issuperset(current):
            raise DatabaseNewerError(
                f"The database {engine.url.database} was made by a newer version of allclose "
                f"(revision {', '.join(current)}). Install that version again, or use another data folder."
            )
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def configuration(migrations: Sequence[Path]) -> Config:
    """What Alembic needs to know; a connection is still to be put into its attributes."""
    config = Config()
    config.set_main_option("script_location", _escaped(str(_ENVIRONMENT)))
    config.set_main_option("path_separator", "newline")
    config.set_main_option("version_locations", _escaped("\n".join(map(str, migrations))))
    return config


def _escaped(text: str) -> str:
    """For the reader of configuration files, to which a per cent sign begins a reference."""
    return text.replace("%", "%%")


def _set_pragmas(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
