"""Questions about a vault that its own links answer: the words around a link, and where it leads.

A question is the sentence that a wikilink stands in, without the link; the answer is the note that
the link points to. The sentence has at least six words, the note some text of its own. Each note
answers one question at most, and asks one at most. Which sentence, and whether it is for
development or for the check, hashes decide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from pageful.vault.snapshot.snapshot import VaultSnapshot

LEAST_WORDS = 6
MOST_WORDS = 40
LEAST_TEXT = 300
"""Characters that a note has at least to be an answer."""

_LINK = re.compile(r"!?\[\[([^\[\]|#^\n]+)(?:#[^\[\]|\n]*)?(?:\|([^\[\]\n]*))?\]\]")
_MARKDOWN_LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*\)")
_ADDRESS = re.compile(r"https?://\S+")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")
_FENCE = re.compile(r"^(```|~~~).*?^\1", re.DOTALL | re.MULTILINE)
_FRONTMATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_HAN = "\u3040-\u30ff\u3400-\u9fff"
_WORD = re.compile(f"[{_HAN}]+|[^\\W_{_HAN}]+(?:['’][^\\W_{_HAN}]+)*")
_HAN_RUN = re.compile(f"[{_HAN}]+")


@dataclass(frozen=True, slots=True)
class Question:
    """Words, the note that answers them, and the one they were taken from, which does not count."""

    words: tuple[str, ...]
    answer: str
    source: str

    @property
    def is_for_check(self) -> bool:
        """Whether it is kept from development."""
        return _hash(f"half {self.answer}") % 2 == 1


def questions(snapshot: VaultSnapshot, most: int) -> list[Question]:
    """At most so many questions from the notes of a vault, in the order of their hashes."""
    asked: set[str] = set()
    chosen: dict[str, Question] = {}
    for question in sorted(_all(snapshot), key=_rank):
        if question.answer not in chosen and question.source not in asked:
            chosen[question.answer] = question
            asked.add(question.source)
    return list(chosen.values())[:most]


def pairs(word: str) -> list[str]:
    """A word; of a script without spaces, its pairs of neighbours."""
    if not _HAN_RUN.fullmatch(word) or len(word) < 3:
        return [word]
    return [word[at : at + 2] for at in range(len(word) - 1)]


def is_spaced(word: str) -> bool:
    """Whether a word is of a script that sets spaces between words."""
    return _HAN_RUN.fullmatch(word) is None


def _all(snapshot: VaultSnapshot) -> Iterator[Question]:
    for path in snapshot.notes:
        if path.endswith(".md"):
            text = _FENCE.sub("", _FRONTMATTER.sub("", snapshot.text(path)))
            for line in text.split("\n"):
                yield from _of_line(line, path, snapshot)


def _of_line(line: str, path: str, snapshot: VaultSnapshot) -> Iterator[Question]:
    for link in _LINK.finditer(line):
        answer = snapshot.resolve(link[1].strip(), path)
        if answer is None or answer == path or not _has_text(answer, snapshot):
            continue
        words = _words(_sentence(line[: link.start()], line[link.end() :]))
        if _size(words) >= LEAST_WORDS:
            yield Question(words[:MOST_WORDS], answer, path)


def _sentence(before: str, after: str) -> str:
    """What stands around a link, to the ends of its sentence."""
    return f"{_SENTENCE_END.split(before)[-1]} {_SENTENCE_END.split(after)[0]}"


def _words(text: str) -> tuple[str, ...]:
    bare = _LINK.sub(lambda link: link[2] or link[1], _ADDRESS.sub(" ", text))
    bare = _MARKDOWN_LINK.sub(r"\1", bare)
    return tuple(word.lower() for word in _WORD.findall(bare))


def _size(words: Sequence[str]) -> int:
    """How many words there are; of a script without spaces, two characters are one."""
    return sum(1 if is_spaced(word) else len(word) // 2 for word in words)


def _has_text(path: str, snapshot: VaultSnapshot) -> bool:
    return (
        path.endswith(".md") and path in snapshot.notes and len(snapshot.text(path)) >= LEAST_TEXT
    )


def _rank(question: Question) -> int:
    return _hash(f"{question.source} {question.answer} {' '.join(question.words)}")


def _hash(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")
