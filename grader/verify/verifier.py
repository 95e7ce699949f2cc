"""Run a problem's own programs through the judge, and its prose against what they compute."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np

from grader.errors import UnfitProblemError
from grader.judge import Examples, examples, judge, prepare
from grader.model import CaseResult, Mode, Problem, Value, Verdict
from grader.problem_format import TemplateError, fill, typed_decimals
from grader.sandbox import Sandbox
from grader.verify.findings import Finding, Report

_SEED = "verify"


def verify(problem: Problem, sandbox: Sandbox) -> Report:
    """Check everything that a problem claims of itself.

    A wrong program is judged on every case, gates or not, so that the report can say which cases reject it.
    """
    ungated = replace(problem, groups=tuple(replace(group, requires=()) for group in problem.groups))
    try:
        cases = sum(pool.count for pool in prepare(problem, sandbox))
    except UnfitProblemError as error:
        return Report(
            problem.id,
            problem.version,
            0,
            (Finding("reference", problem.reference.id, holds=False, detail=str(error)),),
        )
    findings = [*_right_programs(ungated, sandbox), *_wrong_programs(ungated, sandbox), *_numbers(problem, sandbox)]
    return Report(problem.id, problem.version, cases, tuple(findings))


def _results(problem: Problem, source: bytes, sandbox: Sandbox) -> list[CaseResult]:
    return list(judge(problem, source, sandbox, Mode.SUBMIT, seed=_SEED))


def _right_programs(problem: Problem, sandbox: Sandbox) -> Iterator[Finding]:
    right = [("reference", problem.reference), *(("alternative", program) for program in problem.alternatives)]
    for check, program in right:
        results = _results(problem, program.source, sandbox)
        wrong = next((result for result in results if result.verdict is not Verdict.ACCEPTED), None)
        detail = "accepted" if wrong is None else f"rejected by {wrong.group}/{wrong.name}: {wrong.message}"
        yield Finding(check, program.id, holds=wrong is None, detail=detail)


def _wrong_programs(problem: Problem, sandbox: Sandbox) -> Iterator[Finding]:
    wrong = [("mistake", mistake.program.id, mistake.program.source) for mistake in problem.mistakes]
    for check, name, source in [*wrong, ("starter", "as given", problem.starter.encode())]:
        results = _results(problem, source, sandbox)
        rejected = tuple(f"{r.group}/{r.name}" for r in results if r.verdict is not Verdict.ACCEPTED)
        hidden = sum(r.hidden for r in results if r.verdict is not Verdict.ACCEPTED)
        yield Finding(check, name, hidden > 0, _rejection(len(rejected), hidden, len(results)), rejected)


def _rejection(rejected: int, hidden: int, cases: int) -> str:
    if hidden:
        return f"rejected by {rejected} of {cases} cases"
    if rejected:
        return "rejected by samples alone: add a hidden case that it fails"
    return "accepted: add a case that it fails"


def _numbers(problem: Problem, sandbox: Sandbox) -> Iterator[Finding]:
    try:
        shown = examples(problem, sandbox)
    except UnfitProblemError as error:
        yield Finding("worked", "worked", holds=False, detail=str(error))
        return
    if problem.worked is not None:
        yield Finding("worked", problem.worked.id, holds=True, detail="its result is what the reference returns")
    inputs = set(_decimals(list(problem.samples[0].inputs.values())))
    for sample in problem.samples[1:]:
        inputs |= set(_decimals(list(sample.inputs.values())))
    for place, text in _texts(problem).items():
        yield from _prose(place, text, shown, inputs)


def _texts(problem: Problem) -> Mapping[str, str]:
    prose = problem.prose
    texts = {"statement": prose.statement, "theory": prose.theory}
    texts |= {f"hints {number}": hint.text for number, hint in enumerate(prose.hints, start=1)}
    texts |= {f"requirements {number}": text for number, text in enumerate(prose.requirements, start=1)}
    texts |= {f"constraints {number}": text for number, text in enumerate(prose.constraints, start=1)}
    return texts | {f"explanation of {case.name}": case.explanation for case in problem.samples}


def _prose(place: str, text: str, shown: Examples, inputs: set[float]) -> Iterator[Finding]:
    try:
        fill(text, shown.worked)
    except TemplateError as error:
        yield Finding("number", place, holds=False, detail=str(error))
    typed = [decimal for decimal in typed_decimals(text) if abs(decimal.value) not in inputs]
    for decimal in typed:
        advice = "take it from worked with {{ name:.4f }}, or mark a citation as [[...]]"
        yield Finding(
            "number", f"{place}, line {decimal.line}", holds=False, detail=f"{decimal.text} is typed: {advice}"
        )
    if not typed and "{{" in text:
        yield Finding("number", place, holds=True, detail="every number is computed, a sample input or a citation")


def _decimals(value: Value) -> Iterator[float]:
    """The sizes of all numbers in the samples' inputs."""
    if isinstance(value, np.ndarray):
        yield from (abs(float(number)) for number in value.ravel().tolist() if isinstance(number, int | float))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _decimals(item)
    elif isinstance(value, int | float):
        yield abs(float(value))
