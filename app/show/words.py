"""Verdicts, reasons and states in plain English."""

from __future__ import annotations

from collections.abc import Mapping

RAN = "It ran"
"""The headline of a run on custom input: nothing was wrong, as far as could be told."""

SUBMISSION_VERDICTS: Mapping[str, str] = {
    "accepted": "Accepted",
    "wrong_answer": "Wrong answer",
    "runtime_error": "Runtime error",
    "compile_error": "Does not compile",
    "time_limit": "Time limit reached",
    "memory_limit": "Memory limit reached",
    "output_limit": "Output limit reached",
    "security_violation": "Security violation",
    "internal_error": "Our mistake",
    "cancelled": "Cancelled",
    "not_compared": RAN,
}
"""Headlines of a whole submission."""

CASE_VERDICTS: Mapping[str, str] = {
    **SUBMISSION_VERDICTS,
    "accepted": "Passed",
    "failed": "Failed",
    "not_run": "Not run",
}
"""Headlines of one case."""

REASONS: Mapping[str, str] = {
    "wrong_type": "Wrong type",
    "wrong_keys": "Wrong keys",
    "wrong_length": "Wrong length",
    "wrong_shape": "Wrong shape",
    "wrong_dtype": "Wrong dtype",
    "not_finite": "Not finite",
    "wrong_value": "Wrong values",
    "property_failed": "A property does not hold",
    "syntax": "Syntax error",
    "not_utf8": "Not UTF-8 text",
    "nul": "Contains a NUL character",
    "missing_entry_point": "Function not found",
    "bad_signature": "Arguments do not fit",
    "raised": "Raised an exception",
    "exited": "Called exit",
    "crashed": "Crashed",
    "load": "Took too long to load",
    "submission": "Out of time for all cases together",
    "memory": "Out of memory",
    "stdout": "Printed too much",
}
"""What is wrong, where the verdict alone does not say it."""

WARNINGS: Mapping[str, str] = {
    "inputs_changed": "Your function changed one of its inputs. That is allowed here, but a caller would be surprised.",
    "converted": "Your result was converted before it was compared.",
}
"""Sentences for what may stand beside an accepted verdict."""

NOT_RUN: Mapping[str, str] = {
    "stopped": "An earlier case ended your program, so this one was not run.",
    "cancelled": "The submission was cancelled before this case.",
}
"""Sentences for cases that were not run; a gate's sentence names the groups that it waits for."""

INTERNAL = (
    "Something went wrong on our side, and not in your code. It does not count as an attempt; please send it again."
)

FRESH_CASE, HIDDEN_CASE = "fresh case", "hidden case"
"""What stands for the name of a case that is still to come, where it is no sample."""

CUSTOM = "custom input"
"""Stands where other runs have the names of a group and of a case."""

AGREES = "Agrees with the reference"
"""The same, where the reference's answer was there to compare with."""

DIFFICULTIES: Mapping[str, str] = {"easy": "Easy", "medium": "Medium", "hard": "Hard"}


def headline(verdict: str, reason: str | None) -> str:
    """What a case's heading says beside its name, such as ``Wrong shape``."""
    if verdict == "wrong_answer" and reason == "too_large":
        return "Result too large"
    if verdict == "compile_error" and reason == "too_large":
        return "File too large"
    if verdict in {"accepted", "not_run", "internal_error", "security_violation"}:
        return CASE_VERDICTS[verdict]
    return REASONS.get(reason or "", CASE_VERDICTS.get(verdict, verdict))
