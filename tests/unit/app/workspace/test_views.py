from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.problems.model import ShownExamples, TrackListing
from app.problems.views import view_fixed_parts
from app.progress.tracks import view_tracks
from app.submissions.progress import ProblemProgress
from app.workspace.views import ProblemPage, view_problem
from grader.model import Problem

SOLVED = ProblemProgress(attempts=1, solved=True)
TRIED = ProblemProgress(runs=1)


def examples(problem: Problem) -> ShownExamples:
    return ShownExamples(tuple([0.0, 0.0] for _ in problem.samples), {})


def page(
    problem: Problem,
    computed: ShownExamples | None = None,
    tracks: Sequence[TrackListing] = (),
    progress: Mapping[str, ProblemProgress] | None = None,
) -> ProblemPage:
    return view_problem(problem, tracks, progress or {}, view_fixed_parts(problem, computed))


def test_the_catalogue_shows_own_progress(rnn_cell: Problem, vanilla_rnn: Problem):
    (track,) = view_tracks([TrackListing("T", (rnn_cell, vanilla_rnn))], {"rnn-cell": SOLVED})
    assert [(entry.number, entry.state, entry.words) for entry in track.entries] == [
        (1, "solved", "Solved"),
        (2, "untried", "Not tried yet"),
    ]
    assert track.solved == 1


def test_neighbours_in_the_track(rnn_cell: Problem, vanilla_rnn: Problem):
    tracks = [TrackListing("T", (rnn_cell, vanilla_rnn))]
    first = page(rnn_cell, tracks=tracks, progress={"rnn-cell": TRIED})
    last = page(vanilla_rnn, tracks=tracks)
    assert (first.position, first.previous, first.next) == (1, None, vanilla_rnn)
    assert (last.position, last.previous, last.next) == (2, rnn_cell, None)
    assert [entry.state for entry in first.steps] == ["tried", "untried"]


def test_a_problem_without_a_track_has_no_neighbours(rnn_cell: Problem):
    shown = page(rnn_cell, tracks=[TrackListing("", (rnn_cell,))])
    assert (shown.steps, shown.position, shown.previous, shown.next) == ((), 0, None, None)


def test_examples_stand_beside_what_the_reference_computes(rnn_cell: Problem):
    shown = page(rnn_cell, examples(rnn_cell))
    assert [example.name for example in shown.examples] == [case.name for case in rnn_cell.samples]
    assert shown.examples[0].expected[0].shape == "(2,)"
    assert [name for name, _ in shown.examples[0].inputs] == [argument.name for argument in rnn_cell.arguments]


def test_without_examples_the_inputs_are_shown_all_the_same(rnn_cell: Problem):
    shown = page(rnn_cell)
    assert [example.expected for example in shown.examples] == [() for _ in rnn_cell.samples]


def test_hidden_groups_show_name_count_and_points_only(rnn_cell: Problem):
    shown = page(rnn_cell)
    sample, *hidden = shown.groups
    assert sample.names == tuple(case.name for case in rnn_cell.samples)
    assert [group.names for group in hidden] == [() for _ in hidden]
    assert shown.total == sum(entry.count for entry in rnn_cell.entries)
