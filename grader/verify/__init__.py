"""Problems prove themselves: what must hold of a problem before students meet it."""

from grader.verify.findings import Finding, Report
from grader.verify.verifier import verify

__all__ = ["Finding", "Report", "verify"]
