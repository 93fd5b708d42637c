"""An upstream that is a process: its streams, its group, its last words, and its end."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from pageful.gateway.descendants import LOOK, Descendants, begin_of, mark_environment
from pageful.gateway.lines import LineReader, write_all
from pageful.gateway.upstream import End
from pageful.gateway.watchdog import Watchdog
from pageful.tool.errors import ToolError

_LAST_LINES = 10
"""Lines of stderr that an unanswered call carries: a traceback's end, and no log."""

_LAST_LINE_LENGTH = 400
"""Characters of each of these lines."""

_TAIL = 8192
"""Bytes kept of stderr: more than the lines above need."""

DRAIN = 0.5
"""Seconds for what a process wrote before its end, where descendants hold its output open."""


class ChildProcess:
    """A server as a child process that leads its process group."""

    def __init__(self, command: Sequence[str], watchdog: Watchdog) -> None:
        self._command = command
        self._watchdog = watchdog
        mark = os.urandom(8).hex()
        self._process = _start(command, mark)
        self._descendants = Descendants(self._process.pid, mark, begin_of(self._process.pid))
        watchdog.note(self._descendants)
        assert self._process.stdout
        assert self._process.stderr
        self._reader = LineReader(self._process.stdout.fileno())
        self._tail = b""
        self._sending = threading.Lock()
        self._leaving = False
        # A signal's handler may leave while the same thread does.
        self._beginning = threading.RLock()
        self._input_ended = False
        self._stderr = _start_thread(self._pass_stderr)
        self._waiter = _start_thread(self._wait)

    def send(self, line: bytes) -> None:
        """Send it a message; one that has ended takes none."""
        assert self._process.stdin
        with self._sending:
            if not self._input_ended:
                # Who does not read will soon have ended, and calls are answered then.
                with suppress(OSError):
                    write_all(self._process.stdin.fileno(), line)

    def lines(self) -> Iterator[bytes]:
        """Yield what it writes to stdout, line by line, until it and its output have ended."""
        yield from self._reader

    def leave(self) -> None:
        """Close its input; after two seconds end all of it with TERM, at last with KILL.

        Where it has ended itself, what it has started is not waited for.
        """
        with self._beginning:
            if self._leaving:
                return
            self._leaving = True
            self._watchdog.note_leaving(self._descendants)
            _start_thread(self._close_input)
            self._ending = _start_thread(self._end_all)

    def end(self) -> End:
        """Wait for its end, and say what it was."""
        self._waiter.join(DRAIN)
        if self._waiter.is_alive():
            # Its output has ended, so there will be no answers.
            self.leave()
            self._waiter.join()
        self._stderr.join(LOOK)
        code = self._process.returncode
        said = f"exit code {code}" if code >= 0 else f"signal {_signal_name(-code)}"
        lines = [line for line in self._tail.decode(errors="replace").splitlines() if line.strip()]
        words = tuple(line[:_LAST_LINE_LENGTH] for line in lines[-_LAST_LINES:])
        name = Path(self._command[0]).name
        return End(code if code >= 0 else 128 - code, f"`{name}` ended with {said}", words)

    def close(self) -> None:
        """End what is left of it and of all that it has started, and wait for that."""
        self.leave()
        self._waiter.join()
        self._ending.join()
        self._watchdog.forget(self._descendants)
        self._stopping.cancel()
        self._stopping.join()
        self._reader.close()
        assert self._process.stdout
        self._process.stdout.close()
        self._stderr.join(LOOK)
        if not self._stderr.is_alive():
            assert self._process.stderr
            self._process.stderr.close()

    def _close_input(self) -> None:
        # A server that does not read may hold a writer for ever: it is ended all the same.
        with self._sending:
            self._input_ended = True
            assert self._process.stdin
            with suppress(OSError):
                self._process.stdin.close()

    def _end_all(self) -> None:
        if self._process.returncode is None:
            self._descendants.end()
        else:
            self._descendants.end(grace=0.0)

    def _wait(self) -> None:
        """Wait for the process's own end, and a little for what it and its descendants write."""
        self._process.wait()
        end = time.monotonic() + DRAIN
        while self._descendants.are_left() and time.monotonic() < end:
            time.sleep(LOOK)
        # Descendants may hold the output open for ever; where there are none, it ends by itself.
        self._stopping = threading.Timer(DRAIN, self._reader.stop)
        self._stopping.daemon = True
        self._stopping.start()

    def _pass_stderr(self) -> None:
        """Pass its stderr on as it comes, and keep the end of it."""
        assert self._process.stderr
        while chunk := os.read(self._process.stderr.fileno(), _TAIL):
            with suppress(OSError):
                write_all(2, chunk)
            self._tail = (self._tail + chunk)[-_TAIL:]


def _start(command: Sequence[str], mark: str) -> subprocess.Popen[bytes]:
    pipe, environment = subprocess.PIPE, mark_environment(_environment(), mark)
    try:
        return subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=pipe, process_group=0, env=environment
        )
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        remedy = "Name a program that can be run: `pageful gateway -- npx -y SERVER`."
        raise ToolError(f"`{command[0]}` can't be started: {reason}.", remedy) from None


def _environment() -> Mapping[str, str]:
    """Return the environment as this program was started with it.

    Python sets LC_CTYPE where the locale is C, and a server would print other text than without
    the gateway.
    """
    environment = dict(os.environ)
    if environment.get("LC_CTYPE") == "C.UTF-8":
        with suppress(OSError):
            block = Path("/proc/self/environ").read_bytes()
            if not any(each.startswith(b"LC_CTYPE=") for each in block.split(b"\0")):
                del environment["LC_CTYPE"]
    return environment


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


def _start_thread(target: object) -> threading.Thread:
    thread = threading.Thread(target=target, daemon=True)  # type: ignore[arg-type]
    thread.start()
    return thread
