"""Shapes in the symbols of their declaration, and elements named by axis."""

from __future__ import annotations

from grader.checkers.difference import Context
from grader.checkers.wording import count, subject
from grader.model import ArraySpec


def shape_message(got: tuple[int, ...], expected: tuple[int, ...], spec: ArraySpec, context: Context, path: str) -> str:
    """What is wrong with a shape, in symbols; samples show the sizes too.

    ``Shape is (4, 6) = (D, H), need (3, 6) = (N, H)`` for a sample, ``Shape is (D, H), need (N, H)`` for a hidden case.
    """
    need = expected_symbols(expected, spec, context)
    shown = _pair(got, _got_symbols(got, need, context), context), _pair(expected, need, context)
    where = f"{path}: shape" if path else "Shape"
    if len(got) != len(expected):
        start = f"{subject(path)} has {count(len(got), 'axis')}, need {len_words(expected)}: "
        return f"{start}shape is {shown[0]}, need {shown[1]}."
    message = f"{where} is {shown[0]}, need {shown[1]}."
    if sorted(got) == sorted(expected):
        message += " The sizes are right but in another order: look at the order of the axes."
    return message


def len_words(shape: tuple[int, ...]) -> str:
    """The number of axes as a bare word."""
    return count(len(shape), "axis").split()[0]


def axis_names(spec: ArraySpec, ndim: int, context: Context) -> tuple[str, ...]:
    """The names of the axes that an array of this many axes has; empty where they are not declared."""
    if not spec.axes:
        return ()
    present = present_axes(spec, ndim, context)
    return tuple(spec.axes[position] for position in present) if len(present) == ndim else ()


def present_axes(spec: ArraySpec, ndim: int, context: Context) -> list[int]:
    """Positions of the declared axes that are there: all, or without the optional ones that this case leaves out."""
    positions = range(len(spec.shape))
    if ndim == len(spec.shape):
        return list(positions)
    bound = [i for i in positions if not _optional(spec.shape[i]) or str(spec.shape[i])[:-1] in context.dims]
    required = [i for i in positions if not _optional(spec.shape[i])]
    return bound if len(bound) == ndim else required


def index_words(index: tuple[int, ...], spec: ArraySpec, context: Context) -> str:
    """``batch 0, step 1, unit 2``, or ``index [0, 1]`` where axes have no names."""
    names = axis_names(spec, len(index), context)
    if not names:
        return f"index {list(index)}"
    return ", ".join(f"{name} {position}" for name, position in zip(names, index, strict=True))


def fits(shape: tuple[int, ...], spec: ArraySpec, context: Context) -> bool:
    """Whether a shape is the declared one in this case."""
    present = present_axes(spec, len(shape), context)
    return len(present) == len(shape) and all(
        context.dims.get(axis.removesuffix("?"), size) == size if isinstance(axis, str) else axis == size
        for axis, size in zip((spec.shape[i] for i in present), shape, strict=True)
    )


def declared_shape(spec: ArraySpec) -> str:
    """``(N?, H)``."""
    return in_symbols([str(axis) for axis in spec.shape])


def _optional(axis: str | int) -> bool:
    """Whether an axis may be absent."""
    return isinstance(axis, str) and axis.endswith("?")


def expected_symbols(shape: tuple[int, ...], spec: ArraySpec, context: Context) -> list[str]:
    """The needed shape in symbols; a symbol that this case does not fix stands for itself."""
    present = present_axes(spec, len(shape), context)
    if len(present) != len(shape):
        return [_write_unnamed(size, context) for size in shape]
    axes = [spec.shape[position] for position in present]
    return [
        str(axis) if isinstance(axis, int) or context.dims.get(axis.removesuffix("?"), size) != size
        else axis.removesuffix("?")
        for axis, size in zip(axes, shape, strict=True)
    ]  # fmt: skip


def _got_symbols(shape: tuple[int, ...], need: list[str], context: Context) -> list[str]:
    """A returned shape in symbols: the needed one where it fits, else the first declared of that size."""
    found: list[str] = []
    for position, size in enumerate(shape):
        from_right = len(need) - len(shape) + position
        wanted = [need[i] for i in (position, from_right) if 0 <= i < len(need)]
        fitting = [name for name in wanted if context.dims.get(name) == size or name == str(size)]
        fitting += [name for name, length in context.dims.items() if length == size]
        found.append(fitting[0] if fitting else _write_unnamed(size, context))
    return found


def _write_unnamed(size: int, context: Context) -> str:
    """A size without a symbol: hidden cases do not tell it."""
    return "?" if context.hidden else str(size)


def _pair(shape: tuple[int, ...], symbols: list[str], context: Context) -> str:
    """Sizes and symbols for samples, symbols alone for hidden cases."""
    names, sizes = in_symbols(symbols), in_symbols([str(size) for size in shape])
    return names if context.hidden or names == sizes else f"{sizes} = {names}"


def in_symbols(parts: list[str]) -> str:
    """As Python writes a tuple."""
    return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"
