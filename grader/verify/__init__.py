"""Problems prove themselves: what must hold of a problem before students meet it."""

from grader.verify.findings import Finding, Report
from grader.verify.gaps import Gap
from grader.verify.margin import Margin
from grader.verify.markdown import markdown_report
from grader.verify.matrix import Matrix
from grader.verify.text import closing, heading, held_lines, text_report
from grader.verify.verifier import Progress, verify

__all__ = [
    "Finding",
    "Gap",
    "Margin",
    "Matrix",
    "Progress",
    "Report",
    "closing",
    "heading",
    "held_lines",
    "markdown_report",
    "text_report",
    "verify",
]
