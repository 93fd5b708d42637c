"""Streamable HTTP: for local clients, for those with the token, and for no page of a browser."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp import Client

from connecting import PAGEFUL
from pageful.main import FAMILIES
from pageful.serve.http_address import HttpAddress, http_address, http_token
from pageful.serve.http_guard import HttpGuard, Message, Receive, Scope, Send, local_hosts
from pageful.serve.http_transport import PatientProtocol, serve_application
from pageful.shell.commands import run
from pageful.tool.errors import ToolError

pytestmark = pytest.mark.anyio

_TOKEN = "correct-horse-battery-staple"
_HELLO = json.dumps(
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    }
)


@contextmanager
def _served(project: Path, host: str, *options: str, **environment: str) -> Iterator[int]:
    """The port of a server of the Maven tools on an address of this machine."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number: int = probe.getsockname()[1]
    command = [*PAGEFUL, "serve", "maven", "--project", str(project)]
    server = subprocess.Popen(
        [*command, "--http", f"{host}:{number}", *options], env={**os.environ, **environment}
    )
    try:
        yield number
    finally:
        server.terminate()
        assert server.wait(60) in (0, -15, 143)


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    with _served(tmp_path, "127.0.0.1") as number:
        yield number


async def _listening(port: int) -> None:
    with anyio.fail_after(60):
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    return
            await anyio.sleep(0.1)


def _answer(port: int, **headers: str) -> http.client.HTTPResponse:
    """The answer to a greeting; a header's name is written with `_` for `-`."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    given = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    given |= {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request("POST", "/mcp", _HELLO, given)
    response = connection.getresponse()
    connection.close()
    return response


def _status(port: int, **headers: str) -> int:
    return _answer(port, **headers).status


@pytest.mark.slow
async def test_a_local_client_is_served_and_foreign_hosts_and_origins_are_not(port: int) -> None:
    await _listening(port)
    async with Client(f"http://127.0.0.1:{port}/mcp") as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
    assert names[:3] == ["maven_clean", "maven_compile", "maven_test"]
    assert _status(port) == 200
    assert _status(port, Host=f"LOCALHOST:{port}", Origin=f"http://localhost:{port}") == 200
    assert _status(port, Host="[::1]:9", Origin="http://[::1]:9") == 200
    for origin in (
        "http://evil.example",
        "http://127.0.0.1:x@evil.example",
        "http://localhost:80.evil.example",
        f"http://localhost:{port}/",
        "https://localhost",
        "null",
    ):
        assert _status(port, Origin=origin) == 403, origin
    for host in ("evil.example", "localhost:evil.example", "localhost:80@evil.example", "0", ""):
        assert _status(port, Host=host) == 421, host


@pytest.mark.slow
async def test_a_server_with_a_token_serves_nobody_without_it(tmp_path: Path) -> None:
    with _served(tmp_path, "127.0.0.1", PAGEFUL_HTTP_TOKEN=_TOKEN) as port:
        await _listening(port)
        missing = _answer(port)
        assert missing.status == 401
        assert missing.headers["WWW-Authenticate"] == 'Bearer realm="pageful"'
        wrong = _answer(port, Authorization="Bearer correct-horse-battery-stapl")
        assert wrong.status == 401
        assert wrong.headers["WWW-Authenticate"].endswith('error="invalid_token"')
        assert _status(port, Authorization=f"Basic {_TOKEN}") == 401
        assert _status(port, Authorization=f"bearer {_TOKEN}") == 200
        assert _status(port, Authorization=f"Bearer {_TOKEN}", Origin="http://evil.example") == 403


@pytest.mark.slow
async def test_other_machines_are_served_with_the_token(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(f"{_TOKEN}\n", encoding="utf-8")
    options = ("--http-remote", "--http-token-file", str(file))
    with _served(tmp_path, "0.0.0.0", *options) as port:
        await _listening(port)
        right = f"Bearer {_TOKEN}"
        assert _status(port, Host="builds.example:9") == 401
        assert _status(port, Host="builds.example:9", Authorization=right) == 200
        same = f"http://127.0.0.1:{port}"
        assert _status(port, Authorization=right, Origin=same) == 200
        assert _status(port, Authorization=right, Origin="http://evil.example") == 403
        assert _status(port, Authorization=right, Host="evil example") == 421


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--http", "0.0.0.0:8000"], "is every address of this machine, which other machines"),
        (["--http", "[::]:8000"], "`--http [::]:8000` is every address of this machine"),
        (["--http", "0:8000"], "`--http 0:8000` is every address of this machine"),
        (["--http", "0x0:8000"], "is every address of this machine"),
        (["--http", "00.0.0.0:8000"], "is every address of this machine"),
        (["--http", "192.0.2.1:8000"], "is 192.0.2.1, which other machines can reach"),
        (["--http", "[::ffff:0.0.0.0]:8000"], "which other machines can reach"),
        (["--http", "0.0.0.0:8000", "--http-remote"], "`--http-remote` needs a token"),
        (["--http", "127.0.0.1:8000", "--http-remote"], "`--http-remote` needs a token"),
        (["--http-remote"], "are of `--http`"),
        (["--http", "localhost"], "is no address"),
        (["--http", "127.0.0.1:99999"], "is no address"),
        (["--http", "127.0.0.1:8000", "--http-token-file", "/nope"], "/nope can't be read"),
    ],
)
def test_an_address_that_cannot_be_served_is_refused(
    options: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(FAMILIES, ["serve", "maven", *options]) == 3
    assert problem in capsys.readouterr().err


def test_an_address_of_another_machine_cannot_be_listened_on() -> None:
    with pytest.raises(ToolError, match="can't be listened on"):
        http_address("192.0.2.1:0", remote=True, token=_TOKEN).listen()


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.1", "0x7f.1"])
def test_what_means_this_machine_alone_needs_no_token(host: str) -> None:
    with HttpAddress(host, 0).listen() as listener:
        assert listener.getsockname()[0] in ("127.0.0.1", "::1")


def test_a_token_is_taken_out_of_the_environment_that_builds_see() -> None:
    environment = {"PAGEFUL_HTTP_TOKEN": f" {_TOKEN}\n", "HOME": "/"}
    assert http_token(None, environment) == _TOKEN
    assert environment == {"HOME": "/"}


@pytest.mark.parametrize("token", ["", "short", "with blanks in it, and more", "é" * 20])
def test_what_is_no_token_is_refused_without_showing_it(token: str) -> None:
    with pytest.raises(ToolError) as error:
        http_token(None, {"PAGEFUL_HTTP_TOKEN": token})
    assert "PAGEFUL_HTTP_TOKEN holds no token" in error.value.problem
    assert not token or token not in str(error.value)
    assert _TOKEN not in repr(HttpAddress("localhost", 1, token=_TOKEN))


async def _served_by(guard: HttpGuard, headers: list[tuple[bytes, bytes]]) -> int:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        raise AssertionError("nothing is read of what is refused")

    await guard({"type": "http", "headers": headers}, receive, send)
    status: int = sent[0]["status"]
    return status


async def _ok(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ([], 401),
        ([f"Bearer {_TOKEN}"], 200),
        ([f"bearer {_TOKEN}"], 200),
        ([f"Basic {_TOKEN}"], 401),
        ([f"Bearer {_TOKEN}x"], 401),
        ([_TOKEN], 401),
        ([f"Bearer {_TOKEN}", f"Bearer {_TOKEN}"], 401),
    ],
)
async def test_only_who_sends_the_token_is_let_in(sent: list[str], status: int) -> None:
    guard = HttpGuard(_ok, None, _TOKEN)
    headers = [(b"authorization", each.encode()) for each in sent]
    assert await _served_by(guard, [(b"host", b"any.example:8"), *headers]) == status


@pytest.mark.parametrize(
    ("headers", "hosts", "status"),
    [
        ({"host": "localhost:1"}, local_hosts("127.0.0.1"), 200),
        ({"host": "localhost:1", "origin": "http://localhost:2"}, local_hosts("127.0.0.1"), 200),
        ({"host": "localhost:1", "origin": "https://localhost:1"}, local_hosts("127.0.0.1"), 403),
        ({"host": "a.example:1", "origin": "https://a.example:1"}, None, 200),
        ({"host": "a.example:1", "origin": "ftp://a.example:1"}, None, 403),
        ({"host": "a.example:1", "origin": "http://a.example:2"}, None, 403),
        ({"host": "a.example:1", "origin": "http://127.0.0.1:2"}, None, 200),
        ({}, local_hosts("127.0.0.1"), 421),
    ],
)
async def test_pages_of_the_same_place_are_let_in(
    headers: dict[str, str], hosts: frozenset[str] | None, status: int
) -> None:
    sent = [(name.encode(), value.encode()) for name, value in headers.items()]
    assert await _served_by(HttpGuard(_ok, hosts, None), sent) == status


async def test_a_refusal_says_why_and_what_is_needed() -> None:
    said: list[Message] = []

    async def send(message: Message) -> None:
        said.append(message)

    async def receive() -> Message:
        raise AssertionError("nothing is read of what is refused")

    guard = HttpGuard(_hello, None, _TOKEN)
    for headers in ([], [(b"authorization", b"Bearer wrong")]):
        scope = {"type": "http", "headers": [(b"host", b"localhost"), *headers]}
        await guard(scope, receive, send)
    missing, why, wrong, why_wrong = said
    assert (b"www-authenticate", b'Bearer realm="pageful"') in missing["headers"]
    assert b"needs a bearer token" in why["body"]
    assert (b"www-authenticate", b'Bearer realm="pageful", error="invalid_token"') in wrong[
        "headers"
    ]
    assert b"This is not the token." in why_wrong["body"]


async def test_what_is_no_request_is_passed_on() -> None:
    """A server tells its application that it starts: no header is there to be looked at."""
    began: list[Scope] = []

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        began.append(scope)

    async def nothing(*_: object) -> Any:
        raise AssertionError

    await HttpGuard(application, local_hosts("127.0.0.1"), _TOKEN)(
        {"type": "lifespan"}, nothing, nothing
    )
    assert began == [{"type": "lifespan"}]


async def _hello(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await receive()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})
        return
    await receive()
    await anyio.sleep(0.6)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"hello"})


@given(st.text(st.characters(max_codepoint=255)), st.sampled_from(["host", "origin"]))
def test_no_header_but_this_machines_is_let_in(text: str, header: str) -> None:
    guard = HttpGuard(_hello, local_hosts("127.0.0.1"), None)
    value = f"http://localhost{text}" if header == "origin" else f"localhost{text}"
    headers = [(b"host", b"localhost")] * (header == "origin")
    headers.append((header.encode(), value.encode("latin-1")))
    known = not text or (text[0] == ":" and text[1:].isascii() and text[1:].isdecimal())
    if not known:
        assert anyio.run(_served_by, guard, headers) in (403, 421)


class _Hurried(PatientProtocol):
    patience = 0.2


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"POST /mcp HTTP/1.1\r\nHost: localhost\r\n",
        b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nabc",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP/1.1\r\n",
    ],
)
async def test_a_request_that_does_not_come_to_its_end_is_hung_up_on(sent: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(serve_application, _hello, listener, _Hurried)
            async with await anyio.connect_tcp(*listener.getsockname()) as client:
                await client.send(sent or b"\r\n")
                # An iteration over what a server says ends with the connection.
                with anyio.fail_after(60):
                    said = b"".join([piece async for piece in client])
                assert said.count(b"hello") == sent.count(b"GET") // 2
            tasks.cancel_scope.cancel()


async def test_an_answer_may_take_longer_than_a_request() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(serve_application, _hello, listener, _Hurried)
            async with await anyio.connect_tcp(*listener.getsockname()) as client:
                for _ in range(2):
                    await client.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    with anyio.fail_after(60):
                        answer = b""
                        while b"hello" not in answer:
                            answer += await client.receive()
            tasks.cancel_scope.cancel()
