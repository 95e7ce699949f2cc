from __future__ import annotations

import asyncio
import json
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from app.http.static import Assets, BuiltFiles


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    (tmp_path / "app-0123.css").write_text("body{}", encoding="utf-8")
    (tmp_path / "other.css.br").write_bytes(b"squeezed")
    (tmp_path / "LICENSES.txt").write_text("a licence", encoding="utf-8")
    (tmp_path / "manifest.json").write_text(json.dumps({"app.css": "app-0123.css"}), encoding="utf-8")
    return tmp_path


def get(folder: Path, path: str, headers: dict[str, str] | None = None) -> httpx.Response:
    async def ask() -> httpx.Response:
        app = Starlette(routes=[Mount("/static", BuiltFiles(folder))])
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as client:
            return await client.get(path, headers=headers)

    return asyncio.run(ask())


def raw(folder: Path | BuiltFiles, path: str, headers: dict[str, str]) -> tuple[httpx.Headers, bytes]:
    """An answer as it is on the wire."""

    async def ask() -> tuple[httpx.Headers, bytes]:
        served = folder if isinstance(folder, BuiltFiles) else BuiltFiles(folder)
        app = Starlette(routes=[Mount("/static", served)])
        async with (
            httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as client,
            client.stream("GET", path, headers=headers) as answer,
        ):
            return answer.headers, b"".join([chunk async for chunk in answer.aiter_raw()])

    return asyncio.run(ask())


def test_a_built_file_has_its_hashed_address(dist: Path):
    assets = Assets(dist)
    assert assets("app.css") == "/static/app-0123.css"
    assert assets("workspace.js") == ""


def test_nothing_built_is_no_error(tmp_path: Path):
    assert Assets(tmp_path / "missing")("app.css") == ""
    assert get(tmp_path / "missing", "/static/app.css").status_code == 404


def test_a_built_file_may_be_kept_for_ever(dist: Path):
    answer = get(dist, "/static/app-0123.css")
    assert answer.text == "body{}"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_a_built_file_is_compressed_for_whoever_takes_that_and_wants_all_of_it(dist: Path):
    zipped = get(dist, "/static/app-0123.css")
    assert (zipped.headers["content-encoding"], zipped.headers["vary"]) == ("gzip", "Accept-Encoding")
    assert zipped.headers["content-type"].startswith("text/css")
    plain = get(dist, "/static/app-0123.css", {"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert (plain.text, plain.headers["etag"]) == (zipped.text, zipped.headers["etag"])
    part = get(dist, "/static/app-0123.css", {"range": "bytes=0-1"})
    assert (part.status_code, part.text) == (206, "bo")


def test_brotli_goes_before_gzip_where_the_build_made_it(dist: Path):
    (dist / "app-0123.css.br").write_bytes(b"squeezed")
    accepting = {"accept-encoding": "gzip, deflate, br;q=0.9"}
    answer = get(dist, "/static/app-0123.css", accepting | {"range": "bytes=0-1"})
    assert "content-encoding" not in answer.headers
    assert get(dist, "/static/app-0123.css", {"accept-encoding": "gzip, brr"}).headers["content-encoding"] == "gzip"
    headers, body = raw(dist, "/static/app-0123.css", accepting)
    assert (headers["content-encoding"], headers["content-type"], body) == (
        "br",
        "text/css; charset=utf-8",
        b"squeezed",
    )
    assert headers["cache-control"] == "public, max-age=31536000, immutable"


def test_a_folder_may_be_reached_by_a_link(dist: Path, tmp_path_factory: pytest.TempPathFactory):
    (dist / "app-0123.css.br").write_bytes(b"squeezed")
    link = tmp_path_factory.mktemp("elsewhere") / "dist"
    link.symlink_to(dist)
    assert raw(link, "/static/app-0123.css", {"accept-encoding": "br"})[1] == b"squeezed"


def test_a_compressed_file_is_read_once(dist: Path):
    packed = dist / "app-0123.css.br"
    packed.write_bytes(b"squeezed")
    served = BuiltFiles(dist)
    bodies = []
    for _ in range(2):
        bodies.append(raw(served, "/static/app-0123.css", {"accept-encoding": "br"})[1])
        packed.unlink(missing_ok=True)
    assert bodies == [b"squeezed", b"squeezed"]


def test_a_file_that_is_known_is_not_sent_again(dist: Path):
    etag = get(dist, "/static/app-0123.css").headers["etag"]
    assert get(dist, "/static/app-0123.css", {"if-none-match": etag}).status_code == 304


def test_a_file_without_a_hash_may_not(dist: Path):
    answer = get(dist, "/static/LICENSES.txt")
    assert answer.status_code == 200
    assert "cache-control" not in answer.headers


@pytest.mark.parametrize("path", ["manifest.json", "other.css.br", "nothing.css", "../static.py", "%2e%2e/static.py"])
def test_nothing_else_is_served(dist: Path, path: str):
    answer = get(dist, f"/static/{path}")
    assert answer.status_code == 404
    assert "cache-control" not in answer.headers
