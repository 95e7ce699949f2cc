"""What a student's exception looks like: its type, message, line and trace, within limits and without our frames."""

from __future__ import annotations

import errno
import os
import sys
import traceback

import numpy as np

SOURCE_NAME = "solution.py"
_MESSAGE_LIMIT, _TRACE_LIMIT, _FRAMES = 1000, 3000, 8
_PATH_LIMIT = 4096
_SITE, _LIBRARY = (os.path.dirname(path) for path in (os.path.dirname(np.__file__), os.__file__))  # noqa: PTH120
_OWN = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120
_FOLDERS = sorted(
    {_SITE, _LIBRARY, _OWN, sys.prefix, sys.base_prefix, sys.exec_prefix} - {"", "/"}, key=len, reverse=True
)
"""Where this machine keeps Python and NumPy, which is nobody's business; the innermost first."""


def without_folders(text: str) -> str:
    """A text in which a path such as that of ``numpy/__init__.py`` begins with the package's name."""
    for folder in _FOLDERS:
        text = text.replace(f"{folder}/", "")
    return text


def _text(value: object) -> str:
    try:
        return without_folders(str(value)[: _MESSAGE_LIMIT + _PATH_LIMIT])[:_MESSAGE_LIMIT]
    except MemoryError:
        raise
    except BaseException:  # noqa: BLE001  a student's __str__ may raise anything
        return "(this exception has no readable message)"


def own_frames(error: BaseException) -> list[traceback.FrameSummary]:
    """The frames that run the student's file; those of libraries that it called are left out."""
    start = error.__traceback__
    while start is not None and start.tb_frame.f_code.co_filename != SOURCE_NAME:
        start = start.tb_next  # ours, whose lines would be looked up in vain
    return [frame for frame in traceback.extract_tb(start) if frame.filename == SOURCE_NAME]


def _trace(error: BaseException, own: list[traceback.FrameSummary]) -> str:
    try:
        lines = traceback.format_list(own[-_FRAMES:])
        last = traceback.format_exception_only(error) if isinstance(error, SyntaxError) else [_summary(error)]
        return without_folders("".join([*lines, *last]))[-_TRACE_LIMIT:]
    except MemoryError:
        raise
    except BaseException:  # noqa: BLE001  formatting runs student code
        return ""


def _summary(error: BaseException) -> str:
    text = _text(error)
    name = type(error).__name__
    return f"{name}: {text}" if text else name


def _line(error: BaseException, own: list[traceback.FrameSummary]) -> int | None:
    if isinstance(error, SyntaxError) and error.filename == SOURCE_NAME and error.lineno:
        return int(error.lineno)
    return own[-1].lineno if own else None


def describe(error: BaseException) -> dict[str, object]:
    """The fault as a value of the wire."""
    own = own_frames(error)
    return {
        "type": str(type(error).__name__)[:100],
        "message": _text(error.msg if isinstance(error, SyntaxError) else error),
        "line": _line(error, own),
        "trace": _trace(error, own),
        "memory": isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM),
    }
