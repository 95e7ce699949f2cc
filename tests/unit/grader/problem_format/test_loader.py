from __future__ import annotations

import copy
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.errors import FileFault
from grader.model import ArraySpec, DictSpec, Layout, Limits, Scoring, SequenceSpec
from grader.problem_format import json_schema, load_problem, load_problems
from grader.problem_format.documents import read_document

Write = Callable[..., Path]
FaultsOf = Callable[[Path], list[FileFault]]


def test_a_single_file_is_a_whole_problem(write: Write):
    problem = load_problem(write())
    assert (problem.id, problem.title, problem.status, problem.difficulty) == ("rnn-cell", "RNN Cell", "active", "easy")
    assert [argument.name for argument in problem.arguments] == ["x_t", "h_prev", "steps"]
    assert problem.returns == ArraySpec(("N?", "H"), "float64", ("batch", "unit"))
    assert problem.tolerance.rtol == 1e-9
    assert problem.tolerance.atol is None
    assert problem.limits == Limits()
    assert [(entry.count, entry.fresh) for entry in problem.entries] == [(1, False), (1, False), (4, True)]
    assert problem.fresh_counts == {2: 4}
    assert (problem.shows_fresh, problem.waived) == (True, {})
    assert problem.entries[1].case.layout is Layout.FORTRAN
    assert problem.groups[1].requires == ("sample",)
    assert problem.groups[1].scoring is Scoring.EACH
    assert len(problem.version) == 64
    assert len(problem.samples) == 1


def test_texts_stand_in_files_of_the_folder(folder: Write):
    place = folder(
        ("statement: A cell.", "statement: {file: statement.md}"),
        ('reference: "def rnn_cell(x_t, h_prev, steps):\\n    return h_prev\\n"', "reference: {file: ref.py}"),
        ('source: "import numpy"', "file: wrong.py"),
        statement__md="Read *me*.\r\nTwice.\n",
        ref__py="def rnn_cell(): ...\n",
        wrong__py="1/0\n",
    )
    problem = load_problem(place)
    assert problem.prose.statement == "Read *me*.\nTwice.\n"
    assert problem.reference.source == b"def rnn_cell(): ...\n"
    assert problem.mistakes[0].program.source == b"1/0\n"


def test_programs_are_never_run_or_compiled(write: Write):
    source = "def rnn_cell(x_t, h_prev, steps):\\n    return h_prev\\n"
    problem = load_problem(write((f'reference: "{source}"', 'reference: "this is (no Python"')))
    assert problem.reference.source == b"this is (no Python"


def test_every_byte_counts_for_the_version(folder: Write):
    place = folder(("statement: A cell.", "statement: {file: statement.md}"), statement__md="a")
    first = load_problem(place).version
    assert load_problem(place).version == first
    (place / "statement.md").write_text("b")
    second = load_problem(place).version
    (place / "unnamed.txt").write_text("not part of it")
    assert load_problem(place).version == second
    document = place / "problem.yaml"
    document.write_text(document.read_text() + "# a remark\n")
    assert len({first, second, load_problem(place).version}) == 3


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        (("difficulty: easy", "dificulty: easy"), "dificulty", "did you mean 'difficulty'?"),
        (("dtype: float64, meaning", "dtyp: float64, meaning"), "arguments.x_t.dtyp", "did you mean 'dtype'?"),
        (("high: 5", "hihg: 5"), "cases.1.generate.steps.integers.hihg", "did you mean 'high'?"),
        (("axes: [batch", "axis: [batch"), "returns.axis", "did you mean 'axes'?"),
        (("format: 1", "format: 2"), "format", "must be 1, not 2"),
        (("id: rnn-cell", "id: RNN cell"), "id", "small letters, digits and hyphens"),
        (("id: rnn-cell", "id: rnn-cell\nuuid: 7"), "uuid", "needs text"),
        (("id: rnn-cell", "id: rnn-cell\nuuid: RNN"), "uuid", "uuid.uuid4()"),
        (("title: RNN Cell", "title: 3"), "title", "needs text; put it in quotes, not 3"),
        (("title: RNN Cell\n", ""), "title", "is missing; add it"),
        (("concepts: [recurrence, tanh]", "concepts: tanh"), "concepts", "needs a list"),
        (("shape: [N?, H]}\n", "shape: [N?, H+1]}\n"), "arguments.h_prev.shape.1", "'H+1'"),
        (("dtype: float64, meaning", "dtype: float46, meaning"), "arguments.x_t.dtype", "'float64'"),
        (("axes: [batch, unit]", "axes: [batch]"), "returns.axes", "names 1 axes for a shape of 2"),
        (("entry_point: rnn_cell", "entry_point: rnn-cell"), "entry_point", "is no name in Python"),
        (("entry_point: rnn_cell", "entry_point: class"), "entry_point", "is no name in Python"),
        (("  steps: {scalar: int}", "  2nd: {scalar: int}"), "arguments.2nd", "is no name in Python"),
        (("points: 40", "points: -40"), "groups.1.points", "greater than or equal to 0"),
        (("points: 40", "points: .inf"), "groups.1.points", "finite"),
        (("requires: [sample]", "requires: [sampel]"), "groups.1.requires.0", "did you mean 'sample'?"),
        (("requires: [sample]", "requires: [shapes]"), "groups.1.requires", "waits for itself"),
        (("name: shapes", "name: sample"), "groups.1.name", "stands twice"),
        (("- group: shapes", "- group: shaped"), "cases.1.group", "did you mean 'shapes'?"),
        (("group: sample,", "group: shapes,"), "cases", "holds no sample"),
        (("name: drawn", "name: all differ"), "cases.2.name", "stands twice"),
        (("steps: 3}}", "stepz: 3}}"), "cases.0.inputs.stepz", "did you mean 'steps'?"),
        ((", steps: 3}}", "}}"), "cases.0", "has no value for 'steps'"),
        (("dims: {N: 3,", "dims: {M: 3,"), "cases.1.dims.M", "is unknown"),
        (("dims: {N: 3, D: 4, H: 6}", "dims: {N: 3, H: 6}"), "cases.1.dims", "'x_t' needs a size for D"),
        (("N: 2..8", "N: 8..2"), "cases.2.dims.N", "write 2..8"),
        (("N: 2..8", "N: 2-8"), "cases.2.dims.N", "a range is written 2..8"),
        (("N: 2..8", "N: -1"), "cases.2.dims.N", "greater than or equal to 0"),
        (("seed: 7", "seed: frehs"), "cases.1.seed", "must be 'fresh', not 'frehs'"),
        (("seed: 7", "seed: 7\n    count: 2"), "cases.1.count", "needs `seed: fresh`"),
        (("steps: 3}}", "steps: 3}, generate: normal, seed: fresh}"), "cases.0.seed", "same for everyone"),
        (("generate: normal, inputs", "inputs"), "cases.2.seed", "draws nothing"),
        (('source: "import numpy", ', ""), "mistakes.0", "either `file` or `source`"),
        (('source: "import numpy"', "file: a.py"), "mistakes.0.file", "one single file"),
        (("rtol: 1e-9", "rtol: .nan"), "compare.rtol", "finite"),
        (("atol: auto", "atol: atuo"), "compare.atol", "must be 'auto'"),
        (("compare:", "limits: {wall_seconds: .inf}\ncompare:"), "limits.wall_seconds", "finite"),
    ],
)
def test_faults_name_place_field_and_cure(
    write: Write, faults_of: FaultsOf, change: tuple[str, str], field: str, words: str
):
    path = write(change)
    fault = next(fault for fault in faults_of(path) if fault.field == field)
    assert words in fault.message
    assert str(fault).startswith(f"{path}:{fault.line}:{fault.column}: {field}: ")
    key = field.rpartition(".")[2]
    if not key.isdigit() and "is missing" not in fault.message:
        assert path.read_text().splitlines()[fault.line - 1][fault.column - 1 :].startswith(key)


def test_all_faults_are_told_in_the_order_of_the_file(write: Write, faults_of: FaultsOf):
    faults = faults_of(write(("title: RNN Cell", "titel: x"), ("seed: 7", "sed: 7"), ("rtol: 1e-9", "rtol: 2")))
    assert [fault.field for fault in faults] == ["title", "titel", "compare.rtol", "cases.1.sed"]
    assert [fault.line for fault in faults] == sorted(fault.line for fault in faults)


def test_every_misfit_of_the_parts_is_told_at_once(write: Write, faults_of: FaultsOf):
    faults = faults_of(write(("- group: shapes", "- group: shaped"), ("entry_point: rnn_cell", "entry_point: a b")))
    assert [fault.field for fault in faults] == ["entry_point", "cases.1.group"]


def test_groups_may_not_wait_for_each_other_in_a_circle(write: Write, faults_of: FaultsOf):
    groups = "{name: sample, requires: [b]}, {name: b, requires: [shapes]}, {name: shapes, requires: [sample]}"
    old = "{name: sample}, {name: shapes, points: 40, requires: [sample]}"
    assert len(faults_of(write((old, groups)))) == 3


@pytest.mark.parametrize(
    ("given", "wall", "memory"),
    [
        ("{wall_seconds: 1000, memory_mb: 100000}", 60.0, 4096),
        ("{wall_seconds: 0.0001, memory_mb: 1}", 0.1, 64),
        ("{wall_seconds: auto}", None, 512),
        ("{wall_seconds: 3}", 3.0, 512),
    ],
)
def test_limits_are_brought_into_their_range(write: Write, given: str, wall: float | None, memory: int):
    limits = load_problem(write(("compare:", f"limits: {given}\ncompare:"))).limits
    assert (limits.wall_seconds, limits.memory_mb) == (wall, memory)


def test_nested_returns(write: Write):
    old = "{shape: [N?, H], dtype: float64, axes: [batch, unit]}"
    new = "{dict: {a: {shape: [H]}, b: {tuple: [{scalar: int}, {list: [{scalar: str}]}]}}}"
    returns = load_problem(write((f"returns: {old}", f"returns: {new}"))).returns
    assert isinstance(returns, DictSpec)
    assert isinstance(returns.items["b"], SequenceSpec)
    assert (returns.items["b"].kind, len(returns.items["b"].items)) == ("tuple", 2)


def test_a_folder_is_called_like_its_problem(folder: Write, faults_of: FaultsOf):
    [fault] = faults_of(folder(name="other"))
    assert (fault.field, fault.line) == ("id", 2)
    assert "the folder is called 'other'" in fault.message


@pytest.mark.parametrize(
    "name", ["/etc/passwd", "../single.yaml", "a/../../b", "a\\b", "nope.md", "sub", "pipe", "out"]
)
def test_no_file_outside_the_folder_is_read(folder: Write, faults_of: FaultsOf, name: str):
    place = folder(("statement: A cell.", f"statement: {{file: '{name}'}}"))
    (place.parent / "single.yaml").write_text("secret")
    (place / "sub").mkdir()
    os.mkfifo(place / "pipe")
    (place / "out").symlink_to(place.parent / "single.yaml")
    [fault] = faults_of(place)
    assert (fault.field, fault.line) == ("statement.file", 14)
    assert "secret" not in fault.message


def test_a_linked_folder_leads_nowhere(folder: Write, faults_of: FaultsOf):
    place = folder(("statement: A cell.", "statement: {file: sub/secret.md}"))
    (place.parent / "elsewhere").mkdir()
    (place.parent / "elsewhere" / "secret.md").write_text("secret")
    (place / "sub").symlink_to(place.parent / "elsewhere")
    assert "leads out" in faults_of(place)[0].message


def test_a_link_within_the_folder_is_fine(folder: Write):
    place = folder(("statement: A cell.", "statement: {file: s.md}"), real__md="hello")
    (place / "s.md").symlink_to("real.md")
    assert load_problem(place).prose.statement == "hello"


def test_the_document_itself_may_not_lead_out(tmp_path: Path, faults_of: FaultsOf):
    (tmp_path / "secret").write_text("root:x")
    (tmp_path / "rnn-cell").mkdir()
    (tmp_path / "rnn-cell" / "problem.yaml").symlink_to(tmp_path / "secret")
    [fault] = faults_of(tmp_path / "rnn-cell")
    assert "leads out" in fault.message


def test_programs_have_a_largest_size(folder: Write, faults_of: FaultsOf):
    reference = 'reference: "def rnn_cell(x_t, h_prev, steps):\\n    return h_prev\\n"'
    place = folder((reference, "reference: {file: r.py}"), r__py="#" * 65_537)
    assert "larger than 65536 bytes" in faults_of(place)[0].message


def test_files_must_be_utf8(folder: Write, faults_of: FaultsOf):
    place = folder(("statement: A cell.", "statement: {file: s.md}"))
    (place / "s.md").write_bytes(b"\xff")
    assert "is not UTF-8" in faults_of(place)[0].message


def test_a_missing_problem_is_a_fault(tmp_path: Path, faults_of: FaultsOf):
    assert "does not exist" in faults_of(tmp_path / "nothing.yaml")[0].message
    assert "does not exist" in faults_of(tmp_path)[0].message


def test_one_bad_problem_hides_no_other(folder: Write, write: Write, tmp_path: Path):
    folder()
    write(("id: rnn-cell", "id: another"))
    (tmp_path / "bad.yml").write_text("format: 1")
    (tmp_path / "twice.yaml").write_text((tmp_path / "rnn-cell" / "problem.yaml").read_text())
    (tmp_path / "_draft.yaml").write_text("format: 1")
    (tmp_path / "notes.txt").write_text("format: 1")
    (tmp_path / "empty").mkdir()
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "problem.yaml").symlink_to("nothing")
    problems, errors = load_problems(tmp_path)
    assert sorted(problems) == ["another", "rnn-cell"]
    assert [error.faults[0].path.name for error in errors] == ["bad.yml", "problem.yaml", "twice.yaml"]
    assert f"is that of {tmp_path / 'rnn-cell'} too" in errors[2].faults[0].message


def test_inputs_cannot_be_changed(write: Write):
    case = load_problem(write()).entries[1].case
    assert isinstance(case.inputs["x_t"], np.ndarray)
    with pytest.raises(ValueError, match="read-only"):
        case.inputs["x_t"][0] = 1


def test_the_schema_for_editors_knows_every_key():
    schema = json_schema()
    assert {"format", "id", "cases", "mistakes"} <= set(schema["properties"])
    assert schema["additionalProperties"] is False


def test_a_document_that_is_no_yaml_is_a_fault(write: Write, faults_of: FaultsOf):
    [fault] = faults_of(write(("title: RNN Cell", "title: [RNN Cell")))
    assert (fault.field, fault.line > 1) == ("(the whole file)", True)
    [fault] = faults_of(write(("title: RNN Cell", "id: again")))
    assert (fault.field, fault.line, fault.column) == ("id", 3, 1)


def test_alternatives_are_called_by_their_files_or_numbers(folder: Write):
    given = 'alternatives: [{file: loop.py}, "def f(): ..."]\nworked: "def worked(): ..."\ncompare:'
    problem = load_problem(folder(("compare:", given), loop__py="import numpy\n"))
    assert [program.id for program in problem.alternatives] == ["loop", "alternative-2"]
    assert problem.worked is not None
    assert problem.worked.source == b"def worked(): ..."


def test_two_alternatives_need_two_names(folder: Write, faults_of: FaultsOf):
    place = folder(("compare:", "alternatives: [{file: a.py}, {file: a.py}]\ncompare:"), a__py="1")
    assert [fault.field for fault in faults_of(place)] == ["alternatives.1"]


def test_an_inline_program_has_a_largest_size(write: Write, faults_of: FaultsOf):
    [fault] = faults_of(write(("compare:", f"worked: '{'#' * 65_537}'\ncompare:")))
    assert (fault.field, "larger than 65536 bytes" in fault.message) == ("worked", True)


def test_a_flood_of_faults_is_cut(write: Write, faults_of: FaultsOf):
    cases = "".join(f"\n  - {{grp: {i}}}" for i in range(400))
    assert len(faults_of(write(("cases:", f"cases:{cases}")))) == 100


def paths_of(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from paths_of(item, (*path, key))


BASE = Path(__file__).parents[3] / "data" / "problem_format" / "cell.yaml"
RIGHT = read_document(BASE.read_bytes()).data
PLACES = list(paths_of(RIGHT))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 10**12) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5) | st.sampled_from(["N", "2..8", "fresh", "auto", "normal", "sample", "shapes", "c"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["file", "shape", "scalar", "dict", "normal", "default", "low", "x_t", "id"]), inner, max_size=2
    ),
    max_leaves=5,
)  # fmt: skip


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(place=st.sampled_from(PLACES), value=JSON)
def test_any_change_of_a_document_is_read_or_refused(tmp_path: Path, place: tuple[Any, ...], value: Any):
    data = copy.deepcopy(RIGHT)
    inner = data
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    path = tmp_path / "changed.yaml"
    path.write_text(json.dumps(data))
    problems, errors = load_problems(tmp_path)
    assert len(problems) + len(errors) == 1
    assert all(fault.message and fault.line >= 1 for error in errors for fault in error.faults)
