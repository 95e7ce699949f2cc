"""The bodies of REST v1 for submissions; pydantic models, which check what comes in and what goes out."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from app.submissions.model import Submission
from grader.model import Conclusion, Verdict
from grader.reports import case_to_json, conclusion_to_json

Number = float | Literal["NaN", "Infinity", "-Infinity"]
"""JSON has no NaN and no infinities: they are strings."""


_UNJUDGED = {**dict.fromkeys(conclusion_to_json(Conclusion(Verdict.CANCELLED))), "message": "", "diagnosis": ""}
"""What stands for a conclusion while there is none."""


class NewSubmission(BaseModel):
    """What is handed in."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "source": "import numpy as np\n\ndef rnn_cell(x_t, h_prev, W_xh, W_hh, b_h):\n"
                    "    return np.tanh(x_t @ W_xh.T + h_prev @ W_hh.T + b_h)\n",
                    "mode": "submit",
                }
            ],
            # what the validator below holds, for whoever reads the schema
            "anyOf": [
                {"properties": {"inputs": {"type": "null"}}},
                {"properties": {"mode": {"const": "run"}}, "required": ["mode"]},
            ],
        },
    )

    source: str = Field(description="The whole program, at most 64 kB of UTF-8; a longer one is refused with 413.")
    mode: Literal["run", "submit"] = Field("submit", description="`run`: the samples only; `submit`: every case.")
    inputs: dict[str, Any] | None = Field(
        None,
        max_length=50,
        description="With mode `run`, custom input in place of the samples: for each argument JSON, or a literal "
        'of Python and NumPy as a string, such as `"np.zeros((2, 3))"`; at most 64 kB as text.',
        examples=[None],
    )

    @model_validator(mode="after")
    def _run_alone_takes_inputs(self) -> NewSubmission:
        if self.inputs is not None and self.mode != "run":
            raise PydanticCustomError("inputs_mode", "custom input goes with the mode `run`")
        return self


_IN_FULL = "Of cases that are not hidden: samples, and the first fresh case that fails."


class CaseBody(BaseModel):
    """What came of one case. Fields that have nothing to say are left out; hidden cases carry no values.

    Every submission meets the fixed hidden cases, so that little is told of them: whether they passed, and of the first
    one that fails also the reason, the line and the type of the exception. No figure is told of any.
    """

    model_config = ConfigDict(extra="allow")

    name: str
    group: str
    verdict: str = Field(
        examples=["wrong_answer"],
        description="`failed` says of a fixed hidden case that it fails as well as one before it; why is not told.",
    )
    hidden: bool = Field(default=True, description="Whether its inputs and values are kept back.")
    drawn: bool = Field(
        default=False,
        description="Whether it was drawn for this submission only. No other submission meets its numbers, so that "
        "the first one that fails is not hidden, where the problem allows it.",
    )
    reason: str | None = Field(None, examples=["wrong_shape"])
    message: str = Field("", description="One or two plain sentences: what is wrong first.")
    max_abs_error: Number | None = Field(None, description="Of a drawn case that is hidden a power of ten.")
    max_rel_error: Number | None = None
    differing: int | None = Field(None, description="How many elements differ.")
    total: int | None = Field(None, description="How many elements there are.")
    first_index: str | None = Field(None, examples=["batch 0, step 1, unit 2"])
    exception: str | None = Field(None, examples=["ValueError"])
    line: int | None = Field(None, description="The line of the submitted file, from 1.")
    trace: str = ""
    warnings: list[str] = Field(default_factory=list)
    hint: str = ""
    seconds: float | None = Field(
        None, description="Wall time of the call; null where it was not called, and for fixed hidden cases."
    )
    stdout: str = Field("", description=f"What it printed. {_IN_FULL}")
    stdout_cut: bool = False
    inputs: dict[str, Any] | None = Field(None, description=f"By argument. {_IN_FULL}")
    expected: Any = Field(None, description=_IN_FULL)
    got: Any = Field(None, description=_IN_FULL)
    wrong: dict[str, list[int]] = Field(
        default_factory=dict,
        description="Which elements of an array are wrong, as flat indices in C order, by the array's place in `got`: "
        f'`""` for the whole, `["outputs"]`, `[1]`. {_IN_FULL}',
    )
    diagnosis: str = Field("", description="What a wrong answer looks like, where that is known.")
    uncompared: bool = Field(
        default=False,
        description="True for custom input for which no expected value is told: `accepted` then says that the program "
        "ran and that its answer has the declared form, and the submission's verdict is `not_compared`.",
    )


class MistakeBody(BaseModel):
    """A known mistake that was recognised in a submission."""

    id: str = Field(examples=["no-tanh"])
    message: str
    hints: list[str]


class SubmissionBody(BaseModel):
    """A submission and its result; verdict, score and seconds are null until `state` is `done`."""

    id: str
    problem: str = Field(examples=["rnn-cell"])
    problem_version: str
    mode: Literal["run", "submit"]
    state: Literal["queued", "running", "done"]
    verdict: str | None = Field(
        examples=["accepted"],
        description="`accepted` says that every answer was compared and is right. A run on custom input that "
        "was compared with nothing is `not_compared`.",
    )
    reason: str | None = Field(examples=["wrong_shape"])
    message: str = Field(description="What is wrong first, in one or two plain sentences; empty where nothing is.")
    line: int | None = Field(description="The line of the submitted file that the message speaks of, from 1.")
    diagnosis: str = Field(description="What is known of the fault beyond the message; empty where nothing is.")
    mistake: MistakeBody | None = Field(description="The known mistake that was recognised, or null.")
    score: float | None
    max_score: float | None
    cases: list[CaseBody] = Field(
        description="In the order in which they were judged: samples, then fresh cases, then fixed hidden ones."
    )
    seconds: float | None = Field(description="Wall time of all cases, to two significant digits.")
    peak_memory_kb: int | None = Field(
        description="The most memory that the program's process held, Python and NumPy included, rounded up to 8 MB; "
        "null where it is not known."
    )
    inputs: dict[str, str] | None = Field(description="The custom input that it ran on, as text; null otherwise.")
    created_at: datetime

    @classmethod
    def of(cls, submission: Submission) -> SubmissionBody:
        """The body of a stored submission."""
        result = submission.result
        fields = {
            "id": submission.id,
            "problem": submission.problem_id,
            "problem_version": submission.problem_version,
            "mode": submission.mode.value,
            "state": submission.state.value,
            **(conclusion_to_json(result.conclusion) if result else _UNJUDGED),
            "cases": [case_to_json(case) for case in result.cases] if result else [],
            "inputs": submission.inputs,
            "created_at": submission.created_at,
        }
        return cls.model_validate(fields)
