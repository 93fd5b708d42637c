"""Cuts documents into passages for the teacher: of many kinds, none twice, shuffled."""

from __future__ import annotations

import csv
import gzip
import json
import random
import re
import sys
from collections.abc import Iterator, Sequence
from multiprocessing import Pool
from pathlib import Path
from zlib import crc32

from documents import Block, documents

LISTED = Path(__file__).with_name("packages.tsv")
LENGTHS = (60, 120, 200, 280, 400)
"""Letters of a passage, each as often: from a question's to what the teacher reads of a chunk."""
WITH_HEADING = 0.5
"""Share of passages that begin with the heading above them, as chunks of notes do."""
HEADING_ALONE = 0.15
"""Share of headings that are passages themselves: questions are as short."""
MOST_OF_PACKAGE = 2_500
"""Passages of one package that says no other number in the list."""
LONGEST = 480
LONG, LONG_KEPT = 200, 4
"""Letters from which on one passage of so many is kept: what it costs grows with its length."""
# > It rises. Then
_SENTENCE_END = re.compile(r"(?<=[.!?;:])\s+(?=[A-Z\"'(])")
_WORD = re.compile(r"[^\W\d_]+(?:'[a-z]+)?")
# fmt: off
_ENGLISH = frozenset((
    "the", "of", "and", "to", "a", "in", "is", "for", "that", "with", "it", "you", "be", "on",
    "are", "as", "this", "or", "by", "can", "not", "if", "from", "which",
))
# fmt: on
_LEAST_ENGLISH = 0.12
"""Share of such words: half of what English has, and more than other languages have by chance."""


def is_prose(text: str) -> bool:
    """Return whether most of a text is words, and they are English."""
    words = _WORD.findall(text)
    if (
        len(text.encode()) > 1.03 * len(text) + 4
        or len(words) < 3
        or sum(map(len, words)) + len(words) < 0.8 * len(text)
    ):
        return False
    english = sum(word.lower() in _ENGLISH for word in words)
    return text.isascii() if len(words) < 8 else english >= _LEAST_ENGLISH * len(words)


def cut(blocks: Sequence[Block], rng: random.Random) -> Iterator[str]:
    """Yield passages of a document, each of whole sentences below one heading."""
    heading, held, size = "", "", rng.choice(LENGTHS)
    for block in [*blocks, Block("", is_heading=True)]:
        if block.is_heading:
            if held:
                yield _below(heading, held, rng)
            held, heading = "", block.text[:120]
            if rng.random() < HEADING_ALONE:
                yield heading
            continue
        for sentence in _SENTENCE_END.split(block.text):
            held = f"{held} {sentence}".strip()
            if len(held) >= size:
                yield _below(heading, held, rng)
                held, size = "", rng.choice(LENGTHS)


def _below(heading: str, text: str, rng: random.Random) -> str:
    shown = f"{heading}. {text}" if heading and rng.random() < WITH_HEADING else text
    return shown[:LONGEST]


def passages_of(archive: Path, most: int) -> list[str]:
    """Return some passages of an archive, the same ones each time."""
    rng = random.Random(archive.name)  # noqa: S311
    found: dict[str, str] = {}
    for blocks in documents(archive):
        for passage in cut(blocks, rng):
            if is_prose(passage):
                found.setdefault(passage[:60].lower(), passage)
    kept = list(found.values())
    return rng.sample(kept, min(most, len(kept)))


def _passages_of(task: tuple[Path, int]) -> list[str]:
    return passages_of(*task)


def archives(folder: Path) -> list[tuple[Path, int]]:
    """Return the listed packages' archives below the folder, with how much to take of each."""
    with LISTED.open(newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    found = []
    for row in rows:
        name = row["name"].replace("/", "-").removeprefix("@").lower().replace("_", "-")
        for path in sorted((folder / row["registry"]).iterdir()):
            if re.match(rf"{re.escape(name)}[-_]v?\d", path.name.lower().replace("_", "-")):
                found.append((path, int(row["passages"] or MOST_OF_PACKAGE)))
                break
        else:
            print("missing:", row["name"], file=sys.stderr)
    return found


def is_kept(text: str) -> bool:
    """Return whether a passage is short, or one of the long ones that are kept."""
    return len(text) <= LONG or crc32(text.encode()) % LONG_KEPT == 0


def in_order(texts: list[str]) -> list[str]:
    """Return texts shuffled so that each length costs the teacher as much, wherever it is stopped.

    Drawn without putting back, with chances that fall as a text is longer (Efraimidis and Spirakis
    2006); 15 letters are what the marks around a text cost.
    """
    rng = random.Random(0)  # noqa: S311
    return sorted(sorted(texts), key=lambda text: rng.expovariate(1) * (len(text) + 15))


def main(folder: str, target: str) -> None:
    """Write passages, one JSON string a line, to `target`."""
    tasks = archives(Path(folder))
    met: dict[str, str] = {}
    with Pool(2) as pool:
        for (path, _), found in zip(tasks, pool.imap(_passages_of, tasks), strict=True):
            before = len(met)
            for passage in found:
                met.setdefault(passage[:60].lower(), passage)
            print(path.name, len(found), len(met) - before, flush=True)
    kept = in_order([text for text in met.values() if is_kept(text)])
    with gzip.open(target, "wt", encoding="utf-8") as file:
        file.writelines(f"{json.dumps(passage)}\n" for passage in kept)
    print(len(kept), "passages")


if __name__ == "__main__":
    main(*sys.argv[1:])
