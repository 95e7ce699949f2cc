"""Properties of the function: which keys each needs, whether what they name exists, and what the judge makes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.model import (
    Argument,
    ArraySpec,
    BatchRelation,
    DictSpec,
    GradientRelation,
    LinearRelation,
    Program,
    Relation,
    ScalarSpec,
    SequenceSpec,
    Spec,
    SpecialCase,
)
from grader.problem_format.dimensions import symbol
from grader.problem_format.documents import Location
from grader.problem_format.messages import Faults, suggest_nearest
from grader.problem_format.schema import FunctionPropertyModel

GIVES = "gives"
"""What the function of a special case's program is called."""

_KEYS = {
    "batch_permutation": (("axis",), ()),
    "batch_independence": (("axis",), ()),
    "linear": (("arguments",), ()),
    "special_case": (("gives", "says"), ("zero", "at", "part")),
    "gradients": (("of", "with_respect_to"), ("upstream",)),
}
"""For each property the keys that it needs, and those that it may have."""


@dataclass(frozen=True, slots=True)
class FunctionProperties:
    """Holds what a case declares against the arguments and the answer."""

    arguments: Sequence[Argument]
    returns: Spec
    faults: Faults

    def check(self, model: FunctionPropertyModel, location: Location) -> None:
        """Note everything that stands against a property."""
        needed, allowed = _KEYS[model.holds]
        given = {key for key in type(model).model_fields if key != "holds" and getattr(model, key)}
        for key in needed:
            if key not in given:
                self.faults.add(location, f"{model.holds} needs `{key}`; add it")
        for key in sorted(given - {*needed, *allowed}):
            self.faults.add((*location, key), f"means nothing for {model.holds}; take it away")
        if set(needed) <= given <= {*needed, *allowed}:
            self._check_names(model, location)

    def _check_names(self, model: FunctionPropertyModel, location: Location) -> None:
        """Whether symbols, arguments and parts are there and are of the right kind."""
        if model.axis is not None:
            self._check_known(model.axis, list(_symbols([a.spec for a in self.arguments])), (*location, "axis"))
        for name in model.at:
            self._check_known(name, list(_symbols([a.spec for a in self.arguments])), (*location, "at", name))
        for place, name in enumerate(model.arguments):
            self._inexact_array(name, (*location, "arguments", place))
        for place, name in enumerate(model.zero):
            self._array(name, (*location, "zero", place))
        if model.holds == "special_case":
            if not model.zero and not model.at:
                self.faults.add(
                    location, "special_case needs `zero` or `at`, so that there is something special; add one"
                )
            self._part(model.part, (*location, "part") if model.part else location)
        if model.holds == "linear":
            self._linear_answer(self.returns, location)
        if model.holds == "gradients":
            self._gradients(model, location)

    def _check_known(self, name: str, known: Sequence[str], location: Location) -> bool:
        if name not in known:
            self.faults.add(location, f"{name[:60]!r} is unknown; {suggest_nearest(name, known)}")
        return name in known

    def _array(self, name: str, location: Location) -> ArraySpec | None:
        """The declaration of an argument that must be an array."""
        specs = {argument.name: argument.spec for argument in self.arguments}
        if not self._check_known(name, list(specs), location):
            return None
        spec = specs[name]
        if not isinstance(spec, ArraySpec):
            self.faults.add(location, f"{name!r} is no array; name one that is")
            return None
        return spec

    def _inexact_array(self, name: str, location: Location) -> ArraySpec | None:
        spec = self._array(name, location)
        if spec is not None and spec.dtype[0] not in "fc":
            self.faults.add(location, f"{name!r} holds {spec.dtype}; name an array of floating-point numbers")
            return None
        return spec

    def _part(self, part: str | None, location: Location) -> Spec | None:
        """A part of the answer: a key of a dict, a position of a tuple or a list, or nothing for any other answer."""
        if isinstance(self.returns, DictSpec):
            known: Mapping[str, Spec] = self.returns.items
        elif isinstance(self.returns, SequenceSpec):
            known = {str(place): item for place, item in enumerate(self.returns.items)}
        else:
            if part is not None:
                self.faults.add(location, f"{part[:60]!r} is no part: the answer is a single value; take `part` away")
            return self.returns
        if part is None:
            self.faults.add(location, f"needs `part`, one of {', '.join(known)}; add it")
            return None
        return known[part] if self._check_known(part, list(known), location) else None

    def _linear_answer(self, spec: Spec, location: Location) -> None:
        """All of a linear answer is made of floating-point numbers."""
        if isinstance(spec, DictSpec | SequenceSpec):
            for item in spec.items.values() if isinstance(spec, DictSpec) else spec.items:
                self._linear_answer(item, location)
            return
        kind = spec.kind if isinstance(spec, ScalarSpec) else spec.dtype
        if kind[0] not in "fc":
            self.faults.add(location, f"linear means nothing for an answer of {kind}; take it away")

    def _gradients(self, model: FunctionPropertyModel, location: Location) -> None:
        """What is differentiated is a float or a weighed array; each gradient has the shape of its argument."""
        of = self._part(model.of, (*location, "of"))
        weights = self._array(model.upstream, (*location, "upstream")) if model.upstream else None
        if isinstance(of, ArraySpec) and weights is None and not model.upstream:
            self.faults.add(
                (*location, "of"), "is an array; add `upstream`, the argument that its elements are weighed with"
            )
        if isinstance(of, ArraySpec) and weights and weights.shape != of.shape:
            self.faults.add((*location, "upstream"), "has another shape than `of`; name the argument that fits it")
        if isinstance(of, ScalarSpec) and (of.kind != "float" or model.upstream):
            told = (
                "is a single value, which needs no `upstream`" if model.upstream else f"is of kind {of.kind}, no float"
            )
            self.faults.add((*location, "of"), f"{told}; mend it")
        for name, part in model.with_respect_to.items():
            where: Location = (*location, "with_respect_to", name)
            spec, gradient = self._array(name, where), self._part(part, where)
            fits = isinstance(gradient, ArraySpec) and spec is not None and gradient.shape == spec.shape
            if spec is not None and gradient is not None and not fits:
                self.faults.add(
                    where, f"{part[:60]!r} does not have the shape of {name!r}; mend `shape`, or name another"
                )
            elif isinstance(gradient, ArraySpec) and spec is not None and {spec.dtype, gradient.dtype} != {"float64"}:
                self.faults.add(where, "needs float64 on both sides, where central differences mean something")


def _symbols(specs: Sequence[Spec]) -> Iterator[str]:
    """Every symbol in the shapes of some arrays."""
    for spec in specs:
        if isinstance(spec, ArraySpec):
            yield from (symbol(axis) for axis in spec.shape if isinstance(axis, str))


def relation_of(model: FunctionPropertyModel, arguments: Sequence[Argument]) -> Relation:
    """What the judge makes of a property that stands."""
    if model.holds == "linear":
        return LinearRelation(tuple(model.arguments))
    if model.holds == "special_case":
        program = Program("special_case", _source(model.gives or "", arguments))
        return SpecialCase(program, model.says or "", tuple(model.zero), dict(model.at), model.part or "")
    if model.holds == "gradients":
        return GradientRelation(model.of or "", dict(model.with_respect_to), model.upstream or "")
    return BatchRelation(model.holds, model.axis or "")


def _source(expression: str, arguments: Sequence[Argument]) -> bytes:
    """A program around an expression; it is run in the sandbox like any other of the author's."""
    names = ", ".join(argument.name for argument in arguments)
    return f"import numpy as np\n\n\ndef {GIVES}({names}):\n    return (\n        {expression}\n    )\n".encode()
