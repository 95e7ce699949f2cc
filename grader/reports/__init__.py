"""A judged submission for whoever asks: JSON for REST and CI, text for a terminal."""

from grader.reports.result import case_object, json_value, mistake_object, result_object
from grader.reports.text import text_report

__all__ = ["case_object", "json_value", "mistake_object", "result_object", "text_report"]
