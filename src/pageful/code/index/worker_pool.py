"""Several worker processes that read, cut and count files, one for each core."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress

from pageful.code.index.batch import Task, drafted
from pageful.code.index.worker import WorkerFailed, receive, send
from pageful.code.store.draft import Draft
from pageful.tool.context import Caller

_MOST_WORKERS = 8
_POLL = 0.1


def drafts(tasks: Sequence[Task], caller: Caller) -> Iterator[Draft]:
    """The drafts of all tasks, as they come; of one task, in this process.

    Raises:
        Cancelled: the caller gave up; what was given out before stays good.
        WorkerFailed: a worker could not do its task.
    """
    if len(tasks) > 1:
        yield from _by_workers(tasks, caller)
        return
    for task in tasks:
        caller.checkpoint()
        yield drafted(task)


def cores() -> int:
    """How many processes can work at once here."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _by_workers(tasks: Sequence[Task], caller: Caller) -> Iterator[Draft]:
    waiting: queue.SimpleQueue[Task] = queue.SimpleQueue()
    for task in tasks:
        waiting.put(task)
    # Bounded, so that drafts do not pile up when writing is slower than reading.
    done: queue.Queue[Draft | Exception] = queue.Queue(maxsize=2)
    with _processes(min(cores(), _MOST_WORKERS, len(tasks))) as processes:
        threads = [
            threading.Thread(target=_serve, args=(process, waiting, done), daemon=True)
            for process in processes
        ]
        try:
            for thread in threads:
                thread.start()
            for _ in tasks:
                yield _next(done, caller)
        finally:
            _end(processes)
            _drain(threads, done)


def _next(done: queue.Queue[Draft | Exception], caller: Caller) -> Draft:
    while True:
        caller.checkpoint()
        try:
            answer = done.get(timeout=_POLL)
        except queue.Empty:
            continue
        if isinstance(answer, Exception):
            raise answer
        return answer


def _drain(threads: Iterable[threading.Thread], done: queue.Queue[Draft | Exception]) -> None:
    """Let threads go that wait for room for what nobody takes any more."""
    for thread in threads:
        while thread.is_alive():
            with suppress(queue.Empty):
                done.get(timeout=_POLL)


def _serve(
    process: subprocess.Popen[bytes],
    waiting: queue.SimpleQueue[Task],
    done: queue.Queue[Draft | Exception],
) -> None:
    """Give one worker a task after another."""
    assert process.stdin
    assert process.stdout
    while True:
        try:
            task = waiting.get_nowait()
        except queue.Empty:
            return
        try:
            send(process.stdin, task)  # type: ignore[arg-type]
            done.put(receive(process.stdout))  # type: ignore[arg-type]
        except (OSError, EOFError, ValueError) as error:
            done.put(WorkerFailed(f"A worker ended with code {process.poll()}: {error!r}"))
            return


@contextmanager
def _processes(number: int) -> Iterator[list[subprocess.Popen[bytes]]]:
    # The workers are one-threaded: as many of them as there are cores is all that helps.
    environment = os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "pageful.code.index.worker"]
    processes: list[subprocess.Popen[bytes]] = []
    try:
        for _ in range(number):
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
            )
            processes.append(process)
        yield processes
    finally:
        _end(processes)


def _end(processes: Iterable[subprocess.Popen[bytes]]) -> None:
    for process in processes:
        process.kill()
    for process in processes:
        process.wait()
        for stream in (process.stdin, process.stdout):
            with suppress(OSError):
                if stream:
                    stream.close()
