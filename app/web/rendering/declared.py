"""What the problem declares of one part of an answer: its type, and how far its values may lie apart."""

from __future__ import annotations

from grader.model import ArraySpec, DictSpec, ScalarSpec, SequenceSpec, Spec, Tolerance


def spec_at(spec: Spec | None, key: str) -> ArraySpec | ScalarSpec | None:
    """The declaration of what stands at a place such as ``["outputs"]`` or ``[1]``."""
    if isinstance(spec, DictSpec):
        named: list[tuple[str, Spec]] = [(f'["{name}"]', item) for name, item in spec.items.items()]
    elif isinstance(spec, SequenceSpec):
        named = [(f"[{place}]", item) for place, item in enumerate(spec.items)]
    else:
        return spec if not key else None
    return next((spec_at(item, key.removeprefix(start)) for start, item in named if key.startswith(start)), None)


def tolerance_at(spec: Spec | None, key: str, usual: Tolerance) -> Tolerance | None:
    """The part's own tolerance or the usual one; None where an element is not held against its own."""
    part = spec_at(spec, key)
    if isinstance(part, ArraySpec) and not part.by_value:
        return None
    return part.tolerance if part is not None and part.tolerance is not None else usual
