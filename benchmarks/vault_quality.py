"""How good the search of a vault is: recall@10 on questions that its own links answer.

`vault_quality.py VAULT… [--most N] [--half development|check|both] [--ripgrep PROGRAM]`

Beside it stands ripgrep's word search: each word of the question for itself, whole words in any
case (pairs of characters where a script sets no spaces); files that hold more of the words come
first, then those that hold them more often. Intervals are 95 %, by bootstrap over questions.
"""

from __future__ import annotations

import argparse
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import numpy.typing as npt

from pageful.tool.context import Caller
from pageful.vault.results.search import Search
from pageful.vault.search.searcher import search
from pageful.vault.search.term_index import TermIndex
from pageful.vault.snapshot.vault import Vault
from tables import table
from vault_questions import Question, is_spaced, pairs, questions

CUT = 10
RESAMPLES = 10_000

Ranks = npt.NDArray[np.int64]
"""For each question the rank of its answer, 0 where it is not among the first ten."""
Answering = Callable[[Question], Sequence[str]]


class Pageful:
    """`vault_search` with the words of a question, and then the notes with some of them.

    The note that a question was taken from has all its words, and would be the only hit.
    """

    def __init__(self, root: Path) -> None:
        with TemporaryDirectory(ignore_cleanup_errors=True) as cache:
            self.snapshot = Vault(root, cache=Path(cache)).scan(Caller())
        self.term_index = TermIndex.of(self.snapshot)
        self.latencies: list[float] = []

    def __call__(self, question: Question) -> list[str]:
        began = time.perf_counter()
        found = self._search(question, partial=False)
        self.latencies.append(time.perf_counter() - began)
        hits = found.results
        if found.partial and not found.shows_partial:
            hits += self._search(question, partial=True).results
        return [hit.path for hit in hits]

    def _search(self, question: Question, *, partial: bool) -> Search:
        return search(
            self.snapshot,
            self.term_index,
            " ".join(question.words),
            page_size=CUT + 1,
            partial=partial,
            caller=Caller(),
        )


class Ripgrep:
    """ripgrep, a word at a time."""

    def __init__(self, program: str, root: Path) -> None:
        self._program = program
        self._root = root
        self._counts = cache(self._count)

    def __call__(self, question: Question) -> list[str]:
        held, often = Counter[str](), Counter[str]()
        for word in dict.fromkeys(chain.from_iterable(map(pairs, question.words))):
            counts = self._counts(word)
            held.update(counts.keys())
            often.update(counts)
        return sorted(held, key=lambda path: (-held[path], -often[path], path))[: CUT + 1]

    def _count(self, word: str) -> dict[str, int]:
        options = ["-i", "-c", "-F", "-0", "--no-ignore", "-g", "*.md"]
        options += ["-w"] if is_spaced(word) else []
        found = subprocess.run(
            [self._program, *options, "-e", word, "."],
            cwd=self._root,
            capture_output=True,
            check=False,
            text=True,
        )
        lines = (line.split("\0") for line in found.stdout.splitlines())
        return {path.removeprefix("./"): int(count) for path, count in lines}


def ranks(asked: Sequence[Question], answering: Answering) -> Ranks:
    """The rank of each question's answer; the note it was taken from does not count."""
    return np.array([_rank(question, answering(question)) for question in asked], np.int64)


def _rank(question: Question, found: Sequence[str]) -> int:
    paths = [path for path in found if path != question.source][:CUT]
    return paths.index(question.answer) + 1 if question.answer in paths else 0


def rows(name: str, found: Sequence[Ranks]) -> Iterator[list[str]]:
    """Rows of the table: recall and mean reciprocal rank of each method, and the difference."""
    recalls = [(each > 0).astype(np.float64) for each in found]
    means = [1 / np.where(each > 0, each, np.inf) for each in found]
    for measure, values in (("recall@10", recalls), ("MRR@10", means)):
        cells = [_interval(each) for each in (*values, values[0] - values[1])]
        yield [f"{name}, {measure}", str(len(values[0])), *cells]


def _interval(values: npt.NDArray[np.float64]) -> str:
    drawn = np.random.default_rng(0).integers(0, len(values), (RESAMPLES, len(values)))
    low, high = np.quantile(values[drawn].mean(1), [0.025, 0.975])
    return f"{values.mean():.3f} ({low:.3f} to {high:.3f})"


def chosen(asked: Sequence[Question], half: str) -> list[Question]:
    """The questions of one half, or all."""
    return [each for each in asked if half == "both" or each.is_for_check == (half == "check")]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vaults", type=Path, nargs="+")
    parser.add_argument("--most", type=int, default=400, help="questions of a vault")
    parser.add_argument("--half", choices=("development", "check", "both"), default="check")
    parser.add_argument("--ripgrep", default="rg")
    given = parser.parse_args()
    lines: list[list[str]] = []
    together: list[list[Ranks]] = [[], []]
    for root in given.vaults:
        pageful, ripgrep = Pageful(root), Ripgrep(given.ripgrep, root)
        asked = chosen(questions(pageful.snapshot, given.most), given.half)
        if not asked:
            raise SystemExit(f"{root} has no questions.")
        found = [ranks(asked, pageful), ranks(asked, ripgrep)]
        lines += rows(root.name, found)
        for so_far, more in zip(together, found, strict=True):
            so_far.append(more)
        p50, p95 = np.quantile(pageful.latencies, [0.5, 0.95]) * 1000
        print(
            f"{root.name}: {len(pageful.snapshot.notes)} notes, p50 {p50:.1f} ms, p95 {p95:.1f} ms"
        )
    lines += rows("all", [np.concatenate(each) for each in together])
    print(table(["", "questions", "pageful", "ripgrep", "difference"], lines))


if __name__ == "__main__":
    main()
