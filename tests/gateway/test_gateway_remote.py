"""A server at an address: authorization, streams that break, sessions, headers."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from behind import PAGEFUL, PATIENCE, Client, call, initialize, running
from pageful.anything import restore
from pageful.gateway.event_stream import Event, read_events
from pageful.gateway.frames import read_frame
from pageful.gateway.request_headers import header_paths, message_headers, read_headers
from pageful.tool.errors import ToolError

ROWS = [{"id": n, "name": f"Row {n}"} for n in range(40)]
Answer = Callable[["Handler", dict[str, Any]], None]


class Handler(BaseHTTPRequestHandler):
    """A server that does what the test says for a tool, and answers the rest."""

    protocol_version = "HTTP/1.1"
    answer_call: Answer
    answer_get: Callable[[Handler], None]
    seen: list[tuple[str, dict[str, str], dict[str, Any]]]

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass

    def give(self, status: int, body: str = "", **headers: str) -> None:
        data = body.encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def give_json(self, value: object, **headers: str) -> None:
        self.give(200, json.dumps(value, indent=2), Content_Type="application/json", **headers)

    def stream(self, text: str) -> None:
        """Send the events of a stream, and break off."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(text.encode())

    def do_POST(self) -> None:
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.seen.append(("POST", dict(self.headers), message))
        if message.get("method") == "initialize":
            result = {"protocolVersion": "2025-06-18", "capabilities": {}}
            self.give_json({"id": message["id"], "result": result}, Mcp_Session_Id="s1")
        elif "id" not in message:
            self.give(202)
        else:
            type(self).answer_call(self, message)

    def do_GET(self) -> None:
        self.seen.append(("GET", dict(self.headers), {}))
        type(self).answer_get(self)

    def do_DELETE(self) -> None:
        self.seen.append(("DELETE", dict(self.headers), {}))
        self.give(200)


def _no_stream(handler: Handler) -> None:
    handler.give(405)


@contextmanager
def _remote(
    answer: Answer, *options: str, get: Callable[[Handler], None] = _no_stream
) -> Iterator[tuple[Client, list[tuple[str, dict[str, str], dict[str, Any]]]]]:
    members = {"answer_call": staticmethod(answer), "answer_get": staticmethod(get), "seen": []}
    handler = type("OneHandler", (Handler,), members)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/mcp"
        with running([*PAGEFUL, "gateway", "--url", url, *options]) as client:
            assert "result" in client.ask(initialize())
            client.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
            yield client, handler.seen  # type: ignore[attr-defined]
        server.shutdown()


def _rows(handler: Handler, message: dict[str, Any]) -> None:
    result = {"content": [{"type": "text", "text": json.dumps(ROWS)}]}
    handler.give_json({"jsonrpc": "2.0", "id": message["id"], "result": result})


def test_an_answer_of_several_lines_is_one_line_and_its_data_a_page() -> None:
    with _remote(_rows) as (client, _):
        page = client.text(1, "rows")
    assert page.startswith("|id|name|")
    assert restore(page) == ROWS


@pytest.mark.slow
def test_the_session_and_the_revision_go_with_each_message_and_the_end_is_said() -> None:
    with _remote(_rows) as (client, seen):
        client.text(1, "rows")
        assert client.leave() == 0
    (_, first, _), *others = seen
    assert "Mcp-Session-Id" not in first
    assert all(headers["Mcp-Session-Id"] == "s1" for _, headers, _ in others)
    posts = [headers for method, headers, _ in others if method == "POST"]
    assert all(headers["MCP-Protocol-Version"] == "2025-06-18" for headers in posts)
    assert seen[-1][0] == "DELETE"


@pytest.mark.slow
def test_a_server_that_asks_for_a_token_is_quoted() -> None:
    def refuse(handler: Handler, _message: dict[str, Any]) -> None:
        challenge = 'Bearer resource_metadata="https://x.example/meta"'
        handler.give(401, "who are you?", WWW_Authenticate=challenge)

    with _remote(refuse) as (client, _):
        said = client.ask(call(1, "rows"))["error"]["message"]
    assert "HTTP 401 Unauthorized: who are you?" in said
    assert 'It asks for: Bearer resource_metadata="https://x.example/meta".' in said
    assert "--header 'Authorization: Bearer ${TOKEN}'" in said


@pytest.mark.slow
def test_a_stream_that_breaks_is_taken_up_after_its_last_event() -> None:
    def begin(handler: Handler, message: dict[str, Any]) -> None:
        handler.server.wanted = message["id"]  # type: ignore[attr-defined]
        note = {"jsonrpc": "2.0", "method": "notifications/message", "params": {}}
        handler.stream(f"retry: 10\nid: e1\ndata: {json.dumps(note)}\n\ndata: half")

    def go_on(handler: Handler) -> None:
        if handler.headers.get("Last-Event-ID") != "e1":
            handler.give(405)
            return
        result = {"content": [{"type": "text", "text": "late"}]}
        message = {"jsonrpc": "2.0", "id": handler.server.wanted, "result": result}  # type: ignore[attr-defined]
        handler.stream(f"id: e2\ndata: {json.dumps(message)}\n\n")

    with _remote(begin, get=go_on) as (client, seen):
        client.send(call(1, "rows"))
        assert client.answer()["method"] == "notifications/message"
        assert client.answer()["result"]["content"][0]["text"] == "late"
    assert [message["id"] for _, _, message in seen if message.get("method") == "tools/call"] == [1]


@pytest.mark.slow
def test_a_stream_that_ends_without_an_answer_is_said_so_and_no_call_is_sent_twice() -> None:
    with _remote(lambda handler, _message: handler.stream(": nothing\n\n")) as (client, seen):
        error = client.ask(call(1, "rows"))["error"]
        assert "ended its stream without an answer" in error["message"]
    assert sum(message.get("method") == "tools/call" for _, _, message in seen) == 1


@pytest.mark.slow
def test_what_the_server_says_of_its_own_accord_passes() -> None:
    def say(handler: Handler) -> None:
        if "Last-Event-ID" in handler.headers:
            handler.give(405)
        else:
            handler.stream('id: 1\ndata: {"jsonrpc":"2.0",\ndata: "method":"x"}\n\n')

    with _remote(_rows, get=say) as (client, _):
        assert client.line() == b'{"jsonrpc":"2.0", "method":"x"}\n'


@pytest.mark.slow
def test_a_session_that_the_server_has_forgotten_ends_the_gateway() -> None:
    with _remote(lambda handler, _message: handler.give(404, "gone")) as (client, _):
        said = client.ask(call(1, "rows"))["error"]["message"]
        assert "has forgotten the session (HTTP 404) before it answered" in said
        assert client.process.wait(PATIENCE) == 4


@pytest.mark.slow
def test_an_error_page_is_quoted_in_one_line() -> None:
    with _remote(lambda handler, _message: handler.give(502, "Bad\nlines")) as (client, _):
        assert client.ask(call(1, "rows"))["error"]["message"].endswith("HTTP 502 Bad Gateway: Bad")


@pytest.mark.slow
def test_headers_come_from_the_environment() -> None:
    os.environ["GATEWAY_TOKEN"] = "s3cret"
    try:
        with _remote(_rows, "--header", "Authorization: Bearer ${GATEWAY_TOKEN}") as (client, seen):
            client.text(1, "rows")
    finally:
        del os.environ["GATEWAY_TOKEN"]
    assert all(headers["Authorization"] == "Bearer s3cret" for _, headers, _ in seen)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("Authorization: Bearer ${NO_SUCH_VARIABLE}", "NO_SUCH_VARIABLE, which is not set"),
        ("no header", "is no header"),
        ("a b: c", "is no header"),
        ("x: a\nb: c", "is no header"),
    ],
)
def test_a_header_that_is_none_is_refused(given: str, said: str) -> None:
    with pytest.raises(ToolError, match=said):
        read_headers([given])


def test_a_server_that_is_not_there_is_an_error_of_each_request() -> None:
    with running([*PAGEFUL, "gateway", "--url", "http://127.0.0.1:9/mcp"]) as client:
        assert "can't be reached" in client.ask(initialize())["error"]["message"]


def test_from_2026_07_28_on_headers_say_method_name_and_arguments() -> None:
    schema = {"properties": {"region": {"x-mcp-header": "Region", "type": "string"}}}
    paths = header_paths({"inputSchema": schema})
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}
    params = {"name": "query", "arguments": {"region": "Zürich"}, "_meta": meta}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    assert message_headers(read_frame(json.dumps(message).encode()), None, paths) == {
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": "tools/call",
        "Mcp-Name": "query",
        "Mcp-Param-Region": "=?base64?WsO8cmljaA==?=",
    }


def test_events_are_read_as_the_standard_says() -> None:
    text = (
        b": hi\r\nid: 7\r\nretry: 1500\r\ndata: a\r\ndata:b\r\n\r\nevent: x\ndata: c\n\ndata: half"
    )
    events = list(read_events(text.splitlines(keepends=True)))
    assert events == [Event(b"a\nb", "7", 1.5), Event(b"c")]
