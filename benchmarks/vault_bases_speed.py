"""How long a view of a base takes beside a Dataview query for the same: `vault_bases_speed.py`.

Vaults of `--notes` notes are made, three quarters of them books. A server of each is asked in
turn, in pairs, for a view of a base and for the same rows by a Dataview query, both warm: nothing
has changed since the last call. Times are those that a client waits, and those of the server's
processor; the ratio is the median of the pairs' ratios of the latter.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tables import table
from vault_client import Conversation, conversation

ROUNDS = 15
WORDS = "Words of it. " * 20
BASE = """\
filters:
  and:
    - file.hasTag("book")
    - rating >= 2
formulas:
  age: 2026 - year
properties:
  note.rating:
    displayName: Stars
views:
  - type: table
    name: Shelf
    order: [file.name, rating, year, formula.age, author]
    sort:
      - property: rating
        direction: DESC
      - property: file.name
        direction: ASC
"""
QUERY = (
    "TABLE rating, year, 2026 - year AS age, author FROM #book WHERE rating >= 2 "
    "SORT rating DESC, file.name"
)
COLUMNS = ("notes", "asked", "rows", "client waits, ms", "processor, ms", "of Dataview's")


@dataclass
class Times:
    """Seconds of each round: what a client waited, and what the server's processor took."""

    waited: list[float] = field(default_factory=list)
    worked: list[float] = field(default_factory=list)


def make_vault(root: Path, notes: int) -> None:
    """Write a vault of notes with properties and a base."""
    for number in range(notes):
        folder = root / f"{number % 20:02}"
        folder.mkdir(parents=True, exist_ok=True)
        tags = "[book]" if number % 4 else "[idea]"
        text = (
            f"---\ntags: {tags}\nrating: {number % 5 + 1}\nyear: {1900 + number % 125}\n"
            f"author: '[[Author {number % 50}]]'\ncreated: 2025-01-{number % 28 + 1:02}\n---\n"
            f"# Note {number}\n\nSee [[Note {(number * 7) % notes:05}]].\n\n{WORDS}\n"
        )
        (folder / f"Note {number:05}.md").write_text(text, encoding="utf-8")
    (root / "Books.base").write_text(BASE, encoding="utf-8")


def processor_seconds(server: Conversation) -> float:
    """Seconds of processor time that a server has taken so far."""
    parts = Path(f"/proc/{server.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def measure(server: Conversation, call: Callable[[], str], times: Times) -> str:
    """Make a call several times, as the clock of processor time is coarse, and note its times."""
    repeated = 4
    began, worked = time.perf_counter(), processor_seconds(server)
    for _ in range(repeated):
        page = call()
    times.waited.append((time.perf_counter() - began) / repeated)
    times.worked.append((processor_seconds(server) - worked) / repeated)
    return page


def rows_for(notes: int) -> list[tuple[str, ...]]:
    """Measure both on one vault."""
    with tempfile.TemporaryDirectory() as directory:
        vault, cache = Path(directory) / "vault", Path(directory) / "cache"
        make_vault(vault, notes)
        with conversation(vault, cache) as server:
            server.hello()
            calls: dict[str, Callable[[], str]] = {
                "a view of a base": lambda: server.call("base_query", path="Books.base"),
                "a Dataview query": lambda: server.call("dataview_query", query=QUERY),
            }
            times = {name: Times() for name in calls}
            pages = {name: call() for name, call in calls.items() for _ in range(2)}
            for number in range(ROUNDS):
                for name in list(calls)[:: -1 if number % 2 else 1]:
                    pages[name] = measure(server, calls[name], times[name])
    views, queries = times.values()
    pairs = [a / b for a, b in zip(views.worked, queries.worked, strict=True) if b]
    ratios = (f"{statistics.median(pairs):.2f}", "1")
    return [
        (f"{notes:,}", name, _total(pages[name]), _ms(each.waited), _ms(each.worked), ratio)
        for (name, each), ratio in zip(times.items(), ratios, strict=True)
    ]


def _total(page: str) -> str:
    """The number of rows that a page's heading says."""
    return page.partition("\n")[0].partition(": ")[2].partition(" row")[0]


def _ms(seconds: list[float]) -> str:
    return f"{1000 * statistics.median(seconds):.0f}"


def main() -> None:
    """Measure vaults of several sizes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, nargs="+", default=[1_200, 10_000])
    options = parser.parse_args()
    print(table(COLUMNS, [row for notes in options.notes for row in rows_for(notes)]))


if __name__ == "__main__":
    main()
