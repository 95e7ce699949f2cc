from __future__ import annotations

from collections.abc import Callable

from app.kernel.actor import ANONYMOUS, visitor
from app.submissions.model import Result, State, Submission, internal_error
from grader.model import Verdict


def test_the_owner_and_nobody_else_may_read(make_submission: Callable[..., Submission]):
    owned, free = make_submission(), make_submission(owner=None)
    assert [owned.readable_by(who) for who in (visitor("ada"), visitor("bob"), ANONYMOUS)] == [True, False, False]
    assert [free.readable_by(who) for who in (visitor("ada"), ANONYMOUS)] == [True, True]


def test_the_verdict_is_null_until_it_is_done(make_submission: Callable[..., Submission], accepted: Result):
    assert make_submission().verdict is None
    assert not make_submission(state=State.RUNNING).done
    assert make_submission(state=State.DONE, result=accepted).verdict is Verdict.ACCEPTED


def test_source_that_is_not_utf8_can_still_be_shown(make_submission: Callable[..., Submission]):
    assert make_submission(source=b"a\xff\r\nb").text == "a\ufffd\r\nb"


def test_an_internal_error_scores_nothing_and_says_why():
    result = internal_error("v2", "ours")
    told = result.conclusion
    assert (told.verdict, told.message, result.problem_version) == (Verdict.INTERNAL_ERROR, "ours", "v2")
    assert told.max_score == 0.0
