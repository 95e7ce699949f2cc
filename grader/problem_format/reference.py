"""The reference of every key, as Markdown, made from the models."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from grader.problem_format.schema import json_schema

_HEAD = """# Every key

This page is made from the models that read `problem.yaml`: `allclose schema --format markdown` prints it, and
`allclose schema` prints the same as JSON Schema for editors.

A long text may stand in place, or be `{file: name}` inside the problem's folder.
"""
_NAMES = {"ProblemModel": "The document"}


def key_reference() -> str:
    """Every model with a table of its keys: what each takes, what it is if it is left out, and what it says."""
    schema = json_schema()
    models = {"ProblemModel": schema, **schema["$defs"]}
    reached = dict.fromkeys(["ProblemModel", *_list_reached(schema, models)])
    sections = ["\n".join(_section(name, models[name])) for name in reached]
    return "\n".join([_HEAD, *sections])


def _list_reached(part: Any, models: Mapping[str, Any]) -> Iterator[str]:
    """Models in the order in which a reader of the file meets them."""
    waiting, met = [part], set()
    while waiting:
        for name in _list_named(waiting.pop(0)):
            if name not in met:
                met.add(name)
                waiting.append(models[name])
                yield name


def _list_named(part: Any) -> Iterator[str]:
    """The models that a part of the schema points to."""
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"].rsplit("/", 1)[-1]
        for key, item in part.items():
            if key not in ("$defs", "discriminator"):
                yield from _list_named(item)
    elif isinstance(part, list):
        for item in part:
            yield from _list_named(item)


def _section(name: str, model: Mapping[str, Any]) -> Iterator[str]:
    yield f"## {_title(name)}"
    yield ""
    yield " ".join(model["description"].split()).replace("``", "`")
    yield ""
    yield "| key | takes | if left out | what it says |"
    yield "|---|---|---|---|"
    for key, field in model["properties"].items():
        needed = key in model.get("required", ())
        default = "needed" if needed else _describe_default(field)
        yield f"| `{key}` | {_cell(_describe_type(field))} | {default} | {_cell(field.get('description', ''))} |"
    yield ""


def _title(name: str) -> str:
    """``DictModel`` as ``Dict``."""
    words = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name.removesuffix("Model"))
    return _NAMES.get(name, words.strip().capitalize())


def _describe_default(field: Mapping[str, Any]) -> str:
    value = field.get("default")
    if value in (None, "", [], {}):
        return ""
    if isinstance(value, dict | list):
        return "as if empty" if isinstance(value, dict) else "`sample` alone"
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _describe_type(field: Mapping[str, Any]) -> str:
    """In a few words, what may stand there."""
    if "$ref" in field:
        name = field["$ref"].rsplit("/", 1)[-1]
        return f"[{_title(name)}](#{_title(name).lower().replace(' ', '-')})"
    if "const" in field or "enum" in field:
        return ", ".join(f"`{value}`" for value in field.get("enum", [field.get("const")]))
    for key in ("anyOf", "oneOf"):
        if key in field:
            return ", or ".join(
                dict.fromkeys(_describe_type(part) for part in field[key] if part.get("type") != "null")
            )
    return _describe_plain(field)


def _describe_plain(field: Mapping[str, Any]) -> str:
    kind = str(field.get("type", "anything"))
    if kind == "array":
        return f"a list of: {_describe_type(field.get('items', {}))}"
    if kind == "object":
        inside = field.get("additionalProperties")
        return f"a mapping to: {_describe_type(inside) if isinstance(inside, dict) else 'anything'}"
    return {"string": "text", "integer": "a whole number", "number": "a number", "boolean": "true or false"}.get(
        kind, kind
    )


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
