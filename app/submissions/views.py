"""A submission's result as the results panel shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from markupsafe import Markup

from app.show import values, words
from app.show.charts import Chart, draw_charts
from app.show.numbers import count, duration, error_figure, points
from app.show.values import Part
from app.submissions.model import Result, Submission, Summary
from grader.model import CaseReport, Group, Mode, Problem, Reason, Scoring, Verdict

_NOTHING_WRONG = frozenset({Verdict.ACCEPTED, Verdict.NOT_COMPARED})
_TONES = {Verdict.ACCEPTED: "pass", Verdict.NOT_RUN: "skip-run"}
_FOR_ALL = frozenset({Verdict.COMPILE_ERROR, Verdict.INTERNAL_ERROR, Verdict.CANCELLED})


@dataclass(frozen=True, slots=True)
class CaseView:
    """One case, ready for the template; ``tone`` is pass, fail or skip-run."""

    index: int
    name: str
    group: str
    tone: str
    headline: str
    report: CaseReport
    note: str
    facts: tuple[tuple[str, str | Markup], ...]
    warnings: tuple[str, ...]
    inputs: tuple[tuple[str, Part], ...]
    expected: tuple[Part, ...]
    got: tuple[Part, ...]
    seconds: str
    charts: tuple[Chart, ...] = ()


@dataclass(frozen=True, slots=True)
class CaseGroup:
    """Cases of one group without another's in between, and what the group earned (empty where it earns nothing).

    A group of fresh and fixed cases may come twice, since its fresh ones are judged earlier. Its points come last.
    """

    name: str
    earned: str
    cases: tuple[CaseView, ...]


@dataclass(frozen=True, slots=True)
class ResultView:
    """A whole result; ``message`` is set where it is said once for all cases, and so is ``trace``.

    A file that does not compile has no groups: no case of it was run. ``mistake`` is what is told of a known mistake
    that was recognised (its first sentence, and the rest), ``hints`` as many of its hints as are open.
    """

    headline: str
    tone: str
    detail: str
    message: str
    trace: str
    internal: bool
    line: int | None
    compiles: bool
    groups: tuple[CaseGroup, ...]
    mistake: tuple[str, str] = ("", "")
    hints: tuple[str, ...] = ()

    @property
    def cases(self) -> tuple[CaseView, ...]:
        """All cases in their order."""
        return tuple(case for group in self.groups for case in group.cases)


def view_result(submission: Submission, problem: Problem | None, hints_open: int = 1) -> ResultView:
    """The view of a submission that is done.

    Args:
        submission: with its result.
        problem: as it is now, for its points and the names of its axes; None where it is gone.
        hints_open: how many hints of a recognised mistake are open by now.
    """
    result = submission.result
    if result is None:
        raise ValueError(f"submission {submission.id} has no result yet")
    same = problem if problem is not None and problem.version == result.problem_version else None
    conclusion = result.conclusion
    compiles = conclusion.verdict is not Verdict.COMPILE_ERROR
    return ResultView(
        headline=words.AGREES
        if _agrees_with_reference(submission)
        else _choose_headline(submission, conclusion.verdict),
        tone="good" if conclusion.verdict in _NOTHING_WRONG else "bad",
        detail=_describe_run(submission, result),
        message=_choose_message(result),
        trace="" if compiles else next((case.trace for case in result.cases if case.trace), ""),
        internal=conclusion.verdict is Verdict.INTERNAL_ERROR,
        line=conclusion.line,
        compiles=compiles,
        groups=_group_cases(_name_group(submission), same) if compiles else (),
        mistake=_split_sentence(conclusion.mistake.message) if conclusion.mistake else ("", ""),
        hints=conclusion.mistake.hints[:hints_open] if conclusion.mistake else (),
    )


def _split_sentence(text: str) -> tuple[str, str]:
    """The first sentence, which stands out, and the rest."""
    first, stop, rest = text.strip().partition(". ")
    return first + stop.strip(), rest


def view_case(index: int, case: CaseReport, problem: Problem | None, *, custom: bool = False) -> CaseView:
    """The view of one case, while others are still to come."""
    case = replace(case, group=words.CUSTOM) if custom else case
    group = next((group for group in problem.groups if group.name == case.group), None) if problem else None
    return _lay_out_case(index, case, group, problem)


def describe_verdict(submission: Submission | Summary) -> str:
    """A submission in a list: its verdict, or what it waits for."""
    if submission.verdict is None:
        return "Waiting to be judged" if submission.state == "queued" else "Being judged"
    return _choose_headline(submission, submission.verdict)


def _choose_headline(submission: Submission | Summary, verdict: Verdict) -> str:
    if verdict is Verdict.ACCEPTED and submission.mode is Mode.RUN:
        return words.RAN if submission.custom else "All samples pass"
    return words.SUBMISSION_VERDICTS.get(verdict, str(verdict))


def _agrees_with_reference(submission: Submission) -> bool:
    """Whether the answer to custom input was compared with the reference's and is right."""
    cases = submission.result.cases if submission.result and submission.custom else ()
    return any(case.verdict is Verdict.ACCEPTED and not case.uncompared for case in cases)


def _name_group(submission: Submission) -> Sequence[CaseReport]:
    """The cases under the name of the group that they are shown in."""
    cases = submission.result.cases if submission.result else ()
    return [replace(case, group=words.CUSTOM) for case in cases] if submission.custom else cases


def _describe_run(submission: Submission, result: Result) -> str:
    conclusion = result.conclusion
    if conclusion.verdict is Verdict.COMPILE_ERROR:
        return "No case was run"
    took = [duration(conclusion.seconds)] if conclusion.seconds else []
    if submission.custom:
        return " · ".join(["on custom input", *took])
    passed = sum(case.verdict is Verdict.ACCEPTED for case in result.cases)
    figures = [f"{passed} of {count(len(result.cases), 'case')} passed"] if result.cases else []
    if submission.mode is Mode.SUBMIT and conclusion.max_score and conclusion.verdict is not Verdict.INTERNAL_ERROR:
        figures.insert(0, f"{points(conclusion.score)} of {points(conclusion.max_score)} points")
    return " · ".join(figures + took)


def _choose_message(result: Result) -> str:
    """What is said once above the cases, rather than at one of them."""
    conclusion = result.conclusion
    if conclusion.verdict is Verdict.INTERNAL_ERROR:
        return words.INTERNAL
    at_a_case = any(case.message == conclusion.message for case in result.cases)
    return "" if at_a_case and conclusion.verdict not in _FOR_ALL else conclusion.message


def _group_cases(cases: Sequence[CaseReport], problem: Problem | None) -> tuple[CaseGroup, ...]:
    known = {group.name: group for group in problem.groups} if problem else {}
    views = [_lay_out_case(index, case, known.get(case.group), problem) for index, case in enumerate(cases)]
    together = [(name, tuple(found)) for name, found in groupby(views, key=lambda view: view.group)]
    earned = {
        name: _count_points([view for view in views if view.group == name], known.get(name)) for name, _ in together
    }
    last = dict(together)
    return tuple(CaseGroup(name, earned[name] if found is last[name] else "", found) for name, found in together)


def _count_points(views: Sequence[CaseView], group: Group | None) -> str:
    passed = sum(view.tone == "pass" for view in views)
    if group is None or not group.points:
        return ""
    share = passed / len(views) if group.scoring is Scoring.EACH else float(passed == len(views))
    return f"{points(group.points * share)} of {points(group.points)}"


def _lay_out_case(index: int, case: CaseReport, group: Group | None, problem: Problem | None) -> CaseView:
    expected, got = _show_values(case)
    return CaseView(
        index=index,
        name=case.name,
        group=case.group,
        tone=_TONES.get(case.verdict, "fail"),
        headline=words.headline(case.verdict, case.reason),
        report=case,
        note=_explain_skip(case, group),
        facts=tuple(_list_facts(case)),
        warnings=tuple(words.WARNINGS.get(warning, warning) for warning in case.warnings),
        inputs=tuple((name, values.show_brief(value)) for name, value in (case.inputs or {}).items()),
        expected=expected,
        got=got,
        seconds=duration(case.seconds) if case.seconds else "",
        charts=_draw(case, problem),
    )


def _draw(case: CaseReport, problem: Problem | None) -> tuple[Chart, ...]:
    """Pictures of wrong values: what is hidden has none to draw."""
    return () if case.hidden else draw_charts(case.expected, case.got, problem.returns if problem else None, case.wrong)


def _explain_skip(case: CaseReport, group: Group | None) -> str:
    """Why a case was not run."""
    if case.verdict is not Verdict.NOT_RUN or case.message:
        return ""
    if case.reason is not Reason.REQUIRES or group is None:
        return words.NOT_RUN.get(case.reason or "", "This case was not run.")
    return f"Not run: it waits for all of {' and '.join(group.requires)} to pass."


def _list_facts(case: CaseReport) -> list[tuple[str, str | Markup]]:
    about = Markup("about ") if case.hidden else Markup()
    facts: list[tuple[str, str | Markup]] = []
    if case.first_index:
        facts.append(("First difference", case.first_index))
    if case.max_abs_error is not None:
        facts.append(("Largest absolute error", about + error_figure(case.max_abs_error)))
    if case.max_rel_error is not None:
        facts.append(("Largest relative error", about + error_figure(case.max_rel_error)))
    if case.differing is not None and case.total:
        facts.append(("Values that differ", f"{case.differing} of {case.total}"))
    return facts


def _show_values(case: CaseReport) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """Expected and got, where they may be seen."""
    if case.hidden or not case.returned:
        return (), ()
    if case.uncompared:
        return (), values.show_value(case.got)
    return values.show_pair(case.expected, case.got, case.wrong)
