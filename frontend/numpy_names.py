"""The names that the editor completes after `np.`, read from the NumPy that is there at build."""

from __future__ import annotations

import importlib
import re
from types import ModuleType

OTHERS = (
    *(
        "bool_",
        "complex128",
        "e",
        "errstate",
        "euler_gamma",
        "finfo",
        "float32",
        "float64",
        "iinfo",
        "inf",
        "int32",
        "int64",
    ),
    *("linalg", "nan", "ndarray", "newaxis", "pi", "random", "s_"),
)
RANDOM = ("default_rng",)
UNFIT = re.compile(
    "load.*|save.*|from(?:buffer|file|pyfunc|regex|string|_dlpack)|genfromtxt"  # files and foreign memory
    "|array(?:2string|_repr|_str)|(?:base|binary)_repr|format_float.*|typename|info"  # text
    "|.*(?:printoptions|bufsize|errcall)|(?:get|set)err|get_include|show_.*|test"  # settings
    "|busday.*|is_busday|isnat|datetime_.*"  # dates
    "|.*memory|nested_iters|require|min.*_?type.*|common_type"  # how it is stored
    "|as(?:anyarray|array_chkfinite|fortranarray)"  # as above
    "|asmatrix|bmat|row_stack|poly.*|roots|.*pack_?bits|bitwise_.*|(?:left|right)_shift"  # old, or of another kind
)
"""What no exercise needs: it is left out, so that what one does need is found."""


def list_numpy_names() -> dict[str, str]:
    """List public names by where they stand (`functions`, `others`, `linalg`, `random`), each list with spaces between.

    Raises:
        ModuleNotFoundError: NumPy is not installed.
        AttributeError: A name that is listed here is none of NumPy's any more.
    """
    numpy = importlib.import_module("numpy")
    for name in (*OTHERS, *(f"random.{name}" for name in RANDOM)):
        look_up(numpy, name)
    functions = [name for name in list_functions(numpy) if not UNFIT.fullmatch(name)]
    named = {"functions": functions, "others": OTHERS, "linalg": list_functions(numpy.linalg), "random": RANDOM}
    return {part: " ".join(names) for part, names in named.items()}


def list_functions(module: ModuleType) -> list[str]:
    """List the public functions of a module by name, in order."""
    values = {name: getattr(module, name) for name in module.__all__}
    return sorted(name for name, value in values.items() if callable(value) and not isinstance(value, type))


def look_up(module: ModuleType, name: str) -> object:
    """Find what stands under a name with dots."""
    found: object = module
    for part in name.split("."):
        found = getattr(found, part)
    return found
