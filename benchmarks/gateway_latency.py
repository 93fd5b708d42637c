"""What the gateway costs: time added to a call, time of a page, start, memory.

Every figure is paired: a round asks the server alone and the gateway in turn, and the median of the
differences counts, so that other work on the machine meets both. Processor time is that of the
gateway's own process, which other programs lengthen less.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from raw_client import RawClient, connected
from tables import table

ROUNDS = 200
STARTS = 15
VERSION = "2025-11-25"
SIZES = {"10 KB": 10_000, "100 KB": 100_000, "1 MB": 1_000_000}
_HERE = Path(__file__).parent


def server() -> list[str]:
    """The server that results come from: it starts at once, and answers at once."""
    return [sys.executable, "-S", str(_HERE.parent / "tests" / "gateway" / "fixture_server.py")]


def gateway() -> list[str]:
    """The same behind the gateway."""
    return [sys.executable, "-m", "pageful", "gateway", "--budget", "9000000", "--", *server()]


def processor(client: RawClient) -> float:
    """Seconds of processor time of a process so far, without its children's."""
    threads = Path(f"/proc/{client.process.pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text(encoding="ascii").split()[0]) for thread in threads) / 1e9


def peak(client: RawClient) -> float:
    """The most memory that a process had so far, in MB."""
    status = Path(f"/proc/{client.process.pid}/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


def took(action: Callable[[], object]) -> float:
    """Milliseconds of an action."""
    start = time.perf_counter()
    action()
    return (time.perf_counter() - start) * 1000


def rows_of(size: int) -> list[dict[str, object]]:
    """Rows that are about that many characters of compact JSON."""
    row = {
        "id": 1000,
        "title": "Crash when the list is empty",
        "state": "open",
        "url": "https://git.example/shop/issues/1000",
        "user": {"login": "ada", "id": 7},
    }
    number = size // len(json.dumps(row, separators=(",", ":")))
    titles = ("Crash when the list is empty", "Support Python 3.14", "Say what failed")
    return [
        {**row, "id": 1000 + n, "title": f"{titles[n % 3]} {n}",
         "url": f"https://git.example/shop/issues/{1000 + n}",
         "state": "open" if n % 5 else "closed"}
        for n in range(number)
    ]  # fmt: skip


def passing(direct: RawClient, behind: RawClient) -> list[str]:
    """A call that passes: wall time added, and processor time."""
    for client in (direct, behind):
        client.ask("ping", {})
    added = []
    before = processor(behind)
    for _ in range(ROUNDS):
        alone = took(lambda: direct.ask("ping", {}))
        added.append(took(lambda: behind.ask("ping", {})) - alone)
    used = (processor(behind) - before) / ROUNDS * 1000
    return [f"{statistics.median(added):.2f} ms", f"{used:.2f} ms", "0.3 ms"]


def page(direct: RawClient, behind: RawClient, size: int, limit: str) -> list[str]:
    """A call whose result becomes a page."""
    text = json.dumps(rows_of(size), separators=(",", ":"))
    params = {"name": "result",
              "arguments": {"result": {"content": [{"type": "text", "text": text}]}}}  # fmt: skip
    rounds = 30 if size < 500_000 else 8
    added, used = [], []
    for each in range(rounds + 1):
        alone = took(lambda: direct.ask("tools/call", params))
        before = processor(behind)
        through = took(lambda: behind.ask("tools/call", params))
        if each:
            # The first one imports what pages need.
            used.append((processor(behind) - before) * 1000)
            added.append(through - alone)
    median = statistics.median
    return [f"{median(added):.1f} ms", f"{median(used):.1f} ms", limit]


def start(command: Sequence[str]) -> tuple[float, float]:
    """Milliseconds from a program's start to its first answer: by the clock, of processor time.

    The latter is of the program's own process, until that answer.
    """
    began = time.perf_counter()
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as process:
        client = RawClient(process, VERSION)
        client.start()
        # The clock of a process's processor time, by its number (Linux, clock_gettime).
        used = time.clock_gettime((~process.pid << 3) | 2) * 1000
        wall = (time.perf_counter() - began) * 1000
        assert process.stdin
        process.stdin.close()
        process.wait()
    return wall, used


def starting() -> list[str]:
    """The start until the first answer; the server starts beside the gateway."""
    pairs = [(start(server()), start(gateway())) for _ in range(STARTS)]
    wall = statistics.median(behind[0] - direct[0] for direct, behind in pairs)
    used = statistics.median(behind[1] for _, behind in pairs)
    return [f"{wall:.0f} ms", f"{used:.0f} ms", "120 ms"]


def main() -> int:
    """Measure, print."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    rows = [["start until the first answer", *starting()]]
    with connected(server(), VERSION) as direct, connected(gateway(), VERSION) as behind:
        for client in (direct, behind):
            client.start()
        rows.append(["a call that passes", *passing(direct, behind)])
        for (name, size), limit in zip(SIZES.items(), ("1 ms", "10 ms", "100 ms"), strict=True):
            rows.append([f"a page of {name}", *page(direct, behind, size, limit)])
        memory = peak(behind)
    print(table(("what", "added", "processor", "limit"), rows))
    print(f"\n{memory:.0f} MB of memory at the most; {os.getloadavg()[0]:.0f} wanted the processor")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
