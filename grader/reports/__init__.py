"""A judged submission for whoever asks: JSON for REST, text for a terminal, and what CI servers and graders read.

`case_report`   what is told of a case, and of all of them together
`codec`         reports as JSON and back
`plain_values`  a value as JSON of a bounded size
"""

from grader.reports.case_report import report_case, report_submission
from grader.reports.codec import case_from_json, case_to_json, conclusion_from_json, conclusion_to_json
from grader.reports.github import github_report
from grader.reports.gradescope import gradescope_report
from grader.reports.junit import junit_report
from grader.reports.markdown import markdown_report
from grader.reports.plain_values import json_value
from grader.reports.result import result_object
from grader.reports.text import text_report

__all__ = [
    "case_from_json",
    "case_to_json",
    "conclusion_from_json",
    "conclusion_to_json",
    "github_report",
    "gradescope_report",
    "json_value",
    "junit_report",
    "markdown_report",
    "report_case",
    "report_submission",
    "result_object",
    "text_report",
]
