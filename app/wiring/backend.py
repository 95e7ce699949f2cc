"""Everything that a site and a worker both stand on: the data folder, the database, the queue, and what is offered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.draws.model import StockOptions
from app.http.capability import Capability, Parts
from app.jobs.embedded import EmbeddedQueue
from app.jobs.sql import MIGRATIONS as JOB_MIGRATIONS
from app.jobs.sql import SQLJobStore
from app.kernel.clock import utc_now
from app.kernel.packaged import packaged
from app.problems.folders import read_problems
from app.problems.model import Offered
from app.storage.data_folder import DataFolder
from app.storage.database import SQLDatabase
from app.storage.opening import open_sqlite
from app.wiring.capabilities import CAPABILITIES
from app.wiring.settings import Settings
from grader.model import Problem


@dataclass(frozen=True, slots=True)
class Backend:
    """What is behind the web; it holds no secret of the web.

    Attributes:
        parts: the services of all capabilities.
    """

    folder: DataFolder
    database: SQLDatabase
    queue: EmbeddedQueue
    parts: Parts
    capabilities: tuple[Capability, ...]

    def close(self) -> None:
        """Let another process use the data folder."""
        self.database.close()
        self.folder.release()


def migrations_of(capabilities: Sequence[Capability]) -> tuple[Path, ...]:
    """The folders of migrations, which together have one newest version."""
    return (JOB_MIGRATIONS, *(one.migrations for one in capabilities if one.migrations))


MIGRATIONS = migrations_of(CAPABILITIES)
"""Those of this program."""


def open_backend(
    settings: Settings,
    problems: Mapping[str, Problem] | None = None,
    capabilities: tuple[Capability, ...] = CAPABILITIES,
) -> Backend:
    """Open the data folder and build the services of each capability.

    Args:
        settings: what the operator chose.
        problems: by default those that come along, and those of the folders in the settings.
        capabilities: in the order in which they build on each other.

    Raises:
        DataFolderError: the data folder cannot be used.
        DatabaseUnusableError: the database cannot be written, or was made by a newer version.
    """
    if problems is None:
        problems = read_problems([packaged("problems"), *settings.problems])
    folder = DataFolder(settings.data)
    try:
        database = SQLDatabase(open_sqlite(folder.database(), migrations_of(capabilities)))
    except BaseException:
        folder.release()
        raise
    queue = EmbeddedQueue(database, SQLJobStore(), settings.queue_capacity, settings.slots)
    parts = Parts(database, queue, utc_now)
    parts.add(Offered(problems), StockOptions(settings.draws_in_stock))
    for capability in capabilities:
        capability.build(parts)
    return Backend(folder, database, queue, parts, capabilities)
