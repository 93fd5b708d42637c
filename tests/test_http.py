"""Streamable HTTP: for local clients, and for no page of a browser."""

from __future__ import annotations

import socket
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import anyio
import pytest
from mcp import Client

from connecting import PAGEFUL

pytestmark = pytest.mark.anyio


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """The port of a server of the Maven tools."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number: int = probe.getsockname()[1]
    command = [*PAGEFUL, "serve", "maven", "--project", str(tmp_path)]
    server = subprocess.Popen([*command, "--http", f"127.0.0.1:{number}"])
    try:
        yield number
    finally:
        server.terminate()
        assert server.wait(20) in (0, -15, 143)


async def _listening(port: int) -> None:
    with anyio.fail_after(60):
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    return
            await anyio.sleep(0.1)


def _status(port: int, **headers: str) -> int:
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/mcp",
        data=b"{}",
        headers={"Content-Type": "application/json", **headers},
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return int(response.status)
    except urllib.error.HTTPError as error:
        error.close()
        return error.code


async def test_a_local_client_is_served_and_foreign_hosts_and_origins_are_not(port: int) -> None:
    await _listening(port)
    async with Client(f"http://127.0.0.1:{port}/mcp") as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
    assert names[:3] == ["maven_clean", "maven_compile", "maven_test"]
    assert _status(port, Origin="http://evil.example") == 403
    assert _status(port, Host="evil.example") == 421


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        ("0.0.0.0:8000", "can't listen on every address"),
        ("[::]:8000", "can't listen on every address"),
        ("localhost", "is no address"),
        ("127.0.0.1:99999", "is no address"),
        ("192.0.2.1:8000", "can't be listened on"),
    ],
)
def test_an_address_that_cannot_be_served_is_refused(address: str, problem: str) -> None:
    command = [*PAGEFUL, "serve", "maven", "--http", address]
    shell = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60)
    assert shell.returncode == 3
    assert problem in shell.stderr
