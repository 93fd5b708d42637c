"""The start of a gateway: what it imports before a client has its first answer, and ever."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from behind import call, fixture, initialize, running
from pageful.gateway.commands import make_parser

_DOCS = Path(__file__).parents[2] / "docs" / "gateway.md"
_IMPORT = re.compile(r"import time: +\d+ \| +\d+ \| +(\S+)")
_NEVER = {"mcp", "pydantic", "rich", "numpy", "anyio", "asyncio", "uvicorn", "http", "ssl", "yaml"}


@pytest.mark.slow
def test_no_sdk_is_imported_on_stdio_and_pages_only_after_the_first_answer() -> None:
    command = [sys.executable, "-X", "importtime", "-m", "pageful", "gateway", "--"]
    with running([*command, "cat"]) as client:
        assert client.process.stderr
        client.send(initialize())
        assert client.line()
        client.leave()
        first = set(_IMPORT.findall(client.process.stderr.read().decode()))
    assert "pageful.gateway.session" in first
    with running([*command, *fixture()]) as client:
        assert client.process.stderr
        client.ask(initialize())
        assert client.text(1, "rows").startswith("Each row:")
        client.leave()
        imported = set(_IMPORT.findall(client.process.stderr.read().decode()))
    assert "pageful.anything" in imported
    assert not {name.partition(".")[0] for name in first | imported} & _NEVER


def test_every_option_is_documented() -> None:
    text = _DOCS.read_text(encoding="utf-8")
    for action in make_parser()._actions:
        for option in action.option_strings:
            if option not in ("-h", "--help"):
                assert f"| `{option}" in text, option


def test_a_batch_passes_and_its_calls_are_answered_at_the_end() -> None:
    import json

    from pageful.gateway.session import Session
    from pageful.gateway.settings import Settings
    from pageful.gateway.upstream import End

    session = Session(Settings())
    batch = json.dumps([call(1, "rows"), call(2, "rows")]).encode() + b"\n"
    assert session.from_client(batch) is None
    answers = b'[{"id":1,"result":{"content":[]}}]\n'
    assert session.from_server(answers) == answers
    (left,) = session.error_answers(End(3, "`x` ended with exit code 3"))
    assert json.loads(left)["id"] == 2
