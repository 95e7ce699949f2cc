"""What must hold between several answers of the student's own function."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from grader.problem_format.schema.basis import Line, Model, Size

Names = Annotated[list[Line], Field(max_length=50)]


class FunctionPropertyModel(Model):
    """A property of the student's own function: it is called with changed inputs, and nothing expected is shown."""

    holds: Literal["batch_permutation", "batch_independence", "linear", "special_case", "gradients"]
    """Which one: examples may change places; one example alone gives what it gives among others; linear in some
    arguments; a special case with a simple answer; gradients that agree with central differences."""

    axis: Line | None = None
    """For the two batch properties, the symbol of the axis, such as N."""

    arguments: Names = []
    """For `linear`, the arguments that are scaled and added together."""

    zero: Names = []
    """For `special_case`, arguments that are set to zero."""

    at: Annotated[dict[str, Size], Field(max_length=50)] = {}
    """For `special_case`, lengths that axes are cut down to, such as {T: 1}."""

    gives: Line | None = None
    """For `special_case`, an expression of the arguments and `np`, such as np.tanh(b_h); it is run in the sandbox, and
    stretched to the shape of the answer."""

    says: Line | None = None
    """For `special_case`, the property in a sentence that students read."""

    part: Line | None = None
    """For `special_case`, which part of a returned dict, tuple or list: a key or a position."""

    of: Line | None = None
    """For `gradients`, the part of the answer that is differentiated: a float, or an array with `upstream`."""

    with_respect_to: Annotated[dict[str, Line], Field(max_length=50)] = {}
    """For `gradients`, for each argument the part of the answer that is the gradient with respect to it."""

    upstream: Line | None = None
    """For `gradients` of an array, the argument of the same shape that its elements are weighed with."""
