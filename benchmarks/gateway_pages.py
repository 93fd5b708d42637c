"""Processor time from a result's line to the line that its client gets, by kind of result.

`--beside SRC` measures the code of another checkout (its `src`) in turn with this one, a call of
either at a time, so that other work on the machine meets both, and says whether both wrote the same
bytes. `--recorded DIRECTORY` takes the larger recorded results of a `results.jsonl` instead of made
ones.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from gateway_kinds import KINDS, make_result
from tables import table

SIZES = {"10 KB": 10_000, "100 KB": 100_000, "1 MB": 1_000_000}
LEAST_RECORDED = 40_000
HERE = Path(__file__).parent


def lines_of(given: argparse.Namespace) -> Iterator[tuple[str, bytes]]:
    """Yield names and answers to tools/call, as they come over the wire."""
    for name, result in _results(given):
        message = {"jsonrpc": "2.0", "id": 1, "result": result}
        yield name, json.dumps(message, ensure_ascii=False).encode() + b"\n"


def _results(given: argparse.Namespace) -> Iterator[tuple[str, object]]:
    if given.recorded:
        with (given.recorded / "results.jsonl").open(encoding="utf-8") as lines:
            for line in lines:
                record = json.loads(line)
                if "result" in record and len(json.dumps(record["result"])) >= LEAST_RECORDED:
                    yield record["id"], record["result"]
        return
    for kind in KINDS:
        if given.kind in kind:
            for name in given.size or ("100 KB", "1 MB"):
                yield f"{kind}, {name}", make_result(kind, SIZES[name])


def work(budget: int) -> None:
    """Rewrite the lines of stdin, and print for each its milliseconds, length and digest."""
    from pageful.gateway.session import Session
    from pageful.gateway.settings import Settings

    session = Session(Settings("benchmark", budget=budget))
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "make"}}
    asked = json.dumps(call).encode()
    while size := sys.stdin.buffer.readline():
        line = sys.stdin.buffer.read(int(size))
        session.from_client(asked)
        before = time.process_time()
        shown = session.from_server(line) or b""
        took = (time.process_time() - before) * 1000
        print(took, len(shown), hashlib.sha256(shown).hexdigest(), flush=True)


class Worker:
    """A process that rewrites lines with the code of one checkout."""

    def __init__(self, source: Path, budget: int) -> None:
        environment = {**os.environ, "PYTHONPATH": f"{source}:{HERE}", "XDG_STATE_HOME": os.devnull}
        command = [sys.executable, __file__, "--work", "--budget", str(budget)]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment)

    def rewrite(self, line: bytes) -> tuple[float, int, str]:
        """Rewrite a line: its milliseconds, the length and the digest of what came out."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(b"%d\n" % len(line) + line)
        self._process.stdin.flush()
        took, length, digest = self._process.stdout.readline().split()
        return float(took), int(length), digest.decode()

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()


def measure(workers: list[Worker], line: bytes, rounds: int) -> list[str]:
    """Milliseconds of each worker, the length of what came out, and whether all is the same."""
    every = [[worker.rewrite(line) for worker in workers] for _ in range(rounds + 1)][1:]
    medians = [statistics.median(each[0] for each in own) for own in zip(*every, strict=True)]
    (_, length, digest) = every[0][0]
    cells = [*(f"{each:.1f}" for each in medians), f"{100 * length / len(line):.0f} %"]
    if len(workers) > 1:
        same = all(digest == each[2] for own in every for each in own)
        ratio = statistics.median(own[0][0] / own[1][0] for own in every)
        cells += [f"{ratio:.2f}", "yes" if same else "NO"]
    return cells


def main() -> int:
    """Measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--beside", type=Path)
    parser.add_argument("--recorded", type=Path)
    parser.add_argument("--kind", default="")
    parser.add_argument("--size", action="append", choices=SIZES)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--budget", type=int, default=9_000_000)
    parser.add_argument("--work", action="store_true")
    given = parser.parse_args()
    if given.work:
        work(given.budget)
        return 0
    sources = [HERE.parent / "src", *([given.beside] if given.beside else [])]
    workers = [Worker(source, given.budget) for source in sources]
    beside = ("beside, ms", "of sent", "ratio", "same bytes")
    rows = [[name, *measure(workers, line, given.rounds)] for name, line in lines_of(given)]
    print(table(("result", "ms", *(beside if given.beside else ("of sent",))), rows))
    for worker in workers:
        worker.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
