"""What the problem declares of one part of an answer."""

from __future__ import annotations

from grader.model import ArraySpec, DictSpec, ScalarSpec, SequenceSpec, Spec


def find_spec(spec: Spec | None, key: str) -> ArraySpec | ScalarSpec | None:
    """The declaration of what stands at a place such as ``["outputs"]`` or ``[1]``."""
    if isinstance(spec, DictSpec):
        named: list[tuple[str, Spec]] = [(f'["{name}"]', item) for name, item in spec.items.items()]
    elif isinstance(spec, SequenceSpec):
        named = [(f"[{index}]", item) for index, item in enumerate(spec.items)]
    else:
        return spec if not key else None
    return next((find_spec(item, key.removeprefix(start)) for start, item in named if key.startswith(start)), None)
