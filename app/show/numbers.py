"""Figures as people read them."""

from __future__ import annotations

import math

from markupsafe import Markup

_PLAIN_FROM, _PLAIN_TO = 1e-3, 1e4
_SHORT, _LONG = 0.1, 10.0
_WHOLE_MEGABYTES = 100


def error_figure(value: float | str) -> Markup:
    """An error to three figures: ``0.0213``, or ``3.24 x 10^-9`` properly set; NaN and infinities in words."""
    number = float(value)
    if not math.isfinite(number):
        return Markup("not a number") if math.isnan(number) else Markup("infinite")
    if number == 0 or _PLAIN_FROM <= abs(number) < _PLAIN_TO:
        return Markup("{}").format(f"{number:.3g}" if abs(number) < 1 else f"{number:.4g}")
    mantissa, _, exponent = f"{number:.2e}".partition("e")
    power = str(int(exponent)).replace("-", "−")  # noqa: RUF001 - a minus sign
    return Markup("{}10<sup>{}</sup>").format("" if mantissa == "1.00" else f"{mantissa}×", power)  # noqa: RUF001


def points(value: float) -> str:
    """Points without needless digits: ``40``, ``13.33``."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def duration(seconds: float) -> str:
    """Seconds to two figures or so: ``3 ms``, ``0.41 s``, ``12 s``."""
    if seconds < _SHORT:
        milliseconds = max(seconds * 1000, 0)
        return f"{milliseconds:.1f} ms" if milliseconds < 1 else f"{milliseconds:.0f} ms"
    return f"{seconds:.2f} s" if seconds < _LONG else f"{seconds:.0f} s"


def megabytes(kilobytes: int) -> str:
    """Memory in MB (1,048,576 bytes) to three figures or so: ``24.2 MB``, ``180 MB``."""
    size = kilobytes / 1024
    return f"{size:.1f} MB" if size < _WHOLE_MEGABYTES else f"{size:.0f} MB"


def count(number: int, noun: str) -> str:
    """``1 case``, ``3 cases``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
