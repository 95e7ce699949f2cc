from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from app.domain.examples import Examples, ExamplesError
from app.kernel.faults import NotFoundError
from app.services.catalogue import Catalogue
from grader.model import Problem, Track


class Maker:
    """Makes examples, counts how often, and fails as it is told."""

    def __init__(self, *failures: ExamplesError) -> None:
        self.calls = 0
        self._failures = list(failures)

    def __call__(self, problem: Problem) -> Examples:
        self.calls += 1
        if self._failures:
            raise self._failures.pop(0)
        return Examples((2.0,) * len(problem.samples), {"half": 0.5})


def catalogue(*problems: Problem, maker: Maker | None = None) -> Catalogue:
    return Catalogue({problem.id: problem for problem in problems}, maker or Maker())


def test_the_order_is_track_position_and_title(make_problem: Callable[..., Problem]):
    listed = catalogue(
        make_problem(id="z", title="Zeta", track=None),
        make_problem(id="a", title="Alpha", track=None),
        make_problem(id="second", track=Track("Time", 2)),
        make_problem(id="first", track=Track("Time", 1)),
        make_problem(id="other", track=Track("Attention", 9)),
    )
    assert [problem.id for problem in listed.problems()] == ["other", "first", "second", "a", "z"]
    assert [track.name for track in listed.tracks()] == ["Attention", "Time", ""]


def test_drafts_are_not_there_and_deprecated_ones_are_not_listed(make_problem: Callable[..., Problem]):
    found = catalogue(make_problem(id="draft", status="draft"), make_problem(id="old", status="deprecated"))
    assert found.problems() == ()
    assert found.get("old").id == "old"
    with pytest.raises(NotFoundError):
        found.get("draft")
    with pytest.raises(NotFoundError):
        found.get("../etc/passwd")


def test_examples_are_computed_once_for_each_version(make_problem: Callable[..., Problem]):
    maker = Maker()
    found = catalogue(make_problem(), maker=maker)
    first = found.examples(make_problem())
    assert first is found.examples(make_problem())
    assert maker.calls == 1
    found.examples(make_problem(version="v2"))
    assert maker.calls == 2


def test_a_passing_failure_is_tried_again_and_a_lasting_one_is_not(make_problem: Callable[..., Problem]):
    maker = Maker(ExamplesError("broke", lasting=False), ExamplesError("unfit", lasting=True))
    found = catalogue(make_problem(), maker=maker)
    assert [found.examples(make_problem()) for _ in range(3)] == [None, None, None]
    assert maker.calls == 2


def test_many_threads_compute_once(make_problem: Callable[..., Problem]):
    maker = Maker()
    found = catalogue(make_problem(), maker=maker)
    threads = [threading.Thread(target=found.examples, args=(make_problem(),)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert maker.calls == 1


def test_warming_stops_when_told(make_problem: Callable[..., Problem]):
    maker, stopping = Maker(), threading.Event()
    found = catalogue(make_problem(), make_problem(id="other", version="w"), maker=maker)
    found.warm(stopping)
    assert maker.calls == 2
    stopping.set()
    catalogue(make_problem(), maker=maker).warm(stopping)
    assert maker.calls == 2


def test_rehearsals_come_after_all_examples(make_problem: Callable[..., Problem]):
    done: list[str] = []

    def make(problem: Problem) -> Examples:
        done.append(f"examples of {problem.id}")
        return Examples((), {})

    problems = {name: make_problem(id=name, title=name, version=name, track=None) for name in "ab"}
    Catalogue(problems, make, lambda problem: done.append(f"mistakes of {problem.id}")).warm(threading.Event())
    assert done == ["examples of a", "examples of b", "mistakes of a", "mistakes of b"]


def test_the_names_that_prose_may_use(make_problem: Callable[..., Problem]):
    examples = Maker()(make_problem())
    assert set(examples.values(make_problem())) == {"x", "expected", "half"}
    assert [case.name for case, _ in examples.pairs(make_problem())] == ["small"]
