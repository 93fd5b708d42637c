"""Work that goes on in a server when the call that began it has been answered."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from pageful.tool.context import Caller, Progress
from pageful.tool.errors import Cancelled, ToolError

Work: TypeAlias = Callable[[Caller], None]

_log = logging.getLogger("pageful")
_POLL = 0.05
_LAST_WISHES = 5.0
"""Seconds that work has to end in order: it is asked between files, and a batch takes about one."""


class Job:
    """One piece of work on a thread of its own, and how far it is."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._worker = Caller(self._hear)
        self._latest: Progress | None = None
        self._fault: Exception | None = None
        self._ended = threading.Event()
        # A daemon: a process that has to go does not wait for it, and the index survives that.
        threading.Thread(target=self._run, name="pageful-background", daemon=True).start()

    @property
    def is_running(self) -> bool:
        """Whether the work is still under way."""
        return not self._ended.is_set()

    @property
    def fault(self) -> Exception | None:
        """What ended the work before its time; `None` where nothing did, or it was cancelled."""
        return self._fault

    def wait(self, until: float, caller: Caller) -> None:
        """Wait for the end of the work, at most until `time.monotonic()` is `until`.

        The caller hears what the work says of its progress.

        Raises:
            Cancelled: the caller gave up waiting; the work goes on.
            Exception: the fault that ended the work.
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
        """Ask the work to stop, and wait a little until it has."""
        self._worker.cancel()
        self._ended.wait(_LAST_WISHES)

    def _hear(self, progress: Progress) -> None:
        self._latest = progress

    def _run(self) -> None:
        try:
            self._work(self._worker)
        except Cancelled:
            pass
        except Exception as error:
            self._fault = error
            if not isinstance(error, ToolError):
                _log.exception("Work in the background failed")
        finally:
            self._ended.set()


class Background:
    """At most one job at a time for each index, which a path names; safe to use from any thread."""

    def __init__(self) -> None:
        self._jobs: dict[Path, Job] = {}
        self._has_ended = False
        self._lock = threading.Lock()

    def begin(self, index: Path, work: Work) -> Job | None:
        """Begin work, or find the job that is under way; `None` once the server ends."""
        with self._lock:
            job = self._jobs.get(index)
            if self._has_ended or (job is not None and job.is_running):
                return job
            job = self._jobs[index] = Job(work)
            return job

    def running(self, index: Path) -> bool:
        """Whether work on an index is under way."""
        with self._lock:
            job = self._jobs.get(index)
        return job is not None and job.is_running

    def fault(self, index: Path) -> Exception | None:
        """What ended the last job of an index before its time."""
        with self._lock:
            job = self._jobs.get(index)
        return job.fault if job else None

    def stop(self, index: Path) -> None:
        """Stop the work on an index, for what needs the index for itself."""
        with self._lock:
            job = self._jobs.get(index)
        if job:
            job.stop()

    def end(self) -> None:
        """Stop all work for good."""
        with self._lock:
            self._has_ended = True
            jobs = list(self._jobs.values())
        threads = [threading.Thread(target=job.stop) for job in jobs if job.is_running]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
