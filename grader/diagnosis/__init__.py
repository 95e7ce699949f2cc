"""Diagnosis: what a wrong answer looks like, and which known mistake it is."""

from grader.diagnosis.describing import describe

__all__ = ["describe"]
