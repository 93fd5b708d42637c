"""How fast Dataview queries run, and how long their pages are: `vault_dataview.py VAULT…`.

Every `dataview` block of each vault is run, then three queries over all of it. With `--beside FILE`
the plugin's own times for the blocks of the one vault stand beside: JSON, a list with `times` in
milliseconds, one a round, and whether it is `inline`, for each query. Times are those of a process
that has read the vault and its links already.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from code_sides import percentile
from code_speed import thousandfold
from latency import spread
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.vault.dataview.engine import Engine
from pageful.vault.graph.adjacency import LatestGraph
from pageful.vault.parsing import parse_code_blocks
from pageful.vault.queries.queries import Queries
from pageful.vault.queries.results import PAGE_SIZE
from pageful.vault.snapshot.snapshot import VaultSnapshot
from pageful.vault.snapshot.vault import Vault
from tables import table
from tokens import ENCODINGS
from vault_dataview_tokens import token_table

ROUNDS = 5
_CLOCKS = ("wall", "work")
COLUMNS = (
    "",
    "blocks",
    "ok",
    "error",
    "p50, ms",
    "p95, ms",
    "p50, ms of processor",
    "p95, ms of processor",
)
WHOLE = ("query", "rows", "first, ms", "… of processor", "warm, ms", "… of processor")


@dataclass(frozen=True, slots=True)
class Run:
    """Seconds that a query took, by the clock and of the processor, and whether it failed."""

    wall: float
    work: float
    failed: bool


def timed(action: Callable[[], object]) -> Run:
    """Run a query that may fail."""
    failed = False
    began, worked = time.perf_counter(), time.process_time()
    try:
        action()
    except ToolError:
        failed = True
    work = time.process_time() - worked
    return Run(time.perf_counter() - began, work, failed)


def queries_on(root: Path) -> Queries:
    """Queries on a vault whose notes and links are read, and of which nothing else is known."""
    vault, caller = Vault(root), Caller()
    snapshot = vault.scan(caller)
    return Queries(Engine(vault.paths), snapshot, LatestGraph().of(snapshot, caller), caller)


def blocks_of(snapshot: VaultSnapshot) -> Iterator[tuple[str, str]]:
    """The path and the text of every query of the vault's notes."""
    for path, note in snapshot.notes.items():
        if path.endswith(".md"):
            for block in parse_code_blocks(note, snapshot.text(path)):
                if block.language == "dataview":
                    yield path, block.text


def blocks_table(queries: Queries, blocks: Sequence[tuple[str, str]], beside: Path | None) -> str:
    """The blocks' times, with those of the plugin."""

    def engine(path: str, text: str) -> object:
        return queries.engine.run(
            text, queries.snapshot, queries.graph, origin=path, clock=queries.clock
        )

    def tool(path: str, text: str) -> object:
        return queries.run(text, path)

    rows = [
        _row("pageful", _rounds(engine, blocks)),
        _row("… saying why there are no rows", _rounds(tool, blocks)),
    ]
    return table(COLUMNS, [*rows, *([_beside(beside)] if beside else [])])


def _rounds(
    run: Callable[[str, str], object], blocks: Sequence[tuple[str, str]]
) -> list[list[Run]]:
    """All blocks one after the other, round after round; the first warms up and does not count."""
    return [[timed(partial(run, *each)) for each in blocks] for _ in range(ROUNDS + 1)][1:]


def _row(name: str, rounds: Sequence[Sequence[Run]]) -> list[str]:
    failed = sum(run.failed for run in rounds[0])
    walls, works = ([[getattr(run, of) for run in each] for each in rounds] for of in _CLOCKS)
    counts = (len(rounds[0]), len(rounds[0]) - failed, failed)
    return [name, *map(str, counts), *_percentiles(walls), *_percentiles(works)]


def _percentiles(rounds: Sequence[Sequence[float]]) -> Iterator[str]:
    """Medians over rounds of what half of the queries and 95 % of them do not exceed."""
    for share in (0.5, 0.95):
        yield spread([thousandfold(percentile(each, share)) for each in rounds], 2)


def _beside(file: Path) -> list[str]:
    """The plugin's row; its times are by the clock."""
    times = [each["times"] for each in json.loads(file.read_bytes()) if not each["inline"]]
    rounds = [[each / 1000 for each in one] for one in zip(*times, strict=True)]
    return ["the plugin", str(len(times)), "–", "–", *_percentiles(rounds), "–", "–"]


def over_all(snapshot: VaultSnapshot) -> tuple[str, ...]:
    """A short list, groups, and a table of everything."""
    tags = Counter(name for note in snapshot.notes.values() for name in {t.name for t in note.tags})
    ((tag, _),) = tags.most_common(1) or [("none", 0)]
    return (
        f"LIST FROM #{tag} SORT file.mtime DESC LIMIT 20",
        "TABLE WITHOUT ID key, length(rows) GROUP BY file.folder",
        "TABLE file.name, file.mtime, file.tags, file.inlinks, file.aliases",
    )


def whole_table(root: Path, texts: Sequence[str]) -> str:
    """Times of queries over all notes: the first of all, which makes the pages of fields, and warm.

    For each first one the vault is read anew, which is not in its time.
    """
    first, warm = defaultdict[str, list[Run]](list), defaultdict[str, list[Run]](list)
    found = dict[str, int]()
    queries_on(root).run("LIST LIMIT 1")
    for _ in range(ROUNDS):
        for text in texts:
            queries = queries_on(root)
            query = partial(queries.run, text)
            first[text].append(timed(query))
            warm[text].append(timed(query))
            found[text] = _rows_found(queries, text)
    rows = [
        [f"`{text}`", f"{found[text]:,}", *_spreads(first[text]), *_spreads(warm[text])]
        for text in texts
    ]
    return table(WHOLE, rows)


def _rows_found(queries: Queries, text: str) -> int:
    result = queries.run(text).blocks[0].result
    assert result is not None
    return result.total


def _spreads(runs: Sequence[Run]) -> Iterator[str]:
    for of in _CLOCKS:
        yield spread([thousandfold(getattr(run, of)) for run in runs], 1)


def report(root: Path, beside: Path | None) -> str:
    """All tables of a vault."""
    queries = queries_on(root)
    blocks = list(blocks_of(queries.snapshot))
    rounds = f"medians of {ROUNDS} rounds, with the range"
    parts = [
        (f"every block, {rounds}", blocks_table(queries, blocks, beside) if blocks else "None."),
        (f"all notes, {rounds}", whole_table(root, over_all(queries.snapshot))),
        (f"{ENCODINGS[0]} tokens of {PAGE_SIZE} rows at most, uncut", token_table(root, blocks)),
    ]
    name = f"{root.name}, {len(queries.snapshot.notes):,} notes"
    return "\n\n".join(f"### {name}: {title}\n\n{body}" for title, body in parts)


def main() -> int:
    """Measure each vault and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vault", nargs="+", type=Path)
    parser.add_argument("--beside", type=Path, metavar="FILE", help="the plugin's times")
    given = parser.parse_args()
    if given.beside and len(given.vault) > 1:
        parser.error("--beside is for one vault")
    for vault in given.vault:
        print(report(vault.resolve(), given.beside), end="\n\n", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
