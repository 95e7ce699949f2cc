"""Confinement: one slot runs one submission at a time in a walled child. It decides nothing."""

from grader.sandbox.doctor import Wall, list_walls, self_test
from grader.sandbox.outcome import Outcome, Said
from grader.sandbox.run import Run
from grader.sandbox.slot import Sandbox

__all__ = ["Outcome", "Run", "Said", "Sandbox", "Wall", "list_walls", "self_test"]
