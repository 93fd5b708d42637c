"""Requests without a session over HTTP, as revision 2026-07-28 has them."""

from __future__ import annotations

import base64
import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from behind import Message, call, serving
from pageful.gateway.frames import read_frame
from pageful.gateway.keeping import MemoryStore
from pageful.gateway.renumbering import (
    number_of,
    number_request,
    restore_answer,
    restore_notification,
)
from pageful.gateway.request_headers import find_mismatch, header_paths, message_headers

_VERSION = "io.modelcontextprotocol/protocolVersion"
_SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"
_REVISION = "2026-07-28"


def _modern(message: Message, **meta: Any) -> Message:
    params = message.get("params") or {}
    envelope = {_VERSION: _REVISION, "io.modelcontextprotocol/clientCapabilities": {}, **meta}
    return {**message, "params": {**params, "_meta": envelope}}


def _headers(message: Message) -> dict[str, str]:
    both = "application/json, text/event-stream"
    named = message_headers(read_frame(json.dumps(message).encode()), None, {})
    return {"Content-Type": "application/json", "Accept": both, **named}


@contextmanager
def _sent(port: int, message: Any, **changed: str | None) -> Iterator[http.client.HTTPResponse]:
    headers = _headers(message if isinstance(message, dict) else {})
    for name, value in changed.items():
        headers.pop(name.replace("_", "-"), None)
        if value is not None:
            headers[name.replace("_", "-")] = value
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("POST", "/mcp", json.dumps(message), headers)
    yield connection.getresponse()
    connection.close()


def _posted(port: int, message: Any, **changed: str | None) -> tuple[int, Any]:
    with _sent(port, message, **changed) as response:
        body = response.read()
        return response.status, json.loads(body) if body[:1] == b"{" else body


def _event(response: http.client.HTTPResponse) -> Any:
    while not (line := response.readline()).startswith(b"data: "):
        assert line
    return json.loads(line[6:])


@pytest.mark.slow
def test_requests_of_several_clients_with_the_same_id_get_their_own_answers() -> None:
    with serving("--log", "off") as (port, _):
        waiting = _modern(call(1, "sleep"), progressToken="mine")
        with _sent(port, waiting) as one:
            status, other = _posted(port, _modern(call(1, "x"), progressToken="other"))
            assert (status, one.status) == (200, 200)
            progress = _event(one)
            assert progress["params"] == {"progressToken": "mine", "progress": 1}
            assert b"mine" not in other
            assert b'"progressToken": "other"' in other
            assert b'"id": 1' in other


@pytest.mark.slow
def test_an_answer_without_notices_has_a_status_of_its_own() -> None:
    with serving("--log", "off") as (port, _):
        status, answer = _posted(port, _modern(call("a", "x")))
        assert (status, answer["id"]) == (200, "a")
        assert answer["result"]["content"][0]["text"] == "done"
        unknown = _modern({"jsonrpc": "2.0", "id": 2, "method": "unknown"})
        status, answer = _posted(port, unknown)
        assert (status, answer["id"], answer["error"]["code"]) == (404, 2, -32601)


@pytest.mark.slow
def test_who_hangs_up_has_cancelled_the_request() -> None:
    with serving("--log", "off") as (port, _):
        with _sent(port, _modern(call(1, "sleep"), progressToken=5)) as response:
            _event(response)
        while _posted(port, _modern(call(1, "cancelled")))[1]["result"]["content"] != [
            {"type": "text", "text": "1"}
        ]:
            pass
        # What is posted cancels nothing: ids are of whoever sent the request.
        notice = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}
        assert _posted(port, _modern(notice))[0] == 202
        assert "1" in str(_posted(port, _modern(call(1, "cancelled")))[1]["result"]["content"])


@pytest.mark.slow
def test_a_subscription_gets_what_is_its_own_under_its_own_id() -> None:
    listen = _modern({"jsonrpc": "2.0", "id": "mine", "method": "subscriptions/listen"})
    with serving("--log", "off") as (port, _), _sent(port, listen) as response:
        acknowledged = _event(response)
        assert acknowledged["params"]["_meta"][_SUBSCRIPTION] == "mine"
        assert _posted(port, _modern(call(1, "publish")))[1]["id"] == 1
        changed = _event(response)
        assert changed["method"] == "notifications/tools/list_changed"
        assert changed["params"]["_meta"][_SUBSCRIPTION] == "mine"


@pytest.mark.slow
def test_a_server_that_dies_answers_all_and_the_next_request_starts_it_again() -> None:
    with serving("--log", "off") as (port, _):
        with _sent(port, _modern(call(1, "sleep"), progressToken=7)) as response:
            _event(response)
            status, died = _posted(port, _modern(call("b", "die", code=9)))
            assert (status, died["id"]) == (200, "b")
            assert died["error"]["data"]["exitCode"] == 9
            ended = _event(response)
            assert (ended["id"], ended["error"]["data"]["exitCode"]) == (1, 9)
        while _posted(port, _modern(call(2, "x")))[1].get("result") is None:
            pass


@pytest.mark.slow
@pytest.mark.parametrize(
    ("message", "headers", "status", "code"),
    [
        (_modern(call(1, "x")), {"Mcp_Name": "y"}, 400, -32020),
        (_modern(call(1, "x")), {"Mcp_Method": None}, 400, -32020),
        (_modern(call(1, "x")), {"MCP_Protocol_Version": "2027-01-01"}, 400, -32020),
        (call(1, "x"), {"MCP_Protocol_Version": _REVISION}, 400, -32602),
        ([_modern(call(1, "x"))], {"MCP_Protocol_Version": _REVISION}, 400, -32600),
        (
            {"jsonrpc": "2.0", "id": 1, "result": {}},
            {"MCP_Protocol_Version": _REVISION},
            400,
            -32600,
        ),
        ("no object", {"MCP_Protocol_Version": _REVISION}, 400, -32600),
    ],
)
def test_what_is_no_request_of_this_revision_is_refused(
    message: Any, headers: dict[str, str | None], status: int, code: int
) -> None:
    with serving("--log", "off") as (port, _):
        got, answer = _posted(port, message, **headers)
        assert (got, answer["error"]["code"]) == (status, code)


@pytest.mark.slow
def test_there_is_no_stream_and_no_end_of_a_session() -> None:
    with serving("--log", "off") as (port, _):
        for method in ("GET", "DELETE"):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            connection.request(method, "/mcp", headers={"MCP-Protocol-Version": _REVISION})
            assert connection.getresponse().status == 405
            connection.close()


_TOOL = {
    "name": "t",
    "inputSchema": {"properties": {"n": {"type": "integer", "x-mcp-header": "Number"}}},
}


@pytest.mark.parametrize(
    ("arguments", "said", "is_right"),
    [
        ({"n": 42}, "42", True),
        ({"n": 42}, "42.0", True),
        ({"n": 42}, "43", False),
        ({"n": 42}, None, False),
        ({}, "42", False),
        ({}, None, True),
        ({"n": "ä"}, f"=?base64?{base64.b64encode('ä'.encode()).decode()}?=", True),
        ({"n": "ä"}, "=?base64?!?=", False),
    ],
)
def test_a_header_says_what_the_argument_says(
    arguments: dict[str, Any], said: str | None, is_right: bool
) -> None:
    message = _modern(call(1, "t", **arguments))
    frame = read_frame(json.dumps(message).encode())
    headers = {**message_headers(frame, None, {}), **({"Mcp-Param-Number": said} if said else {})}
    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    assert (find_mismatch(frame, raw, header_paths(_TOOL)) is None) == is_right
    if said:
        assert "twice" in str(find_mismatch(frame, [*raw, raw[-1]], header_paths(_TOOL)))


def test_a_method_that_no_header_can_say_passes_under_no_other_name() -> None:
    message = _modern({"jsonrpc": "2.0", "id": 1, "method": "=?base64?!!?="})
    frame = read_frame(json.dumps(message).encode())
    for said in ("tools/list", "=?base64?!!?="):
        headers = {**message_headers(frame, None, {}), "Mcp-Method": said}
        raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        assert "Mcp-Method" in str(find_mismatch(frame, raw, {})), said


def test_what_is_kept_for_all_is_only_for_who_has_its_id() -> None:
    store = MemoryStore(is_shared=True)
    identifier = store.keep("tool", "[1]")
    assert len(identifier) == 20
    assert not store.list_kept()
    assert store.find(identifier) is not None


_IDS = st.integers(-(2**60), 2**60) | st.text(max_size=20)
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=10,
)


@given(_IDS, _IDS, _VALUES, st.booleans())
def test_numbers_go_there_and_back_and_all_else_stays(
    identifier: int | str, token: int | str, value: Any, is_long: bool
) -> None:
    filler = "x" * (20_000 if is_long else 10)
    meta = {"progressToken": token, "v": value}
    params = {"_meta": meta, "x": [value, filler]}
    message = {"jsonrpc": "2.0", "id": identifier, "method": "m", "params": params}
    line, numbered = number_request(json.dumps(message).encode(), 77)
    changed = json.loads(line)
    assert (changed["id"], changed["params"]["_meta"]["progressToken"]) == (77, 77)
    changed["id"], changed["params"]["_meta"]["progressToken"] = identifier, token
    assert changed == message

    for answer in (
        {"jsonrpc": "2.0", "id": 77, "result": {"v": value, "x": filler}},
        {"result": {"v": value, "id": 77, "x": filler}, "jsonrpc": "2.0", "id": 77},
        {"id": 77, "error": {"code": 1, "message": filler, "data": value}},
    ):
        text = json.dumps(answer)
        restored = restore_answer(text.encode(), numbered)
        assert json.loads(restored) == {**answer, "id": identifier}

    notice: dict[str, Any] = {"method": "n", "params": {"progressToken": 77, "v": value}}
    assert number_of(notice) == 77
    restored = restore_notification(json.dumps(notice).encode(), numbered)
    assert json.loads(restored) == {"method": "n", "params": {"progressToken": token, "v": value}}
