"""Properties of the function, generators and draws, as an author writes them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from grader.errors import FileFault
from grader.model import BatchRelation, GradientRelation, LinearRelation, Seeded, SpecialCase
from grader.problem_format import load_problem

FaultsOf = Callable[[Path], list[FileFault]]
FOLDER = Path(__file__).parents[3] / "data" / "checkers"


def written(folder: Path, name: str, change: Callable[[dict[str, Any]], object]) -> Path:
    """One of the small problems, bent in one place."""
    data = yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))
    change(data)
    path = folder / f"{name}.yaml"
    path.write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    return path


def with_property(**told: Any) -> Callable[[dict[str, Any]], object]:
    return lambda data: data["cases"][-1].update(properties=[told])


def test_properties_become_relations():
    rnn, layer = (load_problem(FOLDER / f"{name}.yaml") for name in ("leaky-sum", "linear-layer"))
    permutation, independence, zero, short = rnn.entries[-1].case.relations
    assert permutation == BatchRelation("batch_permutation", "N")
    assert independence == BatchRelation("batch_independence", "N")
    assert isinstance(zero, SpecialCase)
    assert (zero.zero, zero.part, zero.gives.source.count(b"np.tanh(b)")) == (("X", "W"), "1", 1)
    assert isinstance(short, SpecialCase)
    assert short.at == {"T": 1}
    loss, weighed = layer.entries[-1].case.relations
    assert loss == GradientRelation("loss", {"W": "dW", "b": "db"})
    assert weighed == GradientRelation("Z", {"X": "dX"}, "dZ")
    assert load_problem(FOLDER / "window.yaml").entries[0].case.relations == (LinearRelation(("x",)),)


@pytest.mark.parametrize(
    ("case", "field", "words"),
    [
        (("window", {"holds": "lineal"}), "holds", "must be 'batch_permutation'"),
        (("window", {"holds": "linear", "argument": ["x"]}), "argument", "did you mean 'arguments'?"),
        (("window", {"holds": "linear"}), "", "linear needs `arguments`; add it"),
        (("window", {"holds": "linear", "arguments": ["x"], "axis": "T"}), "axis", "means nothing for linear"),
        (("window", {"holds": "linear", "arguments": ["y"]}), "arguments.0", "'y' is unknown; known here: x"),
        (("window", {"holds": "batch_permutation", "axis": "N"}), "axis", "'N' is unknown; known here: T"),
        (("gaussian-draws", {"holds": "linear", "arguments": ["draws"]}), "arguments.0", "'draws' is no array"),
        (("leaky-sum", {"holds": "special_case", "gives": "b", "says": "s", "part": "1"}), "", "needs `zero` or `at`"),
        (
            ("leaky-sum", {"holds": "special_case", "gives": "b", "says": "s", "zero": ["W"]}),
            "",
            "needs `part`, one of 0, 1",
        ),
        (
            ("leaky-sum", {"holds": "special_case", "gives": "b", "says": "s", "zero": ["W"], "part": "2"}),
            "part",
            "'2' is unknown; known here: 0, 1",
        ),
        (
            ("window", {"holds": "special_case", "gives": "x", "says": "s", "zero": ["x"], "part": "a"}),
            "part",
            "is no part",
        ),
        (
            ("leaky-sum", {"holds": "special_case", "gives": "b", "says": "s", "at": {"S": 1}, "part": "1"}),
            "at.S",
            "unknown",
        ),
        (("linear-layer", {"holds": "gradients", "of": "loss"}), "", "gradients needs `with_respect_to`; add it"),
        (("linear-layer", {"holds": "gradients", "of": "Z", "with_respect_to": {"X": "dX"}}), "of", "add `upstream`"),
        (
            ("linear-layer", {"holds": "gradients", "of": "Z", "upstream": "X", "with_respect_to": {"X": "dX"}}),
            "upstream",
            "has another shape than `of`",
        ),
        (
            ("linear-layer", {"holds": "gradients", "of": "loss", "upstream": "X", "with_respect_to": {"W": "dW"}}),
            "of",
            "needs no `upstream`",
        ),
        (
            ("linear-layer", {"holds": "gradients", "of": "loss", "with_respect_to": {"W": "db"}}),
            "with_respect_to.W",
            "'db' does not have the shape of 'W'",
        ),
        (
            ("linear-layer", {"holds": "gradients", "of": "lost", "with_respect_to": {"W": "dW"}}),
            "of",
            "did you mean 'loss'?",
        ),
    ],
)
def test_a_property_that_cannot_be_checked_is_told(
    tmp_path: Path, faults_of: FaultsOf, case: tuple[str, dict[str, Any]], field: str, words: str
):
    path = written(tmp_path, case[0], with_property(**case[1]))
    cases = len(yaml.safe_load(path.read_text())["cases"]) - 1
    place = f"cases.{cases}.properties.0" + (f".{field}" if field else "")
    fault = next(fault for fault in faults_of(path) if fault.field == place)
    assert words in fault.message
    assert fault.line > 1


def test_a_linear_answer_is_made_of_floating_point_numbers(tmp_path: Path, faults_of: FaultsOf):
    path = written(tmp_path, "window", lambda data: data["returns"].update(dtype="int64"))
    assert any("linear means nothing for an answer of int64" in fault.message for fault in faults_of(path))


def test_gradients_need_double_precision(tmp_path: Path, faults_of: FaultsOf):
    path = written(tmp_path, "linear-layer", lambda data: data["arguments"]["W"].update(dtype="float32"))
    assert any("needs float64 on both sides" in fault.message for fault in faults_of(path))


def test_a_generator_is_its_seed():
    problem = load_problem(FOLDER / "gaussian-draws.yaml")
    seeds = [entry.case.inputs["rng"] for entry in problem.entries]
    assert seeds[0] == Seeded(7)
    assert all(isinstance(seed, Seeded) and 0 <= seed.seed < 2**63 for seed in seeds)
    assert len(set(seeds)) == len(seeds)


@pytest.mark.parametrize("seed", [-1, 1.5, "7", True, 2**63, None])
def test_a_seed_is_a_whole_number(tmp_path: Path, faults_of: FaultsOf, seed: Any):
    path = written(tmp_path, "gaussian-draws", lambda data: data["cases"][0]["inputs"].update(rng=seed))
    [fault] = faults_of(path)
    assert (fault.field, "write its seed" in fault.message) == ("cases.0.inputs.rng", True)


def test_a_generator_alone_makes_a_case_fresh(tmp_path: Path):
    def fresh(data: dict[str, Any]) -> None:
        del data["cases"][-1]["generate"]
        data["cases"][-1]["inputs"] = {"mu": [0.0, 1.0], "L": [[1.0, 0.0], [0.0, 1.0]], "draws": 2000}

    draw = load_problem(written(tmp_path, "gaussian-draws", fresh)).entries[-1].draw
    assert draw is not None
    assert len({draw(seed).inputs["rng"] for seed in range(32)}) == 32


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        ({"shape": ["M?", "D"]}, "returns.moments", "needs a first axis that is always there"),
        ({"shape": ["M"], "axes": ["draw"]}, "returns.moments", "covariance needs a second axis"),
        ({"dtype": "complex128"}, "returns.moments", "means nothing for complex128"),
        ({"values": "free", "properties": ["sorted"]}, "returns", "more than one of"),
        ({"moments": ["median"]}, "returns.moments.0", "must be 'mean', 'variance', 'covariance' or 'deciles'"),
    ],
)
def test_moments_that_cannot_be_checked_are_told(
    tmp_path: Path, faults_of: FaultsOf, change: dict[str, Any], field: str, words: str
):
    path = written(tmp_path, "gaussian-draws", lambda data: data["returns"].update(change))
    fault = next(fault for fault in faults_of(path) if fault.field == field)
    assert words in fault.message


def test_draws_need_a_generator(tmp_path: Path, faults_of: FaultsOf):
    def without(data: dict[str, Any]) -> None:
        data["arguments"]["rng"] = {"scalar": "int"}

    faults = faults_of(written(tmp_path, "gaussian-draws", without))
    assert any("needs an argument with `scalar: generator`" in fault.message for fault in faults)


def test_nothing_returns_a_generator(tmp_path: Path, faults_of: FaultsOf):
    path = written(tmp_path, "window", lambda data: data.update(returns={"scalar": "generator"}))
    assert faults_of(path)[0].field == "returns.scalar"
