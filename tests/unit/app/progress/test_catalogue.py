from __future__ import annotations

import pytest

from app.problems.model import TrackListing
from app.progress.catalogue import Wanted, list_choices, narrow
from app.progress.tracks import TrackView, view_tracks
from app.submissions.progress import ProblemProgress
from grader.model import Problem


@pytest.fixture
def tracks(rnn_cell: Problem, vanilla_rnn: Problem) -> tuple[TrackView, ...]:
    solved = {"rnn-cell": ProblemProgress(attempts=1, solved=True)}
    return view_tracks([TrackListing("T", (rnn_cell, vanilla_rnn))], solved)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (Wanted(), ["rnn-cell", "vanilla-rnn"]),
        (Wanted(q="elman CELL"), ["rnn-cell"]),
        (Wanted(q="no such words"), []),
        (Wanted(difficulty="easy"), ["rnn-cell"]),
        (Wanted(difficulty="impossible"), []),
        (Wanted(state="solved"), ["rnn-cell"]),
        (Wanted(state="untried"), ["vanilla-rnn"]),
        (Wanted(concept="recurrence", state="solved"), ["rnn-cell"]),
    ],
)
def test_every_field_narrows(tracks: tuple[TrackView, ...], wanted: Wanted, found: list[str]):
    assert [entry.problem.id for track in narrow(tracks, wanted) for entry in track.entries] == found


def test_progress_counts_what_is_not_shown_as_well(tracks: tuple[TrackView, ...]):
    (track,) = narrow(tracks, Wanted(state="untried"))
    assert (track.solved, track.total, track.shown) == (1, 2, 1)


def test_the_choices_are_what_there_is(tracks: tuple[TrackView, ...], rnn_cell: Problem):
    fields = {name: [value for value, _ in options] for name, _, _, options in list_choices(tracks)}
    assert set(fields) == {"difficulty", "concept", "state"}
    assert set(rnn_cell.concepts) <= set(fields["concept"])
    assert "medium" not in fields["difficulty"]
    assert fields["concept"] == sorted(set(fields["concept"]))
