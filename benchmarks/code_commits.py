"""How often subjects of commits find the files that these changed: NDCG@10, recall and first hit.

`code_commits.py TASKS… --trees DIRECTORY [--embedder static] [--misses]`

A file of tasks is JSON: `tasks`, a list of objects with `task` (a subject, without its number and
type) and `truth` (the one to three source files that the commit changed, all of which exist in the
tree before the first of these commits). `DIRECTORY/<name of the file without .json>` is that tree.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from code_quality import files, interval
from code_questions import CUT, Place, ndcg
from pageful.code.embedding.choosing import choose_embedder
from pageful.code.ranking.ranking import rank
from pageful.code.store.memory import MemoryReader, memory_corpus
from tables import table


def paths_of(corpus: MemoryReader, query: str, embedder: str) -> list[str]:
    """List the files of the ten best chunks, in order and each once."""
    found = rank(query, corpus, embedder=choose_embedder(embedder), want=CUT)
    layout = corpus.layout
    return list(dict.fromkeys(layout.paths[layout.files[chunk]] for chunk in found.chunks))


def figures(found: Sequence[str], truth: Sequence[str]) -> tuple[float, float, float]:
    """Compute NDCG@10, recall@10 and whether the first hit is right."""
    score = ndcg([Place(path) for path in found], [Place(path) for path in truth])
    return (
        score,
        sum(path in found for path in truth) / len(truth),
        float(found[:1] != [] and found[0] in truth),
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tasks", type=Path, nargs="+")
    parser.add_argument("--trees", type=Path, required=True)
    parser.add_argument("--embedder", default="static")
    parser.add_argument("--misses", action="store_true")
    given = parser.parse_args()
    rows, measured, names = [], [], []
    for file in given.tasks:
        known = files(given.trees / file.stem)
        corpus = memory_corpus(known, choose_embedder(given.embedder))
        here = []
        for each in json.loads(file.read_text("utf-8"))["tasks"]:
            found = paths_of(corpus, each["task"], given.embedder)
            here.append(figures(found, each["truth"]))
            if given.misses and here[-1][0] < 1:
                print(f"{file.stem}: {each['task']}\n  {each['truth']}\n  {found[:5]}")
        rows.append([file.stem, str(len(here)), *(f"{mean:.3f}" for mean in np.mean(here, 0))])
        measured += here
        names += [file.stem] * len(here)
    low, high = interval(np.array([score for score, _, _ in measured]), names)
    means = (f"{mean:.3f}" for mean in np.mean(measured, 0))
    rows.append([f"all ({low:.3f}-{high:.3f})", str(len(measured)), *means])
    print(table(["", "subjects", "NDCG@10", "recall@10", "first right"], rows))


if __name__ == "__main__":
    main()
