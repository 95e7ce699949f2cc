"""Properties of the student's own function: what its answers to changed inputs must have to do with each other.

A relation is told in two halves. `extra_inputs` says with which inputs the function is called once more, from the
case's own inputs alone, so that all of it can be prepared before any submission. `relation_difference` holds the
answers against each other, and for gradients also against those that the reference gave beforehand; no value is told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from grader.checkers.difference import Context, Difference
from grader.checkers.relations import batch, gradients, linear, special_case
from grader.checkers.relations.asked import Asked, well_formed
from grader.model import (
    Argument,
    BatchRelation,
    GradientRelation,
    LinearRelation,
    Relation,
    Spec,
    SpecialCase,
    Value,
)

__all__ = ["Asked", "ask", "circumstances", "relation_difference", "state_rule", "well_formed", "with_reference"]


def ask(
    relation: Relation, inputs: Mapping[str, Value], arguments: Sequence[Argument], dims: Mapping[str, int]
) -> Asked:
    """What a relation asks on one case.

    Args:
        relation: the relation.
        inputs: the case's inputs.
        arguments: their declarations, which say which axis is which.
        dims: the case's sizes.

    Raises:
        UnfitProblemError: the case is none on which the relation says anything, such as a batch of one.
    """
    if isinstance(relation, BatchRelation):
        return batch.plan_calls(relation, inputs, arguments, dims)
    if isinstance(relation, LinearRelation):
        return linear.plan_calls(relation, inputs, dims)
    if isinstance(relation, SpecialCase):
        return special_case.plan_calls(relation, inputs, arguments, dims)
    return gradients.plan_calls(relation, inputs, dims)


def with_reference(asked: Asked, answers: Sequence[Value], spec: Spec) -> Asked:
    """What is asked, with what it takes of the reference's answers to the case and to each further call."""
    relation = asked.relation
    return gradients.with_losses(asked, answers, spec, relation.of) if isinstance(relation, GradientRelation) else asked


def relation_difference(asked: Asked, answers: Sequence[Value], spec: Spec, context: Context) -> Difference | None:
    """How a function misses a relation, or None; the message names an axis or a parameter and holds no value.

    Args:
        asked: what was asked.
        answers: the function's answer to the case itself, which has its declared form, and to each further call.
        spec: the declared type of an answer.
        context: the case's tolerance and sizes.
    """
    with np.errstate(all="ignore"):
        return _difference(asked, answers, spec, context)


def _difference(asked: Asked, answers: Sequence[Value], spec: Spec, context: Context) -> Difference | None:
    relation = asked.relation
    if isinstance(relation, BatchRelation):
        return batch.difference(relation, asked, answers, spec, context)
    if isinstance(relation, LinearRelation):
        return linear.difference(relation, answers, spec, context)
    if isinstance(relation, SpecialCase):
        return special_case.difference(relation, asked, answers, spec, context)
    return gradients.difference(relation, asked, answers, spec, context)


def circumstances(relation: Relation) -> str:
    """How the function was called, for the message of a call that gave no answer."""
    if isinstance(relation, BatchRelation):
        return batch.circumstances(relation)
    if isinstance(relation, LinearRelation):
        return "Called with other numbers"
    if isinstance(relation, GradientRelation):
        return "Called with an argument that was moved a little"
    return special_case.circumstances(relation)


def state_rule(relation: Relation) -> str:
    """What must hold, in a sentence that depends on the problem alone."""
    if isinstance(relation, BatchRelation):
        return batch.state_rule(relation)
    if isinstance(relation, LinearRelation):
        return linear.state_rule(relation)
    if isinstance(relation, SpecialCase):
        return relation.says
    return f"Each gradient must be how `{relation.of}` changes when its argument moves a little."
