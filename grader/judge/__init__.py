"""The judge: decides what came of a submission, case by case.

A submission's way: source -> cases chosen -> sandbox.run -> outcome -> checker -> CaseResult -> Conclusion.
"""

from grader.judge.custom import judge_inputs
from grader.judge.judging import judge
from grader.judge.known_mistakes import mistake_table
from grader.judge.preparation import Examples, examples, prepare
from grader.judge.scoring import Judged, Tally, collect

__all__ = [
    "Examples",
    "Judged",
    "Tally",
    "collect",
    "examples",
    "judge",
    "judge_inputs",
    "mistake_table",
    "prepare",
]
