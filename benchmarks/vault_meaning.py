"""What meaning brings to the search of a vault: ranks with it and without, question by question.

`vault_meaning.py CLONES [--part development|sealed|all] [--embedder STR] [--most N]`

CLONES holds clones of the repositories of `vault_asked/README.md`, each called `owner+name`. Asked
are the questions in readers' words, those that the vaults' links answer (`vault_questions.py`, the
half for development), the forty short notes, and exact ones: titles, and pairs of words that only
one note holds together. A hit is one page's: of the first with all words, and of those that follow.
Intervals are 90 %, by bootstrap over questions.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import numpy as np
import numpy.typing as npt

from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.vault.meaning.vault_meaning import VaultMeaning
from pageful.vault.search.searcher import search
from pageful.vault.search.term_index import TermIndex
from pageful.vault.search.words import words
from pageful.vault.snapshot.vault import Vault
from tables import table
from vault_asked import ENGLISH, Asked, readers, short_notes, vault_of
from vault_questions import questions

CUT = 100
RESAMPLES = 10_000
EXACT = 50
"""Titles, and pairs of words, of each vault."""
SEED = 20_261_123

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Query:
    """Words, the note that is wanted, and the one they were taken from, which does not count."""

    kind: str
    words: str
    answer: str
    source: str = ""


class Ranks:
    """Ranks of wanted notes in one vault."""

    def __init__(self, root: Path, embedder: str) -> None:
        with TemporaryDirectory(ignore_cleanup_errors=True) as cache:
            self.snapshot = Vault(root, cache=Path(cache)).scan(Caller())
        self.index = TermIndex.of(self.snapshot)
        self._ways = (VaultMeaning("none"), VaultMeaning(embedder))

    def of(self, query: Query) -> tuple[int, int]:
        """Return the ranks by words, and with meaning; 0 where the note is not found."""
        without, meaning = self._ways
        return self._rank(query, without), self._rank(query, meaning)

    def _rank(self, query: Query, meaning: VaultMeaning) -> int:
        found = self._paths(query.words, meaning, partial=False)
        found += [
            path for path in self._paths(query.words, meaning, partial=True) if path not in found
        ]
        paths = [path for path in found if path != query.source]
        return paths.index(query.answer) + 1 if query.answer in paths else 0

    def _paths(self, text: str, meaning: VaultMeaning, *, partial: bool) -> list[str]:
        found = search(
            self.snapshot,
            self.index,
            text,
            page_size=CUT,
            partial=partial,
            meaning=meaning,
            caller=Caller(),
        )
        return [hit.path for hit in found.results]

    def exact(self) -> Iterator[Query]:
        """Yield titles, and pairs of words that few notes hold and one holds together."""
        random, notes = Random(SEED), sorted(self.snapshot.notes)
        titles = [path for path in notes if 1 < len(self.snapshot.files[path].name.split()) < 12]
        for path in random.sample(titles, min(EXACT, len(titles))):
            name = " ".join(
                word.decode("utf-8", "replace") for word in words(self.snapshot.files[path].name)
            )
            yield Query("titles", name, path)
        found = 0
        for path in random.sample(notes, len(notes)):
            if (pair := self._pair(path)) and (found := found + 1) <= EXACT:
                yield Query("pairs of rare words", " ".join(pair), path)

    def _pair(self, path: str) -> Sequence[str]:
        held = dict.fromkeys(words(self.index.text(self.index.doc_ids[path])))
        rare = [
            word.decode()
            for word in held
            if len(word) > 4
            and word.isalpha()
            and len(self.index.notes_with(word.decode("utf-8", "replace"))) <= 12
        ][:2]
        together = [set(self.index.notes_with(word)) for word in rare]
        alone = len(rare) == 2 and sorted(set.intersection(*together)) == [path]
        return rare if alone else ()


def queries(ranks: Ranks, asked: Sequence[Asked], most: int, part: str) -> Iterator[Query]:
    """Yield all that one vault is asked."""
    for each in asked:
        is_english = each.repository in ENGLISH
        if part == "all" or not is_english or each.is_sealed == (part == "sealed"):
            kind = "readers, English" if is_english else f"readers, {each.repository}"
            yield Query(kind, each.question, each.note)
    for mined in [each for each in questions(ranks.snapshot, 2 * most) if not each.is_for_check][
        :most
    ]:
        yield Query("mined", " ".join(mined.words), mined.answer, mined.source)
    yield from ranks.exact()


def measure(ranks: Ranks, asked: Iterator[Query]) -> Iterator[tuple[str, int, int]]:
    """Yield the kind of each query and its two ranks."""
    for query in asked:
        try:
            yield query.kind, *ranks.of(query)
        except ToolError as error:  # a sentence may be no query
            print(f"left out: {query.words!r}: {error}")


def rows(found: Sequence[tuple[str, int, int]]) -> Iterator[list[str]]:
    """Yield a table's rows: of each kind the means by words, with meaning, and the difference."""
    for kind in dict.fromkeys(kind for kind, _, _ in found):
        pairs = np.array([ranks for each, *ranks in found if each == kind], np.int64)
        for measure_name, values in (
            ("MRR", np.where(pairs > 0, 1 / np.maximum(pairs, 1), 0.0)),
            ("first", (pairs == 1).astype(np.float64)),
            ("among 3", ((pairs > 0) & (pairs <= 3)).astype(np.float64)),
            ("among 10", ((pairs > 0) & (pairs <= 10)).astype(np.float64)),
        ):
            cells = [f"{values[:, 0].mean():.3f}", f"{values[:, 1].mean():.3f}"]
            yield [kind, str(len(pairs)), measure_name, *cells, _interval(_gains(values))]
        changed = int((pairs[:, 0] != pairs[:, 1]).sum())
        yield [kind, str(len(pairs)), "ranks that changed", "", str(changed), ""]


def _gains(values: Floats) -> Floats:
    gains: Floats = values[:, 1] - values[:, 0]
    return gains


def _interval(values: Floats) -> str:
    drawn = np.random.default_rng(0).integers(0, len(values), (RESAMPLES, len(values)))
    low, high = np.quantile(values[drawn].mean(1), [0.05, 0.95])
    return f"{values.mean():+.3f} ({low:+.3f} to {high:+.3f})"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("clones", type=Path)
    parser.add_argument("--part", choices=("development", "sealed", "all"), default="development")
    parser.add_argument("--embedder", default="static")
    parser.add_argument("--most", type=int, default=60, help="mined questions of a vault")
    given = parser.parse_args()
    found: list[tuple[str, int, int]] = []
    asked = list(readers())
    for repository in dict.fromkeys(each.repository for each in asked):
        root = vault_of(given.clones, repository)
        if not root.is_dir():
            print(f"{root} is not there, and left out.")
            continue
        ranks = Ranks(root, given.embedder)
        own = [each for each in asked if each.repository == repository]
        found += measure(ranks, queries(ranks, own, given.most, given.part))
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        short = [Query("short notes", e.question, e.note) for e in short_notes(Path(folder))]
        found += measure(Ranks(Path(folder), given.embedder), iter(short))
    print(table(["", "questions", "", "words", "with meaning", "difference"], list(rows(found))))


if __name__ == "__main__":
    main()
