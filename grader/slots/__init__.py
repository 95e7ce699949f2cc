"""Judges as processes of their own: each with a sandbox and a bound on its memory, and free to die.

What a submission answers is decoded, compared, diagnosed and reported in such a process, which knows no database and
no web. Whoever feeds it learns of its death by an exception, and starts another.
"""

from grader.slots.client import InputsDoNotFitError, JudgeDiedError, JudgeProcess
from grader.slots.shared_cores import SharedCores
from grader.slots.tasks import Offer, PreparedProblem, Task

__all__ = ["InputsDoNotFitError", "JudgeDiedError", "JudgeProcess", "Offer", "PreparedProblem", "SharedCores", "Task"]
