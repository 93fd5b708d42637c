"""Bytes: what is no tool's answer passes as it came, in order, of any length."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from behind import fixture, gateway
from pageful.gateway.frames import read_frame
from pageful.gateway.keeping import MemoryStore
from pageful.gateway.lines import LineReader
from pageful.gateway.session import Session
from pageful.gateway.settings import Settings

_TEXTS = st.text(st.characters(exclude_categories=()), max_size=20)
_NUMBERS = st.sampled_from(["1.50", "1e2", "-0", "1" * 400, "1e400", "0.1000000000000000055", "7"])
_SPACES = st.sampled_from(["", " ", "\t", "\r"])


def _spell(value: Any) -> st.SearchStrategy[str]:
    """JSON as somebody else may write it: with spaces, escapes and numbers of any spelling."""
    return st.builds(lambda a, text, b: f"{a}{text}{b}", _SPACES, value, _SPACES)


_STRINGS = st.builds(
    lambda text, escapes: json.dumps(text, ensure_ascii=escapes), _TEXTS, st.booleans()
)
_SCALARS = st.one_of(_STRINGS, _NUMBERS, st.sampled_from(["null", "true", "false"]))


def _object(pairs: Sequence[tuple[str, str]]) -> str:
    return "{" + ",".join(f"{key}:{value}" for key, value in pairs) + "}"


_VALUES = st.recursive(
    _spell(_SCALARS),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: f"[{','.join(items)}]"),
        st.lists(st.tuples(_STRINGS, inner), max_size=3).map(_object),
    ),
    max_leaves=8,
)
_IDS = st.sampled_from(["1", "2", '"a"', "null", "1.5", "true"])
_METHODS = st.sampled_from(
    [
        '"ping"',
        '"sampling/createMessage"',
        '"notifications/message"',
        '"resources/read"',
        '"x"',
        "5",
    ]
)
_MEMBERS = st.lists(
    st.one_of(
        st.tuples(st.just('"jsonrpc"'), st.just('"2.0"')),
        st.tuples(st.just('"id"'), _IDS),
        st.tuples(st.just('"method"'), _METHODS),
        st.tuples(st.sampled_from(['"params"', '"result"', '"error"']), _VALUES),
        st.tuples(_STRINGS, _VALUES),
    ),
    max_size=6,
)
_LINES = st.one_of(
    _MEMBERS.map(_object),
    st.lists(_MEMBERS.map(_object), max_size=3).map(lambda batch: f"[{','.join(batch)}]"),
).map(lambda text: text.encode("utf-8", "surrogatepass") + b"\n")


def _session() -> Session:
    return Session(Settings(), MemoryStore())


@given(st.lists(_LINES, max_size=8))
def test_what_is_no_tools_answer_passes_as_it_came_both_ways(lines: list[bytes]) -> None:
    session = _session()
    for line in lines:
        assert session.from_client(line) is None
        assert session.from_server(line) == line


@given(st.binary().map(lambda line: b"{" + line.replace(b"\n", b"") + b"\n"))
def test_bytes_that_only_begin_like_json_pass(line: bytes) -> None:
    session = _session()
    assert session.from_client(line) is None
    assert session.from_server(line) == line


@given(st.sampled_from(["tools/call", "tools/list"]), _VALUES)
def test_an_answer_that_is_no_result_passes_as_it_came(method: str, result: str) -> None:
    session = _session()
    session.from_client(f'{{"jsonrpc":"2.0","id":1,"method":"{method}"}}\n'.encode())
    line = f'{{"id":1,"result":{result}}}\n'.encode("utf-8", "surrogatepass")
    assert session.from_server(line) == line


@given(st.lists(st.binary(max_size=30)), st.lists(st.integers(1, 40)))
def test_lines_are_found_however_the_stream_is_split(pieces: list[bytes], sizes: list[int]) -> None:
    stream = b"\n".join(pieces)
    read, write = os.pipe()

    def feed() -> None:
        rest = stream
        for size in [*sizes, len(stream)]:
            os.write(write, rest[:size])
            rest = rest[size:]
        os.close(write)

    feeder = threading.Thread(target=feed)
    feeder.start()
    reader = LineReader(read)
    *whole, last = stream.split(b"\n")
    assert list(reader) == [*(line + b"\n" for line in whole), *([last] if last else [])]
    feeder.join()
    reader.close()
    os.close(read)


@pytest.mark.parametrize(
    "line",
    [
        b'{"jsonrpc":"2.0","id":7,"result":{"content":["%s"]}}\n',
        b'{"result":{"content":["%s"]},"jsonrpc":"2.0","id":7}\n',
        b'{"result" : {"a":["%s",{"id":8}]} , "id" : 7 }\n',
    ],
)
def test_the_request_that_a_long_line_answers_is_found_at_its_edges(line: bytes) -> None:
    frame = read_frame(line % (b'x,\\"id\\":9' * 100_000))
    assert frame.id == 7
    assert frame.message is None
    assert frame.is_answer


@pytest.mark.slow
def test_a_line_of_64_megabytes_passes_both_ways() -> None:
    long = b'{"jsonrpc":"2.0","method":"notifications/x","params":{"text":"' + b"x" * (64 << 20)
    lines = [long + b'"}}\n', b'{"jsonrpc":"2.0","method":"y","n":1.50,"s":"\\ud800"}\n']
    with gateway(server=fixture("echo"), client=None) as client:
        sending = threading.Thread(target=lambda: client.send(*lines))
        sending.start()
        assert client.line() == lines[0]
        assert client.line() == lines[1]
        sending.join()
        assert client.leave() == 0


def test_a_fault_of_the_gateway_costs_no_message(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise KeyError("a fault")

    session = _session()
    session.from_client(b'{"id":1,"method":"tools/call","params":{"name":"x"}}')
    monkeypatch.setattr(session.answers, "rewrite_result", fail)
    line = b'{"id":1,"result":{"content":[]}}\n'
    assert session.from_server(line) == line
    monkeypatch.setattr(session, "_open_request", fail)
    assert session.from_client(b'{"id":2,"method":"ping"}') is None
    assert capsys.readouterr().err.count("passes as it came, for a fault: KeyError") == 2
