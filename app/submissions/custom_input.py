"""Custom input, as forms and REST bring it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Depends, Request
from starlette.datastructures import UploadFile

from grader.model import Problem, ScalarSpec

FIELD = "input-"
"""What the names of the form's fields begin with; the argument's name follows."""


def write_custom_input(problem: Problem, inputs: Mapping[str, Any]) -> dict[str, str]:
    """REST's custom input as a form would bring it: a string is a literal, but for an argument that is a string."""
    strings = {a.name for a in problem.arguments if isinstance(a.spec, ScalarSpec) and a.spec.kind == "str"}
    return {
        name: value if isinstance(value, str) and name not in strings else json.dumps(value, ensure_ascii=False)
        for name, value in inputs.items()
    }


async def read_custom_input(request: Request) -> dict[str, str]:
    """What a form brings for each argument; lines end as the student's did."""
    form = await request.form()
    return {
        name.removeprefix(FIELD): value.replace("\r\n", "\n")
        for name, value in form.items()
        if name.startswith(FIELD) and not isinstance(value, UploadFile)
    }


CustomInputDep = Annotated[dict[str, str], Depends(read_custom_input)]
