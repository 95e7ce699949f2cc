"""A whole application behind a real server, with a small judge in place of the sandbox."""

from __future__ import annotations

import math
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from app.http.server import make_server
from app.problems.model import ENVIRONMENT, Preparation, ShownExamples
from app.submissions.model import Result, Submission
from app.submissions.ports import CaseListener, Judging, Slot
from app.wiring.settings import Settings
from app.wiring.site import create_app
from grader.model import CaseReport, Conclusion, Draw, Mode, Problem, Reason, Verdict


@dataclass(slots=True)
class SmallJudge:
    """Judges by a word in the source: ``right`` or ``wrong``; ``slow`` waits until `go` is set."""

    go: threading.Event = field(default_factory=threading.Event)
    begun: threading.Event = field(default_factory=threading.Event)

    def judge(self, task: Judging, tell: CaseListener) -> Result:
        problem, submission = task.problem, task.submission
        self.begun.set()
        if b"slow" in submission.source:
            self.go.wait(30)
        result = self._result(problem, submission)
        for case in result.cases:
            tell(case)
            if b"stepwise" in submission.source:
                self.go.wait(30)
        return result

    def _result(self, problem: Problem, submission: Submission) -> Result:
        right = b"right" in submission.source
        case = CaseReport("worked example", "sample", Verdict.ACCEPTED, hidden=False, seconds=0.001)
        if not right:
            wrong = {"reason": Reason.NOT_FINITE, "max_abs_error": math.nan, "got": [["Infinity"]], "returned": True}
            case = replace(case, verdict=Verdict.WRONG_ANSWER, **wrong)
        return Result(
            problem.version,
            Conclusion(
                Verdict.ACCEPTED if right else Verdict.WRONG_ANSWER,
                reason=None if right else Reason.NOT_FINITE,
                message="" if right else "A NaN at row 0.",
                score=100.0 if right and submission.mode is Mode.SUBMIT else 0.0,
                max_score=100.0 if submission.mode is Mode.SUBMIT else 0.0,
                seconds=0.001,
            ),
            (case,),
        )

    def prepare(self, problem: Problem) -> Preparation:
        examples = ShownExamples(([0.0, 0.0],) * len(problem.samples), {})
        return Preparation(problem.judging_version, ENVIRONMENT, b"nothing", examples)

    def draw(self, problem: Problem, draws: Sequence[Draw]) -> tuple[Draw, ...]:
        assert problem.fresh_counts
        return tuple(replace(draw, content=b"made") for draw in draws)

    def settle(self) -> None:
        """It is ready."""

    def close(self) -> None:
        self.go.set()


@pytest.fixture
def judge() -> SmallJudge:
    return SmallJudge()


@pytest.fixture
def make_app(tmp_path: Path, rnn_cell: Problem, judge: SmallJudge) -> Callable[..., FastAPI]:
    def make(make_slot: Callable[[], Slot] = lambda: judge, **changes: object) -> FastAPI:
        settings = replace(Settings(data=tmp_path / "data", slots=1), **changes)
        return create_app(settings, make_slot, {"rnn-cell": rnn_cell})

    return make


@contextmanager
def served(app: FastAPI) -> Iterator[str]:
    """Serve it for real, on a free port; its address."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = make_server(app)
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    while not server.started and thread.is_alive():
        time.sleep(0.002)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(30)
        listener.close()


@pytest.fixture
def serve(judge: SmallJudge) -> Iterator[Callable[[FastAPI], httpx.Client]]:
    with ExitStack() as stack:

        def start(app: FastAPI) -> httpx.Client:
            address = stack.enter_context(served(app))
            stack.callback(judge.go.set)
            return stack.enter_context(httpx.Client(base_url=address, timeout=30, trust_env=False))

        yield start


@pytest.fixture
def open_client(
    make_app: Callable[..., FastAPI], serve: Callable[[FastAPI], httpx.Client]
) -> Callable[..., httpx.Client]:
    return lambda **changes: serve(make_app(**changes))


@pytest.fixture
def client(open_client: Callable[..., httpx.Client]) -> httpx.Client:
    return open_client()
