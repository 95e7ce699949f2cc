"""Values as students write them: JSON, or Python literals with a few of NumPy's ways to make an array.

A text is first bounded in size, depth and words, then parsed with `ast`, and its tree is walked here. Nothing of it is
ever compiled to run or evaluated.
"""

from __future__ import annotations

import ast
import math
import re
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from grader.problem_format.literal_arrays import (
    DTYPES,
    MAKERS,
    ArrayBudget,
    LiteralError,
    Made,
    make_array,
    reshape,
    transpose,
)

DEPTH_LIMIT = 16
"""How deep brackets may be nested."""

LINKS_LIMIT = 8
"""How many signs or dots may stand in one piece of text between brackets and commas, or after closed brackets."""

_MODULES = frozenset({"np", "numpy"})
_CONSTANTS: dict[str, Any] = {
    "true": True,
    "false": False,
    "null": None,
    "nan": math.nan,
    "NaN": math.nan,
    "inf": math.inf,
    "Infinity": math.inf,
    "pi": math.pi,
    "e": math.e,
}
_WORDS = frozenset(
    {*_MODULES, *_CONSTANTS, *DTYPES, *MAKERS, "True", "False", "None", "T", "reshape", "array", "asarray"}
    | {word for names in MAKERS.values() for word in names}
    | {"dtype", "re", "im", "j"}
)
_TEXT = re.compile(r'"(?:[^"\\\n]++|\\[^\n])*+"|\'(?:[^\'\\\n]++|\\[^\n])*+\'|#[^\n]*+')
_WORD = re.compile(r"(?<!\w)(?<!\d\.)[^\W\d]\w*")
_FOREIGN = re.compile(r"[^\w\s.,:+\-=()\[\]{}]")
_TOUCHING = re.compile(r"[\])}]\s*[\[({]")
_LINKED = re.compile(r"[\])}]\s*[-+.]")
_BETWEEN = re.compile(r"[\[\](){},:=]")
_LINK = re.compile(r"[-+.]")
_BRACKETS = {"[": 1, "(": 1, "{": 1, "]": -1, ")": -1, "}": -1}


@dataclass(frozen=True, slots=True)
class Literal:
    """What a text stands for.

    Attributes:
        value: plain lists, dicts, numbers, text, bools and None, or an array.
        dtype: the dtype that the text asks for by name, or empty.
    """

    value: Any
    dtype: str = ""


def parse(text: str, budget: ArrayBudget) -> Literal:
    """Read one value.

    Args:
        text: such as ``[[1, 2.5]]``, ``np.zeros((2, 3))`` or ``{"re": 1, "im": 2}``.
        budget: how many elements may still be made.

    Raises:
        LiteralError: it is no value that is known here; the message says what to change.
    """
    _check(text)
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except SyntaxError as error:
        raise LiteralError(_locate_error(error)) from None
    except (ValueError, MemoryError, RecursionError):
        raise LiteralError("cannot be read: it is too large or nested too deep. Write less.") from None
    value = _read_value(tree.body, budget)
    return Literal(value.array, value.dtype) if isinstance(value, Made) else Literal(value)


def _locate_error(error: SyntaxError) -> str:
    """Python's own sentence with its place; it tells none for a number of thousands of digits."""
    if not error.offset:
        return "cannot be read: a number in it has too many digits."
    return f"cannot be read: line {error.lineno}, column {error.offset}: {error.msg}."


def _check(text: str) -> None:
    """Keep whatever could lead the parser deep away from it: then its tree is as deep as the brackets are."""
    if "'''" in text or '"""' in text:
        raise LiteralError("has triple quotes. Write text between single ones.")
    bare = _TEXT.sub(" ", text)
    if strange := _FOREIGN.search(bare):
        sign = strange[0]
        raise LiteralError(
            "has a quote that is not closed." if sign in "\"'" else f"has a {sign!r}, which no value here needs."
        )
    for word in _WORD.findall(bare):
        if word not in _WORDS:
            raise LiteralError(f"has the word {word[:40]!r}, which is not known here. {_list_known()}")
    if max(accumulate(_BRACKETS.get(sign, 0) for sign in bare), default=0) > DEPTH_LIMIT:
        raise LiteralError(f"has brackets nested deeper than {DEPTH_LIMIT} levels. Write fewer.")
    if _TOUCHING.search(bare):
        raise LiteralError("has a bracket that opens right after one that closes. Is a comma missing between them?")
    pieces = _BETWEEN.split(bare)
    if len(_LINKED.findall(bare)) > LINKS_LIMIT or any(len(_LINK.findall(piece)) > LINKS_LIMIT for piece in pieces):
        raise LiteralError("calculates. Write the numbers themselves.")


def _list_known() -> str:
    makers = ", ".join(f"np.{name}" for name in MAKERS)
    return f"Write numbers in lists, or use {makers}, .reshape and .T."


def _read_value(node: ast.expr, budget: ArrayBudget) -> Any:
    """A plain value, or an array with the dtype that it was asked for."""
    if isinstance(node, ast.Constant):
        return _read_constant(node)
    if isinstance(node, ast.List | ast.Tuple):
        return [_read_value(item, budget) for item in node.elts]
    if isinstance(node, ast.Dict):
        return {_read_key(key): _read_value(item, budget) for key, item in zip(node.keys, node.values, strict=True)}
    if isinstance(node, ast.UnaryOp):
        return _read_signed(node, budget)
    if isinstance(node, ast.BinOp):
        return _read_complex(node, budget)
    if isinstance(node, ast.Call):
        return _read_call(node, budget)
    return _read_name(node, budget)


def _read_constant(node: ast.Constant) -> Any:
    if node.value is None or isinstance(node.value, bool | int | float | complex | str):
        return node.value
    raise _no_value(node)


def _read_key(node: ast.expr | None) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    raise LiteralError('has a key that is not text. Write keys in quotes, such as {"re": 1, "im": 2}.')


def _read_signed(node: ast.UnaryOp, budget: ArrayBudget) -> Any:
    value = _read_value(node.operand, budget)
    if isinstance(value, bool | str | list | dict) or value is None or not isinstance(node.op, ast.USub | ast.UAdd):
        raise LiteralError("has a sign before something that is no number. Put signs before single numbers.")
    if isinstance(node.op, ast.UAdd):
        return value
    if isinstance(value, Made):
        budget.take(value.array.shape)
        return make_array(lambda: -value.array, value.dtype)
    return -value


def _read_complex(node: ast.BinOp, budget: ArrayBudget) -> complex:
    """A complex number such as ``1 - 2j``: the one sum that is a literal."""
    left, right = _read_value(node.left, budget), _read_value(node.right, budget)
    real = isinstance(left, int | float) and not isinstance(left, bool)
    if real and isinstance(right, complex) and isinstance(node.op, ast.Add | ast.Sub):
        return complex(left) + right if isinstance(node.op, ast.Add) else complex(left) - right
    raise LiteralError("calculates. Write the numbers themselves.")


def _read_name(node: ast.expr, budget: ArrayBudget) -> Any:
    """A constant by its name, or the transpose of an array."""
    name = _numpy_name(node)
    if name in _CONSTANTS:
        return _CONSTANTS[name]
    if isinstance(node, ast.Attribute) and node.attr == "T":
        return transpose(_read_value(node.value, budget))
    raise _no_value(node)


def _numpy_name(node: ast.expr) -> str:
    """``zeros`` of ``np.zeros``, ``numpy.zeros`` or ``zeros`` alone, as arrays print themselves; else empty."""
    if isinstance(node, ast.Name):
        return node.id
    known = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in _MODULES
    return node.attr if known and isinstance(node, ast.Attribute) else ""


def _read_call(node: ast.Call, budget: ArrayBudget) -> Any:
    given = [_read_value(item, budget) for item in node.args]
    named = {word.arg or "": word.value for word in node.keywords}
    dtype = _dtype(named.pop("dtype", None))
    values = {name: _read_value(item, budget) for name, item in named.items()}
    function = node.func
    if isinstance(function, ast.Attribute) and function.attr == "reshape" and not _numpy_name(function):
        return reshape(_read_value(function.value, budget), given, values)
    name = _numpy_name(function)
    if name in DTYPES and len(given) == 1 and not values:
        return given[0]  # as NumPy prints its scalars: np.float64(0.5)
    if name not in MAKERS:
        raise _no_value(node)
    return budget.make(name, given, values, dtype)


def _dtype(node: ast.expr | None) -> str:
    """The dtype that is asked for, in NumPy's own name."""
    if node is None:
        return ""
    name = node.value if isinstance(node, ast.Constant) else _numpy_name(node)
    if isinstance(name, str) and name in DTYPES:
        return DTYPES[name]
    raise LiteralError("asks for a dtype that is not known here. Write one such as np.float64 or np.int64.")


def _no_value(node: ast.expr) -> LiteralError:
    return LiteralError(
        f"has something at line {node.lineno}, column {node.col_offset + 1} that is no value. {_list_known()}"
    )
