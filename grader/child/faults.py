"""What a student's exception looks like: its type, message, line and trace, within limits and without our frames."""

from __future__ import annotations

import errno
import traceback

SOURCE_NAME = "solution.py"
_MESSAGE_LIMIT, _TRACE_LIMIT, _FRAMES = 1000, 3000, 8


def _text(value: object) -> str:
    try:
        return str(value)[:_MESSAGE_LIMIT]
    except MemoryError:
        raise
    except BaseException:  # noqa: BLE001  a student's __str__ may raise anything
        return "(this exception has no readable message)"


def own_frames(error: BaseException) -> list[traceback.FrameSummary]:
    """The frames that run the student's file or were called from it."""
    frames = traceback.extract_tb(error.__traceback__)
    first = next((place for place, frame in enumerate(frames) if frame.filename == SOURCE_NAME), len(frames))
    return list(frames[first:])


def _trace(error: BaseException) -> str:
    try:
        lines = traceback.format_list(own_frames(error)[-_FRAMES:])
        last = traceback.format_exception_only(error) if isinstance(error, SyntaxError) else [_summary(error)]
        return "".join([*lines, *last])[-_TRACE_LIMIT:]
    except MemoryError:
        raise
    except BaseException:  # noqa: BLE001  formatting runs student code
        return ""


def _summary(error: BaseException) -> str:
    text = _text(error)
    name = type(error).__name__
    return f"{name}: {text}" if text else name


def _line(error: BaseException) -> int | None:
    if isinstance(error, SyntaxError) and error.filename == SOURCE_NAME and error.lineno:
        return int(error.lineno)
    own = [frame.lineno for frame in own_frames(error) if frame.filename == SOURCE_NAME]
    return own[-1] if own else None


def describe(error: BaseException) -> dict[str, object]:
    """The fault as a value of the wire."""
    return {
        "type": str(type(error).__name__)[:100],
        "message": _text(error.msg if isinstance(error, SyntaxError) else error),
        "line": _line(error),
        "trace": _trace(error),
        "memory": isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM),
    }
