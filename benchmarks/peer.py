"""A peer at work: prepared in a place of its own, asked, and measured while it is."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from peer_install import Package, install
from peer_session import Answer, Place, Server, connected, run

Tool: TypeAlias = tuple[str, Mapping[str, Any]]
"""A tool of an MCP server with its arguments; `{root}`, `{query}` and the like are filled in."""
Command: TypeAlias = tuple[str, ...]
Call: TypeAlias = "Tool | Command"


@dataclass(frozen=True, slots=True)
class Cache:
    """Where peers are installed, and how many seconds an installation may take."""

    directory: Path
    patience: float


class PeerFailedError(Exception):
    """A peer that is installed and does not work here, and why."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A program beside which pageful is measured.

    It is an MCP server if `serve` starts one; otherwise all its calls are commands. `prepare` is
    what makes it ready: commands before a server starts, tools after. A kind of task that `calls`
    does not have is one that it has no call for; several calls of a kind follow one another.
    `missing` says why it cannot be run here at all.
    """

    name: str
    package: Package
    calls: Mapping[str, tuple[Call, ...]] = field(default_factory=dict)
    serve: Command = ()
    prepare: tuple[Call, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    note: str = ""
    missing: str = ""


@dataclass(frozen=True, slots=True)
class Costs:
    """What a peer took until it could answer, and the text of its tools.

    `start` is from a server's start to its list of tools, in seconds of the clock and of the
    processor; `laid` is how many bytes there were before it did anything.
    """

    prepared: Answer
    laid: int
    start: tuple[float, float] | None
    definitions: str


class Running:
    """A peer that is ready to be asked."""

    def __init__(self, peer: Peer, place: Place, server: Server | None, costs: Costs) -> None:
        self._peer = peer
        self._server = server
        self.place = place
        self.costs = costs

    @property
    def written(self) -> int:
        """How many bytes the peer has written by now: its index, wherever it keeps that."""
        return _size(self.place.home.parent) - self.costs.laid

    async def ask(self, kind: str, asked: Mapping[str, str]) -> Answer | None:
        """Make the calls for a kind of task; `None` if the peer has none."""
        calls = self._peer.calls.get(kind)
        if not calls:
            return None
        return joined([await make(call, self.place, self._server, asked) for call in calls])


@asynccontextmanager
async def running(peer: Peer, cache: Cache, lay: Callable[[Path], Path]) -> AsyncIterator[Running]:
    """Install a peer, lay out what it works on, make it ready, and end it afterwards.

    Raises:
        NotInstalledError: it cannot be had here.
        PeerFailedError: it does not start, or cannot be made ready.
    """
    found = install(peer.package, cache.directory, cache.patience)
    async with AsyncExitStack() as stack:
        directory = tempfile.mkdtemp(prefix="peers-")
        stack.callback(shutil.rmtree, directory, ignore_errors=True)
        home = Path(directory).resolve() / "home"
        home.mkdir()
        place = Place(lay(home.parent / "work"), home, found)
        place = Place(place.root, home, found, place.fill(peer.environment, {}))
        before = _size(home.parent)
        commands = [call for call in peer.prepare if not _is_tool(call)]
        done = [await make(call, place, None, {}) for call in commands]
        server, start = None, None
        if peer.serve:
            began = time.perf_counter()
            try:
                server = await stack.enter_async_context(
                    connected(place.fill(peer.serve, {}), place)
                )
            except Exception as error:
                raise PeerFailedError(
                    f"does not start: {_last_line(home / 'errors') or error!r}"
                ) from error
            start = (time.perf_counter() - began, server.processor())
        tools = [call for call in peer.prepare if _is_tool(call)]
        done += [await make(call, place, server, {}) for call in tools]
        for answer in done:
            if answer.failed:
                raise PeerFailedError(
                    f"cannot be made ready: {' '.join(answer.text.split())[-120:]}"
                )
        costs = Costs(joined(done), before, start, server.definitions if server else "")
        yield Running(peer, place, server, costs)


async def make(call: Call, place: Place, server: Server | None, asked: Mapping[str, str]) -> Answer:
    """Make one call of a peer."""
    if not _is_tool(call):
        return run(place.fill(call, asked), place)
    assert server, f"{call[0]} is a tool, and there is no server"
    tool, arguments = call
    return await server.call(str(tool), place.fill(arguments, asked))


def joined(answers: list[Answer]) -> Answer:
    """Make one answer of several that followed one another."""
    return Answer(
        "\n".join(each.text for each in answers),
        any(each.failed for each in answers),
        sum(each.wall for each in answers),
        sum(each.processor for each in answers),
    )


def _is_tool(call: Call) -> bool:
    return len(call) == 2 and isinstance(call[1], Mapping)


def _size(root: Path) -> int:
    return sum(each.lstat().st_size for each in root.rglob("*") if each.is_file())


def _last_line(path: Path) -> str:
    lines = [
        line.strip() for line in path.read_text("utf-8", "replace").splitlines() if line.strip()
    ]
    return lines[-1][:120] if lines else ""
