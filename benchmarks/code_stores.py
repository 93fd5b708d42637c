"""Whether an index answers alike in SQLite and in PostgreSQL, and how long that takes in each.

`code_stores.py REPOSITORY… [--queries 500] [--seed 0] [--store postgresql://…] [--details]`

Each repository is indexed in both, then asked the same: names, constants, keys and messages drawn
from its code, words drawn from its texts as questions, and what is related to drawn chunks. Hits,
their order and their scores have to be the same, to the last digit. Without `--store` a PostgreSQL
of the tests is started. Searches alternate between the stores; their seconds are of a warm store,
and of a machine that other work may share.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
import psycopg

from code_exact import KINDS, Tree
from pageful.code.results.search import Search
from pageful.code.workspace import Workspace
from pageful.tool.context import Caller
from postgres_server import running_server
from tables import table

_QUESTION_WORDS = (3, 9)
_RELATED_OF = 10  # one query of as many asks for what is related to a place

Query: TypeAlias = tuple[str, str | int]
"""Words, or the path and line of a place whose relatives are sought."""


@dataclass(frozen=True)
class Side:
    """A store, with what indexing took and what each search took (seconds)."""

    name: str
    workspace: Workspace
    searches: list[float]

    def index(self, root: Path) -> float:
        """Index a repository."""
        began = time.perf_counter()
        self.workspace.index(root, root.name, Caller(), force=False)
        return time.perf_counter() - began

    def ask(self, project: str, query: Query) -> Search:
        """Search for words, or for what is related to a place."""
        began = time.perf_counter()
        words, line = query
        if isinstance(line, int):
            found = self.workspace.find_related(
                Caller(), file_path=words, line=line, project_id=project
            )
        else:
            found = self.workspace.search(words, Caller(), project_id=project)
        self.searches.append(time.perf_counter() - began)
        return found


def queries(root: Path, number: int, seed: int) -> Iterator[Query]:
    """Draw queries of each kind from a repository."""
    drawing = random.Random(seed)
    tree = Tree.of(root, None)
    kinds = [sorted({each.query for each in draw(tree)}) for draw in KINDS.values()]
    words = sorted({word for text in tree.texts.values() for word in text.split()})
    places = [(path, chunk.start) for path, cut in tree.chunks.items() for chunk in cut]
    for turn in range(number):
        if turn % _RELATED_OF == 0:
            yield drawing.choice(places)
        elif turn % 2 and (kind := kinds[turn // 2 % len(kinds)]):
            yield drawing.choice(kind), ""
        else:
            yield " ".join(drawing.choices(words, k=drawing.randint(*_QUESTION_WORDS))), ""


def told(found: Search) -> list[tuple[object, ...]]:
    """Return what has to be the same of a search, to the last digit of a score."""
    hits = [(hit.chunk_id, hit.similarity_score, hit.telling_line) for hit in found.results]
    return [(found.total_count, found.notes), *hits]


def compare(root: Path, sides: Sequence[Side], given: argparse.Namespace) -> list[str]:
    """Index a repository in both stores, ask both, and return a row of the table."""
    seconds = [side.index(root) for side in sides]
    asked = list(queries(root, given.queries, given.seed))
    same = 0
    for side in sides:
        side.searches.clear()
    for number, query in enumerate(asked):
        order = sides if number % 2 else sides[::-1]
        answers = {side.name: told(side.ask(root.name, query)) for side in order}
        first, second = (answers[side.name] for side in sides)
        same += first == second
        if given.details and first != second:
            print(f"{root.name} {query!r}:\n  {first}\n  {second}")
    quick = [np.percentile(side.searches, (50, 95)) * 1000 for side in sides]
    times = [f"{p50:.0f} / {p95:.0f}" for p50, p95 in quick]
    return [root.name, str(len(asked)), str(same), *(f"{each:.1f}" for each in seconds), *times]


def main() -> None:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("repositories", type=Path, nargs="+")
    parser.add_argument("--queries", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--store")
    parser.add_argument("--details", action="store_true")
    given = parser.parse_args()
    with ExitStack() as stack:
        place = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        store = given.store
        if store is None:
            store = stack.enter_context(running_server()).address("postgres")
            with psycopg.connect(store) as connection:
                connection.execute("CREATE EXTENSION vector")
        sides = [
            Side("sqlite", Workspace.of([], place / "data", "static"), []),
            Side("postgres", Workspace.of([], place / "none", "static", store=store), []),
        ]
        rows = [compare(root.resolve(), sides, given) for root in given.repositories]
    heads = ["index s", "index s, PostgreSQL", "p50 / p95 ms", "p50 / p95 ms, PostgreSQL"]
    print(table(["", "queries", "same", *heads], rows))


if __name__ == "__main__":
    main()
