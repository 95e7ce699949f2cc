from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterator

import httpx
import pytest
from fastapi import FastAPI

from app.http.policies import allow, refuse_undeclared
from app.kernel.actions import Action

SUBMIT = "/api/v1/problems/rnn-cell/submissions"
FORM = "/problems/rnn-cell/submissions"
EVERYWHERE = {
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/problems/rnn-cell", 200),
        ("GET", "/problems/nothing", 404),
        ("GET", "/nothing", 404),
        ("GET", "/submissions/nothing", 404),
        ("GET", "/static/nothing.js", 404),
        ("GET", "/static/..%2f..%2fmain.py", 404),
        ("DELETE", "/", 405),
        ("POST", FORM, 303),
        ("GET", "/api/v1/problems", 200),
        ("GET", "/api/openapi.json", 200),
        ("GET", "/healthz", 200),
        ("POST", SUBMIT, 415),
    ],
)
def test_every_answer_carries_the_headers(client: httpx.Client, method: str, path: str, status: int):
    data = {"source": "right", "mode": "run"} if method == "POST" else None
    response = client.request(method, path, data=data)
    assert response.status_code == status
    assert {name: response.headers.get(name) for name in EVERYWHERE} == EVERYWHERE
    assert "permissions-policy" in response.headers
    assert re.fullmatch(r"[0-9a-f]{16}", response.headers["x-request-id"])
    assert "server" not in response.headers
    assert "strict-transport-security" not in response.headers


def test_the_content_security_policy(client: httpx.Client):
    policies_sent = [client.get("/").headers["content-security-policy"] for _ in range(2)]
    nonces = [re.findall(r"'nonce-([\w-]{22})'", policy) for policy in policies_sent]
    assert [len(found) for found in nonces] == [1, 1]
    assert nonces[0] != nonces[1]
    rules = dict(rule.split(" ", 1) for rule in policies_sent[0].split("; "))
    assert rules.pop("style-src") == f"'self' 'nonce-{nonces[0][0]}'"
    assert rules == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src-attr": "'unsafe-inline'",
        "font-src": "'self'",
        "img-src": "'self' data:",
        "connect-src": "'self'",
        "form-action": "'self'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
    }


def test_over_https_cookies_are_bound_to_the_host(client: httpx.Client):
    # the proxy is on this machine, and so is trusted
    response = client.get("/problems/rnn-cell", headers={"X-Forwarded-Proto": "https"})
    cookie = response.headers["set-cookie"]
    assert cookie.startswith("__Host-visitor=")
    assert cookie.endswith("; Path=/; HttpOnly; SameSite=Lax; Secure")
    assert response.headers["strict-transport-security"] == "max-age=31536000"


@pytest.mark.parametrize("path", [FORM, SUBMIT])
@pytest.mark.parametrize("headers", [{"Sec-Fetch-Site": "cross-site"}, {"Origin": "http://evil.example"}])
def test_other_sites_change_nothing(client: httpx.Client, path: str, headers: dict[str, str]):
    response = client.post(path, data={"source": "right"}, headers=headers)
    assert response.status_code == 403
    assert "set-cookie" not in response.headers


def test_a_form_with_a_cookie_must_say_where_it_comes_from(client: httpx.Client):
    client.get("/problems/rnn-cell")
    assert client.post(FORM, data={"source": "right"}).status_code == 403
    own = client.post(FORM, data={"source": "right"}, headers={"Sec-Fetch-Site": "same-origin"})
    assert own.status_code == 303
    assert client.get(own.headers["location"]).status_code == 200


def test_nothing_is_shared_with_other_origins(client: httpx.Client):
    headers = {"Origin": "http://evil.example", "Access-Control-Request-Method": "GET"}
    for response in (client.options("/api/v1/problems", headers=headers), client.get("/", headers=headers)):
        assert not [name for name in response.headers if name.startswith("access-control")]


def chunks(size: int) -> Iterator[bytes]:
    for _ in range(size // 65536):
        yield b" " * 65536


@pytest.mark.parametrize("path", [SUBMIT, FORM, "/nothing", "/"])
def test_large_bodies_are_413_declared_or_chunked(client: httpx.Client, path: str):
    headers = {"content-type": "application/json"}
    for content in (b" " * (1024 * 1024 + 1), chunks(3 * 1024 * 1024)):
        response = client.post(path, content=content, headers=headers)
        assert response.status_code == 413
        kind = "application/problem+json" if path == SUBMIT else "text/html; charset=utf-8"
        assert response.headers["content-type"] == kind


def test_a_body_at_the_limit_is_taken(client: httpx.Client):
    padding = 1024 * 1024 - len(b'{"source": "right"}')
    body = b'{"source": "right"' + b" " * padding + b"}"
    assert client.post(SUBMIT, content=body, headers={"content-type": "application/json"}).status_code == 201
    half = chunks(512 * 1024)
    assert client.post(SUBMIT, content=half, headers={"content-type": "application/json"}).status_code == 422


@pytest.mark.parametrize("path", ["/", "/nothing", "/healthz", "/api/v1/problems"])
def test_head_is_get_without_the_body(client: httpx.Client, path: str):
    plain = {"accept-encoding": "identity"}  # compressed, the length depends on the nonce
    head, get = client.head(path, headers=plain), client.get(path, headers=plain)
    assert head.status_code == get.status_code
    assert head.headers["content-length"] == get.headers["content-length"]
    assert head.content == b""


@pytest.mark.parametrize("method", ["TRACE", "PATCH", "PUT", "DELETE", "OPTIONS"])
def test_other_methods_are_refused_and_none_is_overridden(client: httpx.Client, method: str):
    headers = {"X-HTTP-Method-Override": "GET", "X-Original-URL": "/healthz", "X-Rewrite-URL": "/healthz"}
    assert client.request(method, "/api/v1/problems", headers=headers).status_code == 405


def test_untrusted_hosts_are_refused(open_client: Callable[..., httpx.Client]):
    client = open_client(trusted_hosts=("127.0.0.1",))
    assert client.get("/healthz").status_code == 200
    response = client.get("/", headers={"Host": "evil.example"})
    assert response.status_code == 400
    assert "evil.example" not in response.text
    assert response.headers["x-frame-options"] == "DENY"
    assert response.headers["content-type"].startswith("text/html")
    problem = client.get("/api/v1/problems", headers={"Host": "evil.example"})
    assert problem.headers["content-type"] == "application/problem+json"
    assert problem.json()["status"] == 400


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("a.example.org", 200),
        ("A.EXAMPLE.ORG:8000", 200),
        ("example.org", 400),
        ("[::1]:80", 200),
        ("aexample.org", 400),
        ("localhost", 200),
    ],
)
def test_trusted_names_may_be_all_below_one(open_client: Callable[..., httpx.Client], host: str, status: int):
    client = open_client(trusted_hosts=("*.example.org", "::1"))
    assert client.get("/healthz", headers={"Host": host}).status_code == status


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:8000", "localhost.", "127.0.0.1:8000", "127.8.9.1", "[::1]:8000"]
)
def test_without_a_choice_loopback_names_are_answered(client: httpx.Client, host: str):
    assert client.get("/healthz", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "192.0.2.1", "localhost.evil.example", "[2001:db8::1]", "127.0.0.1.evil.example", ""]
)
def test_and_no_others_not_even_with_an_origin_to_match(client: httpx.Client, host: str):
    headers = {"Host": host, "Origin": f"http://{host}"}
    answer = client.post(SUBMIT, json={"source": "right"}, headers=headers)
    assert answer.status_code == 400
    assert "ALLCLOSE_TRUSTED_HOSTS" in answer.json()["detail"]


@pytest.mark.parametrize("bound", ["0.0.0.0", "::"])  # noqa: S104 - nothing listens there
def test_a_site_at_every_address_answers_to_any_and_to_the_machines_name(
    open_client: Callable[..., httpx.Client], bound: str
):
    client = open_client(host=bound)
    for host in ("192.0.2.1:8000", "[2001:db8::1]", "127.0.0.1", socket.gethostname()):
        assert client.get("/healthz", headers={"Host": host}).status_code == 200
    assert client.get("/healthz", headers={"Host": "evil.example"}).status_code == 400


def test_a_star_answers_to_every_name(open_client: Callable[..., httpx.Client]):
    assert open_client(trusted_hosts=("*",)).get("/healthz", headers={"Host": "evil.example"}).status_code == 200


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"GET /healthz HTTP/1.0\r\n\r\n", b"200"),
        (b"GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n", b"400"),
        (b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nhost: localhost\r\nconnection: close\r\n\r\n", b"400"),
    ],
)
def test_a_request_names_one_host_unless_it_is_too_old_for_that(client: httpx.Client, head: bytes, status: bytes):
    with socket.create_connection((client.base_url.host, client.base_url.port), timeout=10) as connection:
        connection.sendall(head)
        assert connection.recv(65536).split(b" ")[1] == status


def test_people_get_a_page_and_never_a_trace(client: httpx.Client):
    response = client.get("/problems/<script>alert(1)</script>")
    assert response.status_code == 404
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert "<script>alert" not in response.text
    assert response.headers["x-request-id"] in response.text


def broken() -> None:
    raise ZeroDivisionError("secret detail")


def test_what_nobody_expected_is_a_500_with_the_number_of_the_request(
    make_app: Callable[..., FastAPI], serve: Callable[[FastAPI], httpx.Client], caplog: pytest.LogCaptureFixture
):
    app = make_app()
    for path in ("/broken", "/api/broken"):
        app.add_api_route(path, broken, dependencies=[allow(Action.READ_PUBLIC)])
    client = serve(app)
    page, details = client.get("/broken"), client.get("/api/broken")
    for response in (page, details):
        assert response.status_code == 500
        assert "secret detail" not in response.text
        assert response.headers["x-request-id"] in response.text
        assert response.headers["x-frame-options"] == "DENY"
        assert f"request {response.headers['x-request-id']} failed" in caplog.text
    assert details.headers["content-type"] == "application/problem+json"


def test_a_folder_that_is_not_public_does_not_start(make_app: Callable[..., FastAPI]):
    app = make_app()
    app.mount("/uploads", FastAPI())
    with pytest.raises(RuntimeError, match="/uploads"):
        refuse_undeclared(app)
