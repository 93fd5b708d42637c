"""Talks to a peer: an MCP server by the SDK's own client, or a command, with its times."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
import psutil
from mcp import Client, StdioServerParameters, stdio_client

PATIENCE = 300.0
"""Seconds until an answer is given up: a first call may index 1,700 files."""

LOAD = "load"
"""The column for how busy the machine was: a clock says little on a busy one."""

UNTRACKED = {"DO_NOT_TRACK": "1", "NO_COLOR": "1", "TERM": "dumb"}


@dataclass(frozen=True, slots=True)
class Answer:
    """What a call came to: its text, whether it is an error, and how long it took.

    `wall` is in seconds, and so is `processor`, which counts all processes of the peer.
    """

    text: str
    failed: bool
    wall: float = 0.0
    processor: float = 0.0


@dataclass(frozen=True, slots=True)
class Place:
    """Where a peer works: what it reads, a home of its own, and how its programs are found."""

    root: Path
    home: Path
    found: Mapping[str, str]
    extra: Mapping[str, str] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        """Variables of a peer's processes: nothing that it keeps is the user's, or another's."""
        own = {
            "HOME": str(self.home),
            "XDG_CACHE_HOME": str(self.home / ".cache"),
            "XDG_CONFIG_HOME": str(self.home / ".config"),
            "XDG_DATA_HOME": str(self.home / ".local" / "share"),
            "XDG_STATE_HOME": str(self.home / ".local" / "state"),
        }
        given = {
            key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"
        }
        return {**given, **UNTRACKED, **own, **self.found, **self.extra}

    def fill(self, value: Any, asked: Mapping[str, str]) -> Any:
        """Put the place and what is asked into a template of arguments."""
        if isinstance(value, str):
            known = {"root": str(self.root), "home": str(self.home), **asked}
            for name, text in known.items():
                value = value.replace(f"{{{name}}}", text)
            return value
        if isinstance(value, Mapping):
            pairs = value.items()
            return {self.fill(key, asked): self.fill(each, asked) for key, each in pairs}
        if isinstance(value, list | tuple):
            return [self.fill(each, asked) for each in value]
        return value


def run(argv: Sequence[str], place: Place) -> Answer:
    """Run a command in the root of a place, and return all that it prints."""
    before, began = _children(), time.perf_counter()
    try:
        ran = subprocess.run(
            (_which(argv[0], place), *argv[1:]),
            cwd=place.root,
            env=place.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=2 * PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        wall = time.perf_counter() - began
        return Answer("(no answer in time)", failed=True, wall=wall)
    except OSError as error:
        return Answer(str(error), failed=True)
    wall = time.perf_counter() - began
    text = ran.stdout.decode("utf-8", "replace")
    return Answer(text, failed=ran.returncode != 0, wall=wall, processor=_children() - before)


def load() -> str:
    """How many processes wanted a processor in the last minute."""
    return f"{os.getloadavg()[0]:.1f}"


class Server:
    """A server under way, and what its tools cost to know."""

    def __init__(self, client: Client, process: psutil.Process, definitions: str) -> None:
        self._client = client
        self._process = process
        self.definitions = definitions

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> Answer:
        """Call a tool; its answer is all text that a client shows a model."""
        before, began = self.processor(), time.perf_counter()
        try:
            with anyio.fail_after(PATIENCE):
                result = await self._client.call_tool(tool, dict(arguments))
        except TimeoutError:
            return Answer("(no answer in time)", failed=True, wall=PATIENCE)
        except Exception as error:
            return Answer(str(error), failed=True, wall=time.perf_counter() - began)
        wall = time.perf_counter() - began
        texts = [getattr(each, "text", "") for each in result.content]
        if not any(texts) and result.structured_content is not None:
            texts = [json.dumps(result.structured_content, ensure_ascii=False)]
        used = self.processor() - before
        return Answer("\n".join(texts), failed=bool(result.is_error), wall=wall, processor=used)

    def processor(self) -> float:
        """Processor seconds of the server and of all that it started, as far as they live."""
        total = 0.0
        for each in (self._process, *self._process.children(recursive=True)):
            try:
                used = each.cpu_times()
            except psutil.Error:
                continue
            total += used.user + used.system + used.children_user + used.children_system
        return total


@asynccontextmanager
async def connected(argv: Sequence[str], place: Place) -> AsyncIterator[Server]:
    """Start a server in the root of a place, and shake hands with it."""
    before = {each.pid for each in psutil.Process().children()}
    parameters = StdioServerParameters(
        command=_which(argv[0], place), args=list(argv[1:]), env=place.environment, cwd=place.root
    )
    with (place.home / "errors").open("a") as errors:
        async with Client(stdio_client(parameters, errlog=errors)) as client:
            (process,) = (each for each in psutil.Process().children() if each.pid not in before)
            tools = (await client.list_tools()).tools
            shown = [
                each.model_dump(mode="json", by_alias=True, exclude_none=True) for each in tools
            ]
            definitions = json.dumps(shown, ensure_ascii=False) + (client.instructions or "")
            yield Server(client, process, definitions)


def _which(program: str, place: Place) -> str:
    for directory in place.environment["PATH"].split(os.pathsep):
        if (path := Path(directory) / program).is_file():
            return str(path)
    return program


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
