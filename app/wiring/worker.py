"""A worker: takes jobs from the queue and has the handlers of all capabilities do them."""

from __future__ import annotations

from app.draws.service import Draws
from app.jobs.runner import Runner
from app.jobs.turns import runners_for
from app.problems.service import Problems
from app.problems.sql import SQLPreparationStore
from app.submissions.judging import JudgeMaker, Preparations
from app.submissions.ports import Slot, SlotMaker
from app.wiring.backend import Backend
from app.wiring.settings import Settings
from grader.slots import SharedCores


class Worker:
    """Works on a backend; it needs nothing of the web."""

    def __init__(self, backend: Backend, settings: Settings, make_slot: SlotMaker | None = None) -> None:
        """Nothing starts yet; ``make_slot`` makes what submissions are judged with, by default a judge's process."""
        runners = runners_for(settings.slots)
        self._cores = SharedCores(runners)
        preparations = Preparations(backend.database, SQLPreparationStore())
        judges = JudgeMaker(preparations, backend.parts.get(Draws), self._cores, settings.judge_memory_mb)
        handlers = {kind: one for part in backend.capabilities for kind, one in part.handlers(backend.parts).items()}
        self._backend = backend
        self._runner: Runner[Slot] = Runner(
            backend.database, backend.queue, handlers, make_slot or judges.make, runners
        )

    def start(self) -> None:
        """Let everything wait again that was not done, ask for what is to be prepared, and begin."""
        self._backend.queue.recover()
        self._backend.parts.get(Problems).register(self._backend.queue)
        self._backend.parts.get(Draws).register()
        self._runner.start()

    def stop(self) -> None:
        """Finish what is being done; what still waits stays stored."""
        self._runner.stop()
        self._cores.close()

    def unready(self) -> str | None:
        """Why not every slot is judging, or None."""
        return self._runner.unready()
