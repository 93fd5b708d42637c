"""The programs that the speed benchmarks compare, each in a process of its own that is watched."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

from latency import ENVIRONMENT

HERE = Path(__file__).parent
OFTEN = 0.02
"""Seconds between two looks at the memory."""


@dataclass(frozen=True, slots=True)
class Program:
    """A side of the comparison: its name, how it is started, and what is special about that.

    The command is followed by the repository and the directory of its index; then come `rest`.
    """

    name: str
    command: tuple[str, ...]
    rest: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)

    @contextmanager
    def running(self, repository: Path, data: Path) -> Iterator[Session]:
        """The program at work on a repository."""
        argv = (*self.command, str(repository), str(data), *self.rest)
        with subprocess.Popen(
            argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**ENVIRONMENT, **self.environment},
            text=True,
        ) as process:
            yield Session(process)
            assert process.stdin
            process.stdin.close()


def pageful(embedder: str) -> Program:
    """Pageful with an embedder."""
    script = str(HERE / "code_side_pageful.py")
    return Program("pageful", (sys.executable, script), (embedder,))


def semble(python: str, model: str, workers: int = 0) -> Program:
    """Semble with a model; without workers, as it comes, it works in one process."""
    name = f"semble, {workers} workers" if workers else "semble"
    environment = {"SEMBLE_INDEX_WORKERS": str(workers), "HF_HUB_OFFLINE": "1"}
    return Program(name, (python, str(HERE / "code_side_semble.py")), (model,), environment)


class Session:
    """A program under way: answers requests, and its memory is known."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, name: str, **arguments: object) -> Any:
        """One request and its answer."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps([name, arguments]) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit(f"{self._process.args!r} ended while asked to {name}.")
        return json.loads(answer)

    def watched(self) -> Watch:
        """Watch the memory of the process and all it starts, until left."""
        return Watch(self._process.pid)


class Watch:
    """The most memory that a process and its descendants hold at once, in bytes.

    Pages that several of them share count once: it is the sum of their proportional sets.
    """

    def __init__(self, process: int) -> None:
        self._process = process
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self.peak = 0

    def __enter__(self) -> Watch:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while True:
            self.peak = max(self.peak, sum(map(_held, _family(self._process))))
            if self._over.wait(OFTEN):
                return


def _family(process: int) -> Iterator[int]:
    yield process
    with suppress(OSError):
        for task in Path(f"/proc/{process}/task").iterdir():
            with suppress(OSError):
                for child in (task / "children").read_text().split():
                    yield from _family(int(child))


def _held(process: int) -> int:
    with suppress(OSError, StopIteration):
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        return 1024 * int(next(line for line in lines if line.startswith("Pss:")).split()[1])
    return 0


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
