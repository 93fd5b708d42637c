"""One vault at work as asked on standard input, without a server around it.

`vault_side.py VAULT CACHE`; requests and answers are JSON, a line each: `start` (`query`), `look`,
`find` (`query`), `search` (`queries`, `looked`), `others` and `memory`. Times are in seconds.
"""

# ruff: noqa: E402 -- the first imports are timed

from __future__ import annotations

import time

_BEGAN = time.perf_counter()

import json
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.tool.options import Style
from pageful.vault.settings import VaultSettings
from pageful.vault.snapshot.scanner import DiskSnapshot
from pageful.vault.snapshot.vault import Vault
from pageful.vault.tools import VaultTools
from pageful.vault.workspace import Workspace

_IMPORTED = time.perf_counter() - _BEGAN

SAMPLES = 20
"""Notes that each of the other tools is asked about."""


class Held(Vault):
    """A vault that can be told not to look at its files."""

    held: DiskSnapshot | None = None

    def scan(self, caller: Caller) -> DiskSnapshot:
        """The snapshot that is held, or as it is now."""
        return self.held or super().scan(caller)


@dataclass(frozen=True)
class HeldTools(VaultTools):
    """The tools on a vault that can be told not to look at its files."""

    vault: Held = field(kw_only=True)

    @cached_property
    def _opened(self) -> Workspace:
        return Workspace(self.vault)


class Side:
    """The tools on a vault, and what can be asked of them."""

    def __init__(self, root: Path, cache: Path) -> None:
        self._vault = Held(root, cache=cache)
        self._tools = HeldTools(VaultSettings(), Style(), vault=self._vault)
        self._caller = Caller()

    def start(self, query: str) -> dict[str, float]:
        """From the first import to the first snapshot, and to the answer of the first search."""
        began = time.perf_counter()
        snapshot = self._vault.scan(self._caller)
        read = time.perf_counter()
        held = _memory()
        self.find(query)
        return {
            "import": _IMPORTED,
            "snapshot": read - began,
            "first search": time.perf_counter() - read,
            "all": time.perf_counter() - began + _IMPORTED,
            "work": time.process_time(),
            "notes": len(snapshot.notes),
            "from cache": self._vault.from_cache,
            "memory": held,
            "memory with words": _memory(),
        }

    def look(self) -> float:
        """Only look for changes."""
        return _timed(lambda: self._vault.scan(self._caller))

    def find(self, query: str) -> dict[str, Any]:
        """Search once, looking for changes before; the answer may be an `error`."""
        began, worked = time.perf_counter(), time.process_time()
        answer: dict[str, Any] = {"total": 0, "paths": []}
        try:
            search = self._tools.vault_search(self._caller, query)
            answer = {"total": search.total, "paths": [hit.path for hit in search.results]}
        except ToolError as error:
            answer["error"] = error.problem
        work = time.process_time() - worked
        return answer | {"seconds": time.perf_counter() - began, "work": work}

    def search(self, queries: list[str], *, looked: bool) -> list[dict[str, Any]]:
        """Search for each query, with or without looking for changes before."""
        self._hold(still=not looked)
        answers = [self.find(query) for query in queries]
        self._hold(still=False)
        return answers

    def others(self) -> dict[str, list[float]]:
        """Every other tool on some notes, without looking for changes."""
        self._hold(still=True)
        times: dict[str, list[float]] = {}
        for name, call in self._calls():
            times.setdefault(name, []).append(_timed(call))
        self._hold(still=False)
        return times

    def memory(self) -> dict[str, float]:
        """What is held now, and the most that was."""
        return {"now": _memory(), "peak": _memory("VmHWM")}

    def _hold(self, *, still: bool) -> None:
        self._vault.held = self._vault.scan(self._caller) if still else None

    def _calls(self) -> Iterator[tuple[str, Callable[[], object]]]:
        """Calls on notes that are drawn, the same every time; the first walk is apart."""
        snapshot, tools, draw = self._vault.scan(self._caller), self._tools, random.Random(0)
        notes = [path for path in snapshot.notes if path.endswith(".md")]
        linked = [path for path in notes if snapshot.notes[path].links] or notes
        tags = sorted({tag.name for note in snapshot.notes.values() for tag in note.tags}) or [
            "none"
        ]
        listed = partial(tools.vault_list, self._caller)
        walk = partial(tools.graph_traverse, self._caller)
        yield "first traverse", partial(walk, linked[0])
        for _ in range(SAMPLES):
            here, there, tag = draw.choice(linked), draw.choice(linked), draw.choice(tags)
            folder = here.rpartition("/")[0]
            yield "traverse, depth 2", partial(walk, here)
            yield "traverse, depth 4", partial(walk, here, depth=4)
            yield "path", partial(tools.graph_path, self._caller, here, there)
            yield "read", partial(tools.vault_read, self._caller, here)
            yield "view", partial(tools.view_file, self._caller, here, line=1)
            yield "list, a folder", partial(listed, folder)
            yield "list, all", partial(listed, recursive=True)
            yield "tags, all", partial(tools.vault_tags, self._caller)
            yield "tags, one", partial(tools.vault_tags, self._caller, tag)
            yield "info", partial(tools.system_info, self._caller)


def _timed(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def _memory(field: str = "VmRSS") -> int:
    """Bytes of memory that this process holds (`VmRSS`) or held at most (`VmHWM`)."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return 1024 * int(next(line for line in lines if line.startswith(f"{field}:")).split()[1])


def main() -> None:
    """Answer until the input ends."""
    side = Side(Path(sys.argv[1]), Path(sys.argv[2]))
    for line in sys.stdin:
        name, arguments = json.loads(line)
        print(json.dumps(getattr(side, name)(**arguments)), flush=True)


if __name__ == "__main__":
    main()
