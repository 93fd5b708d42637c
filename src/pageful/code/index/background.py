"""Background jobs of a server, which continue after the call that started them has returned."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from pageful.tool.context import Caller, Progress
from pageful.tool.errors import Cancelled, ToolError

Work: TypeAlias = Callable[[Caller], None]

_POLL = 0.05  # seconds; short beside a call, and costs next to nothing
_STOP_SECONDS = 5.0
"""Seconds that a job gets to stop: it checks between batches, and a batch takes about one."""


class Job:
    """A thread that does one piece of work, with its progress and its outcome."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._worker = Caller(self._keep_progress)
        self._latest: Progress | None = None
        self._fault: Exception | None = None
        self._ended = threading.Event()
        # A daemon: a process that has to go does not wait for it, and the index survives that.
        threading.Thread(target=self._run, name="pageful-background", daemon=True).start()

    @property
    def is_running(self) -> bool:
        """Return whether the job has not ended yet."""
        return not self._ended.is_set()

    @property
    def fault(self) -> Exception | None:
        """The error that ended the job; `None` if it succeeded, was cancelled or still runs."""
        return self._fault

    def wait(self, until: float, caller: Caller) -> None:
        """Wait for the job to end, at most until `time.monotonic()` is `until`.

        The job's progress is passed on to the caller.

        Raises:
            Cancelled: the caller gave up waiting; the work goes on.
            Exception: the error that ended the work.
        """
        heard = None
        while not self._ended.wait(_POLL) and time.monotonic() < until:
            caller.checkpoint()
            latest = self._latest
            if latest is not None and latest is not heard:
                caller.progress(latest.message, latest.done, latest.total)
                heard = latest
        if self._fault is not None:
            raise self._fault

    def stop(self) -> None:
        """Cancel the job, and wait up to `_STOP_SECONDS` for it to end."""
        self._worker.cancel()
        self._ended.wait(_STOP_SECONDS)

    def _keep_progress(self, progress: Progress) -> None:
        self._latest = progress

    def _run(self) -> None:
        try:
            self._work(self._worker)
        except Cancelled:
            pass
        except Exception as error:
            self._fault = error
            if not isinstance(error, ToolError):
                import logging

                logging.getLogger("pageful").exception("Work in the background failed")
        finally:
            self._ended.set()


class Background:
    """The jobs of a server, at most one at a time for each index path; thread-safe."""

    def __init__(self) -> None:
        self._jobs: dict[Path, Job] = {}
        self._has_ended = False
        self._lock = threading.Lock()

    def begin(self, index: Path, work: Work) -> Job | None:
        """Start a job, or return the one that is running; `None` once the server shuts down."""
        with self._lock:
            job = self._jobs.get(index)
            if self._has_ended or (job is not None and job.is_running):
                return job
            job = self._jobs[index] = Job(work)
            return job

    def is_running(self, index: Path) -> bool:
        """Return whether a job of the index is running."""
        with self._lock:
            job = self._jobs.get(index)
        return job is not None and job.is_running

    def fault(self, index: Path) -> Exception | None:
        """Return the error that ended the last job of an index, if one did."""
        with self._lock:
            job = self._jobs.get(index)
        return job.fault if job else None

    def stop(self, index: Path) -> None:
        """Stop the job of an index, for a caller that needs the index exclusively."""
        with self._lock:
            job = self._jobs.get(index)
        if job:
            job.stop()

    def end(self) -> None:
        """Stop all jobs, and start no more."""
        with self._lock:
            self._has_ended = True
            jobs = list(self._jobs.values())
        threads = [threading.Thread(target=job.stop) for job in jobs if job.is_running]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
