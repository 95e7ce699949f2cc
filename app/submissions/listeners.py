"""How many may listen to live results at a time: each holds a connection, and connections are few."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from app.submissions.faults import ListenersFullError, TooManyListeningError, TooManyListeningFromError

OF_ONE_VISITOR = 12
"""How many streams one visitor may have open: browsers open six at most over HTTP/1.1, and some people use two."""

ANONYMOUS_OF_ONE_ADDRESS = 60
"""How many streams may go to one address for submissions without an owner: programs ask for those, and rarely."""


@dataclass(frozen=True, slots=True)
class ListeningOptions:
    """How many may listen in all."""

    most: int


class Listeners:
    """Counts the streams that are open: by visitor, by address, and in all."""

    def __init__(self, most: int) -> None:
        """Allow ``most`` in all, and half of them to one address."""
        self._most = most
        self._of_one_address = max(most // 2, 1)
        self._visitors: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self._anonymous: Counter[str] = Counter()
        self._lock = threading.Lock()

    @contextmanager
    def place(self, owner: str | None, address: str) -> Iterator[None]:
        """A place for one stream, on a submission of this owner, to a client at this address.

        Raises:
            TooManyListeningError: this visitor has too many streams open.
            TooManyListeningFromError: so has this address.
            ListenersFullError: so have all together.
        """
        whose = (self._anonymous, address) if owner is None else (self._visitors, owner)
        counted = (whose, (self._addresses, address))
        with self._lock:
            self._refuse(owner, address)
            for counter, key in counted:
                counter[key] += 1
        try:
            yield
        finally:
            with self._lock:
                for counter, key in counted:
                    counter[key] -= 1
                    if not counter[key]:
                        del counter[key]

    def _refuse(self, owner: str | None, address: str) -> None:
        if owner is not None and self._visitors[owner] >= OF_ONE_VISITOR:
            raise TooManyListeningError(OF_ONE_VISITOR)
        if self._addresses.total() >= self._most:
            raise ListenersFullError
        nobodys = owner is None and self._anonymous[address] >= ANONYMOUS_OF_ONE_ADDRESS
        if nobodys or self._addresses[address] >= self._of_one_address:
            raise TooManyListeningFromError
