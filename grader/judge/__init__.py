"""The judge: decides what came of a submission, case by case.

A submission's way: source -> cases listed -> sandbox.run -> outcome -> checker -> CaseResult -> Conclusion.
"""

from grader.judge.codec import decode_prepared, encode_prepared
from grader.judge.custom import judge_inputs
from grader.judge.draws import decode_draw, draw_cases, encode_draw, make_draws
from grader.judge.examples import work_examples
from grader.judge.judging import judge, judge_by_steps
from grader.judge.known_mistakes import mistake_table
from grader.judge.preparation import complete, prepare
from grader.judge.prepared import Examples, Prepared, PreparedEntry
from grader.judge.prepared_case import PreparedCase
from grader.judge.scoring import Judged, Tally, collect
from grader.judge.selection import groups_before_hidden, list_entries

__all__ = [
    "Examples",
    "Judged",
    "Prepared",
    "PreparedCase",
    "PreparedEntry",
    "Tally",
    "collect",
    "complete",
    "decode_draw",
    "decode_prepared",
    "draw_cases",
    "encode_draw",
    "encode_prepared",
    "groups_before_hidden",
    "judge",
    "judge_by_steps",
    "judge_inputs",
    "list_entries",
    "make_draws",
    "mistake_table",
    "prepare",
    "work_examples",
]
