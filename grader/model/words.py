"""The closed sets of words: facts of a run, verdicts, reasons, modes."""

from __future__ import annotations

from enum import StrEnum

SOURCE_LIMIT = 64 * 1024
"""Largest source, in bytes of UTF-8."""


class RunStatus(StrEnum):
    """A fact from the sandbox about one load or one call."""

    OK = "ok"
    RAISED = "raised"
    TIMED_OUT = "timed_out"
    OUT_OF_MEMORY = "out_of_memory"
    OUTPUT_OVERFLOW = "output_overflow"
    KILLED = "killed"
    VIOLATED = "violated"


class Verdict(StrEnum):
    """The judgement of a case or a submission (the last five never of both)."""

    ACCEPTED = "accepted"
    WRONG_ANSWER = "wrong_answer"
    RUNTIME_ERROR = "runtime_error"
    COMPILE_ERROR = "compile_error"
    TIME_LIMIT = "time_limit"
    MEMORY_LIMIT = "memory_limit"
    OUTPUT_LIMIT = "output_limit"
    SECURITY_VIOLATION = "security_violation"
    INTERNAL_ERROR = "internal_error"
    CANCELLED = "cancelled"
    NOT_RUN = "not_run"
    FAILED = "failed"
    """Of a fixed hidden case after the first one that failed: nothing more is told of it."""
    NOT_COMPARED = "not_compared"
    """Of a run on custom input: nothing was wrong, as far as the form goes, and there was nothing to
    compare with. It is neither accepted nor a failure."""


class Reason(StrEnum):
    """Why, finer than the verdict."""

    WRONG_TYPE = "wrong_type"
    WRONG_KEYS = "wrong_keys"
    WRONG_LENGTH = "wrong_length"
    WRONG_SHAPE = "wrong_shape"
    WRONG_DTYPE = "wrong_dtype"
    NOT_FINITE = "not_finite"
    WRONG_VALUE = "wrong_value"
    PROPERTY_FAILED = "property_failed"
    TOO_LARGE = "too_large"
    SYNTAX = "syntax"
    NOT_UTF8 = "not_utf8"
    NUL = "nul"
    MISSING_ENTRY_POINT = "missing_entry_point"
    BAD_SIGNATURE = "bad_signature"
    RAISED = "raised"
    EXITED = "exited"
    CRASHED = "crashed"
    CASE = "case"
    LOAD = "load"
    SUBMISSION = "submission"
    MEMORY = "memory"
    STDOUT = "stdout"
    PROTOCOL = "protocol"
    SYSCALL = "syscall"
    REQUIRES = "requires"
    STOPPED = "stopped"
    CANCELLED = "cancelled"


class Warn(StrEnum):
    """What may stand beside an accepted verdict."""

    INPUTS_CHANGED = "inputs_changed"
    CONVERTED = "converted"


class Mode(StrEnum):
    """Which cases a submission runs: the samples, or all of them."""

    RUN = "run"
    SUBMIT = "submit"


class Layout(StrEnum):
    """How the arrays of a case lie in memory; copies are always fresh and writable."""

    C = "c"
    FORTRAN = "fortran"
    STRIDED = "strided"


class Scoring(StrEnum):
    """How a group's points are given: split equally over its cases, or all or nothing."""

    EACH = "each"
    ALL = "all"


class Profile(StrEnum):
    """What a child may open: the standard library and NumPy, or nothing beyond what is already imported."""

    DEFAULT = "default"
    STRICT = "strict"
