"""The judge: decides what came of a submission, case by case.

A submission's way: source -> cases chosen -> sandbox.run -> outcome -> checker -> CaseResult -> Conclusion.
"""

from grader.judge.codec import decode_prepared, encode_prepared
from grader.judge.custom import judge_inputs
from grader.judge.examples import work_examples
from grader.judge.judging import judge
from grader.judge.known_mistakes import mistake_table
from grader.judge.preparation import complete, prepare
from grader.judge.prepared import Examples, Prepared, PreparedCase, PreparedPool
from grader.judge.scoring import Judged, Tally, collect

__all__ = [
    "Examples",
    "Judged",
    "Prepared",
    "PreparedCase",
    "PreparedPool",
    "Tally",
    "collect",
    "complete",
    "decode_prepared",
    "encode_prepared",
    "judge",
    "judge_inputs",
    "mistake_table",
    "prepare",
    "work_examples",
]
