"""What every benchmark says at its end: medians and ratios, for people or as JSON and nothing else."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Mapping


def options(description: str | None) -> argparse.ArgumentParser:
    """The options that every benchmark has."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--json", action="store_true", help="print medians and ratios as JSON alone")
    return parser


def tell(medians: Mapping[str, float], ratios: Mapping[str, float], rows: Iterable[str], *, as_json: bool) -> None:
    """Print.

    Args:
        medians: by name, in seconds or in what the name says.
        ratios: by the name of the claim.
        rows: lines for people, in place of the bare medians.
        as_json: print ``{"medians": {...}, "ratios": {...}}`` alone.
    """
    if as_json:
        sys.stdout.write(json.dumps({"medians": medians, "ratios": ratios}) + "\n")
        return
    for row in rows:
        print(row)
    for name, ratio in ratios.items():
        print(f"{name:36s} {ratio:8.2f}")
