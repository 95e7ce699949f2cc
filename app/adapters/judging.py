"""The judge of `grader` behind the ports: slots for the worker, examples for the catalogue."""

from __future__ import annotations

import json
from typing import Any

from app.domain.examples import Examples
from app.domain.faults import ExamplesError
from app.domain.submission import Result, Submission
from app.ports import CaseListener
from grader.errors import GraderError, SandboxBrokenError
from grader.judge import examples, judge, summarise
from grader.model import CaseResult, Problem
from grader.reports import case_object, mistake_object
from grader.sandbox import Sandbox


class SandboxSlot:
    """Implements `app.ports.Slot` with a sandbox of its own."""

    def __init__(self) -> None:
        """Start the sandbox; raises SandboxUnavailableError."""
        self._sandbox = Sandbox()
        self._sandbox.start()

    def judge(self, problem: Problem, submission: Submission, tell: CaseListener) -> Result:
        """Run every case; the submission's id picks the fresh ones, so that a retry repeats them."""
        results: list[CaseResult] = []
        cases: list[dict[str, Any]] = []
        for result in judge(problem, submission.source, self._sandbox, submission.mode, seed=submission.id):
            results.append(result)
            cases.append(_plain(case_object(result)))
            tell(cases[-1])
        judgement = summarise(problem, results)
        return Result(
            problem_version=problem.version,
            verdict=judgement.verdict,
            reason=judgement.reason.value if judgement.reason else None,
            message=_text(judgement.message),
            line=judgement.line,
            score=judgement.score,
            max_score=judgement.max_score,
            seconds=judgement.seconds,
            cases=tuple(cases),
            diagnosis=_text(judgement.diagnosis),
            mistake=_plain(mistake_object(judgement.mistake)),
        )

    def close(self) -> None:
        """End the sandbox."""
        self._sandbox.close()


def make_examples(problem: Problem) -> Examples:
    """Run the reference and `worked` in a sandbox that is opened for it; raises ExamplesError."""
    try:
        with Sandbox() as sandbox:
            made = examples(problem, sandbox)
    except SandboxBrokenError as error:
        raise ExamplesError(str(error), lasting=False) from error
    except GraderError as error:
        raise ExamplesError(str(error), lasting=True) from error
    return Examples(made.expected, made.worked)


def _plain(found: Any) -> Any:
    """As JSON that every database and every client can take: a student's text may hold half a surrogate pair."""
    return json.loads(_text(json.dumps(found, ensure_ascii=False, allow_nan=False)))


def _text(text: str) -> str:
    return text.encode("utf-8", errors="replace").decode("utf-8")
