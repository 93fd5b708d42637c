"""How fast code is indexed and searched, beside semble in turn, on the same files.

`code_speed.py REPOSITORY… [--semble-python PATH --semble-model DIR] [--rounds N]`

Without a Python that has semble, pageful is measured alone. The files are those that every side
indexes, copied to a directory of their own. Memory is read from `/proc`, so this needs Linux.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from code_queries import annotated, made_from
from code_sides import Program, Session, pageful, percentile, semble
from latency import ENVIRONMENT, spread
from tables import table

EDITED = 10
WARM_UP = 5
SETTLED = 2.5
"""Seconds until the times of files that were just written can be trusted."""
MOST_EDITED = 50_000
COMMANDS = 5

Figures = defaultdict[str, list[float]]
"""Values of every round, by what was measured."""

Row = tuple[str, str, Callable[[float], float], int]
"""A key of the figures, its name in the table, the unit it is shown in, and digits."""


def thousandfold(value: float) -> float:
    return 1000 * value


def millionth(value: float) -> float:
    return value / 1e6


def same(value: float) -> float:
    return value


ROWS: tuple[Row, ...] = (
    ("index", "index from nothing, s", same, 2),
    ("work", "seconds of processor for that", same, 2),
    ("rate", "MB/s", same, 2),
    ("files", "files/s", same, 0),
    ("index memory", "memory while indexing, MB", millionth, 0),
    ("disk", "index on disk, MB", millionth, 1),
    ("p50", "search p50, ms", thousandfold, 1),
    ("p95", "search p95, ms", thousandfold, 1),
    ("checked p50", "search p50 with a look for changes, ms", thousandfold, 1),
    ("checked p95", "search p95 with a look for changes, ms", thousandfold, 1),
    ("search memory", "memory while searching, MB", millionth, 0),
    ("found", f"{EDITED} files edited, until a search finds it, ms", thousandfold, 0),
    ("update", f"{EDITED} files edited, update alone, ms", thousandfold, 0),
)


def size_of(root: Path, files: Sequence[str]) -> int:
    """Bytes of some files."""
    return sum((root / path).stat().st_size for path in files)


@contextmanager
def tree_of(repository: Path, programs: Sequence[Program]) -> Iterator[tuple[Path, list[str]]]:
    """A copy of the files that all programs index, old enough to be trusted, and their paths."""
    with tempfile.TemporaryDirectory(prefix=f"{repository.name}-") as place:
        wanted: set[str] | None = None
        for program in programs:
            with program.running(repository, Path(place) / "unused") as session:
                files = set(session.ask("files"))
            wanted = files if wanted is None else wanted & files
        root = Path(place).resolve() / repository.name
        for path in sorted(wanted or ()):
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(repository / path, root / path)
        time.sleep(SETTLED)
        yield root, sorted(wanted or ())


def one_round(
    program: Program, root: Path, files: Sequence[str], queries: Sequence[str], figures: Figures
) -> None:
    """Index from nothing, search, edit and search again; the files are left as they were."""
    with tempfile.TemporaryDirectory() as place:
        data = Path(place)
        with program.running(root, data) as session, session.watched() as watch:
            done = session.ask("index")
            figures["disk"].append(session.ask("size"))
        figures["index"].append(done["seconds"])
        figures["work"].append(done["work"])
        figures["rate"].append(size_of(root, files) / 1e6 / done["seconds"])
        figures["files"].append(len(files) / done["seconds"])
        figures["index memory"].append(watch.peak)
        figures["chunks"].append(done["chunks"])
        with program.running(root, data) as session:
            with session.watched() as watch:
                _searches(session, queries, figures)
            figures["search memory"].append(watch.peak)
            _edits(session, root, files, figures)


def _searches(session: Session, queries: Sequence[str], figures: Figures) -> None:
    for checked, kind in ((False, ""), (True, "checked ")):
        session.ask("search", queries=queries[:WARM_UP], checked=checked)
        answers = session.ask("search", queries=queries[WARM_UP:], checked=checked)
        seconds = [answer["seconds"] for answer in answers]
        figures[f"{kind}p50"].append(percentile(seconds, 0.5))
        figures[f"{kind}p95"].append(percentile(seconds, 0.95))


def _edits(session: Session, root: Path, files: Sequence[str], figures: Figures) -> None:
    small = [path for path in files if size_of(root, [path]) <= MOST_EDITED]
    edited = [root / path for path in small[:: max(1, len(small) // EDITED)][:EDITED]]
    before = {path: path.read_bytes() for path in edited}
    for path in edited:
        path.write_bytes(before[path] + b"\nfreshlywrittenword\n")
    started = time.perf_counter()
    (answer,) = session.ask("search", queries=["freshlywrittenword"], checked=True)
    figures["found"].append(time.perf_counter() - started)
    expected = {path.relative_to(root).as_posix() for path in edited}
    assert expected & set(answer["files"]), "the search did not find what was written"
    for path in edited:
        path.write_bytes(before[path])
    figures["update"].append(session.ask("index")["seconds"])


def measured(
    programs: Sequence[Program],
    root: Path,
    files: Sequence[str],
    queries: Sequence[str],
    rounds: int,
) -> dict[str, Figures]:
    """The figures of every program, all in turn, the other way round every other round."""
    figures = {program.name: Figures(list) for program in programs}
    for number in range(rounds):
        for program in programs[:: -1 if number % 2 else 1]:
            one_round(program, root, files, queries, figures[program.name])
            print(f"{root.name}: round {number + 1}, {program.name}", file=sys.stderr)
            time.sleep(SETTLED)
    return figures


def report(figures: dict[str, Figures]) -> str:
    """Medians with the least and the most, and each side's median beside the first one's."""
    names = list(figures)
    own = figures[names[0]]
    rows = []
    for key, label, shown, digits in ROWS:
        cells = [spread([*map(shown, each[key])], digits) for each in figures.values()]
        ratios = [
            f"{statistics.median(own[key]) / statistics.median(figures[name][key]):.2f}"
            for name in names[1:]
        ]
        rows.append([label, *cells, *ratios])
    return table(("", *names, *(f"pageful / {name}" for name in names[1:])), rows)


def commands(root: Path, query: str, given: argparse.Namespace) -> str:
    """From the start of a command to its answer, the index being there and the files unchanged."""
    with tempfile.TemporaryDirectory() as data:
        own = str(Path(sys.executable).with_name("pageful"))
        place = ("--repo", str(root), "--data", f"{data}/pageful", "--embedder", given.embedder)
        argvs: dict[str, tuple[str, ...]] = {
            "pageful code search": (own, "code", "search", query, *place)
        }
        if given.semble_python:
            other = str(Path(given.semble_python).with_name("semble"))
            argvs["semble search"] = (other, "search", query, str(root), "--content", "all")
        environment = ENVIRONMENT | {
            "SEMBLE_CACHE_LOCATION": f"{data}/semble",
            "SEMBLE_MODEL_NAME": str(given.semble_model),
            "HF_HUB_OFFLINE": "1",
        }
        times: dict[str, list[float]] = {name: [] for name in argvs}
        for number in range(COMMANDS + 1):
            for name, argv in argvs.items():
                started = time.perf_counter()
                subprocess.run(argv, check=True, capture_output=True, env=environment)
                if number:
                    times[name].append(1000 * (time.perf_counter() - started))
    return table(("command", "start to answer, ms"), [[n, spread(t, 0)] for n, t in times.items()])


def main() -> int:
    """Measure each repository and print its tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("repository", nargs="+", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--annotations", type=Path, help="queries from DIR/<repository>.json")
    parser.add_argument("--embedder", default="none")
    parser.add_argument("--semble-python", help="a Python that has semble")
    parser.add_argument("--semble-model", type=Path, help="a model2vec model's directory")
    parser.add_argument("--semble-workers", type=int, nargs="*", default=[0, os.cpu_count()])
    given = parser.parse_args()
    programs = [pageful(given.embedder)]
    if given.semble_python:
        model = str(given.semble_model.resolve())
        programs += [semble(given.semble_python, model, n) for n in given.semble_workers]
    for repository in given.repository:
        with tree_of(repository.resolve(), programs[:2]) as (root, files):
            queries = (
                list(annotated(given.annotations / f"{repository.name}.json"))
                if given.annotations
                else made_from(root, files, given.queries)
            )
            figures = measured(programs, root, files, queries, given.rounds)
            size = size_of(root, files) / 1e6
            print(f"### {repository.name}: {len(files):,} files, {size:.1f} MB\n")
            chunks = ", ".join(f"{name} {each['chunks'][0]:,.0f}" for name, each in figures.items())
            print(f"{given.rounds} rounds, {len(queries) - WARM_UP} queries; chunks: {chunks}.\n")
            print(f"{report(figures)}\n\n{commands(root, queries[0], given)}\n", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
