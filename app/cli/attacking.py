"""A safe set of hostile programs, judged like any submission: what `allclose doctor --attack` runs."""

from __future__ import annotations

import json
import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import yaml

from grader.judge import Prepared, collect, judge, prepare
from grader.model import Mode, Verdict
from grader.problem_format import load_problem
from grader.reports import report_submission, result_object
from grader.sandbox import Sandbox

PROGRAMS = Path(__file__).parent / "attacks" / "programs.yaml"
_PROBLEM = PROGRAMS.parent / "doubling.yaml"
_MARK = "GOT THROUGH"
_VARIABLE = "ALLCLOSE_DOCTOR_SECRET"
_SHOWN = 100
_HONEST = b"def double(x):\n    return x + x\n"
"""What the next student hands in: whatever an attack did, it has to be accepted."""


@dataclass(frozen=True, slots=True)
class Attack:
    """A program, what it tries, and the verdicts that are right for it."""

    kind: str
    title: str
    must: frozenset[Verdict]
    source: str


@dataclass(frozen=True, slots=True)
class Attempt:
    """What came of one program.

    Attributes:
        held: whether its verdict is right, nothing got through, and an honest program was accepted after it.
        words: the verdict, and what is wrong where it is not so.
    """

    attack: Attack
    held: bool
    words: str


def read_attacks() -> list[Attack]:
    """The programs that come along, in the order in which they are to run."""
    programs = yaml.safe_load(PROGRAMS.read_text(encoding="utf-8"))
    return [Attack(one["kind"], one["title"], frozenset(map(Verdict, one["must"])), one["source"]) for one in programs]


@contextmanager
def plant_secret() -> Iterator[tuple[str, str]]:
    """A secret word in the environment and in a file that everybody may read: the word, and the file's path."""
    word = f"secret-{secrets.token_hex(16)}"
    with tempfile.TemporaryDirectory(prefix="allclose-doctor-") as folder:
        path = Path(folder, "secret.txt")
        path.write_text(word, encoding="utf-8")
        path.chmod(0o644)
        path.parent.chmod(0o755)
        os.environ[_VARIABLE] = word
        try:
            yield word, str(path)
        finally:
            del os.environ[_VARIABLE]


def run_attacks() -> Iterator[Attempt]:
    """Judge every program in a slot of its own, with secrets in place.

    Raises:
        SandboxUnavailableError: a required wall is missing, or an attempt of the self-test got through.
    """
    problem = load_problem(_PROBLEM)
    with plant_secret() as (word, path), Sandbox() as sandbox:
        prepared = prepare(problem, sandbox)
        for attack in read_attacks():
            attempt = _run_attack(prepared, attack, attack.source.replace("@@FILE@@", path), sandbox, word)
            yield _follow_up(attempt, prepared, sandbox)


def _follow_up(attempt: Attempt, prepared: Prepared, sandbox: Sandbox) -> Attempt:
    """The same attempt, seen with what it did to an honest program that is judged in the same slot after it."""
    verdict = collect(judge(prepared, _HONEST, sandbox, Mode.SUBMIT))[1].verdict
    if verdict is Verdict.ACCEPTED:
        return attempt
    return replace(attempt, held=False, words=f"{attempt.words}; an honest program after it: {verdict}")


def _run_attack(prepared: Prepared, attack: Attack, source: str, sandbox: Sandbox, word: str) -> Attempt:
    conclusion, cases = report_submission(judge(prepared, source.encode(), sandbox, Mode.SUBMIT))
    verdict = conclusion.verdict
    text = json.dumps(result_object(prepared.problem, Mode.SUBMIT, conclusion, cases))
    if verdict not in attack.must:
        return Attempt(attack, held=False, words=f"{verdict}, where {' or '.join(sorted(attack.must))} is right")
    for sign in (word, _MARK):
        if sign in text:
            return Attempt(attack, held=False, words=text[text.index(sign) :][:_SHOWN].replace(word, "the secret"))
    return Attempt(attack, held=True, words=str(verdict))
