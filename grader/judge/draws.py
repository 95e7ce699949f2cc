"""Fresh cases: each is made for one submission, with the reference's answers, and never met again.

What is kept of one is its seed, its inputs and its right answers, so that a retry meets the same, and a regrade keeps
the inputs whatever NumPy draws by then. Values are those of the wire; nothing is unpickled.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from grader.errors import GraderError, StoredDataError, UnfitProblemError
from grader.judge.container import pack, unpack
from grader.judge.function_properties import PreparedProperty, ask_property
from grader.judge.generated import fit_inputs
from grader.judge.preparation import SEED_BYTES, prepare_cases
from grader.judge.prepared import Prepared
from grader.judge.prepared_case import PreparedCase
from grader.judge.templates import AnswerTemplate, Numbers
from grader.model import Draw, Layout, Problem, Seeded, SpecialCase, TestCase, Value
from grader.problem_format.inputs import InputFaultError
from grader.sandbox import Sandbox, wire

_DAMAGE = (GraderError, InputFaultError, ValueError, TypeError, LookupError, AttributeError, RecursionError)
"""What reading bytes that are none of ours may come to."""


def choose_draws(problem: Problem, seed: str) -> list[Draw]:
    """The draws of one submission, not made yet, all of them following from one seed of any text."""
    return [
        Draw(entry, hashlib.sha256(f"{seed}/{entry}/{number}".encode()).hexdigest()[: 2 * SEED_BYTES])
        for entry, needed in problem.fresh_counts.items()
        for number in range(needed)
    ]


def draw_cases(prepared: Prepared, seed: str, sandbox: Sandbox) -> list[PreparedCase]:
    """The fresh cases of one submission, all of them following from one seed; raises as `make_draws` does."""
    return make_draws(prepared, choose_draws(prepared.problem, seed), sandbox)


def make_draws(prepared: Prepared, draws: Sequence[Draw], sandbox: Sandbox) -> list[PreparedCase]:
    """Make draws with their right answers; one that holds inputs already keeps them, if they still fit the problem.

    Raises:
        UnfitProblemError: a program of the problem's own fails on what was drawn.
        SandboxUnavailableError: a required wall is missing.
        SandboxBrokenError: the zygote died.
    """
    if not draws:
        return []
    problem = prepared.problem
    kept = [_keep_inputs(problem, draw) for draw in draws]
    try:
        items = prepare_cases(problem, kept, sandbox)
    except UnfitProblemError:
        if not any(draw.content for draw in draws):
            raise
        items = prepare_cases(problem, [_draw_anew(problem, draw) for draw in draws], sandbox)
    return [_limited(prepared, draw, item) for draw, item in zip(draws, items, strict=True)]


def _draw_anew(problem: Problem, draw: Draw) -> TestCase:
    make = problem.entries[draw.entry].draw
    if make is None:
        raise UnfitProblemError(f"the entry {draw.entry} of {problem.id} draws nothing")
    return make(int(draw.seed, 16))


def _keep_inputs(problem: Problem, draw: Draw) -> TestCase:
    """The case with the inputs that it had, where they fit what is asked now; else drawn anew."""
    if draw.content:
        try:
            header, blobs = unpack(draw.content)
            return fit_inputs(problem, _blank(problem, draw), _Inputs(problem, header, next(blobs)))
        except (*_DAMAGE, StopIteration):
            pass
    return _draw_anew(problem, draw)


def _blank(problem: Problem, draw: Draw) -> TestCase:
    """The entry's case without inputs and sizes."""
    return replace(problem.entries[draw.entry].case, inputs={}, dims={}, generated=None)


def _limited(prepared: Prepared, draw: Draw, item: PreparedCase) -> PreparedCase:
    """With the time that its entry gives, whatever the machine was at when this very case was made."""
    return replace(item, auto_seconds=prepared.entries[draw.entry].auto_seconds, drawn=True)


def encode_draw(item: PreparedCase) -> bytes:
    """What is kept of a fresh case beside its seed."""
    inputs, template = item.case.inputs, item.template
    header: dict[str, Any] = {
        "names": [name for name, value in inputs.items() if not isinstance(value, Seeded)],
        "generators": {name: value.seed for name, value in inputs.items() if isinstance(value, Seeded)},
        "dims": dict(item.case.dims),
        "template": template and [len(template.payload), template.numbers],
    }
    formulas = [one.asked.given for one in item.properties if isinstance(one.asked.relation, SpecialCase)]
    plain = tuple(inputs[name] for name in header["names"])
    return pack(header, [wire.encode(plain), wire.encode([item.expected, *item.others]), wire.encode(formulas)])


def decode_draw(prepared: Prepared, draw: Draw) -> PreparedCase:
    """The fresh case of which `encode_draw` made this, for a problem of the same judging version.

    Raises:
        StoredDataError: the content is damaged, or of another problem.
    """
    problem = prepared.problem
    try:
        header, blobs = unpack(draw.content)
        inputs = _Inputs(problem, header, next(blobs))
        case = replace(_blank(problem, draw), inputs=inputs, dims=header["dims"])
        answers = next(blobs)
        expected, *others = _list(wire.decode(answers))
        formulas = iter(_list(wire.decode(next(blobs))))
        held = tuple(_with_formula(ask_property(problem, case, at), formulas) for at in range(len(case.relations)))
        payload = inputs.payload(case.layout)
        template = _read_template(header["template"], answers)
    except (*_DAMAGE, StopIteration) as error:
        raise StoredDataError(f"a draw is damaged: {error}") from error
    seconds = prepared.entries[draw.entry].auto_seconds
    return PreparedCase(case, payload, expected, None, seconds, tuple(others), held, drawn=True, template=template)


def _read_template(told: Any, answers: bytes) -> AnswerTemplate | None:
    """The template of the first of these right answers, which stand in a list."""
    if told is None:
        return None
    size, numbers = told
    start = len(wire.head_of([]))
    spans = tuple(Numbers(int(first), int(end), float(rtol), float(atol)) for first, end, rtol, atol in numbers)
    return AnswerTemplate(answers[start : start + size], spans)


class _Inputs(Mapping[str, Value]):
    """Inputs by name that are decoded once somebody looks: those of a case that passes nobody does."""

    def __init__(self, problem: Problem, header: Mapping[str, Any], encoded: bytes) -> None:
        self._names = [argument.name for argument in problem.arguments]
        self._plain: list[str] = header["names"]
        self._generators: dict[str, int] = header["generators"]
        if sorted([*self._plain, *self._generators]) != sorted(self._names):
            raise StoredDataError("it has other arguments")
        self._encoded = encoded

    def payload(self, layout: Layout) -> bytes:
        """The arguments as the wire carries them."""
        if layout is Layout.C and self._plain == self._names:
            return self._encoded
        return wire.encode(tuple(self.values()), layout)

    def __getitem__(self, name: str) -> Value:
        """An input."""
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        """In the order of the signature."""
        return iter(self._names)

    def __len__(self) -> int:
        """How many there are."""
        return len(self._names)

    @cached_property
    def _values(self) -> dict[str, Value]:
        plain = zip(self._plain, _list(wire.decode(self._encoded)), strict=True)
        return {**dict(plain), **{name: Seeded(seed) for name, seed in self._generators.items()}}


def _list(value: Value) -> Sequence[Value]:
    if not isinstance(value, list | tuple):
        raise StoredDataError("values that stand in no row")
    return value


def _with_formula(one: PreparedProperty, formulas: Iterator[Value]) -> PreparedProperty:
    """A property with what its formula gave, if it has one."""
    if not isinstance(one.asked.relation, SpecialCase):
        return one
    return replace(one, asked=replace(one.asked, given=next(formulas)))
