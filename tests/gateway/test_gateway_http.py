"""The gateway on HTTP: several clients, each with a session, a server and results of its own."""

from __future__ import annotations

import http.client
import itertools
import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

import psutil
import pytest
from mcp import Client
from mcp_types import TextContent

from behind import PAGEFUL, call, initialize, serving, wait_until_gone

pytestmark = [pytest.mark.slow, pytest.mark.anyio]

TOKEN = "a-token-of-sixteen-and-more"
_JSON = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}


@dataclass(frozen=True)
class _Answer:
    status: int
    session: str
    body: bytes


def _post(port: int, message: Any, **headers: str) -> _Answer:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request("POST", "/mcp", json.dumps(message), _JSON | named)
    response = connection.getresponse()
    session = response.headers.get("Mcp-Session-Id", "")
    answer = _Answer(response.status, session, response.read())
    connection.close()
    return answer


def _text(result: Any) -> str:
    (block,) = result.content
    assert isinstance(block, TextContent)
    return block.text


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_clients_have_sessions_of_their_own(mode: str) -> None:
    with serving("--budget", "2000") as (port, _):
        url = f"http://127.0.0.1:{port}/mcp"
        async with Client(url, mode=mode, cache=None) as one, Client(url, mode=mode) as other:
            page = _text(await one.call_tool("rows", {}))
            identifier = page.partition('recall(id="')[2][:4]
            assert "of 2,000" in _text(await one.call_tool("recall", {"id": identifier, "page": 2}))
            wrong = await other.call_tool("recall", {"id": identifier})
            assert wrong.is_error
            assert f"No result is kept as `{identifier}`" in _text(wrong)


async def test_a_server_that_dies_ends_the_session_of_its_client_alone() -> None:
    with serving() as (port, _):
        one = _post(port, initialize()).session
        other = _post(port, initialize()).session
        died = _post(port, call(1, "die"), Mcp_Session_Id=one).body
        assert b"exit code 7" in died
        # Until the session is cleared away its calls are answered as the first was.
        for number in itertools.count(2):
            later = _post(port, call(number, "x"), Mcp_Session_Id=one)
            if later.status == 404:
                break
            assert b"exit code 7" in later.body
        assert b"done" in _post(port, call(3, "x"), Mcp_Session_Id=other).body


async def test_the_end_of_the_gateway_is_that_of_all_servers() -> None:
    with serving() as (port, process):
        for _ in range(2):
            _post(port, initialize())
        below = psutil.Process(process.pid).children(recursive=True)
        assert len(below) == 3
        process.send_signal(signal.SIGTERM)
        assert wait_until_gone(below)
        assert process.wait(10) == 128 + signal.SIGTERM


async def test_foreign_pages_and_names_are_refused() -> None:
    with serving() as (port, _):
        assert _post(port, initialize(), Host="evil.example").status == 421
        assert _post(port, initialize(), Origin="http://evil.example").status == 403
        assert _post(port, initialize(), Origin=f"http://localhost:{port}").status == 200


async def test_with_a_token_every_request_needs_it_and_the_server_does_not_see_it() -> None:
    os.environ["PAGEFUL_HTTP_TOKEN"] = TOKEN
    try:
        with serving() as (port, process):
            assert _post(port, initialize()).status == 401
            assert _post(port, initialize(), Authorization=f"Bearer {TOKEN}").status == 200
            children = psutil.Process(process.pid).children(recursive=True)
            (server,) = [each for each in children if each.cmdline()[1] == "-S"]
            assert "PAGEFUL_HTTP_TOKEN" not in server.environ()
    finally:
        del os.environ["PAGEFUL_HTTP_TOKEN"]


async def test_what_can_not_be_served_is_refused_with_a_reason() -> None:
    with serving() as (port, _):
        without = _post(port, call(1, "rows"))
        assert (without.status, without.body) == (
            400, b"Mcp-Session-Id is missing: begin with `initialize`."
        )  # fmt: skip
        assert _post(port, call(1, "rows"), Mcp_Session_Id="unknown").status == 404


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--http", "0.0.0.0:0"], "other machines can reach"),
        (["--http", ":0", "--store", "/tmp/x"], "keeps each client's results apart"),
        (["--http-remote"], "are of `--http`"),
        (["--header", "a: b"], "is of `--url`"),
        (["--budget", "10"], "is too small"),
        (["--url", "http://x/"], "both was given"),
        (["--face", "nice"], "invalid choice: 'nice'"),
    ],
)
async def test_options_that_do_not_fit_are_refused(options: list[str], said: str) -> None:
    command = [*PAGEFUL, "gateway", *options, "--", sys.executable, "-c", "pass"]
    ran = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, timeout=60)
    assert ran.returncode == 3
    assert said in ran.stderr.decode()
