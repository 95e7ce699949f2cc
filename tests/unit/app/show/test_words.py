from __future__ import annotations

import pytest

from app.show.words import CASE_VERDICTS, SUBMISSION_VERDICTS, WARNINGS, headline
from grader.model import Reason, Verdict, Warn


@pytest.mark.parametrize("verdict", Verdict)
def test_every_verdict_has_words(verdict: Verdict):
    assert CASE_VERDICTS[verdict]
    assert (verdict in SUBMISSION_VERDICTS) == (verdict not in (Verdict.NOT_RUN, Verdict.FAILED))


@pytest.mark.parametrize("warning", Warn)
def test_every_warning_has_a_sentence(warning: Warn):
    assert WARNINGS[warning].endswith(".")


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_gives_a_headline(reason: Reason):
    text = headline("wrong_answer", reason)
    assert text
    assert "_" not in text


def test_a_finer_reason_is_preferred():
    assert headline("wrong_answer", "wrong_shape") == "Wrong shape"
    assert headline("compile_error", "too_large") == "File too large"
    assert headline("wrong_answer", "too_large") == "Result too large"
    assert headline("accepted", None) == "Passed"
    assert headline("time_limit", "case") == "Time limit reached"
    assert headline("failed", None) == "Failed"
