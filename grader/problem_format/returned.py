"""What a declared output must agree on with itself: properties that fit its shape, one way to compare at most."""

from __future__ import annotations

from collections.abc import Iterator

from grader.problem_format.documents import Location
from grader.problem_format.messages import Faults
from grader.problem_format.schema import (
    DictModel,
    ListModel,
    OutcomeModel,
    PropertyModel,
    ReturnedArrayModel,
    ReturnedScalarModel,
    SpecModel,
    TupleModel,
)


def arrays_of(model: SpecModel, location: Location) -> Iterator[tuple[Location, ReturnedArrayModel]]:
    """Every array that is returned, and where it is declared."""
    if isinstance(model, ReturnedArrayModel):
        yield location, model
    elif not isinstance(model, ReturnedScalarModel):
        for key, item in _items(model):
            yield from arrays_of(item, (*location, *key))


def _items(model: DictModel | TupleModel | ListModel) -> list[tuple[Location, SpecModel]]:
    """The parts of a container, each with the keys that lead to it."""
    if isinstance(model, DictModel):
        return [(("dict", key), item) for key, item in model.items.items()]
    kind = "tuple" if isinstance(model, TupleModel) else "list"
    return [((kind, index), item) for index, item in enumerate(model.items)]


def check_returned(model: SpecModel, location: Location, faults: Faults) -> None:
    """Walk what the entry point returns, and note what cannot be checked."""
    if isinstance(model, ReturnedArrayModel):
        _check_properties(model, location, faults)
        _check_ways(model, location, faults)
        _check_moments(model, (*location, "moments"), faults)
        if model.outcome is not None:
            _check_outcome(model.outcome, (*location, "outcome"), faults)
    elif isinstance(model, ReturnedScalarModel):
        if model.compare is not None and model.scalar not in ("float", "complex"):
            faults.add((*location, "compare"), f"means nothing for {model.scalar}, which must be equal; take it away")
    else:
        for key, item in _items(model):
            check_returned(item, (*location, *key), faults)


def _check_properties(model: ReturnedArrayModel, location: Location, faults: Faults) -> None:
    """Each property has the axes that it speaks of, and numbers to hold for."""
    most = len(model.shape)
    least = sum(not str(axis).endswith("?") for axis in model.shape)
    for index, wanted in enumerate(model.properties):
        where: Location = (*location, "properties", index)
        name = wanted.holds if isinstance(wanted, PropertyModel) else wanted
        axis = wanted.axis if isinstance(wanted, PropertyModel) else -1
        if name == "orthogonal" and least < 2:  # noqa: PLR2004  rows and columns
            faults.add(where, "orthogonal needs two axes that are always there; mend `shape`, or take it away")
        if not -least <= axis < most:
            faults.add(where, f"speaks of axis {axis}, but the shape has {most}; count from 0, or from -1 at the end")
        if model.dtype == "bool" or (name == "sorted" and model.dtype.startswith("complex")):
            faults.add(where, f"{name} means nothing for {model.dtype}; take it away")


def _check_ways(model: ReturnedArrayModel, location: Location, faults: Faults) -> None:
    """One way to compare values at most."""
    if model.values == "free" and not model.properties:
        faults.add((*location, "values"), "is free, so that anything passes; add `properties`, or take it away")
    ways = [model.values == "free", model.unordered, model.outcome is not None, bool(model.moments)]
    if sum(ways) > 1:
        told = "has more than one of `values: free`, `unordered`, `outcome` and `moments`; keep one of them"
        faults.add(location, told)
    if model.unordered and not model.shape:
        faults.add((*location, "unordered"), "needs an axis; mend `shape`, or take it away")


def _check_moments(model: ReturnedArrayModel, location: Location, faults: Faults) -> None:
    """Draws lie along a first axis that is always there, and have components where those are to vary together."""
    if model.moments and (not model.shape or str(model.shape[0]).endswith("?")):
        faults.add(location, "needs a first axis that is always there, of draws; mend `shape`, or take it away")
    if model.moments and model.dtype.startswith("complex"):
        faults.add(location, f"means nothing for {model.dtype}; return real and imaginary parts, or take it away")
    if "covariance" in model.moments and len(model.shape) == 1:
        faults.add(location, "covariance needs a second axis, of components; mend `shape`, or take it away")


def _check_outcome(model: OutcomeModel, location: Location, faults: Faults) -> None:
    """The bound that its measure needs, and no other."""
    wanted, other = ("at_least", "at_most") if model.measure == "accuracy" else ("at_most", "at_least")
    if getattr(model, wanted) is None or getattr(model, other) is not None:
        faults.add(location, f"{model.measure} needs `{wanted}`, and that alone")
