"""What is measured of a vault, round by round, in fresh processes and fresh servers."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from code_sides import HERE, Program, Session, percentile
from code_speed import SETTLED
from latency import clocked
from pageful.tool.context import Caller
from pageful.vault.snapshot.vault import Vault
from vault_client import Conversation, conversation
from vault_queries import Made, made_from
from vault_trees import written

SIDE = Program("pageful", (sys.executable, str(HERE / "vault_side.py")), ())
LOOKS = 10
EDITS = 5
WORDS = ("frequent word", "rare word")
FIRST = "several words"
"""The kind of the query that a start is timed with."""

Figures = defaultdict[str, list[float]]
"""Values of every round, by what was measured."""


@dataclass
class Measured:
    """A vault, the queries that are put to it, notes to be edited, and what was measured."""

    name: str
    root: Path
    notes: int
    size: int
    files: int
    queries: list[Made]
    edited: list[str]
    figures: Figures = field(default_factory=lambda: Figures(list))
    kinds: defaultdict[str, Figures] = field(
        default_factory=lambda: defaultdict(lambda: Figures(list))
    )
    seconds: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    found: int = 0
    refused: dict[str, str] = field(default_factory=dict)

    @property
    def first(self) -> str:
        """The query of a start."""
        return next(made.text for made in self.queries if made.kind == FIRST)

    @property
    def texts(self) -> list[str]:
        """All queries but that one."""
        return [made.text for made in self.queries if made.text != self.first]

    @property
    def words(self) -> list[str]:
        """The queries of a single word."""
        return [made.text for made in self.queries if made.kind in WORDS]


@contextmanager
def copied(vault: Path) -> Iterator[Path]:
    """A copy of a vault without version control, old enough to be trusted."""
    with tempfile.TemporaryDirectory(prefix="vault-") as place:
        root = Path(place).resolve() / vault.name
        shutil.copytree(vault, root, symlinks=True, ignore=shutil.ignore_patterns(".git"))
        time.sleep(SETTLED)
        yield root


@contextmanager
def generated(notes: int) -> Iterator[Path]:
    """A vault of so many notes that nobody wrote."""
    with tempfile.TemporaryDirectory(prefix="vault-") as place:
        root = Path(place).resolve() / "generated"
        written(root, notes)
        time.sleep(SETTLED)
        yield root


def looked_into(root: Path) -> Measured:
    """A vault with its numbers and queries."""
    snapshot = Vault(root, cache=root).scan(Caller())  # within the vault: none is written
    size = sum(snapshot.files[path].size for path in snapshot.notes)
    plain = [path for path in snapshot.notes if path.endswith(".md")]
    edited = plain[:: max(1, len(plain) // EDITS)][:EDITS]
    notes, files = len(snapshot.notes), len(snapshot.files)
    return Measured(root.name, root, notes, size, files, made_from(snapshot), edited)


def one_round(vault: Measured, ripgrep: str | None) -> None:
    """Start from nothing, start again, ask everything; by process and by server."""
    with tempfile.TemporaryDirectory() as place:
        cache = Path(place)
        with SIDE.running(vault.root, cache) as session:
            _start(session, vault, "cold")
            vault.figures["cold memory peak"].append(session.ask("memory")["peak"])
        vault.figures["cache"].append(sum(each.stat().st_size for each in cache.iterdir()))
        with SIDE.running(vault.root, cache) as session:
            _start(session, vault, "warm")
            _looks(session, vault)
            _searches(session, vault)
            for name, seconds in session.ask("others").items():
                vault.figures[f"other {name}"].append(statistics.median(seconds))
                vault.figures[f"other {name} most"].append(max(seconds))
            held = session.ask("memory")
            vault.figures["memory after"].append(held["now"])
            vault.figures["memory peak"].append(held["peak"])
            _edits(session, vault)
    _served(vault)
    _floors(vault, ripgrep)


def _start(session: Session, vault: Measured, kind: str) -> None:
    done = session.ask("start", query=vault.first)
    expected = 0 if kind == "cold" else vault.notes
    assert done["from cache"] == expected, f"{done['from cache']} notes came from the cache"
    for name in ("import", "snapshot", "first search", "all", "work"):
        vault.figures[f"{kind} {name}"].append(done[name])
    if kind == "warm":
        for name in ("memory", "memory with words"):
            vault.figures[name].append(done[name])


def _looks(session: Session, vault: Measured) -> None:
    vault.figures["look"].append(statistics.median(session.ask("look") for _ in range(LOOKS)))


def _searches(session: Session, vault: Measured) -> None:
    for kind in ("alone", "looked"):
        answers = session.ask("search", queries=vault.texts, looked=kind == "looked")
        _percentiles(vault, kind, [answer["seconds"] for answer in answers])
        if kind == "alone":
            _percentiles(vault, "work", [answer["work"] for answer in answers])
            vault.found = sum(answer["total"] > 0 for answer in answers)
            vault.refused |= {
                text: answer["error"]
                for text, answer in zip(vault.texts, answers, strict=True)
                if "error" in answer
            }
            by_text = dict(zip(vault.texts, answers, strict=True))
            _by_kind(vault, {text: answer["seconds"] for text, answer in by_text.items()})


def _by_kind(vault: Measured, seconds: Mapping[str, float]) -> None:
    kinds: dict[str, list[float]] = {}
    for made in vault.queries:
        if made.text in seconds:
            kinds.setdefault(made.kind, []).append(seconds[made.text])
            vault.seconds[f"{made.kind}: {made.text}"].append(seconds[made.text])
    for kind, values in kinds.items():
        vault.kinds[kind]["median"].append(statistics.median(values))
        vault.kinds[kind]["most"].append(max(values))
    words = [seconds[word] for word in vault.words]
    _percentiles(vault, "words", words)


def _percentiles(vault: Measured, name: str, seconds: Sequence[float]) -> None:
    vault.figures[f"{name} p50"].append(percentile(seconds, 0.5))
    vault.figures[f"{name} p95"].append(percentile(seconds, 0.95))


def _edits(session: Session, vault: Measured) -> None:
    """Edit notes one at a time, and leave them as they were."""
    looks, finds = [], []
    for number, path in enumerate(map(vault.root.joinpath, vault.edited)):
        before = path.read_bytes()
        path.write_bytes(before + b"\nfreshlywritten\n")
        looks.append(session.ask("look"))
        word = f"newlywritten{number}"
        path.write_bytes(before + f"\n{word}\n".encode())
        answer = session.ask("find", query=word)
        finds.append(answer["seconds"])
        assert answer["paths"] == [path.relative_to(vault.root).as_posix()], answer["paths"]
        path.write_bytes(before)
        session.ask("look")
    vault.figures["look edited"].append(statistics.median(looks))
    vault.figures["find edited"].append(statistics.median(finds))
    time.sleep(SETTLED)


def _served(vault: Measured) -> None:
    """A server with an empty cache, and another with what that leaves."""
    with tempfile.TemporaryDirectory() as place:
        for kind in ("cold", "warm"):
            with conversation(vault.root, Path(place)) as server:
                server.hello()
                server.ask("tools/list")
                listed = server.elapsed
                server.call("vault_search", query=vault.first)
                vault.figures[f"server {kind}"].append(server.elapsed)
                vault.figures[f"server {kind} later"].append(server.elapsed - listed)
                if kind == "warm":
                    texts = vault.texts
                    calls = [_search_of(server, text) for text in texts]
                    _percentiles(vault, "server", [clocked(call) for call in calls])
                    vault.figures["server memory"].append(server.memory())


def _search_of(server: Conversation, query: str) -> Callable[[], object]:
    return lambda: server.answer("vault_search", query=query)


def _floors(vault: Measured, ripgrep: str | None) -> None:
    vault.figures["floor read"].append(clocked(lambda: _walked(vault.root, read=True)))
    vault.figures["floor stat"].append(clocked(lambda: _walked(vault.root, read=False)))
    if ripgrep:
        argv = (ripgrep, "-i", "-l", "-F", "--glob", "*.md", "-e")
        seconds = [clocked(_run((*argv, word, str(vault.root)))) for word in vault.words]
        _percentiles(vault, "rg", seconds)


def _run(argv: Sequence[str]) -> Callable[[], object]:
    return lambda: subprocess.run(argv, check=False, capture_output=True)


def _walked(root: Path, *, read: bool) -> None:
    """Walk the vault; read every note, or have the system tell of every file."""
    pending = [os.fspath(root)]
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in entries:
                if entry.name.startswith("."):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    pending.append(entry.path)
                elif not read:
                    entry.stat(follow_symlinks=False)
                elif entry.name.endswith(".md"):
                    Path(entry.path).read_bytes()
