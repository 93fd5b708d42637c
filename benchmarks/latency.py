"""How long pages, the server's start and builds take: `latency.py [pages] [start] [build]`."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from pageful import present
from pageful.builds.results import Build, Counts, Failure, Problem, Status
from pageful.maven.settings import MavenSettings
from pageful.maven.tools import maven_toolset
from pageful.maven.views import build_page
from pageful.page.budget import DEFAULT
from pageful.tool.options import Style
from real import written
from tables import table

SIZES = (25, 100, 1_000, 10_000)
NO_LIMIT = 10**9
PAIRS_OF_STARTS = 20
PAIRS_OF_BUILDS = 7
PROJECT = "green"
PAGEFUL = str(Path(sys.executable).with_name("pageful"))
BARE_SERVER = str(Path(__file__).with_name("bare_server.py"))
PLAIN_MAVEN = ("mvn", "-B", "-ntp", "test")
ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
"""Programs keep their bytecode, as installed ones do."""

Timed = Mapping[str, Sequence[float]]
"""Seconds of every run, by what was run."""


def clocked(action: Callable[[], object]) -> float:
    """Seconds that an action takes."""
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


def in_turn(actions: Mapping[str, Callable[[], object]], rounds: int) -> Timed:
    """Time each action once a round, in the other order every other round.

    A round before the first warms up and is not counted.
    """
    times: dict[str, list[float]] = {name: [] for name in actions}
    for number in range(rounds + 1):
        for name in list(actions)[:: -1 if number % 2 else 1]:
            seconds = clocked(actions[name])
            if number:
                times[name].append(seconds)
    return times


def spread(values: Sequence[float], digits: int) -> str:
    """The median of some values, with the smallest and the largest."""
    median, least, most = statistics.median(values), min(values), max(values)
    return f"{median:.{digits}f} ({least:.{digits}f}–{most:.{digits}f})"


def build_with(items: int) -> Build:
    """A failed build with so many failing tests."""
    failures = tuple(
        Failure(
            (f"OrderTest#sumsUp{n}",),
            f"expected: <{n}> but was: <{n + 1}>",
            (f"at OrderTest.sumsUp{n}(OrderTest.java:{n})", f"at shop.Order.sum(Order.java:{n})"),
        )
        for n in range(items)
    )
    return Build("Test", Status.FAILURE, 5100, tests=Counts(items, items, 0), failures=failures)


def build_with_errors(items: int) -> Build:
    """A failed build with so many compile errors, ten a file."""
    errors = tuple(
        Problem(
            f"cannot find symbol: variable total{n}", f"src/main/java/A{n // 10}.java", n + 1, 9
        )
        for n in range(items)
    )
    return Build("Compile", Status.FAILURE, 2300, errors=errors)


def pages() -> None:
    """Pages of several sizes, with and without a limit."""
    rows = []
    for kind, made in (("failing tests", build_with), ("compile errors", build_with_errors)):
        for items in SIZES:
            build = made(items)
            rounds = max(5, 20_000 // items)
            whole = _page_times(build, NO_LIMIT, rounds)
            limited = _page_times(build, DEFAULT, rounds)
            each = 1000 * statistics.median(whole) / items
            rows.append([f"{items:,} {kind}", spread(whole, 2), f"{each:.1f}", spread(limited, 2)])
    columns = ("page of", "whole, ms", "whole, µs an item", f"within {DEFAULT:,} characters, ms")
    print(f"### Rendering\n\n{table(columns, rows)}\n")


def _page_times(build: Build, budget: int, rounds: int) -> list[float]:
    """Milliseconds of `present`, after a few rounds to warm up."""
    times = [
        1000 * clocked(lambda: present(build, build_page, budget=budget)) for _ in range(rounds + 3)
    ]
    return times[3:]


def start() -> None:
    """From a server's start to its first list of tools, beside a server with nothing in it."""
    with written(PROJECT) as root:
        pageful = (PAGEFUL, "serve", "maven", "--project", str(root))
        times = in_turn(
            {
                "pageful serve maven": lambda: list_tools(pageful),
                "bare server": lambda: list_tools((sys.executable, BARE_SERVER)),
            },
            PAIRS_OF_STARTS,
        )
    ours, bare = times.values()
    rows = [[name, spread([1000 * value for value in values], 0)] for name, values in times.items()]
    rows.append(["difference", spread(_pairwise(lambda a, b: 1000 * (a - b), ours, bare), 0)])
    rows.append(["ratio", spread(_pairwise(lambda a, b: a / b, ours, bare), 2)])
    print(f"### Start to the first list of tools ({len(ours)} pairs)\n")
    print(f"{table(('server', 'ms'), rows)}\n")


def _pairwise(
    compared: Callable[[float, float], float], first: Sequence[float], second: Sequence[float]
) -> list[float]:
    return [compared(a, b) for a, b in zip(first, second, strict=True)]


def list_tools(command: Sequence[str]) -> None:
    """Start a server, ask it for its tools, and let it go."""
    with subprocess.Popen(
        command,
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as server:
        assert server.stdin
        assert server.stdout
        answers = _answers(server.stdout)
        _send(server.stdin, "initialize", 1, _hello())
        next(answers)
        _send(server.stdin, "notifications/initialized")
        _send(server.stdin, "tools/list", 2)
        tools = next(answers)["result"]["tools"]
        assert tools
        server.kill()


def _hello() -> dict[str, Any]:
    client = {"name": "benchmark", "version": "1"}
    return {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}


def _send(
    stream: IO[bytes],
    method: str,
    number: int | None = None,
    params: Mapping[str, Any] | None = None,
) -> None:
    message: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
    message |= {"id": number} if number else {}
    message |= {"params": params} if params else {}
    stream.write(json.dumps(message).encode() + b"\n")
    stream.flush()


def _answers(stream: IO[bytes]) -> Iterator[dict[str, Any]]:
    for line in stream:
        message = json.loads(line)
        if "id" in message:
            yield message


def build() -> None:
    """The same tests of a compiled project: plain Maven, the tool in a server, the command."""
    with written(PROJECT) as root:
        toolset = maven_toolset(MavenSettings(root), Style())

        def tool() -> None:
            assert toolset.call("maven_test", {}).exit_code == 0

        def command(*argv: str) -> None:
            subprocess.run(argv, cwd=root, env=ENVIRONMENT, check=True, capture_output=True)

        times = in_turn(
            {
                "mvn -B -ntp test": lambda: command(*PLAIN_MAVEN),
                "maven_test": tool,
                "pageful maven test": lambda: command(PAGEFUL, "maven", "test"),
            },
            PAIRS_OF_BUILDS,
        )
    plain = next(iter(times.values()))
    rows = [
        [name, spread(values, 2), spread(_pairwise(lambda a, b: a / b, values, plain), 2)]
        for name, values in times.items()
    ]
    print(f"### Tests of a small project ({len(plain)} rounds)\n")
    print(f"{table(('run', 's', 'beside plain Maven'), rows)}\n")


PARTS = {"pages": pages, "start": start, "build": build}


def main(names: Sequence[str]) -> int:
    """Measure the named parts, or all."""
    for name in names or PARTS:
        PARTS[name]()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
