"""A prepared problem as bytes, so that an installation computes it once and stores it.

Only what needs the sandbox is carried: the reference's answers and its times, other right answers, inputs that a
program made, what formulas of special cases give, what the known mistakes do, and what `worked` returned. All else
follows from the problem again. Values are those of the wire; nothing is unpickled.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

from grader.errors import GraderError, StoredDataError
from grader.judge.container import pack, unpack
from grader.judge.examples import examples_with
from grader.judge.function_properties import ask_property
from grader.judge.preparation import list_cases
from grader.judge.prepared import Prepared, PreparedEntry
from grader.judge.prepared_case import PreparedCase
from grader.judge.table_codec import decode_table, encode_table
from grader.judge.templates import answer_template
from grader.model import Problem, SpecialCase, TestCase, Value
from grader.sandbox import wire

_DAMAGE = (
    GraderError,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    OverflowError,
    RecursionError,
    StopIteration,
)
"""What reading bytes that are none of ours may come to."""


def encode_prepared(prepared: Prepared) -> bytes:
    """A prepared problem as bytes, with its table of mistakes and its examples where they are there."""
    blobs = [blob for item, case in _with_cases(prepared) for blob in _case_blobs(item, case)]
    header: dict[str, Any] = {
        "problem": prepared.problem.judging_version,
        "inputs": _digest(prepared.items),
        "seeds": [list(entry.seeds) for entry in prepared.entries],
        "seconds": [item.auto_seconds for item in prepared.items],
        "dims": [dict(item.case.dims) if case.generated else None for item, case in _with_cases(prepared)],
        "table": None,
        "worked": prepared.examples is not None,
    }
    if prepared.table is not None:
        header["table"], numbers = encode_table(prepared.table)
        blobs += numbers
    if prepared.examples is not None:
        blobs.append(wire.encode(_returned_by_worked(prepared)))
    return pack(header, blobs)


def decode_prepared(problem: Problem, data: bytes) -> Prepared:
    """What `encode_prepared` gave for a problem of the same judging version.

    Raises:
        StoredDataError: the data is damaged, of another format or of another problem, or NumPy draws other inputs now.
    """
    header, blobs = unpack(data)
    if header.get("problem") != problem.judging_version:
        raise StoredDataError("it is of another problem, or of another version of it")
    try:
        prepared = _decode(problem, header, blobs)
    except _DAMAGE as error:
        what = error if isinstance(error, StoredDataError) else type(error).__name__
        raise StoredDataError(f"it is damaged: {what}") from error
    if header.get("inputs") != _digest(prepared.items):
        raise StoredDataError("it is of other inputs than the problem has here")
    return prepared


def _with_cases(prepared: Prepared) -> Iterator[tuple[PreparedCase, TestCase]]:
    """Each prepared case with the case as it was read."""
    seeds = [entry.seeds for entry in prepared.entries]
    return zip(prepared.items, chain.from_iterable(list_cases(prepared.problem, dict(enumerate(seeds)))), strict=True)


def _case_blobs(item: PreparedCase, case: TestCase) -> Iterator[bytes]:
    if case.generated is not None:
        yield wire.encode({name: item.case.inputs[name] for name in case.generated.names})
    yield wire.encode(item.expected)
    yield wire.encode(item.others)
    for one in item.properties:
        if isinstance(one.asked.relation, SpecialCase):
            yield wire.encode(one.asked.given)


def _returned_by_worked(prepared: Prepared) -> Mapping[str, Value]:
    """The named values, without those that every problem has."""
    assert prepared.examples is not None  # noqa: S101  told apart by the caller
    without = examples_with(prepared, {}).worked
    named = prepared.examples.worked
    return {name: value for name, value in named.items() if name not in without or value is not without[name]}


def _decode(problem: Problem, header: Mapping[str, Any], blobs: Iterator[bytes]) -> Prepared:
    seeds = dict(enumerate(header["seeds"]))
    read = list_cases(problem, seeds)
    told = zip(chain.from_iterable(read), header["seconds"], header["dims"], strict=True)
    items = [
        replace(_decode_case(problem, case, dims, blobs), auto_seconds=float(seconds), index=index)
        for index, (case, seconds, dims) in enumerate(told)
    ]
    left = iter(items)
    entries = (
        PreparedEntry(tuple(next(left) for _ in cases), entry.count, tuple(seeds[index]))
        for index, (entry, cases) in enumerate(zip(problem.entries, read, strict=True))
    )
    prepared = Prepared(problem, tuple(entries))
    if header["table"] is not None:
        prepared = replace(prepared, table=decode_table(header["table"], blobs, len(items)))
    if header["worked"]:
        prepared = replace(prepared, examples=examples_with(prepared, _mapping(wire.decode(next(blobs)))))
    if next(blobs, None) is not None:
        raise StoredDataError("more blobs than there is use for")
    return prepared


def _complete(problem: Problem, case: TestCase, dims: Any, blobs: Iterator[bytes]) -> TestCase:
    """A case with the inputs that a program made for it."""
    if case.generated is None:
        return case
    made = _mapping(wire.decode(next(blobs)))
    given = {**case.inputs, **made}
    inputs = {argument.name: given[argument.name] for argument in problem.arguments}
    return replace(case, inputs=inputs, dims={str(name): int(size) for name, size in dims.items()}, generated=None)


def _decode_case(problem: Problem, case: TestCase, dims: Any, blobs: Iterator[bytes]) -> PreparedCase:
    case = _complete(problem, case, dims, blobs)
    expected, others = wire.decode(next(blobs)), wire.decode(next(blobs))
    if not isinstance(others, tuple):
        raise StoredDataError("right answers that are no row")
    properties = []
    for index, relation in enumerate(case.relations):
        one = ask_property(problem, case, index)
        if isinstance(relation, SpecialCase):
            one = replace(one, asked=replace(one.asked, given=wire.decode(next(blobs))))
        properties.append(one)
    payload = wire.encode(tuple(case.inputs.values()), case.layout)
    template = answer_template(expected, problem.returns, problem.tolerance)
    return PreparedCase(case, payload, expected, others=others, properties=tuple(properties), template=template)


def _mapping(value: Value) -> dict[str, Value]:
    if not isinstance(value, dict):
        raise StoredDataError("values without names")
    return value


def _digest(items: Iterable[PreparedCase]) -> str:
    """What all inputs come to, as the wire carries them."""
    digest = hashlib.sha256()
    for item in items:
        digest.update(item.payload)
    return digest.hexdigest()
