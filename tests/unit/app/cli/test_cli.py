from __future__ import annotations

import pytest
from typer.testing import CliRunner

from app import __version__
from app.cli import cli


def test_the_version():
    result = CliRunner().invoke(cli, ["--version"])
    assert (result.exit_code, result.output) == (0, f"allclose {__version__}\n")


def test_a_setting_that_cannot_be_used_is_a_sentence_and_not_a_trace(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ALLCLOSE_PORT", "many")
    result = CliRunner().invoke(cli, ["serve"])
    assert result.exit_code == 2
    assert result.stderr == "allclose: ALLCLOSE_PORT: 'many' is not a whole number\n"
