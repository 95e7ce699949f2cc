"""What a judge does with what it is asked."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from grader.errors import StoredDataError, UnfitProblemError
from grader.judge import (
    Judged,
    Prepared,
    complete,
    decode_draw,
    decode_prepared,
    encode_draw,
    encode_prepared,
    judge_by_steps,
    judge_inputs,
    make_draws,
    prepare,
)
from grader.model import Conclusion, Draw, Mode, Problem
from grader.problem_format import WrittenInputsError, read_inputs, read_stored
from grader.reports import case_to_json, conclusion_to_json, json_value, report_case
from grader.sandbox import Sandbox
from grader.slots.channel import Channel

_KEPT = 16


class JudgeServer:
    """Answers one request after the other; problems are kept by version, the oldest go first."""

    def __init__(self, channel: Channel, sandbox: Sandbox) -> None:
        self._channel, self._sandbox = channel, sandbox
        self._problems: OrderedDict[str, Problem] = OrderedDict()
        self._prepared: dict[str, Prepared] = {}

    def serve(self) -> None:
        """Until it is told to close; a fault of ours ends the process, whose feeder starts another."""
        while True:
            message, blobs = self._channel.receive()
            if message["do"] == "close":
                return
            if message["do"] == "offer":
                self._learn(message, blobs)
            elif message["version"] not in self._problems:
                self._channel.send({"unknown": message["version"]})
            else:
                self._answer(message, blobs)

    def _learn(self, message: dict[str, Any], blobs: list[bytes]) -> None:
        content, *files = blobs
        problem = read_stored(dict(zip(message["names"], files, strict=True)))
        version = message["version"]
        self._problems[version] = problem
        self._prepared.pop(version, None)
        if content:
            try:
                self._prepared[version] = decode_prepared(problem, content)
            except StoredDataError as error:
                self._channel.send({"preparing": f"what was stored cannot be used: {error}"})
        while len(self._problems) > _KEPT:
            self._prepared.pop(self._problems.popitem(last=False)[0], None)

    def _answer(self, message: dict[str, Any], blobs: list[bytes]) -> None:
        version = message["version"]
        self._problems.move_to_end(version)
        try:
            if message["do"] == "prepare":
                self._prepare(version)
            elif message["do"] == "draw":
                self._draw(version, _read_draws(message, blobs))
            else:
                self._judge(version, message, blobs)
        except UnfitProblemError as error:
            self._channel.send({"unfit": str(error)})
        except WrittenInputsError as error:
            self._channel.send({"inputs": str(error)})

    def _prepare(self, version: str) -> None:
        self._channel.send({"preparing": version})
        prepared = complete(prepare(self._problems[version], self._sandbox), self._sandbox)
        self._prepared[version] = prepared
        made = prepared.examples
        told = {
            "expected": [json_value(value) for value in made.expected] if made else [],
            "worked": {name: json_value(value) for name, value in made.worked.items()} if made else {},
        }
        self._channel.send({"prepared": told}, [encode_prepared(prepared)])

    def _draw(self, version: str, draws: list[Draw]) -> None:
        made = make_draws(self._find(version), draws, self._sandbox)
        self._channel.send({"drawn": len(made)}, list(map(encode_draw, made)))

    def _find(self, version: str) -> Prepared:
        """The problem, prepared now if nobody has done so before."""
        if version not in self._prepared:
            self._channel.send({"preparing": version})
            self._prepared[version] = prepare(self._problems[version], self._sandbox)
        return self._prepared[version]

    def _judge(self, version: str, message: dict[str, Any], blobs: list[bytes]) -> None:
        source, *contents = blobs
        draws = _read_draws(message, contents)
        for known in self._judged(self._find(version), message, source, draws):
            self._tell(known)
            known.clear()

    def _tell(self, known: list[Judged]) -> None:
        """What is known at once goes in one message."""
        told: dict[str, Any] = {}
        for one in known:
            if isinstance(one, Conclusion):
                told["conclusion"] = conclusion_to_json(one)
            else:
                told.setdefault("cases", []).append(case_to_json(report_case(one)))
        self._channel.send(told)

    def _judged(
        self, prepared: Prepared, message: dict[str, Any], source: bytes, draws: list[Draw]
    ) -> Iterator[list[Judged]]:
        """The cases of a mode, or the one whose inputs were written; raises WrittenInputsError."""
        if message["inputs"] is not None:
            inputs = read_inputs(prepared.problem.arguments, message["inputs"])
            return ([one] for one in judge_inputs(prepared, source, self._sandbox, inputs.values, inputs.dims))
        prepared = replace(prepared, diagnosed=message["diagnose"])
        return self._judge_on_draws(prepared, source, Mode(message["mode"]), draws)

    def _judge_on_draws(
        self, prepared: Prepared, source: bytes, mode: Mode, draws: list[Draw]
    ) -> Iterator[list[Judged]]:
        """Draws whose content is damaged are made again of their seeds, before any case was told."""
        try:
            stored = (decode_draw(prepared, draw) for draw in draws)
            yield from judge_by_steps(prepared, source, self._sandbox, mode, stored)
        except StoredDataError:
            again = make_draws(prepared, [replace(draw, content=b"") for draw in draws], self._sandbox)
            yield from judge_by_steps(prepared, source, self._sandbox, mode, again)


def _read_draws(message: dict[str, Any], contents: list[bytes]) -> list[Draw]:
    """Draws by entry and seed, each with its content, which is empty where it is still to be made."""
    return [Draw(entry, seed, content) for (entry, seed), content in zip(message["draws"], contents, strict=True)]
