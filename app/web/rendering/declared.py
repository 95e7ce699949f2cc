"""What the problem declares of one part of an answer."""

from __future__ import annotations

from grader.model import ArraySpec, DictSpec, ScalarSpec, SequenceSpec, Spec


def spec_at(spec: Spec | None, key: str) -> ArraySpec | ScalarSpec | None:
    """The declaration of what stands at a place such as ``["outputs"]`` or ``[1]``."""
    if isinstance(spec, DictSpec):
        named: list[tuple[str, Spec]] = [(f'["{name}"]', item) for name, item in spec.items.items()]
    elif isinstance(spec, SequenceSpec):
        named = [(f"[{place}]", item) for place, item in enumerate(spec.items)]
    else:
        return spec if not key else None
    return next((spec_at(item, key.removeprefix(start)) for start, item in named if key.startswith(start)), None)
