"""At start: nothing that was acknowledged is lost, and nothing is tried for ever."""

from __future__ import annotations

import logging

from app.domain.submission import MAX_TRIES, internal_error
from app.ports import JobQueue, SubmissionStore

_log = logging.getLogger(__name__)

GAVE_UP = "Something on our side failed each time that we tried to judge this. It does not count; please send it again."
"""What a student reads where we failed."""


def recover(store: SubmissionStore, queue: JobQueue) -> int:
    """Queue again what was acknowledged and not finished, oldest first; end what was tried too often.

    Returns:
        How many were queued again.
    """
    queued = 0
    for submission_id in store.unfinished():
        submission = store.get(submission_id)
        if submission is None:
            continue
        if submission.tries >= MAX_TRIES:
            _log.error("submission %s was tried %d times and never finished", submission_id, submission.tries)
            store.finish(submission_id, internal_error(submission.problem_version, GAVE_UP))
        else:
            queue.put_back(submission_id)
            queued += 1
    return queued
