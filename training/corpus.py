"""Counts the terms of documentation–code pairs and keeps them as arrays of numbers."""

from __future__ import annotations

import random
import re
import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from multiprocessing import Pool
from pathlib import Path, PurePosixPath

import numpy as np
import numpy.typing as npt
from archives import sources
from pairs import COMMENTS, Pair, pairs

from pageful.code.terms import splitting as terms

SIDES = ("sentence", "rest", "code")
WORKERS = 2
MOST_FILES = 600
MOST_PAIRS = 3000
MOST_REPEATS = 2
FEWEST_PACKAGES = 4
MOST_TERMS = 60_000
ARCHIVE = re.compile(r"\.(?:whl|jar|zip|tgz|crate|deb|orig[^/]*\.tar\.(?:gz|bz2|xz))$")


class Tally:
    """The terms of many pairs, as runs of numbers with counts, side by side."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.in_packages: Counter[int] = Counter()
        self.packages = array("i")
        self.languages = array("i")
        self.terms = {side: array("i") for side in SIDES}
        self.counts = {side: array("i") for side in SIDES}
        self.ends = {side: array("q", [0]) for side in SIDES}

    def add(self, package: int, found: Sequence[tuple[int, Pair]]) -> None:
        """Adds the pairs of one package, each with its language."""
        met: set[int] = set()
        for language, pair in found:
            self.packages.append(package)
            self.languages.append(language)
            for side in SIDES:
                counted = self._numbered(getattr(pair, side))
                met.update(counted)
                self.terms[side].extend(counted.keys())
                self.counts[side].extend(counted.values())
                self.ends[side].append(len(self.terms[side]))
        self.in_packages.update(met)

    def arrays(self) -> dict[str, npt.NDArray[np.generic]]:
        """All of it, with the terms of few packages left out and those of most packages first."""
        names = list(self.numbers)
        common = [n for n, k in self.in_packages.most_common(MOST_TERMS) if k >= FEWEST_PACKAGES]
        renumbered = np.full(len(names), -1, np.int32)
        renumbered[common] = np.arange(len(common))
        kept: dict[str, npt.NDArray[np.generic]] = {
            "vocabulary": np.array([names[n] for n in common]),
            "packages": np.array(self.packages),
            "languages": np.array(self.languages),
        }
        for side in SIDES:
            numbers = renumbered[np.array(self.terms[side], np.int32)]
            known = numbers >= 0
            before = np.concatenate(([0], np.cumsum(known)))
            kept[side] = numbers[known]
            kept[f"{side}_counts"] = np.array(self.counts[side], np.int32)[known]
            kept[f"{side}_ends"] = before[np.array(self.ends[side])]
        return kept

    def _numbered(self, text: str) -> Counter[int]:
        counted: Counter[int] = Counter()
        for word, times in Counter(terms.words(text)).items():
            for term in terms.parts(word):
                counted[self.numbers.setdefault(term, len(self.numbers))] += times
        return counted


def found_in(archive: Path) -> list[tuple[int, Pair]]:
    """Some pairs of the archive, each with its language, no sentence twice."""
    suffixes = list(COMMENTS)
    kept = {
        pair.sentence: (suffixes.index(PurePosixPath(source.path).suffix), pair)
        for source in sources(archive, COMMENTS.keys(), MOST_FILES)
        for pair in pairs(source)
    }
    found = list(kept.values())
    chosen = random.Random(0).sample(range(len(found)), min(len(found), MOST_PAIRS))  # noqa: S311
    return [found[number] for number in sorted(chosen)]


def unheard(found: Iterable[tuple[int, Pair]], said: Counter[str]) -> list[tuple[int, Pair]]:
    """Those whose sentence was not said more than a few times before; counts them."""
    said.update(pair.sentence for _, pair in found)
    return [(language, pair) for language, pair in found if said[pair.sentence] <= MOST_REPEATS]


def archives(folder: Path) -> Iterator[Path]:
    """The archives below the folder, in a fixed order; of Debian sources, those of the authors."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and ARCHIVE.search(path.name):
            yield path


def main(folder: str, target: str) -> None:
    """Counts the archives below `folder` and writes the arrays to `target`."""
    tally, said = Tally(), Counter[str]()
    paths = list(archives(Path(folder)))
    with Pool(WORKERS) as pool:
        for number, found in enumerate(pool.imap(found_in, paths, chunksize=4)):
            tally.add(number, unheard(found, said))
            print(number, paths[number].name, len(found), len(tally.packages), flush=True)
    np.savez(target, **tally.arrays())  # type: ignore[arg-type]


if __name__ == "__main__":
    main(*sys.argv[1:])
