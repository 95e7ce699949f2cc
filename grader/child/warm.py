"""Imports and first uses that every child would otherwise pay for: once in the zygote, or while a child waits."""

from __future__ import annotations

import gc
import importlib.util
import linecache
import os
import select
import struct
import sys

import numpy as np
import streams
import submission
import values

_IDLE_SECONDS, _BUSY_SECONDS = 0.0002, 0.02
"""How long a child waits before it has idle time: on a busy machine others could use the core."""
_MODULES = (
    "abc collections contextlib copy dataclasses enum functools inspect itertools linecache math operator random re "
    "time traceback types typing warnings numpy.linalg numpy.random numpy.lib.stride_tricks encodings.latin_1"
)
"""Few on purpose: every mapped library and every page of memory is paid for at each fork."""
_SAMPLE = (
    "import numpy as np\n\n\n"
    "def warm(x, h, w, u, b):\n"
    "    out = np.empty((x.shape[0], x.shape[1], h.shape[1]))\n"
    "    for t in range(x.shape[1]):\n"
    "        h = np.tanh(x[:, t] @ w.T + h @ u.T + b)\n"
    "        out[:, t] = h\n"
    "    product = np.einsum('ij,kj->ik', x[:, 0], w) + np.dot(h, u)\n"
    "    return {'out': out, 'stack': np.stack([h, h], axis=1), 'product': product}\n"
)
_SHAPES = ((3, 2, 4), (3, 5), (5, 4), (5, 5), (5,))


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


def pages(*, busy: bool) -> None:
    """Touch the pages that a submission will touch, unless one comes soon: then there is no idle time to use."""
    if not select.select([streams.REQUEST_FD], [], [], _BUSY_SECONDS if busy else _IDLE_SECONDS)[0]:
        _rehearse()
        os.write(streams.REPLY_FD, b"")  # no byte: this only touches what writing touches


def _rehearse() -> None:
    """A small submission from its requests to its answers, which nobody sees, and no trace of it afterwards."""
    function, ready = submission.load(struct.pack("<HH", len(_SHAPES), 4) + b"warm" + _SAMPLE.encode())
    if function is None:
        raise RuntimeError("the rehearsal could not be loaded")
    writer = values.Writer()
    writer.value(tuple(np.ones(shape) for shape in _SHAPES))
    request, calls = b"".join(writer.chunks), submission.Calls(function)
    for number, reply in enumerate((ready, calls.reply(request))):
        streams.frame(number, reply)
    del sys.modules["solution"]
    linecache.cache.clear()
