"""Diagnosis: what a wrong answer looks like, and which known mistake it is."""

from grader.diagnosis.bounds import Budget
from grader.diagnosis.describing import describe
from grader.diagnosis.forms import Seen, apart, see
from grader.diagnosis.mistakes import MistakeTable, case_table
from grader.diagnosis.recognition import recognise, rivals

__all__ = ["Budget", "MistakeTable", "Seen", "apart", "case_table", "describe", "recognise", "rivals", "see"]
