"""What is read: numbers that nobody computed, links that lead nowhere, images that say nothing, files left over."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import unquote, urlsplit

import numpy as np
from markdown_it import MarkdownIt
from markdown_it.token import Token

from grader.errors import UnfitProblemError
from grader.judge import Examples, Prepared, work_examples
from grader.model import Problem, Value
from grader.problem_format import TemplateError, fill, named_files, typed_decimals
from grader.sandbox import Sandbox
from grader.verify.findings import Finding

_MARKDOWN = MarkdownIt("commonmark")
_IMAGE = re.compile(r"<img\b[^>]*>", re.IGNORECASE)
_ALT = re.compile(r"\balt\s*=\s*(\"[^\"]*[^\s\"][^\"]*\"|'[^']*[^\s'][^']*')", re.IGNORECASE)
_PASSED_OVER = {"README.md", "LICENSE", "LICENSE.md"}


def texts(problem: Problem) -> Mapping[str, str]:
    """Every text of a problem by its place."""
    prose = problem.prose
    found = {"statement": prose.statement, "theory": prose.theory, "editorial": prose.editorial}
    found |= {f"hints {number}": hint.text for number, hint in enumerate(prose.hints, start=1)}
    found |= {f"requirements {number}": text for number, text in enumerate(prose.requirements, start=1)}
    found |= {f"constraints {number}": text for number, text in enumerate(prose.constraints, start=1)}
    found |= {f"message of {mistake.program.id}": mistake.message for mistake in problem.mistakes}
    return found | {f"explanation of {case.name}": case.explanation for case in problem.samples}


def numbers(prepared: Prepared, sandbox: Sandbox) -> Iterator[Finding]:
    """Every number in the prose is computed, a sample's input, or marked as a citation."""
    problem = prepared.problem
    try:
        shown = work_examples(prepared, sandbox)
    except UnfitProblemError as error:
        yield Finding("worked", "worked", holds=False, detail=str(error))
        return
    if problem.worked is not None:
        yield Finding("worked", problem.worked.id, holds=True, detail="its result is what the reference returns")
    inputs = {size for sample in problem.samples for size in _sizes(list(sample.inputs.values()))}
    for place, text in texts(problem).items():
        yield from _numbers_of(place, text, shown, inputs)


def _numbers_of(place: str, text: str, shown: Examples, inputs: set[float]) -> Iterator[Finding]:
    try:
        fill(text, shown.worked)
    except TemplateError as error:
        yield Finding("number", place, holds=False, detail=str(error))
    typed = [decimal for decimal in typed_decimals(text) if abs(decimal.value) not in inputs]
    for decimal in typed:
        advice = "take it from worked with {{ name:.4f }}, or mark a citation as [[...]]"
        detail = f"{decimal.text} is typed: {advice}"
        yield Finding("number", f"{place}, line {decimal.line}", holds=False, detail=detail)
    if not typed and "{{" in text:
        yield Finding("number", place, holds=True, detail="every number is computed, a sample input or a citation")


def _sizes(value: Value) -> Iterator[float]:
    """The sizes of all numbers in the samples' inputs."""
    if isinstance(value, np.ndarray):
        yield from (abs(float(number)) for number in value.ravel().tolist() if isinstance(number, int | float))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _sizes(item)
    elif isinstance(value, int | float):
        yield abs(float(value))


def links(problem: Problem, folder: Path | None) -> Iterator[Finding]:
    """Links and images: relative ones lead to a file of the folder, and every image says what it shows."""
    for place, text in texts(problem).items():
        for token in _tokens(text):
            target = str(token.attrGet("href") or token.attrGet("src") or "")
            if target and not _leads_somewhere(target, folder):
                detail = f"leads nowhere: add the file to the problem's folder, or mend the link in the {place}"
                yield Finding("link", target[:80], holds=False, detail=detail)
            if _is_mute(token):
                detail = "write what it shows between the brackets of ![...], for those who cannot see it"
                yield Finding("image", f"{target[:80] or 'an image'} in the {place}", holds=False, detail=detail)


def _tokens(text: str) -> Iterator[Token]:
    """Blocks and what is inside them."""
    for token in _MARKDOWN.parse(text):
        yield token
        yield from token.children or ()


def _leads_somewhere(target: str, folder: Path | None) -> bool:
    """Whether a link is absolute, stays on its page, or names a file inside the folder."""
    parts = urlsplit(target)
    if parts.scheme or parts.netloc or not parts.path or parts.path.startswith("/"):
        return True
    path = (folder / unquote(parts.path)).resolve() if folder else None
    return path is not None and folder is not None and path.is_relative_to(folder.resolve()) and path.exists()


def _is_mute(token: Token) -> bool:
    """Whether a token is an image without a text in its place."""
    if token.type == "image":
        return not token.content.strip()
    if token.type in ("html_inline", "html_block"):
        return any(not _ALT.search(image) for image in _IMAGE.findall(token.content))
    return False


def leftovers(problem: Problem, folder: Path) -> Iterator[Finding]:
    """Files that nothing names: a program among them was probably meant to be checked."""
    linked = {
        unquote(urlsplit(str(token.attrGet("href") or token.attrGet("src") or "")).path)
        for text in texts(problem).values()
        for token in _tokens(text)
    }
    known = named_files(folder) | linked | _PASSED_OVER
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and name not in known and not any(p.startswith((".", "__")) for p in path.parts):
            detail = "nothing in problem.yaml names this file: name it there, or take it away"
            yield Finding("file", name, holds=False, detail=detail, required=path.suffix == ".py")
