"""What a document must agree on with itself, beyond the form of its parts."""

from __future__ import annotations

import keyword
from collections.abc import Iterable, Mapping, Sequence

from grader.model import SAMPLE_GROUP, Argument, ArraySpec, DictSpec, ScalarSpec, SequenceSpec, Spec
from grader.problem_format.dimensions import symbol
from grader.problem_format.documents import Location
from grader.problem_format.generators import DEFAULT_KEY, is_generator
from grader.problem_format.messages import Faults, suggest_nearest
from grader.problem_format.returned import arrays_of
from grader.problem_format.schema import CaseModel, GroupModel, ProblemModel, PythonModel


def check_names(model: ProblemModel, faults: Faults) -> None:
    """Names that Python must be able to use, and ids that must differ."""
    _check_identifier(model.entry_point, ("entry_point",), faults)
    for name in model.arguments:
        _check_identifier(name, ("arguments", name), faults)
    _check_distinct([mistake.id for mistake in model.mistakes], "mistakes", "id", faults)
    _check_distinct([group.name for group in model.groups], "groups", "name", faults)
    seen: dict[tuple[str, str], int] = {}
    for index, case in enumerate(model.cases):
        if case.name and seen.setdefault((case.group, case.name), index) != index:
            faults.add(("cases", index, "name"), f"{case.name[:60]!r} stands twice in its group; rename one")


def _check_identifier(name: str, location: Location, faults: Faults) -> None:
    """A name that a function or an argument may have."""
    if not (name.isascii() and name.isidentifier()) or keyword.iskeyword(name):
        faults.add(location, f"{name[:60]!r} is no name in Python; use letters, digits and underscores")


def _check_distinct(names: Sequence[str], field: str, key: str, faults: Faults) -> None:
    """No name twice in a list."""
    for index, name in enumerate(names):
        if name in names[:index]:
            faults.add((field, index, key), f"{name[:60]!r} stands twice; give each its own")


def check_groups(groups: Sequence[GroupModel], faults: Faults) -> None:
    """`requires` names other groups and leads round in no circle."""
    requires = {group.name: group.requires for group in groups}
    for index, group in enumerate(groups):
        for position, name in enumerate(group.requires):
            if name not in requires:
                message = f"{name[:60]!r} is no group; {suggest_nearest(name, requires)}"
                faults.add(("groups", index, "requires", position), message)
        if group.name in _reachable(group.name, requires):
            faults.add(("groups", index, "requires"), f"{group.name[:60]!r} waits for itself; break the circle")


def _reachable(name: str, requires: Mapping[str, Sequence[str]]) -> set[str]:
    """Every group that a group waits for, directly or not."""
    found: set[str] = set()
    waiting = list(requires[name])
    while waiting:
        current = waiting.pop()
        if current in requires and current not in found:
            found.add(current)
            waiting.extend(requires[current])
    return found


def check_specs(arguments: Sequence[Argument], returns: Spec, faults: Faults) -> None:
    """Each array names all of its axes or none."""
    for argument in arguments:
        _check_axes(argument.spec, ("arguments", argument.name), faults)
    _check_axes(returns, ("returns",), faults)


def _check_axes(spec: Spec, location: Location, faults: Faults) -> None:
    """Walk a spec and hold `axes` against `shape`."""
    if isinstance(spec, ArraySpec) and spec.axes and len(spec.axes) != len(spec.shape):
        message = f"names {len(spec.axes)} axes for a shape of {len(spec.shape)}; name each axis, or leave `axes` out"
        faults.add((*location, "axes"), message)
    if isinstance(spec, DictSpec):
        for key, item in spec.items.items():
            _check_axes(item, (*location, "dict", key), faults)
    if isinstance(spec, SequenceSpec):
        for index, item in enumerate(spec.items):
            _check_axes(item, (*location, spec.kind, index), faults)


def check_draws(model: ProblemModel, arguments: Sequence[Argument], faults: Faults) -> None:
    """Where the answer holds draws, a Generator comes in."""
    for location, returned in arrays_of(model.returns, ("returns",)):
        if returned.moments and not any(map(is_generator, arguments)):
            told = "needs an argument with `scalar: generator`, so that draws differ from case to case; add one"
            faults.add((*location, "moments"), told)


def check_cases(model: ProblemModel, arguments: Sequence[Argument], returns: Spec, faults: Faults) -> None:
    """Cases speak of groups, arguments and symbols that exist, and one of them is a sample."""
    groups = [group.name for group in model.groups]
    symbols = sorted({name for spec in (*(a.spec for a in arguments), returns) for name in _symbols(spec)})
    names = [argument.name for argument in arguments]
    for index, case in enumerate(model.cases):
        if case.group not in groups:
            nearest = suggest_nearest(case.group, groups)
            message = f"{case.group[:60]!r} is no group; {nearest} Groups are listed under `groups`"
            faults.add(("cases", index, "group"), message)
        _check_keys(case.inputs, names, ("cases", index, "inputs"), faults)
        _check_keys(case.dims, symbols, ("cases", index, "dims"), faults)
        if isinstance(case.generate, dict):
            _check_keys(case.generate, [*names, DEFAULT_KEY], ("cases", index, "generate"), faults)
        generators = [argument for argument in arguments if is_generator(argument) and argument.name not in case.inputs]
        _check_seed(case, index, faults, draws=case.generate is not None or bool(generators))
        if isinstance(case.generate, PythonModel) and case.group == SAMPLE_GROUP:
            message = "is for hidden cases; give a sample its inputs, or draw them, so that they can be read"
            faults.add(("cases", index, "generate", "python"), message)
    if not any(case.group == SAMPLE_GROUP for case in model.cases):
        faults.add(("cases",), "holds no sample; add a case with `group: sample`, so that students see one example")


def _check_keys(given: Iterable[str], known: Sequence[str], location: Location, faults: Faults) -> None:
    """Keys that must be known names."""
    for key in given:
        if key not in known:
            faults.add((*location, key), f"is unknown; {suggest_nearest(key, known)}")


def _check_seed(case: CaseModel, index: int, faults: Faults, *, draws: bool) -> None:
    """`fresh` is for hidden cases that draw something; `count` is for fresh ones."""
    if case.seed != "fresh":
        if case.count is not None:
            faults.add(("cases", index, "count"), "needs `seed: fresh`; a fixed seed gives the same case each time")
        return
    if case.group == SAMPLE_GROUP:
        faults.add(("cases", index, "seed"), "a sample must be the same for everyone; give it a number")
    if not draws:
        faults.add(("cases", index, "seed"), "draws nothing; add `generate`, or take `seed` away")


def _symbols(spec: Spec) -> list[str]:
    """Every symbol in the shapes of a spec."""
    if isinstance(spec, ArraySpec):
        return [symbol(axis) for axis in spec.shape if isinstance(axis, str)]
    if isinstance(spec, ScalarSpec):
        return []
    items = spec.items.values() if isinstance(spec, DictSpec) else spec.items
    return [name for item in items for name in _symbols(item)]
