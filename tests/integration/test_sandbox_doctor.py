"""`allclose doctor --attack`: the programs that come along are held, and one that gets through is told and counts."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from app.cli import attacking, cli
from grader.errors import SandboxBrokenError
from grader.model import Verdict

RUNNER = CliRunner()


def replaced(monkeypatch: pytest.MonkeyPatch, folder: Path, *programs: tuple[str, str]) -> None:
    """Put other programs in the place of those that come along: their source, and the verdict they must get."""
    path = folder / "programs.yaml"
    rows = [{"kind": "test", "title": "one", "must": [must], "source": source} for source, must in programs]
    path.write_text(yaml.safe_dump(rows), encoding="utf-8")
    monkeypatch.setattr(attacking, "PROGRAMS", path)


def test_every_program_that_comes_along_is_held():
    result = RUNNER.invoke(cli, ["doctor", "--attack"])
    lines = result.output.split("Hostile programs")[1].splitlines()[1:]
    assert [line for line in lines[:-1] if not line.startswith("  ok  ")] == []
    assert len(lines) - 1 == len(attacking.read_attacks())
    assert (
        lines[-1] == f"All {len(lines) - 1} programs came out as they must, and an honest one was accepted after each."
    )
    assert result.exit_code == 0


def test_without_the_option_no_program_is_run():
    result = RUNNER.invoke(cli, ["doctor"])
    assert (result.exit_code, "Hostile programs" in result.output) == (0, False)


def test_there_are_many_programs_of_many_kinds():
    programs = attacking.read_attacks()
    assert len([one for one in programs if Verdict.ACCEPTED not in one.must]) >= 30
    kinds = Counter(one.kind for one in programs)
    assert len(kinds) >= 12
    assert kinds["legal"] >= 2
    assert len({one.title for one in programs}) == len(programs)
    assert {Verdict.ACCEPTED} == set.union(*[set(one.must) for one in programs if one.kind == "legal"])


def test_a_program_that_gets_through_is_told_and_the_exit_code_is_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    through = "def double(x):\n    print('GOT THROUGH to the other side')\n    return x\n"
    replaced(monkeypatch, tmp_path, (through, "wrong_answer"), ("def double(x): return 2 * x", "accepted"))
    result = RUNNER.invoke(cli, ["doctor", "--attack"])
    assert result.exit_code == 1
    assert "FAIL  test: one: GOT THROUGH to the other side" in result.output
    assert result.output.endswith("Nothing may be judged here: 1 of 2 programs came out wrong.\n")


def test_a_wrong_verdict_counts_as_well(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    replaced(monkeypatch, tmp_path, ("def double(x): return 2 * x", "wrong_answer"))
    result = RUNNER.invoke(cli, ["doctor", "--attack"])
    assert result.exit_code == 1
    assert "FAIL  test: one: accepted, where wrong_answer is right" in result.output


def test_an_honest_program_that_is_not_accepted_after_an_attack_is_told_and_counts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    replaced(monkeypatch, tmp_path, ("import os; os._exit(0)", "runtime_error"), ("x =", "compile_error"))
    monkeypatch.setattr(attacking, "_HONEST", b"def double(x):\n    return x\n")
    result = RUNNER.invoke(cli, ["doctor", "--attack"])
    assert result.exit_code == 1
    assert "FAIL  test: one: runtime_error; an honest program after it: wrong_answer" in result.output
    assert "FAIL  test: one: compile_error; an honest program after it: wrong_answer" in result.output


def test_a_secret_that_gets_out_is_told_but_not_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    replaced(
        monkeypatch, tmp_path, ("def double(x):\n    print('found secret-' + 'x')\n    return x\n", "wrong_answer")
    )
    monkeypatch.setattr("secrets.token_hex", lambda _: "x")
    result = RUNNER.invoke(cli, ["doctor", "--attack"])
    assert result.exit_code == 1
    assert "FAIL  test: one: the secret" in result.output
    assert "secret-x" not in result.output


def test_the_secret_is_gone_afterwards():
    with attacking.plant_secret() as (word, path):
        assert word in os.environ.values()
        assert Path(path).read_text(encoding="utf-8") == word
    assert word not in os.environ.values()
    assert not Path(path).exists()


def test_a_sandbox_that_breaks_ends_in_a_sentence(monkeypatch: pytest.MonkeyPatch):
    def broken() -> None:
        raise SandboxBrokenError("the zygote is gone")

    monkeypatch.setattr(attacking, "run_attacks", broken)
    result = RUNNER.invoke(cli, ["doctor", "--attack"])
    assert result.exit_code == 1
    assert result.output.endswith("Nothing may be judged here: the zygote is gone\n")
