from __future__ import annotations

from collections.abc import Callable

from app.submissions.progress import NO_PROGRESS, ProblemProgress
from app.workspace.hint_views import view_hints
from grader.model import Problem


def test_nothing_of_a_hint_that_was_not_opened_is_shown(make_problem: Callable[..., Problem]):
    views = view_hints(make_problem(), ProblemProgress(runs=9), set())
    assert [view.text for view in views] == ["", ""]
    views = view_hints(make_problem(), ProblemProgress(runs=9), {1})
    assert [view.text for view in views] == ["Multiply.", ""]


def test_it_is_said_what_a_hint_waits_for(make_problem: Callable[..., Problem]):
    problem = make_problem()
    assert [view.words for view in view_hints(problem, NO_PROGRESS, {1})] == ["", "Opens after 2 runs of your code."]
    once = view_hints(problem, ProblemProgress(runs=1), {1})
    assert once[1].words == "Opens after 1 more run of your code."
    assert view_hints(problem, ProblemProgress(runs=2), set())[1].words == "Comes after hint 1."
