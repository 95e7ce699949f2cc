"""Statements as finished HTML: the same for everyone, made once for each version of a problem."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import TypeAlias

from jinja2 import Environment
from markupsafe import Markup

from app.problems.model import ShownExamples
from app.problems.views import Fixed, view_fixed_parts
from app.show.prose import ProseRenderer
from grader.model import Problem

_KEPT = 256
_Key: TypeAlias = tuple[str, str, bool]


@dataclass(frozen=True, slots=True)
class Statement:
    """The Problem, Theory and Editorial tabs as HTML, what they were made of, and the renderer of other prose."""

    html: Markup
    theory: Markup
    editorial: Markup
    fixed: Fixed
    prose: ProseRenderer


class Statements:
    """Keeps what it has rendered; the version is a hash of the content, and examples come at most once later."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self._kept: OrderedDict[_Key, Statement] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, problem: Problem, examples: ShownExamples | None) -> Statement:
        """The statement of a problem."""
        key = (problem.id, problem.version, examples is not None)
        with self._lock:
            statement = self._kept.get(key)
        return statement or self._keep(key, self._render(problem, examples))

    def _keep(self, key: _Key, statement: Statement) -> Statement:
        with self._lock:
            self._kept[key] = statement
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return statement

    def _render(self, problem: Problem, examples: ShownExamples | None) -> Statement:
        prose, fixed = (
            ProseRenderer(examples.values(problem) if examples else None),
            view_fixed_parts(problem, examples),
        )
        template = self._environment.get_template("problems/_statement.html")
        html = Markup(template.render(problem=problem, prose=prose, fixed=fixed))  # noqa: S704 - templates escape
        theory = prose.block(problem.prose.theory) if problem.prose.theory else Markup()
        editorial = prose.block(problem.prose.editorial) if problem.prose.editorial else Markup()
        return Statement(html, theory, editorial, fixed, prose)
