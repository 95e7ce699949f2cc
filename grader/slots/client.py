"""A judge in a process of its own, as whoever feeds it sees it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Any, Self, TypeVar

from grader.errors import SandboxBrokenError, SandboxUnavailableError, UnfitProblemError
from grader.model import CaseReport, Conclusion, Draw
from grader.reports import case_from_json, conclusion_from_json
from grader.slots.channel import Channel, ChannelClosedError
from grader.slots.shared_cores import SharedCores
from grader.slots.tasks import Offer, PreparedProblem, Task

MEMORY_MB = 2048
"""What a judge may hold, beyond which it dies."""

_START_SECONDS = 120.0
_CLOSE_SECONDS = 5.0
_PATIENCE_SECONDS = 30.0
"""How much longer than the problem's own limits a judge may be silent while it judges."""
_PREPARING_SECONDS = 900.0
_HIDDEN = "ALLCLOSE_"
"""Settings of the site are none of a judge's business."""

_Told = TypeVar("_Told")


class JudgeDiedError(SandboxBrokenError):
    """The judge died or fell silent; what it judged may be tried again by another."""


class InputsDoNotFitError(Exception):
    """The inputs that a student wrote do not fit the problem."""


class JudgeProcess:
    """Starts a judge and speaks with it. Used in one thread."""

    def __init__(self, cores: SharedCores, memory_mb: int = MEMORY_MB, *, tried: bool = False) -> None:
        """Start it, and wait until its sandbox stands.

        Args:
            cores: what all judges of a program tell each other; it takes a slot of them.
            memory_mb: what it may hold.
            tried: whether another judge has tried the walls of this machine already.

        Raises:
            SandboxUnavailableError: this machine cannot confine a program.
            JudgeDiedError: it did not start.
        """
        self._cores, self._slot = cores, cores.take()
        ours, theirs = socket.socketpair()
        # hung up with us, however we end: the judge then ends as well, even in the middle of its work
        lifeline, self._lifeline = os.pipe()
        inherited = [theirs.fileno(), lifeline, cores.descriptor]
        command = [sys.executable, "-m", "grader.slots", *map(str, (self._slot, memory_mb, int(tried), *inherited))]
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
                command,
                env={name: text for name, text in os.environ.items() if not name.startswith(_HIDDEN)},
                pass_fds=inherited,
                stdin=subprocess.DEVNULL,
                start_new_session=True,  # what a terminal sends to our group, such as Ctrl-C, is not for judges
            )
        os.close(lifeline)
        self._channel = Channel(Connection(ours.detach()))
        try:
            told, _ = self._hear(_START_SECONDS)
        except BaseException:
            self.kill()
            raise
        if "unavailable" in told:
            self.kill()
            raise SandboxUnavailableError(str(told["unavailable"]))

    def __enter__(self) -> Self:
        """Use it."""
        return self

    def __exit__(self, *_: object) -> None:
        """End it."""
        self.close()

    @property
    def pid(self) -> int:
        """Its process."""
        return self._process.pid

    def judge(
        self, task: Task, offer: Callable[[], Offer], listen: Callable[[CaseReport], None]
    ) -> tuple[Conclusion, tuple[CaseReport, ...]]:
        """Have a submission judged; each case is told as soon as it is known.

        Raises:
            UnfitProblemError: the problem's own programs fail.
            InputsDoNotFitError: the inputs that the student wrote do not fit.
            JudgeDiedError: it died, or its sandbox broke; the submission may be tried again.
        """
        asked = {
            "do": "judge",
            "version": task.version,
            "mode": task.mode.value,
            "draws": _name_draws(task.draws),
            "inputs": None if task.inputs is None else dict(task.inputs),
            "diagnose": task.diagnose,
        }
        blobs = [task.source, *(draw.content for draw in task.draws)]
        self._ask(asked, blobs)
        cases: list[CaseReport] = []
        silence = task.silence + _PATIENCE_SECONDS
        while True:
            told, _ = self._hear(silence)
            for case in told.get("cases", ()):
                cases.append(_read(case_from_json, case))
                listen(cases[-1])
            if "conclusion" in told:
                return _read(conclusion_from_json, told["conclusion"]), tuple(cases)
            if "unknown" in told:
                self._offer(task.version, offer())
                self._ask(asked, blobs)
            elif "preparing" in told:
                silence = _PREPARING_SECONDS
            elif "cases" not in told:
                self._raise(told)

    def prepare(self, version: str, offer: Offer) -> PreparedProblem:
        """Have the problem's own programs run; raises UnfitProblemError, JudgeDiedError."""
        self._offer(version, offer)
        self._ask({"do": "prepare", "version": version})
        while "prepared" not in (heard := self._hear(_PREPARING_SECONDS))[0]:
            if "preparing" not in heard[0]:
                self._raise(heard[0])
        told, [content] = heard
        return PreparedProblem(content, tuple(told["prepared"]["expected"]), told["prepared"]["worked"])

    def draw(self, version: str, draws: Sequence[Draw], offer: Callable[[], Offer]) -> tuple[Draw, ...]:
        """Have draws made with their right answers; one that has a content keeps its inputs, if they still fit.

        Raises:
            UnfitProblemError: the problem's own programs fail.
            JudgeDiedError: as for `judge`.
        """
        asked = {"do": "draw", "version": version, "draws": _name_draws(draws)}
        contents = [draw.content for draw in draws]
        self._ask(asked, contents)
        while "drawn" not in (heard := self._hear(_PREPARING_SECONDS))[0]:
            told, _ = heard
            if "unknown" in told:
                self._offer(version, offer())
                self._ask(asked, contents)
            elif "preparing" not in told:
                self._raise(told)
        return tuple(replace(draw, content=content) for draw, content in zip(draws, heard[1], strict=True))

    def close(self) -> None:
        """End it in good order, or else by force."""
        try:
            self._channel.send({"do": "close"})
            self._process.wait(_CLOSE_SECONDS)
        except (ChannelClosedError, subprocess.TimeoutExpired):
            pass
        self.kill()

    def kill(self) -> None:
        """End it at once; its sandbox goes with it."""
        if self._lifeline < 0:
            return
        self._channel.close()
        os.close(self._lifeline)
        self._lifeline = -1
        self._process.kill()
        self._process.wait()
        self._cores.give_back(self._slot)

    def _offer(self, version: str, offer: Offer) -> None:
        names = list(offer.files)
        self._ask(
            {"do": "offer", "version": version, "names": names}, [offer.content, *(offer.files[n] for n in names)]
        )

    def _ask(self, message: Mapping[str, Any], blobs: list[bytes] | None = None) -> None:
        try:
            self._channel.send(message, blobs or [])
        except ChannelClosedError as error:
            raise self._died() from error

    def _hear(self, seconds: float) -> tuple[dict[str, Any], list[bytes]]:
        try:
            if not self._channel.poll(seconds):
                self.kill()
                raise JudgeDiedError(f"the judge said nothing for {seconds:g} s and was ended")
            return self._channel.receive()
        except ChannelClosedError as error:
            raise self._died() from error

    def _died(self) -> JudgeDiedError:
        try:
            code = self._process.wait(_CLOSE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return JudgeDiedError("the judge hung up")
        return JudgeDiedError(f"the judge ended by {signal.Signals(-code).name if code < 0 else f'code {code}'}")

    def _raise(self, told: Mapping[str, Any]) -> None:
        if "unfit" in told:
            raise UnfitProblemError(str(told["unfit"]))
        if "inputs" in told:
            raise InputsDoNotFitError(str(told["inputs"]))
        raise JudgeDiedError(str(told.get("broken", "the judge said what nobody understands")))


def _name_draws(draws: Sequence[Draw]) -> list[tuple[int, str]]:
    return [(draw.entry, draw.seed) for draw in draws]


def _read(decode: Callable[[Any], _Told], told: Any) -> _Told:
    """What a judge told; one that says what nobody understands is as good as dead."""
    try:
        return decode(told)
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise JudgeDiedError(f"the judge said what nobody understands: {error}") from error
