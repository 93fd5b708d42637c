"""The official conformance suite with a server and with the gateway in front of it.

`gateway_conformance.py --suite DIRECTORY [--server COMMAND] [--url-server COMMAND --port N]`: the
directory is that of the npm package `@modelcontextprotocol/conformance`; `node` on the path is
version 22 or later. Where both servers are left out, `pageful serve` is judged.
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from listening import free_port, listening
from tables import table

SUITE_VERSION = "0.1.16"
"""The version that figures in the docs are of."""

ANY_SERVER = ("server-initialize", "ping", "tools-list", "dns-rebinding-protection")
"""Scenarios that ask for nothing but what every server with tools has."""

# > ✓ json-schema-2020-12: 4 passed, 0 failed
_SUMMARY = re.compile(
    r"^\S+ (?P<name>[\w-]+): (?P<passed>\d+) passed, (?P<failed>\d+) failed", re.MULTILINE
)


def judge(suite: Path, url: str, scenarios: Sequence[str] = ()) -> dict[str, tuple[int, int]]:
    """Run scenarios, or all; return how many checks of each passed and failed."""
    verdicts: dict[str, tuple[int, int]] = {}
    chosen = [["--scenario", name] for name in scenarios] or [["--suite", "all"]]
    for choice in chosen:
        with tempfile.TemporaryDirectory() as output:
            command = ["node", str(suite / "dist" / "index.js"), "server", "--url", url,
                       "-o", output, *choice]  # fmt: skip
            ran = subprocess.run(command, capture_output=True, text=True, check=False)
        if scenarios:
            # A single scenario has no summary, but its exit code.
            verdicts[choice[1]] = (int(ran.returncode == 0), int(ran.returncode != 0))
        for match in _SUMMARY.finditer(ran.stdout):
            verdicts[match["name"]] = (int(match["passed"]), int(match["failed"]))
    return verdicts


def gateway(port: int, *upstream: str) -> list[str]:
    """The command of a gateway on HTTP."""
    address = f"127.0.0.1:{port}"
    return [sys.executable, "-m", "pageful", "gateway", "--http", address, *upstream]


def _verdict(verdicts: Mapping[str, tuple[int, int]], name: str) -> str:
    return f"{verdicts[name][0]} of {sum(verdicts[name])}" if name in verdicts else "missing"


def verdict_table(verdicts: Mapping[str, Mapping[str, tuple[int, int]]]) -> str:
    """One row for each scenario, one column for each way to the server."""
    names = list(next(iter(verdicts.values())))
    rows = ([name, *(_verdict(each, name) for each in verdicts.values())] for name in names)
    return table(("scenario", *verdicts), rows)


def _compare(given: argparse.Namespace) -> dict[str, dict[str, tuple[int, int]]]:
    verdicts = {}
    with listening(shlex.split(given.url_server), given.port) as url:
        verdicts["alone"] = judge(given.suite, url)
        port = free_port()
        with listening(gateway(port, "--url", url), port) as behind:
            verdicts["gateway, --url"] = judge(given.suite, behind)
    if given.server:
        port = free_port()
        with listening(gateway(port, "--", *shlex.split(given.server)), port) as behind:
            verdicts["gateway, stdio"] = judge(given.suite, behind)
    return verdicts


def main() -> int:
    """Judge, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--suite", type=Path, required=True, help="the npm package's directory")
    parser.add_argument("--server", help="a server's command for stdio")
    parser.add_argument("--url-server", help="the same server's command for HTTP")
    parser.add_argument("--port", type=int, default=8801, help="where that listens, at /mcp")
    given = parser.parse_args()
    if given.url_server:
        verdicts = _compare(given)
    else:
        port = free_port()
        command = [sys.executable, "-m", "pageful", "serve", "code", "--http", f"127.0.0.1:{port}"]
        with listening(command, port) as url:
            verdicts = {"pageful serve": judge(given.suite, url, ANY_SERVER)}
    print(verdict_table(verdicts))
    first, *others = verdicts.values()
    failed = sum(failed for _, failed in first.values()) if not others else 0
    return int(failed > 0 or any(each != first for each in others))


if __name__ == "__main__":
    raise SystemExit(main())
