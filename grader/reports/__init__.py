"""A judged submission for whoever asks: JSON for REST, text for a terminal, and what CI servers and graders read."""

from grader.reports.github import github_report
from grader.reports.gradescope import gradescope_report
from grader.reports.junit import junit_report
from grader.reports.markdown import markdown_report
from grader.reports.plain_values import json_value
from grader.reports.result import case_object, mistake_object, result_object
from grader.reports.text import text_report

__all__ = [
    "case_object",
    "github_report",
    "gradescope_report",
    "json_value",
    "junit_report",
    "markdown_report",
    "mistake_object",
    "result_object",
    "text_report",
]
