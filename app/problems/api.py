"""REST v1: the catalogue."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter

from app.http.capability import provided
from app.http.openapi import INVALID_ADDRESS, NOT_FOUND
from app.http.policies import allow
from app.http.strict_json import StrictRoute
from app.kernel.actions import Action
from app.problems.bodies import ProblemBody, ProblemList, problem_body, summary
from app.problems.service import Problems

router = APIRouter(prefix="/api/v1", tags=["v1"], route_class=StrictRoute)

ProblemsDep = Annotated[Problems, provided(Problems)]


@router.get("/problems", dependencies=[allow(Action.READ_PUBLIC)], summary="List the problems")
def list_problems(problems: ProblemsDep) -> ProblemList:
    """Every active problem, in the order of the catalogue."""
    return ProblemList(problems=[summary(problem) for problem in problems.problems()])


@router.get(
    "/problems/{slug}",
    dependencies=[allow(Action.READ_PUBLIC)],
    summary="Read one problem",
    responses={404: NOT_FOUND, 422: INVALID_ADDRESS},
)
def read_problem(slug: str, problems: ProblemsDep) -> ProblemBody:
    """Statement, theory, starter, samples with what the reference computes, and the groups of hidden cases by name."""
    problem = problems.get(slug)
    return problem_body(problem, problems.examples(problem))
