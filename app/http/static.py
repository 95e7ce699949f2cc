"""The built files: their addresses, and how they are served, in Brotli where the build made that, or else in gzip.

Each built file has a hash of its content in its name, so a browser may keep it for ever. Where nothing was built, no
address is known: pages then come without style and scripts, and work all the same.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Mapping
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from app.kernel.packaged import STATIC

PREFIX = "/static"
_FOR_EVER = "public, max-age=31536000, immutable"
_NOT_SERVED = frozenset({"manifest.json", "stamp.txt"})
_COMPRESSED = frozenset({".js", ".css", ".svg", ".txt"})


class BuiltFiles(StaticFiles):
    """Serves the folder of built files, to be mounted at ``/static``."""

    def __init__(self, folder: Path = STATIC) -> None:
        """Take the folder as it is now; where it is missing, nothing is found."""
        super().__init__(directory=folder if folder.is_dir() else None)
        self._brotli = frozenset(folder.resolve().glob("**/*.br"))
        self._kept: dict[tuple[Path, str], bytes] = {}

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A built file; what is only for the server is not found."""
        if path in _NOT_SERVED or path.endswith(".br"):
            return Response(status_code=404)
        response = await super().get_response(path, scope)
        if isinstance(response, FileResponse) and Path(path).suffix in _COMPRESSED:
            response = await self._compress(response, Headers(scope=scope))
        if response.status_code in {200, 304} and path != "LICENSES.txt":
            response.headers["cache-control"] = _FOR_EVER
        return response

    async def _compress(self, response: FileResponse, asked: Headers) -> Response:
        """The same file compressed, where the browser takes that and wants the whole of it."""
        response.headers["vary"] = "Accept-Encoding"
        if "range" in asked:
            return response
        taken = {part.partition(";")[0].strip() for part in asked.get("accept-encoding", "").split(",")}
        kept = {name: response.headers[name] for name in ("content-type", "etag", "last-modified", "vary")}
        path = Path(response.path)
        if "br" in taken and path.with_name(f"{path.name}.br") in self._brotli:
            return Response(await self._read(path, "br"), headers={**kept, "content-encoding": "br"})
        if "gzip" in taken:
            return Response(await self._read(path, "gzip"), headers={**kept, "content-encoding": "gzip"})
        return response

    async def _read(self, path: Path, encoding: str) -> bytes:
        """The compressed file; read once, off the event loop, since a built file never changes under its name."""
        if (path, encoding) not in self._kept:
            self._kept[path, encoding] = await run_in_threadpool(_ENCODINGS[encoding], path)
        return self._kept[path, encoding]


def _read_brotli(path: Path) -> bytes:
    return path.with_name(f"{path.name}.br").read_bytes()


def _zip(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), compresslevel=9, mtime=0)


_ENCODINGS: Mapping[str, Callable[[Path], bytes]] = {"br": _read_brotli, "gzip": _zip}


class Assets:
    """Knows the address of each built file by its plain name."""

    def __init__(self, folder: Path = STATIC) -> None:
        """Read the manifest, if there is one."""
        manifest = folder / "manifest.json"
        self._names: Mapping[str, str] = json.loads(manifest.read_bytes()) if manifest.is_file() else {}

    def __call__(self, name: str) -> str:
        """The address of a built file, or the empty string where it was not built."""
        return f"{PREFIX}/{self._names[name]}" if name in self._names else ""
