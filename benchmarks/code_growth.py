"""How indexing and searching grow with the repository: `code_growth.py [--most FILES]`.

Trees of 1,000 to 100,000 files are written (`code_trees`), indexed from nothing, searched and
looked through for changes. The largest takes some minutes and 1 GB of disk for a while.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from charts import log_log
from code_queries import made_from
from code_sides import Program, pageful, percentile
from code_speed import SETTLED
from code_trees import written
from tables import table

SIZES = (1_000, 3_000, 10_000, 30_000, 100_000)
QUERIES = 205
WARM_UP = 5
LOOKS = 5
COLUMNS = (
    "files",
    "MB",
    "chunks",
    "index, s",
    "files/s",
    "MB/s",
    "indexing, MB of memory",
    "first search, ms",
    "search p50, ms",
    "p95, ms",
    "look for changes, ms",
    "searching, MB of memory",
    "on disk, MB",
)


@dataclass(frozen=True, slots=True)
class Point:
    """What was measured of one tree: seconds and bytes."""

    files: int
    size: int
    chunks: int
    index: float
    index_memory: int
    first: float
    p50: float
    p95: float
    look: float
    search_memory: int
    disk: int

    def row(self) -> list[str]:
        """The point as a row of the table."""
        return [
            f"{self.files:,}",
            f"{self.size / 1e6:,.0f}",
            f"{self.chunks:,}",
            f"{self.index:.1f}",
            f"{self.files / self.index:,.0f}",
            f"{self.size / 1e6 / self.index:.1f}",
            f"{self.index_memory / 1e6:,.0f}",
            *(f"{1000 * each:,.0f}" for each in (self.first,)),
            *(f"{1000 * each:,.1f}" for each in (self.p50, self.p95)),
            f"{1000 * self.look:,.0f}",
            f"{self.search_memory / 1e6:,.0f}",
            f"{self.disk / 1e6:,.0f}",
        ]


def measured(program: Program, files: int) -> Point:
    """Write a tree of that size, and index and search it."""
    with tempfile.TemporaryDirectory() as place:
        root, data = Path(place).resolve() / "tree", Path(place) / "data"
        size = written(root, files)
        time.sleep(SETTLED)
        with program.running(root, data) as session, session.watched() as watch:
            done = session.ask("index")
            disk = session.ask("size")
        index_memory = watch.peak
        paths = [path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()]
        queries = made_from(root, paths, QUERIES)
        with program.running(root, data) as session, session.watched() as watch:
            warm = session.ask("search", queries=queries[:WARM_UP], checked=False)
            answers = session.ask("search", queries=queries[WARM_UP:], checked=False)
            looks = [session.ask("changes") for _ in range(LOOKS)]
        seconds = [answer["seconds"] for answer in answers]
    return Point(
        done["files"],
        size,
        done["chunks"],
        done["seconds"],
        index_memory,
        warm[0]["seconds"],
        percentile(seconds, 0.5),
        percentile(seconds, 0.95),
        percentile(looks, 0.5),
        watch.peak,
        disk,
    )


def charts(points: Sequence[Point]) -> str:
    """Index time, and the times of a search, over the number of files."""
    index = {"index": [(each.files, each.index) for each in points]}
    search = {
        "look for changes": [(each.files, 1000 * each.look) for each in points],
        "median search": [(each.files, 1000 * each.p50) for each in points],
        "95th percentile": [(each.files, 1000 * each.p95) for each in points],
    }
    drawn = (log_log(index, "files", "seconds"), log_log(search, "files", "milliseconds"))
    return "\n\n".join(f"```text\n{chart}\n```" for chart in drawn)


def main() -> int:
    """Measure every size and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=SIZES[-1], metavar="FILES")
    parser.add_argument("--embedder", default="none")
    given = parser.parse_args()
    points = []
    for files in SIZES:
        if files <= given.most:
            points.append(measured(pageful(given.embedder), files))
            print(" | ".join(points[-1].row()), file=sys.stderr, flush=True)
    print(f"### Growth\n\n{table(COLUMNS, [each.row() for each in points])}\n\n{charts(points)}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
