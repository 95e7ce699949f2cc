"""Imports and first uses that every child would otherwise pay for: once in the zygote, or while a child waits."""

from __future__ import annotations

import gc
import importlib.util
import select
from typing import Any

import numpy as np
import submission
import values

_IDLE_SECONDS = 0.0002
_MODULES = (
    "abc collections contextlib copy dataclasses enum functools inspect itertools linecache math operator random re "
    "time traceback types typing warnings numpy.linalg numpy.random numpy.lib.stride_tricks encodings.latin_1"
)
"""Few on purpose: every mapped library and every page of memory is paid for at each fork."""
_SAMPLE = (
    "import numpy as np\n\n"
    "def warm(x, h, w, u, b):\n"
    "    out = np.empty((x.shape[0], 2, h.shape[1]))\n"
    "    for t in range(2):\n"
    "        h = np.tanh(x @ w.T + h @ u.T + b)\n"
    "        out[:, t] = h\n"
    "    return {'out': out, 'stack': np.stack([h, h], axis=1), 'product': np.einsum('ij,kj->ik', x, w)}\n"
)


def modules() -> None:
    """Import what students use most, fill the importers' caches, and let BLAS allocate its buffers."""
    for name in _MODULES.split():
        importlib.import_module(name)
    importlib.util.find_spec("no_module_has_this_name")  # lists every folder of the path while that is allowed
    matrix = np.random.default_rng(0).standard_normal((64, 64))
    np.linalg.svd(matrix @ matrix)
    np.tanh(matrix)
    _rehearse()
    gc.collect()
    gc.freeze()


def pages() -> None:
    """Touch the pages that a submission will touch, unless one comes at once: then there is no idle time to use."""
    if not select.select([submission.REQUEST_FD], [], [], _IDLE_SECONDS)[0]:
        _rehearse()


def _rehearse() -> None:
    """The work of a small submission, with its results thrown away."""
    space: dict[str, Any] = {}
    exec(compile(_SAMPLE, "warm.py", "exec", dont_inherit=True), space)  # noqa: S102  our own constant text
    arrays = [np.ones(shape) for shape in ((3, 4), (3, 5), (5, 4), (5, 5), (5,))]
    writer = values.Writer()
    writer.value(tuple(arrays))
    payload = b"".join(writer.chunks)
    arguments, spans = values.Reader(payload).arguments()
    reply = values.Writer()
    reply.value(space["warm"](*arguments))
    submission.changed(payload, spans, arguments)
    submission.signature_fault(space["warm"], 5)
