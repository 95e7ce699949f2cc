"""What the symbols of declared shapes stand for in one case."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from grader.model import ArraySpec
from grader.problem_format.inputs import InputFaultError


def symbol(axis: str) -> str:
    """The name of an axis without the mark that it may be absent."""
    return axis.removesuffix("?")


@dataclass(slots=True)
class Dimensions:
    """The sizes of one case's symbols, and which optional ones are absent.

    Attributes:
        sizes: symbol -> size.
        origin: symbol -> where that size was first seen, for messages.
        absent: optional symbol -> the argument that came without it.
    """

    sizes: dict[str, int] = field(default_factory=dict)
    origin: dict[str, str] = field(default_factory=dict)
    absent: dict[str, str] = field(default_factory=dict)

    def bind(self, name: str, spec: ArraySpec, shape: tuple[int, ...]) -> None:
        """Hold an explicit array's shape against the declared one, and take unknown sizes from it.

        Raises:
            InputFaultError: the number of axes or a size does not fit.
        """
        axes = self._present(spec, len(shape))
        if len(axes) != len(shape):
            axes_words = "1 axis" if len(shape) == 1 else f"{len(shape)} axes"
            raise InputFaultError(f"has {axes_words}, but the argument is declared as {write_shape(spec)}")
        for axis, size in zip(axes, shape, strict=True):
            self._bind_axis(name, axis, size, spec)
        for axis in spec.shape:
            if isinstance(axis, str) and axis not in axes:
                self._leave_out(symbol(axis), name)

    def _leave_out(self, key: str, name: str) -> None:
        """An axis that an array came without: no other may have it."""
        if key in self.sizes:
            raise InputFaultError(f"came without the axis {key}, which {self.origin[key]} has; give it to both")
        self.absent.setdefault(key, name)

    def resolve(self, spec: ArraySpec) -> tuple[int, ...]:
        """The shape of an array that is to be drawn.

        Raises:
            InputFaultError: a symbol that may not be absent has no size.
        """
        axes = [axis for axis in spec.shape if not (_optional(axis) and symbol(str(axis)) not in self.sizes)]
        missing = [axis for axis in axes if isinstance(axis, str) and symbol(axis) not in self.sizes]
        if missing:
            raise InputFaultError(f"needs a size for {', '.join(missing)}; add it to `dims`")
        return tuple(axis if isinstance(axis, int) else self.sizes[symbol(axis)] for axis in axes)

    def _present(self, spec: ArraySpec, count: int) -> list[str | int]:
        """The declared axes that an array of this many axes has: all, or only what may not be absent."""
        required = [axis for axis in spec.shape if not _optional(axis)]
        bound = [axis for axis in spec.shape if not _optional(axis) or symbol(str(axis)) in self.sizes]
        choices = (list(spec.shape), bound, required)
        return next((axes for axes in choices if len(axes) == count), required)

    def _bind_axis(self, name: str, axis: str | int, size: int, spec: ArraySpec) -> None:
        """One axis: a fixed size, a known symbol, or a new one."""
        if isinstance(axis, int):
            if axis != size:
                raise InputFaultError(f"has {size} along an axis of {axis}; it is declared as {write_shape(spec)}")
            return
        key = symbol(axis)
        if key in self.absent:
            raise InputFaultError(f"has the axis {key}, but {self.absent[key]!r} came without it; give it to both")
        if self.sizes.setdefault(key, size) != size:
            raise InputFaultError(f"has {key} = {size}, but {self.origin[key]} has {key} = {self.sizes[key]}")
        self.origin.setdefault(key, repr(name))


def draw_sizes(dims: Mapping[str, int | str], entropy: tuple[int, ...]) -> Dimensions:
    """Fixed sizes as they are; a range ``2..8`` drawn, both ends belonging to it.

    Raises:
        InputFaultError: a range whose ends are swapped.
    """
    sizes: dict[str, int] = {}
    for index, (name, wanted) in enumerate(dims.items()):
        if isinstance(wanted, int):
            sizes[name] = wanted
            continue
        low, high = (int(end) for end in wanted.split(".."))
        if low > high:
            raise InputFaultError(f"has its ends swapped; write {high}..{low}", ("dims", name))
        generator = np.random.Generator(np.random.PCG64([*entropy, index, 1]))
        sizes[name] = int(generator.integers(low, high, endpoint=True))
    return Dimensions(sizes, dict.fromkeys(sizes, "`dims`"))


def write_shape(spec: ArraySpec) -> str:
    """``(N?, D)``; a single axis keeps its comma as in Python."""
    inner = ", ".join(str(axis) for axis in spec.shape)
    return f"({inner},)" if len(spec.shape) == 1 else f"({inner})"


def nbytes(shape: tuple[int, ...], dtype: np.dtype[Any]) -> int:
    """Bytes that drawing an array takes, reckoned with Python's integers before anything is allocated."""
    return math.prod(shape) * max(dtype.itemsize, 8)  # it is drawn in 64 bits


def _optional(axis: str | int) -> bool:
    """Whether an axis may be absent."""
    return isinstance(axis, str) and axis.endswith("?")
