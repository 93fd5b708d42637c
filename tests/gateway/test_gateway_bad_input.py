"""Servers and results that are not as they should be: what a client gets, and nothing is lost."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

import pytest

from behind import PATIENCE, Client, call, gateway, initialize, running

pytestmark = pytest.mark.slow

_DEEP = 10_000
"""Levels: more than Python's reader of JSON takes."""

ODD_TEXTS = {
    "cut short": '[{"id": 1, "title": "Row 1"}, {"id": 2, "tit',
    "no JSON though it looks so": "{id: 1, title: Row 1}",
    "JSON with a comma too many": '[{"id": 1}, {"id": 2},]',
    "NaN": '[{"id": NaN}, {"id": Infinity}]',
    "a key that stands twice": '{"id": 1, "id": 2, "title": "x"}',
    "ten thousand levels": "[" * _DEEP + "]" * _DEEP,
    "only half a fence": '```json\n[{"id": 1},',
}


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with gateway() as talking:
        yield talking


def _sent(client: Client, text: str) -> str:
    content = [{"type": "text", "text": text}]
    return client.text(text[:20], "result", result={"content": content})


@pytest.mark.parametrize("text", ODD_TEXTS.values(), ids=ODD_TEXTS)
def test_what_is_no_plain_data_stays_as_it_came(client: Client, text: str) -> None:
    assert _sent(client, text) == text


def test_numbers_of_four_hundred_digits_keep_every_digit(client: Client) -> None:
    number = "7" * 400
    text = json.dumps([{"title": f"Row {n}", "size": "@"} for n in range(9)], indent=2)
    shown = _sent(client, text.replace('"@"', number))
    assert number in shown
    assert len(shown) < len(text.replace('"@"', number))


def test_a_key_that_stands_twice_in_the_message_itself_is_not_merged() -> None:
    line = b'{"jsonrpc":"2.0","id":"init","result":{"content":[],"content":[{"type":"text"}]}}'
    with gateway(server=["sh", "-c", f"read line; echo '{line.decode()}'"], client=None) as talking:
        talking.send(call("init", "rows"))
        assert talking.line() == line + b"\n"


@pytest.mark.parametrize("command", [["true"], ["ls", "/"], ["sh", "-c", "read x; echo hello"]])
def test_what_is_no_server_of_mcp_is_said_so(command: list[str]) -> None:
    with gateway(server=command, client=None) as talking:
        talking.send(initialize())
        message = talking.answer()["error"]["message"]
        assert f"`{command[0]}` ended with exit code 0 before it answered" in message
        assert talking.process.wait(PATIENCE) == 0


def test_an_answer_that_comes_after_its_cancellation_passes_as_any_other() -> None:
    late = 'read a; read b; echo \'{"jsonrpc":"2.0","id":1,"result":{}}\'; cat >/dev/null'
    cancelled = {"method": "notifications/cancelled", "params": {"requestId": 1}}
    with gateway(server=["sh", "-c", late], client=None) as talking:
        talking.send(call(1, "rows"), {"jsonrpc": "2.0", **cancelled})
        assert talking.answer() == {"jsonrpc": "2.0", "id": 1, "result": {}}
        assert talking.leave() == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "A server is a command or a `--url`; neither was given."),
        (["--url", "ftp://x/"], "`--url ftp://x/` is no address.\nGive https://HOST/PATH."),
        (["--header", "A: b", "--", "true"],
         "A header (`--header`, `--env-header`) is of `--url`."),
        (["--url", "http://127.0.0.1:9/", "--header", "A: ${NOT_SET_AT_ALL}"],
         "names the variable NOT_SET_AT_ALL, which is not set."),
        (["--log", "/no/such/directory/log", "--", "cat"], "can't be written"),
        (["--store", "/proc/none", "--", "cat"], "/proc/none"),
        (["--face", "pages", "--", "cat"], "invalid choice: 'pages'"),
    ],
)  # fmt: skip
def test_an_option_that_is_wrong_is_named_before_anything_starts(
    arguments: list[str], said: str
) -> None:
    with running([sys.executable, "-m", "pageful", "gateway", *arguments]) as talking:
        assert talking.process.stderr
        assert said in talking.process.stderr.read().decode()
        assert talking.process.wait(PATIENCE) == 3
