"""Addresses to serve on, and what to do about one that is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from pageful.serve.http_address import HttpAddress, http_address, http_token
from pageful.tool.errors import ToolError

_TOKEN = "correct-horse-16"


@pytest.mark.parametrize(
    ("text", "host", "port", "shown"),
    [
        ("localhost:8000", "localhost", 8000, "localhost:8000"),
        (":65535", "127.0.0.1", 65535, "127.0.0.1:65535"),
        ("[::1]:0", "::1", 0, "[::1]:0"),
    ],
)
def test_an_address_is_read_and_shown_as_people_write_it(
    text: str, host: str, port: int, shown: str
) -> None:
    address = http_address(text, remote=False, token=None)
    assert (address.host, address.port, str(address)) == (host, port, shown)


@pytest.mark.parametrize("text", ["x", "x:", "x:65536", "x:123456", "x:-1", "x:1a"])
def test_what_is_no_address_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ToolError) as error:
        http_address(text, remote=False, token=None)
    assert error.value.problem == f"`--http {text}` is no address."
    assert error.value.remedy == "Give HOST:PORT, 127.0.0.1:8000 for instance."


def test_who_serves_others_is_told_how_to_make_a_token() -> None:
    with pytest.raises(ToolError) as error:
        HttpAddress("127.0.0.1", 0, remote=True).listen()
    assert "secrets.token_urlsafe()" in error.value.remedy
    assert "PAGEFUL_HTTP_TOKEN" in error.value.remedy
    assert "--http-token-file" in error.value.remedy


def test_who_would_serve_everybody_is_told_of_both_ways() -> None:
    with pytest.raises(ToolError) as error:
        HttpAddress("0.0.0.0", 0).listen()
    assert "every address of this machine, which other machines can reach" in error.value.problem
    assert "127.0.0.1:8000 for instance" in error.value.remedy
    assert "`--http-remote`, which needs a token" in error.value.remedy


def test_an_address_that_is_taken_says_so() -> None:
    with HttpAddress("127.0.0.1", 0).listen() as listener:
        taken = HttpAddress("127.0.0.1", listener.getsockname()[1])
        with pytest.raises(
            ToolError, match="can't be listened on: Address already in use"
        ) as error:
            taken.listen()
    assert error.value.remedy == "Name an address of this machine and a free port."


def test_a_token_of_sixteen_characters_is_enough_and_the_file_goes_first(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(f"\n{_TOKEN}==\n", encoding="utf-8")
    assert http_token(None, {}) is None
    assert http_token(None, {"PAGEFUL_HTTP_TOKEN": _TOKEN}) == _TOKEN
    environment = {"PAGEFUL_HTTP_TOKEN": "another-one-of-16"}
    assert http_token(file, environment) == f"{_TOKEN}=="
    assert environment == {}
    with pytest.raises(ToolError, match="holds no token: 16 letters"):
        http_token(None, {"PAGEFUL_HTTP_TOKEN": _TOKEN[:-1]})


def test_a_token_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff")
    for name, why in (("none", "No such file or directory"), ("bytes", "it is no text")):
        with pytest.raises(ToolError, match=f"can't be read: {why}.") as error:
            http_token(tmp_path / name, {})
        assert "token_urlsafe" in error.value.remedy
