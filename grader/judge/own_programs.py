"""Running a program of the problem's own: each call with its time, one after the other in one child."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grader.errors import UnfitProblemError
from grader.judge.calls import load_request, program_text
from grader.model import Limits, Problem, Program, Reason, RunStatus
from grader.sandbox import Outcome, Sandbox, frames

TIMES = 10
"""How many times the reference's own time a case has, where its limit is `auto`."""
LEAST_SECONDS, MOST_SECONDS = 2.0, 60.0
"""The least and the most that `auto` comes to."""

_LIMITS: dict[Reason | None, str] = {
    Reason.CASE: "it runs longer than one case may: make the case smaller, or raise `limits.wall_seconds`",
    Reason.LOAD: "loading it takes too long",
    Reason.SUBMISSION: "all cases and draws together run longer than a submission may: make them smaller or fewer",
    Reason.MEMORY: "it takes too much memory: make the case smaller, or raise `limits.memory_mb`",
}


class Call(NamedTuple):
    """One call of a program: its arguments as the wire carries them, and how long it may take, in seconds."""

    payload: bytes
    seconds: float


def auto_seconds(taken: float) -> float:
    """The limit of a case that takes the reference so many seconds: ten times that, in tenths, within bounds."""
    return min(max(round(TIMES * taken, 1), LEAST_SECONDS), MOST_SECONDS)


def authors_call(payload: bytes, limits: Limits) -> Call:
    """A call of the reference or of what goes with it, which may take what leaves `auto` its room."""
    return Call(payload, MOST_SECONDS / TIMES if limits.wall_seconds is None else limits.wall_seconds)


def run_program(
    problem: Problem, program: Program, calls: Sequence[Call], sandbox: Sandbox, entry_point: str = ""
) -> list[Outcome]:
    """What each call of a program of the problem's own comes to, one after the other in one child."""
    results: list[Outcome] = []
    with sandbox.open(problem.limits) as run:
        run.send(load_request(program_text(program), problem, entry_point))
        loaded = run.receive(0, problem.limits.load_seconds, Reason.LOAD)
        if loaded.status is not RunStatus.OK:
            raise UnfitProblemError(f"{program.id}: cannot be loaded: {describe_outcome(loaded)}")
        for number, call in enumerate(calls, start=1):
            if not run.alive:
                break
            run.send(frames.request(frames.CALL, number, call.payload))
            results.append(run.receive(number, call.seconds, Reason.CASE))
    return results + [results[-1]] * (len(calls) - len(results))


def describe_outcome(outcome: Outcome) -> str:
    """An outcome in a few words, for authors and operators."""
    said = outcome.said
    where = f" on line {said.line}" if said.line else ""
    text = ": ".join(part for part in (said.type_name, said.message) if part)
    return f"{text or _LIMITS.get(outcome.reason) or (outcome.reason or outcome.status).replace('_', ' ')}{where}"
