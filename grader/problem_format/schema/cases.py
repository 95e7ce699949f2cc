"""Cases and their groups."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from grader.problem_format.schema.basis import Line, LongText, Model, Size, number_form
from grader.problem_format.schema.distributions import Generate
from grader.problem_format.schema.function_properties import FunctionPropertyModel

Dimension = Annotated[
    Annotated[str, Field(pattern=r"^[0-9]{1,8}\.\.[0-9]{1,8}$"), Tag("<word>")] | Annotated[Size, Tag("<number>")],
    Discriminator(number_form),
]
Seed = Annotated[
    Annotated[Literal["fresh"], Tag("<word>")] | Annotated[int, Field(ge=0, lt=2**63), Tag("<number>")],
    Discriminator(number_form),
]
MOST_DRAWS = 32
"""How many fresh cases of one entry a submission may meet."""


class CaseModel(Model):
    """One case: explicit inputs, or drawn ones, or both (the explicit ones win)."""

    group: Line
    """The group that it belongs to; those of the group `sample` are shown in full."""

    name: Annotated[str, Field(max_length=200)] = ""
    """What it is called; students see it even where it is hidden."""

    explanation: LongText = ""
    """Markdown beside a sample."""

    hint: Annotated[str, Field(max_length=2_000)] = ""
    """One sentence that is shown where it fails."""

    inputs: Annotated[dict[str, Any], Field(max_length=50)] = {}
    """Explicit inputs by argument; they win over drawn ones."""

    dims: Annotated[dict[str, Dimension], Field(max_length=50)] = {}
    """A size for each symbol, or a range such as 2..8 to draw from."""

    generate: Generate | None = None
    """A distribution for all arguments, or one for each argument and a `default`, or a program."""

    seed: Seed = 0
    """What draws start from; `fresh` draws anew for each submission, and never again."""

    count: Annotated[int, Field(ge=1, le=MOST_DRAWS)] | None = None
    """With `seed: fresh`, how many draws each submission gets."""

    layout: Literal["c", "fortran", "strided"] = "c"
    """How arrays lie in memory."""

    properties: Annotated[list[FunctionPropertyModel], Field(max_length=8)] = []
    """What must hold of the student's own function around this case; checked by a few more calls."""


class GroupModel(Model):
    """A named set of cases with points."""

    name: Annotated[str, Field(min_length=1, max_length=64)]
    """What it is called."""

    points: Annotated[float, Field(ge=0, le=1e6, allow_inf_nan=False)] = 0.0
    """What it is worth in all."""

    requires: Annotated[list[Line], Field(max_length=50)] = []
    """Groups that must pass before this one runs."""

    scoring: Literal["each", "all"] = "each"
    """Points for each case, or for all of them or none."""
