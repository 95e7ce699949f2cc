"""From source to requests: what is refused before anything runs, and how a load is asked for."""

from __future__ import annotations

from dataclasses import dataclass

from grader.errors import UnfitProblemError
from grader.model import SOURCE_LIMIT, Problem, Program, Reason
from grader.sandbox import frames

WORKED = "worked"
_BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a source is not even given to the sandbox."""

    reason: Reason
    message: str
    line: int | None = None


def source_text(source: bytes) -> str | Refusal:
    """The source as text, strictly UTF-8 (a byte order mark is fine), or why not. Nothing is compiled here."""
    if len(source) > SOURCE_LIMIT:
        return Refusal(
            Reason.TOO_LARGE, f"The file has {len(source):,} bytes; at most {SOURCE_LIMIT:,} (64 kB) are taken."
        )
    try:
        text = source.decode("utf-8").removeprefix(_BOM)
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        return Refusal(
            Reason.NOT_UTF8, f"The file is not UTF-8: line {line} holds a byte that cannot be. Save it as UTF-8.", line
        )
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        return Refusal(Reason.NUL, f"Line {line} holds a null character (U+0000). Take it out.", line)
    return text


def program_text(program: Program) -> str:
    """The text of one of the problem's own programs; raises UnfitProblemError when it has none."""
    text = source_text(program.source)
    if isinstance(text, Refusal):
        raise UnfitProblemError(f"{program.id}: {text.message}")
    return text


def load_request(text: str, problem: Problem, entry_point: str = "") -> bytes:
    """The request that loads a source."""
    return frames.load(text, entry_point or problem.entry_point, len(problem.arguments))
