"""Wrong programs that every problem must reject, made from its own reference."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from grader.model import ArraySpec, DictSpec, Problem, ScalarSpec, SequenceSpec, Spec, Tolerance

ENTRY_POINT = "allclose_mutant"
"""What a mutant is called by; the reference keeps its own name, so that it may call itself."""

Leaf: TypeAlias = "tuple[tuple[str | int, ...], ArraySpec | ScalarSpec]"

_NOISE = 1e3
_FAR = 10.0
_FALLBACK_RTOL = 1e-9
_WRAPPER = """

import numpy as allclose_numpy


def allclose_each(value, change, path=()):
    if isinstance(value, dict):
        return {key: allclose_each(item, change, (*path, key)) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(allclose_each(item, change, (*path, index)) for index, item in enumerate(value))
    return change(value, path)


def allclose_filled(value, number):
    if isinstance(value, allclose_numpy.ndarray):
        return allclose_numpy.full_like(value, number)
    return value if value is None or isinstance(value, str) else type(value)(number)


def allclose_inexact(value):
    return allclose_numpy.asarray(value).dtype.kind in "fc" and not isinstance(value, (str, type(None)))


def allclose_moved(value, step):
    if not allclose_inexact(value):
        return value
    moved = allclose_numpy.array(value)
    size = allclose_numpy.abs(moved)
    moved = moved + step(size)
    return moved.astype(value.dtype) if isinstance(value, allclose_numpy.ndarray) else type(value)(moved)


"""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One built-in wrong program.

    Attributes:
        name: what it does.
        source: the reference with a wrapper around it.
        entry_point: what it is called by.
        may_agree: whether it can be another right program, such as one that transposes what is symmetric.
        mend: what to add where it is not rejected.
    """

    name: str
    source: bytes
    entry_point: str
    mend: str
    may_agree: bool = False


def mutants(problem: Problem) -> Iterator[Mutant]:
    """Every mutant that makes sense for a problem's arguments and outputs."""
    leaves = list(_list_leaves(problem.returns, ()))
    inexact = [(path, spec) for path, spec in leaves if _is_inexact(spec)]
    numbers = "add a hidden case whose answer is neither all zeros nor all ones"
    yield _change_answer(problem, "zeros", "allclose_filled(value, 0)", numbers)
    yield _change_answer(problem, "ones", "allclose_filled(value, 1)", numbers)
    yield from _first_input(problem)
    yield from _transpose(problem)
    if inexact:
        yield from _inexact(problem, inexact)
    yield from _swap(problem, leaves)
    yield Mutant("empty file", b"", problem.entry_point, "an empty file can be no answer: look at the cases")


def _inexact(problem: Problem, leaves: list[Leaf]) -> Iterator[Mutant]:
    """What can go wrong with floating-point numbers."""
    tight = "tighten `compare`, or add a case whose answers are not all zeros"
    yield _change_answer(problem, "float32", "allclose_float32(value)", tight, _FLOAT32)
    yield _change_answer(
        problem, "NaN", "allclose_nan(value)", "take `equal_nan` away, or add a case without NaN", _NAN
    )
    held = {path: spec.tolerance or problem.tolerance for path, spec in leaves if _is_held(spec)}
    if held:
        sizes = {path: _NOISE * (tolerance.rtol or _FALLBACK_RTOL) for path, tolerance in held.items()}
        step = f"lambda size: {sizes!r}.get(path, 0.0) * size * allclose_noise.standard_normal(size.shape)"
        before = "allclose_noise = allclose_numpy.random.default_rng(7)\n\n\n"
        yield _change_answer(problem, "small noise", f"allclose_moved(value, {step})", tight, before)
    for path, tolerance in held.items():
        where = f" in {_write_path(path)}" if path else ""
        change = f"allclose_one_off(value) if path == {path!r} else value"
        yield _change_answer(problem, f"one element off{where}", change, tight, _one_off(tolerance))


def in_single_precision(problem: Problem) -> Mutant:
    """The reference at work in single precision: no mutant that must be rejected, but a mark for the tolerance."""
    call = "*[allclose_float32(argument) if allclose_inexact(argument) else argument for argument in arguments]"
    source = _wrap(problem, call, "value", _FLOAT32)
    return Mutant("in single precision", source, ENTRY_POINT, "", may_agree=True)


_FLOAT32 = """def allclose_float32(value):
    if not allclose_inexact(value):
        return value
    return (allclose_numpy.complex64 if allclose_numpy.iscomplexobj(value) else allclose_numpy.float32)(value)


"""
_NAN = """def allclose_nan(value):
    if not allclose_inexact(value):
        return value
    if not isinstance(value, allclose_numpy.ndarray):
        return type(value)("nan")
    value = value.copy()
    value.flat[:1] = allclose_numpy.nan
    return value


"""


def _one_off(tolerance: Tolerance) -> str:
    """The last element moved by ten times what is allowed there."""
    atol = f"{tolerance.rtol * 1e-3!r} * size.max(initial=0.0)" if tolerance.atol is None else repr(tolerance.atol)
    return f"""def allclose_one_off(value):
    def step(size):
        last = allclose_numpy.zeros(size.shape)
        last.flat[-1:] = 1.0
        return last * {_FAR!r} * ({atol} + {tolerance.rtol!r} * size)
    return allclose_moved(value, step)


"""


def _first_input(problem: Problem) -> Iterator[Mutant]:
    """The first array that comes in goes out again in place of every array."""
    indices = [index for index, argument in enumerate(problem.arguments) if isinstance(argument.spec, ArraySpec)]
    if indices:
        change = f"arguments[{indices[0]}].copy() if isinstance(value, allclose_numpy.ndarray) else value"
        name = f"{problem.arguments[indices[0]].name} returned"
        yield _change_answer(problem, name, change, "add a hidden case whose answer is not its own input")


def _transpose(problem: Problem) -> Iterator[Mutant]:
    """Each array of two axes or more, turned round before the reference sees it."""
    for index, argument in enumerate(problem.arguments):
        if isinstance(argument.spec, ArraySpec) and len(argument.spec.shape) > 1:
            call = f"*arguments[:{index}], arguments[{index}].T, *arguments[{index + 1}:]"
            mend = f"add a hidden case in which {argument.name} is square and not symmetric"
            yield Mutant(f"{argument.name} transposed", _wrap(problem, call), ENTRY_POINT, mend, may_agree=True)


def _swap(problem: Problem, leaves: list[Leaf]) -> Iterator[Mutant]:
    """Two outputs of one shape in each other's place."""
    for number, (path, spec) in enumerate(leaves):
        for other, twin in leaves[number + 1 :]:
            if isinstance(spec, ArraySpec) and isinstance(twin, ArraySpec) and spec.shape == twin.shape:
                table = {path: other, other: path}
                change = f"allclose_at(answer, {table!r}[path]) if path in {table!r} else value"
                name = f"{_write_path(path)} and {_write_path(other)} swapped"
                mend = f"add a hidden case in which {_write_path(path)} and {_write_path(other)} differ"
                yield _change_answer(problem, name, change, mend, _AT)


_AT = """def allclose_at(value, path):
    for step in path:
        value = value[step]
    return value


"""


def _change_answer(problem: Problem, name: str, change: str, mend: str, before: str = "") -> Mutant:
    """A mutant that changes the parts of what the reference answers."""
    return Mutant(name, _wrap(problem, "*arguments", change, before), ENTRY_POINT, mend)


def _wrap(problem: Problem, call: str, change: str = "value", before: str = "") -> bytes:
    """The reference, and below it a function that calls it and changes what comes out."""
    wrapper = f"""{_WRAPPER}{before}def {ENTRY_POINT}(*arguments):
    answer = {problem.entry_point}({call})
    return allclose_each(answer, lambda value, path: {change})
"""
    return problem.reference.source.removeprefix(b"\xef\xbb\xbf") + wrapper.encode()


def _list_leaves(spec: Spec, path: tuple[str | int, ...]) -> Iterator[Leaf]:
    """Every array and single value of a declared answer, with the keys and indices that lead to it."""
    if isinstance(spec, DictSpec):
        for key, item in spec.items.items():
            yield from _list_leaves(item, (*path, key))
    elif isinstance(spec, SequenceSpec):
        for index, item in enumerate(spec.items):
            yield from _list_leaves(item, (*path, index))
    else:
        yield path, spec


def _is_held(spec: ArraySpec | ScalarSpec) -> bool:
    """Whether each value of a part is held against its own, or against that of a partner."""
    return isinstance(spec, ScalarSpec) or not (spec.free or spec.goal or spec.moments)


def _is_inexact(spec: ArraySpec | ScalarSpec) -> bool:
    """Whether a part is made of floating-point numbers in double precision."""
    if isinstance(spec, ArraySpec):
        return spec.dtype in ("float64", "complex128")
    return spec.kind in ("float", "complex")


def _write_path(path: tuple[str | int, ...]) -> str:
    """``outputs`` or ``result[0]``."""
    first = path[0] if path and isinstance(path[0], str) else "result"
    rest = path[1:] if path and isinstance(path[0], str) else path
    return first + "".join(f".{step}" if isinstance(step, str) else f"[{step}]" for step in rest)
