"""How fast vaults are read, searched and walked: `vault_speed.py VAULT… [--generated NOTES]`.

Each vault is copied to a directory of its own; one of so many notes is written (`vault_trees`).
Each round starts fresh processes, with an empty cache and with the one that they leave; the files
themselves are in the system's cache. Beside it stand ripgrep for single words, and a bare reading
of all files. Memory is read from `/proc`, so this needs Linux.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from code_speed import Row, millionth, same, thousandfold
from latency import spread
from tables import table
from vault_client import conversation
from vault_rounds import Figures, Measured, copied, generated, looked_into, one_round
from vault_trees import NOTES

STARTS = 5
TARGETS_FOR = 6_500
SHOWN_SLOW = 8

STARTING: tuple[Row, ...] = (
    ("cold import", "empty cache: imports", same, 2),
    ("cold snapshot", "… notes read", same, 2),
    ("cold first search", "… first search", same, 2),
    ("cold all", "… all of that", same, 2),
    ("cold work", "… seconds of processor, Python's start with it", same, 2),
    ("warm import", "cache there: imports", same, 2),
    ("warm snapshot", "… notes read", same, 2),
    ("warm first search", "… first search", same, 2),
    ("warm all", "… all of that", same, 2),
    ("warm work", "… seconds of processor, Python's start with it", same, 2),
    ("server cold", "server, empty cache, start to first search's answer", same, 2),
    ("server cold later", "… since its list of tools", same, 2),
    ("server warm", "server, cache there, start to first search's answer", same, 2),
    ("server warm later", "… since its list of tools", same, 2),
    ("floor read", "floor: walk and read all notes", same, 3),
)
REFRESHING: tuple[Row, ...] = (
    ("look", "nothing changed", thousandfold, 1),
    ("look edited", "one note edited", thousandfold, 1),
    ("find edited", "one note edited, until a search finds it", thousandfold, 1),
    ("floor stat", "floor: walk and stat all files", thousandfold, 1),
)
SEARCHING: tuple[Row, ...] = (
    ("alone p50", "search alone, p50", thousandfold, 1),
    ("alone p95", "search alone, p95", thousandfold, 1),
    ("work p50", "… processor's time, p50", thousandfold, 1),
    ("work p95", "… processor's time, p95", thousandfold, 1),
    ("looked p50", "with the look for changes, p50", thousandfold, 1),
    ("looked p95", "with the look for changes, p95", thousandfold, 1),
    ("server p50", "through the server, p50", thousandfold, 1),
    ("server p95", "through the server, p95", thousandfold, 1),
    ("words p50", "single words alone, p50", thousandfold, 1),
    ("words p95", "single words alone, p95", thousandfold, 1),
    ("rg p50", "the same words, `rg -i -l`, p50", thousandfold, 1),
    ("rg p95", "the same words, `rg -i -l`, p95", thousandfold, 1),
)
HOLDING: tuple[Row, ...] = (
    ("memory", "after notes were read", millionth, 0),
    ("memory with words", "after the first search", millionth, 0),
    ("memory after", "after all queries and walks", millionth, 0),
    ("memory peak", "the most, cache there", millionth, 0),
    ("cold memory peak", "the most, empty cache", millionth, 0),
    ("server memory", "server after all queries", millionth, 0),
    ("cache", "cache on disk", millionth, 1),
)


def starts(vaults: Sequence[Measured]) -> str:
    """From a server's start to its first answers, the index being built meanwhile; in turn."""
    times: defaultdict[str, Figures] = defaultdict(lambda: Figures(list))
    with tempfile.TemporaryDirectory() as empty:
        roots = {"an empty vault": Path(empty)} | {vault.name: vault.root for vault in vaults}
        for number in range(STARTS + 1):
            for name in list(roots)[:: -1 if number % 2 else 1]:
                with (
                    tempfile.TemporaryDirectory() as cache,
                    conversation(roots[name], Path(cache)) as server,
                ):
                    server.hello()
                    hello = server.elapsed
                    assert server.ask("tools/list")["tools"]
                    listed = server.elapsed
                if number:
                    times[name]["initialize"].append(1000 * hello)
                    times[name]["tools/list"].append(1000 * listed)
    base = times["an empty vault"]["tools/list"]
    rows = [
        [
            name,
            *(spread(each[key], 0) for key in ("initialize", "tools/list")),
            spread([a / b for a, b in zip(each["tools/list"], base, strict=True)], 2),
        ]
        for name, each in times.items()
    ]
    return table(("server of", "`initialize`, ms", "`tools/list`, ms", "ratio"), rows)


def rows_of(vaults: Sequence[Measured], rows: Sequence[Row]) -> str:
    """One row for each figure, one column for each vault."""
    lines = [
        [label, *(_cell([*map(shown, vault.figures[key])], digits) for vault in vaults)]
        for key, label, shown, digits in rows
        if any(vault.figures[key] for vault in vaults)
    ]
    return table(("", *(f"{vault.name}, {vault.notes:,}" for vault in vaults)), lines)


def _cell(values: Sequence[float], digits: int) -> str:
    return spread(values, digits) if values else "–"


def kinds_table(vaults: Sequence[Measured]) -> str:
    """The median and the slowest query of each kind."""
    kinds = dict.fromkeys(kind for vault in vaults for kind in sorted(vault.kinds))
    rows = [[kind, *(_of_kind(vault, kind) for vault in vaults)] for kind in kinds]
    return table(("query", *(vault.name for vault in vaults)), rows)


def _of_kind(vault: Measured, kind: str) -> str:
    of = vault.kinds[kind]
    if not of["median"]:
        return "–"
    middle, most = (1000 * statistics.median(of[name]) for name in ("median", "most"))
    return f"{middle:.1f} / {most:.1f}"


def others_table(vaults: Sequence[Measured]) -> str:
    """The other tools: medians, and the slowest call."""
    names = dict.fromkeys(
        key.removeprefix("other ")
        for vault in vaults
        for key in vault.figures
        if key.startswith("other ") and not key.endswith(" most")
    )
    rows = []
    for name in names:
        both = (f"other {name}", f"other {name} most")
        cells = (
            " / ".join(f"{1000 * statistics.median(vault.figures[key]):.1f}" for key in both)
            for vault in vaults
        )
        rows.append([name, *cells])
    return table(("", *(vault.name for vault in vaults)), rows)


def targets(vaults: Sequence[Measured]) -> str:
    """What is to hold for a vault of some thousand notes, held against the nearest."""
    vault = min(vaults, key=lambda vault: abs(vault.notes - TARGETS_FOR))
    if not TARGETS_FOR / 2 < vault.notes < TARGETS_FOR * 2:
        return f"None of the vaults is near the {TARGETS_FOR:,} notes that the targets are for."
    wanted = (
        ("cold start under 3 s, a process", "cold all", 3.0),
        ("cold start under 3 s, a server", "server cold", 3.0),
        ("warm start under 0.5 s, a process", "warm all", 0.5),
        ("warm start under 0.5 s, a server", "server warm", 0.5),
        ("warm start under 0.5 s, a server, since its list of tools", "server warm later", 0.5),
        ("search p95 under 20 ms, alone", "alone p95", 0.020),
        ("search p95 under 20 ms, with the look for changes", "looked p95", 0.020),
        ("refresh under 100 ms, nothing changed", "look", 0.100),
        ("refresh under 100 ms, one note edited", "look edited", 0.100),
        ("refresh under 100 ms, until a search finds it", "find edited", 0.100),
    )
    rows = []
    for label, key, most in wanted:
        median = statistics.median(vault.figures[key])
        shown = f"{median:.2f} s" if most >= 0.5 else f"{1000 * median:.1f} ms"
        rows.append([label, shown, "yes" if median < most else "no"])
    return table((f"target ({vault.name}, {vault.notes:,} notes)", "measured", "holds"), rows)


def about(vaults: Sequence[Measured]) -> str:
    """What the vaults hold."""
    rows = [
        [
            vault.name,
            f"{vault.notes:,}",
            f"{vault.files:,}",
            f"{vault.size / 1e6:.1f}",
            f"{len(vault.queries)}",
            f"{vault.found}",
            f"{len(vault.refused)}",
        ]
        for vault in vaults
    ]
    return table(
        ("vault", "notes", "files", "MB of notes", "queries", "find something", "time limit"), rows
    )


def _slowest(vault: Measured) -> None:
    """Tell which queries took longest."""
    medians = {text: statistics.median(each) for text, each in vault.seconds.items()}
    for text in sorted(medians, key=lambda text: -medians[text])[:SHOWN_SLOW]:
        print(f"  {1000 * medians[text]:8.1f} ms  {text}", file=sys.stderr)
    for text, problem in vault.refused.items():
        print(f"  {text}: {problem}", file=sys.stderr)


def _tell(done: str) -> None:
    """Say what is done, and how busy the machine is: figures of a busy one are worth little."""
    print(f"{done}, load {os.getloadavg()[0]:.1f}", file=sys.stderr, flush=True)


def report(vaults: Sequence[Measured]) -> str:
    """All tables."""
    parts = (
        ("Vaults", about(vaults)),
        ("Start, s", rows_of(vaults, STARTING)),
        ("Start to the first list of tools, the index being built", starts(vaults)),
        ("Look for changes, ms", rows_of(vaults, REFRESHING)),
        ("Search, ms", rows_of(vaults, SEARCHING)),
        ("Search alone by kind, ms: median query / slowest", kinds_table(vaults)),
        ("Other tools alone, ms: median call / slowest", others_table(vaults)),
        ("Memory and disk, MB", rows_of(vaults, HOLDING)),
        ("What holds", targets(vaults)),
    )
    return "\n\n".join(f"### {title}\n\n{body}" for title, body in parts)


def main() -> int:
    """Measure each vault and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vault", nargs="*", type=Path)
    parser.add_argument("--generated", type=int, default=NOTES, metavar="NOTES")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--rg", default=shutil.which("rg"), help="ripgrep's program")
    given = parser.parse_args()
    places = [copied(vault.resolve()) for vault in given.vault]
    if given.generated:
        places.append(generated(given.generated))
    measured = []
    with ExitStack() as stack:
        for place in places:
            vault = looked_into(stack.enter_context(place))
            for number in range(given.rounds):
                one_round(vault, given.rg)
                _tell(f"{vault.name}: round {number + 1}")
            _slowest(vault)
            measured.append(vault)
        print(report(measured))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
