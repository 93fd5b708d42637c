"""A client on stdin and stdout that speaks line by line: what it sends, and what it gets."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from connecting import PAGEFUL
from pretended_maven import pretended, until

pytestmark = pytest.mark.slow

_CLIENT = (
    '{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}'
)
_HELLO = (
    f'{{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{_CLIENT}}}',
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
)
_PING = '{"jsonrpc":"2.0","id":"after","method":"ping"}'
_PONG = {"jsonrpc": "2.0", "id": "after", "result": {}}
_PATIENCE = 45
"""Seconds for a server to end by itself: fewer than it gives to the calls under way."""


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    (tmp_path / "Rye.md").write_text("The rye starter.\n", encoding="utf-8")
    return tmp_path


def _call(identifier: object, tool: str, **arguments: object) -> str:
    params = {"name": tool, "arguments": arguments}
    message = {"jsonrpc": "2.0", "id": identifier, "method": "tools/call", "params": params}
    return json.dumps(message)


def _answers(vault: Path, *lines: str) -> list[dict[str, Any]]:
    """What a server answers to lines after the greeting, whose end comes with the last of them."""
    server = subprocess.run(
        [*PAGEFUL, "serve", "vault", str(vault)],
        input="".join(f"{line}\n" for line in (*_HELLO, *lines)).encode(),
        capture_output=True,
        timeout=300,
    )
    assert server.returncode == 0
    hello, *answers = map(json.loads, server.stdout.decode().splitlines())
    assert hello["id"] == "hello"
    return answers


class Conversation:
    """A server that goes on, whatever lines it is sent."""

    def __init__(self, server: subprocess.Popen[bytes]) -> None:
        assert server.stdin
        assert server.stdout
        self._lines, self._answers = server.stdin, server.stdout

    def answers(self, *lines: str) -> list[dict[str, Any]]:
        """What it answers to lines, up to the answer to a last one, which is a ping."""
        self._lines.write("".join(f"{line}\n" for line in (*lines, _PING)).encode())
        self._lines.flush()
        answers = [json.loads(self._answers.readline())]
        while answers[-1] != _PONG:
            answers.append(json.loads(self._answers.readline()))
        return answers[:-1]


@pytest.fixture(scope="module")
def conversation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Conversation]:
    command = [*PAGEFUL, "serve", "vault", str(tmp_path_factory.mktemp("vault"))]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe) as server:
        conversation = Conversation(server)
        (hello,) = conversation.answers(*_HELLO)
        assert hello["id"] == "hello"
        yield conversation
        said, _ = server.communicate(timeout=300)
        assert not said
        assert server.returncode == 0


def _text(answer: dict[str, Any]) -> str:
    text: str = answer["result"]["content"][0]["text"]
    return text


def test_calls_that_are_under_way_at_the_end_of_input_are_answered(vault: Path) -> None:
    calls = [_call(number, "vault_search", query="rye") for number in range(9)]
    answers = _answers(vault, '{"jsonrpc":"2.0","id":"tools","method":"tools/list"}', *calls)
    by_id = {answer["id"]: answer for answer in answers}
    assert set(by_id) == {"tools", *range(9)}
    for number in range(9):
        assert "Path: Rye.md" in _text(by_id[number])


@pytest.mark.parametrize(
    ("line", "identifier", "code", "problem"),
    [
        ("garbage", None, -32700, "Parse error: 'garbage' is no JSON: Expecting value"),
        ("{", None, -32700, "Parse error: '{' is no JSON"),
        ("[" * 90_000, None, -32700, "is no JSON: too deep."),
        ('{"id": "\\ud800', None, -32700, "is no JSON: "),
        ('[{"jsonrpc":"2.0","id":1,"method":"ping"}]', None, -32600, "MCP has no batches"),
        ("5", None, -32600, "Invalid request: 5 is no object."),
        ("{}", None, -32600, "a `method` that is a string"),
        ('{"id":3,"method":"ping"}', 3, -32600, 'it needs `"jsonrpc": "2.0"`'),
        ('{"jsonrpc":"2.0","id":"x","method":5}', "x", -32600, "a `method` that is a string"),
        ('{"jsonrpc":"2.0","id":3,"method":"ping","params":[1]}', 3, -32600, "an object"),
        ('{"jsonrpc":"2.0","id":1.5,"method":"ping"}', None, -32600, "'ping' needs an `id`"),
        ('{"jsonrpc":"2.0","id":null,"method":"ping"}', None, -32600, "'ping' needs an `id`"),
        ('{"jsonrpc":"2.0","id":[1],"method":"nope"}', None, -32600, "'nope' needs an `id`"),
        ('{"jsonrpc":"2.0","method":"\\ud800"}', None, -32600, "needs an `id`"),
        ('{"jsonrpc":"2.0","id":"\\ud800","method":5}', "\ufffd", -32600, "`method`"),
        ('{"jsonrpc":"2.0","id":1,"method":"\\ud800"}', 1, -32601, "Method not found"),
    ],
)
def test_what_is_no_request_is_answered_with_what_is_wrong(
    line: str, identifier: object, code: int, problem: str, conversation: Conversation
) -> None:
    (wrong,) = conversation.answers(line)
    assert (wrong["id"], wrong["error"]["code"]) == (identifier, code)
    assert problem in wrong["error"]["message"]


@pytest.mark.parametrize(
    "line",
    [
        "",
        "  ",
        '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}',
        '{"jsonrpc":"2.0","method":"notifications/nope"}',
        '{"jsonrpc":"2.0","id":7,"result":5}',
        '{"jsonrpc":"2.0","id":7,"error":{}}',
    ],
)
def test_a_blank_line_and_an_answer_that_nobody_asked_for_get_none(
    line: str, conversation: Conversation
) -> None:
    assert not conversation.answers(line)


def test_half_a_surrogate_pair_is_read_as_an_unknown_character(vault: Path) -> None:
    cut = _call(1, "vault_search", query="rye \ud83d")
    whole = _call(2, "vault_search", query="rye OR \U0001f600 \\ud800 \ud800")
    assert "\\ud83d" in cut
    by_id = {answer["id"]: answer for answer in _answers(vault, cut, whole)}
    assert '"rye \ufffd"' in _text(by_id[1])
    assert '"rye OR 😀 \\ud800 \ufffd"' in _text(by_id[2])


_SLOW = 'say("[INFO] Scanning"); pathlib.Path("started").touch(); wait_for("go")'


@contextmanager
def _building(project: Path, output: int) -> Iterator[subprocess.Popen[bytes]]:
    """A server whose build has begun and waits for a file `go` in the project."""
    command = [*PAGEFUL, "serve", "maven", "--project", str(pretended(project, _SLOW))]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=output) as server:
        assert server.stdin
        lines = (*_HELLO, _call("build", "maven_compile"))
        server.stdin.write("".join(f"{line}\n" for line in lines).encode())
        server.stdin.flush()
        until((project / "started").exists)
        try:
            yield server
        finally:
            (project / "go").touch()


def _builds(project: Path) -> list[psutil.Process]:
    return [
        process
        for process in psutil.process_iter(["cmdline"])
        if str(project / "mvnw") in (process.info["cmdline"] or [])
    ]


def test_a_build_that_is_under_way_at_the_end_of_input_is_answered(
    tmp_path: Path, jdk: Path
) -> None:
    with _building(tmp_path / "shop", subprocess.PIPE) as server:
        assert server.stdin
        assert server.stdout
        server.stdin.close()
        (tmp_path / "shop" / "go").touch()
        answers = {each["id"]: each for each in map(json.loads, server.stdout) if "id" in each}
    assert _text(answers["build"]).startswith("Compile SUCCESS")
    assert server.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="it can't be told there")
@pytest.mark.parametrize("kind", ["pipe", "socket"])
def test_a_client_that_is_gone_takes_its_build_along(kind: str, tmp_path: Path, jdk: Path) -> None:
    project = tmp_path / "shop"
    if kind == "pipe":
        with _building(project, subprocess.PIPE) as server:
            assert server.stdin
            assert server.stdout
            server.stdout.close()
            server.stdin.close()
            server.wait(_PATIENCE)
            assert not _builds(project)
        return
    ours, theirs = socket.socketpair()
    with ours, _building(project, theirs.fileno()) as server:
        assert server.stdin
        theirs.close()
        ours.close()
        server.stdin.close()
        server.wait(_PATIENCE)
        assert not _builds(project)


@pytest.mark.skipif(sys.platform == "win32", reason="it can't be told there")
def test_a_server_that_nobody_reads_ends_though_its_input_is_open(vault: Path) -> None:
    command = [*PAGEFUL, "serve", "vault", str(vault)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as server:
        assert server.stdin
        assert server.stdout
        assert server.stderr
        server.stdout.close()
        server.stdin.write("".join(f"{line}\n" for line in _HELLO).encode())
        server.stdin.flush()
        server.wait(_PATIENCE)
        assert b"Traceback" not in server.stderr.read()
