"""How good the ranking is: NDCG@10 over annotated repositories, by category and repository.

`code_quality.py REPOSITORIES ANNOTATIONS [--repos-json FILE] [--only NAME…] [--embedder SPEC…]`
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from code_questions import CUT, Place, Question, Repository, ndcg, questions, repositories
from pageful.code.chunking import chunk_text
from pageful.code.chunking.chunk import Chunk
from pageful.code.embedding.choosing import choose_embedder
from pageful.code.languages.detection import language_of
from pageful.code.ranking.ranking import rank
from pageful.code.ranking.weights import Weights
from pageful.code.scan.source_file import Skip, read
from pageful.code.scan.walker import walk
from pageful.code.store.memory import MemoryReader, memory_corpus
from pageful.embedding.embedder import Embedder
from pageful.files.opening import Opener
from tables import table

LEXICAL = Weights(
    file=0,
    name=0,
    folder=0,
    named=0,
    within=0,
    meaning=0,
    phrase=0,
    defines=0,
    mentions=0,
    capitals=0,
    whole_name=0,
    size=0,
    repeat=1,
    marks={},
)
"""BM25 over chunks and nothing else, a baseline for comparisons."""

RESAMPLES = 10_000
Scores = npt.NDArray[np.float64]
Chosen = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Method:
    """A way to rank."""

    name: str
    weights: Weights | None = None
    embedder: Embedder | None = None


def files(root: Path) -> Iterator[tuple[str, Sequence[Chunk]]]:
    """Every file of a directory that would be indexed, with its chunks."""
    with Opener(root.resolve()) as opener:
        for path in sorted(walk(root).snapshot.files):
            content = read(opener, path)
            if not isinstance(content, Skip):
                yield path, chunk_text(content.text, language_of(path, content.text[:4096]))


def answered(
    corpus: MemoryReader, method: Method, query: str, repository: Repository
) -> list[Place]:
    """The places of the chunks that a method finds."""
    ranked = rank(
        query,
        corpus,
        embedder=method.embedder,
        want=CUT,
        weights=method.weights,
    )
    paths = [
        repository.path(corpus.layout.paths[corpus.layout.files[chunk]]) for chunk in ranked.chunks
    ]
    chunks = [corpus.chunk(chunk) for chunk in ranked.chunks]
    return [Place(path, chunk.start, chunk.end) for path, chunk in zip(paths, chunks, strict=True)]


def measured(
    repository: Repository, asked: Sequence[Question], methods: Sequence[Method]
) -> Iterator[list[float]]:
    """For each method the NDCG@10 of every question."""
    known = list(files(repository.root))
    plain = memory_corpus(known)
    for method in methods:
        corpus = memory_corpus(known, method.embedder) if method.embedder else plain
        found = (answered(corpus, method, each.query, repository) for each in asked)
        yield [ndcg(places, each.answers) for places, each in zip(found, asked, strict=True)]


def interval(scores: Scores, groups: Sequence[str]) -> tuple[float, float]:
    """A 95 % bootstrap interval of the mean; whole groups are drawn, as they come together."""
    names = sorted(set(groups))
    sums = np.array([scores[[g == name for g in groups]].sum() for name in names])
    sizes = np.array([groups.count(name) for name in names])
    drawn = np.random.default_rng(0).integers(0, len(names), (RESAMPLES, len(names)))
    means = sums[drawn].sum(1) / sizes[drawn].sum(1)
    low, high = np.quantile(means, [0.025, 0.975])
    return float(low), float(high)


def subsets(asked: Sequence[Question]) -> Iterator[tuple[str, Chosen]]:
    """All questions, those of each category, and those of each repository."""
    yield "all", np.ones(len(asked), np.bool_)
    categories = np.array([question.category for question in asked])
    names = np.array([question.repository for question in asked])
    for category in sorted(set(categories)):
        yield str(category), categories == category
    for name in sorted(set(names)):
        yield str(name), names == name


def row(
    name: str, asked: Sequence[Question], scores: Sequence[Scores], chosen: Chosen
) -> list[str]:
    """What a subset is called, its size, each method's mean and its gain over the one before.

    With an embedder, gains are over structure.
    """
    groups = [question.repository for question, here in zip(asked, chosen, strict=True) if here]
    cells = [_cell(each[chosen], groups) for each in scores]
    bases = [scores[0], *(scores[1] for _ in scores[2:])]
    pairs = zip(scores[1:], bases, strict=True)
    gains = [_gain(each[chosen] - base[chosen], groups) for each, base in pairs]
    return [name, str(chosen.sum()), *cells, *gains]


def _cell(scores: Scores, groups: Sequence[str]) -> str:
    mean = _figure(float(scores.mean()))
    if len(set(groups)) < 2:
        return mean
    return f"{mean} ({'–'.join(_figure(end) for end in interval(scores, groups))})"


def _gain(change: Scores, groups: Sequence[str]) -> str:
    if len(set(groups)) < 2:
        return f"{change.mean():+.3f}"
    low, high = interval(change, groups)
    return f"{change.mean():+.3f} ({low:+.3f} to {high:+.3f})"


def _figure(share: float) -> str:
    return f"{share:.3f}".removeprefix("0")


def report(asked: Sequence[Question], scores: Sequence[Scores], methods: Sequence[Method]) -> str:
    """The table of all figures."""
    columns = ["", "queries", *(each.name for each in methods)]
    columns += [f"{each.name}, gain" for each in methods[1:]]
    return table(columns, [row(name, asked, scores, chosen) for name, chosen in subsets(asked)])


def methods_with(embedders: Sequence[str]) -> list[Method]:
    """What is compared: words, words and structure, and that with each embedder."""
    methods = [Method("BM25", LEXICAL), Method("+ structure")]
    for spec in embedders:
        embedder = choose_embedder(spec)
        if embedder is None:
            raise SystemExit(f"There is no embedder {spec}.")
        methods.append(Method(f"+ {embedder.name}", None, embedder))
    return methods


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("repositories", type=Path)
    parser.add_argument("annotations", type=Path)
    parser.add_argument("--repos-json", type=Path)
    parser.add_argument("--only", nargs="+", default=[])
    parser.add_argument("--embedder", nargs="+", default=[])
    given = parser.parse_args()
    methods = methods_with(given.embedder)
    asked: list[Question] = []
    figures: list[list[float]] = [[] for _ in methods]
    found = repositories(given.repositories, given.annotations, given.repos_json, given.only)
    for repository in found:
        here = questions(given.annotations, repository.name)
        asked += here
        for so_far, more in zip(figures, measured(repository, here, methods), strict=True):
            so_far.extend(more)
    if not asked:
        raise SystemExit("No repository has annotations here.")
    print(report(asked, [np.array(each) for each in figures], methods))


if __name__ == "__main__":
    main()
