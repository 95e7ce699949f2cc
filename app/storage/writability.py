"""Whether anything can be stored just now, for whoever watches over the site."""

from __future__ import annotations

import errno
import logging
import threading
import time
from collections.abc import Callable

from sqlalchemy.exc import SQLAlchemyError

from app.kernel.faults import StoreFullError
from app.kernel.work import Database
from app.storage.data_folder import DataFolder

_log = logging.getLogger(__name__)

_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
FRESH_SECONDS = 5.0
"""How long what was found is told again: each try writes to the disk, and anyone may ask."""


class Writability:
    """Tries to write, one try at a time and not too often. May be used from any thread."""

    def __init__(self, folder: DataFolder, database: Database, clock: Callable[[], float] = time.monotonic) -> None:
        self._folder = folder
        self._database = database
        self._clock = clock
        self._trying = threading.Lock()
        self._tried_at = -FRESH_SECONDS
        self._trouble: str | None = None

    def find_trouble(self) -> str | None:
        """Why nothing can be stored, or None; what was found last while another thread is trying."""
        if self._trying.acquire(blocking=False):
            try:
                if self._clock() - self._tried_at >= FRESH_SECONDS:
                    self._trouble = self._try()
                    self._tried_at = self._clock()
            finally:
                self._trying.release()
        return self._trouble

    def _try(self) -> str | None:
        try:
            self._folder.try_room()
            self._database.check()
        except StoreFullError:
            return "There is no room left to store anything."
        except TimeoutError:
            return "The database is busy: nothing could be written for some time."
        except (OSError, SQLAlchemyError) as error:
            if isinstance(error, OSError) and error.errno in _NO_ROOM:
                return "There is no room left to store anything."
            _log.exception("nothing can be stored")
            return "The database cannot be written."
        return None
