"""A pool of worker processes that build batches, one a core."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress

from pageful.code.index.batch import BatchRequest, build_batch
from pageful.code.index.worker import WorkerFailed, receive, send
from pageful.code.store.index_batch import IndexBatch
from pageful.tool.context import Caller

_MOST_WORKERS = 8  # each holds the weights and grammars, and one process writes for all
_POLL = 0.1  # seconds between two looks at whether the caller has cancelled


def process_batches(requests: Sequence[BatchRequest], caller: Caller) -> Iterator[IndexBatch]:
    """Yield each batch as it is done. A single request is processed here, several in workers.

    Raises:
        Cancelled: the caller gave up; batches yielded before stay valid.
        WorkerFailed: a worker could not process its request.
    """
    if len(requests) > 1:
        yield from _process_in_workers(requests, caller)
        return
    for request in requests:
        caller.checkpoint()
        yield build_batch(request)


def cores() -> int:
    """Count the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _process_in_workers(requests: Sequence[BatchRequest], caller: Caller) -> Iterator[IndexBatch]:
    waiting: queue.SimpleQueue[BatchRequest] = queue.SimpleQueue()
    for request in requests:
        waiting.put(request)
    # Bounded, so that batches do not pile up when writing is slower than reading.
    done: queue.Queue[IndexBatch | Exception] = queue.Queue(maxsize=2)
    with _start_workers(min(cores(), _MOST_WORKERS, len(requests))) as processes:
        threads = [
            threading.Thread(target=_feed_worker, args=(process, waiting, done), daemon=True)
            for process in processes
        ]
        try:
            for thread in threads:
                thread.start()
            for _ in requests:
                yield _next_batch(done, caller)
        finally:
            _stop_workers(processes)
            _drain(threads, done)


def _next_batch(done: queue.Queue[IndexBatch | Exception], caller: Caller) -> IndexBatch:
    while True:
        caller.checkpoint()
        try:
            message = done.get(timeout=_POLL)
        except queue.Empty:
            continue
        if isinstance(message, Exception):
            raise message
        return message


def _drain(threads: Iterable[threading.Thread], done: queue.Queue[IndexBatch | Exception]) -> None:
    """Empty the queue until every thread that waits for room in it has ended."""
    for thread in threads:
        while thread.is_alive():
            with suppress(queue.Empty):
                done.get(timeout=_POLL)


def _feed_worker(
    process: subprocess.Popen[bytes],
    waiting: queue.SimpleQueue[BatchRequest],
    done: queue.Queue[IndexBatch | Exception],
) -> None:
    """Send one worker a request after another."""
    assert process.stdin
    assert process.stdout
    while True:
        try:
            request = waiting.get_nowait()
        except queue.Empty:
            return
        try:
            send(process.stdin, request)  # type: ignore[arg-type]
            done.put(receive(process.stdout))  # type: ignore[arg-type]
        except (OSError, EOFError, ValueError) as error:
            done.put(WorkerFailed(f"A worker ended with code {process.poll()}: {error!r}"))
            return


@contextmanager
def _start_workers(number: int) -> Iterator[list[subprocess.Popen[bytes]]]:
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
        _stop_workers(processes)


def _stop_workers(processes: Iterable[subprocess.Popen[bytes]]) -> None:
    for process in processes:
        process.kill()
    for process in processes:
        process.wait()
        for stream in (process.stdin, process.stdout):
            with suppress(OSError):
                if stream:
                    stream.close()
