"""What students see beyond the statement, and when: the editorial, answers to custom input, fresh cases that fail."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from grader.problem_format.schema.basis import TEXT_LIMIT, Model


class EditorialModel(Model):
    """What is to be read after the problem is solved, in a file or inline."""

    file: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    """The text, in a file: Markdown like the statement."""

    text: Annotated[str, Field(min_length=1, max_length=TEXT_LIMIT)] | None = None
    """The text, written here."""

    unlock: Literal["solved"] = "solved"
    """When it opens: once a submission of the student's own was accepted."""


class CustomInputModel(Model):
    """What students are told of a run on custom input."""

    reference: Literal["hidden", "shown"] = "hidden"
    """`shown` also runs the reference on these inputs and shows what it returns: whoever knows or guesses the inputs
    of a hidden case can then read off its expected value."""


class FreshModel(Model):
    """What students see of fresh cases: each is drawn for one submission only, so nothing is lost by showing it."""

    shown: Literal["first_failing", "none"] = "first_failing"
    """`first_failing` shows the first one that fails in full, inputs, expected and got; `none` tells as little of it as
    of any hidden case, which is needed where there are so few possible inputs that a table of them could be made."""
