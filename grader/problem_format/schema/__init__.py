"""The shape of `problem.yaml` as strict models: what is not written here is an error.

A union is told apart by a tag between angle brackets, so that errors speak of the form that the author chose.
"""

from __future__ import annotations

from grader.problem_format.schema.basis import FileModel, Model
from grader.problem_format.schema.cases import MOST_DRAWS, CaseModel, GroupModel
from grader.problem_format.schema.distributions import (
    ConstantModel,
    DistributionModel,
    FanInModel,
    IntegersModel,
    NormalModel,
    PythonModel,
    UniformModel,
)
from grader.problem_format.schema.function_properties import FunctionPropertyModel
from grader.problem_format.schema.opening import CustomInputModel, EditorialModel, FreshModel
from grader.problem_format.schema.problem import LimitsModel, MistakeModel, ProblemModel, json_schema
from grader.problem_format.schema.values import (
    ArrayArgumentModel,
    ArrayModel,
    CompareModel,
    DictModel,
    ListModel,
    OutcomeModel,
    PropertyModel,
    ReturnedArrayModel,
    ReturnedScalarModel,
    ScalarArgumentModel,
    SpecModel,
    TupleModel,
)

__all__ = [
    "MOST_DRAWS",
    "ArrayArgumentModel",
    "ArrayModel",
    "CaseModel",
    "CompareModel",
    "ConstantModel",
    "CustomInputModel",
    "DictModel",
    "DistributionModel",
    "EditorialModel",
    "FanInModel",
    "FileModel",
    "FreshModel",
    "FunctionPropertyModel",
    "GroupModel",
    "IntegersModel",
    "LimitsModel",
    "ListModel",
    "MistakeModel",
    "Model",
    "NormalModel",
    "OutcomeModel",
    "ProblemModel",
    "PropertyModel",
    "PythonModel",
    "ReturnedArrayModel",
    "ReturnedScalarModel",
    "ScalarArgumentModel",
    "SpecModel",
    "TupleModel",
    "UniformModel",
    "json_schema",
]
