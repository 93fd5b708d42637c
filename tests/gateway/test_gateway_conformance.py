"""The official conformance suite, where Node 22 and the suite are: what applies to any server."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gateway_conformance import ANY_SERVER, judge
from listening import free_port, listening

_PACKAGE = "node_modules/@modelcontextprotocol/conformance"
_SUITE = Path(os.environ.get("PAGEFUL_CONFORMANCE", _PACKAGE))
_OLDEST_NODE = 22


def _node() -> int:
    if shutil.which("node") is None:
        return 0
    ran = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True)
    return int(ran.stdout.lstrip("v").partition(".")[0])


pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not _SUITE.is_dir(), reason=f"no conformance suite at {_SUITE}"),
    pytest.mark.skipif(_node() < _OLDEST_NODE, reason=f"no Node {_OLDEST_NODE}"),
]


@pytest.mark.parametrize("behind", [[], ["--"]], ids=["serve", "gateway"])
def test_what_applies_to_any_server_holds(behind: list[str]) -> None:
    port = free_port()
    address = ["--http", f"127.0.0.1:{port}"]
    serve = [sys.executable, "-m", "pageful", "serve", "code"]
    gateway = [sys.executable, "-m", "pageful", "gateway", *address, "--", *serve]
    with listening(gateway if behind else [*serve, *address], port) as url:
        verdicts = judge(_SUITE, url, ANY_SERVER)
    assert set(verdicts) == set(ANY_SERVER)
    assert not [name for name, (_, failed) in verdicts.items() if failed]
