"""Queries made from a vault's own words, so that they find something there; the same every time.

`vault_queries.py VAULT` prints them.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pageful.tool.context import Caller
from pageful.vault.snapshot.snapshot import VaultSnapshot
from pageful.vault.snapshot.vault import Vault

_WORD = re.compile(r"[^\W\d_]{3,20}")
_PLAIN_LINE = re.compile(r"[\w ,.'’-]{30,}")
_NAME = re.compile(r"[\w -]+")
_NOTES_READ = 10_000
_COMMON = (0.05, 0.6)
"""A frequent word is in such a share of the notes."""
_SELDOM = (2, 6)
"""A rare word is in so many notes of those that are read."""


@dataclass(frozen=True, slots=True)
class Made:
    """A query, and the kind that it is of."""

    kind: str
    text: str


def made_from(snapshot: VaultSnapshot) -> list[Made]:
    """Queries of every kind that the vault has something for, mixed."""
    queries = [*dict.fromkeys(_Maker(snapshot).all())]
    random.Random(1).shuffle(queries)
    return queries


class _Maker:
    """Draws words, lines, tags, folders and properties of a vault."""

    def __init__(self, snapshot: VaultSnapshot) -> None:
        self._random = random.Random(0)
        self._snapshot = snapshot
        paths = [path for path in snapshot.notes if path.endswith(".md")]
        self._paths = self._random.sample(paths, min(len(paths), _NOTES_READ))
        words, lines = self._read()
        least, most = (share * len(self._paths) for share in _COMMON)
        self._common = sorted(word for word, notes in words.items() if least <= notes <= most)
        self._rare = sorted(
            word for word, notes in words.items() if _SELDOM[0] <= notes <= _SELDOM[1]
        )
        self._lines = lines

    def all(self) -> Iterator[Made]:
        """Every kind in turn."""
        kinds: tuple[tuple[str, Sequence[tuple[Callable[[], str | None], int]]], ...] = (
            ("frequent word", [(self._frequent, 6)]),
            ("rare word", [(self._seldom, 6)]),
            ("several words", [(lambda: self._several(2), 5), (lambda: self._several(4), 5)]),
            ("phrase", [(self._phrase, 6)]),
            ("OR, not, groups", [(self._either, 3), (self._without, 3), (self._group, 3)]),
            ("pattern", [(self._beginning, 3), (self._date, 1), (self._both_ends, 3)]),
            ("file, path, tag", [(self._file, 3), (self._folder, 3), (self._tag, 3)]),
            ("content, case", [(self._content, 3), (self._case, 3)]),
            ("line, block, section", [(self._within, 9)]),
            ("property", [(self._property, 3), (self._value, 4), (self._number, 1)]),
            ("task", [(self._task, 6)]),
            ("combination", [(self._combination, 9)]),
        )
        for kind, makers in kinds:
            for make, number in makers:
                made = (make() for _ in range(number))
                yield from (Made(kind, text) for text in made if text)

    def _read(self) -> tuple[Counter[str], list[tuple[str, str]]]:
        """Words with how many notes they are in, and lines of mere text with their notes."""
        words: Counter[str] = Counter()
        lines: list[tuple[str, str]] = []
        for path in self._paths:
            text = self._snapshot.text(path)
            words.update({word.lower() for word in _WORD.findall(text)})
            plain = filter(_PLAIN_LINE.fullmatch, text.split("\n"))
            lines += [(path, line) for line in dict.fromkeys(plain)]
        return words, lines

    def _pick(self, values: Sequence[str]) -> str:
        return self._random.choice(values) if values else "note"

    def _frequent(self) -> str:
        return self._pick(self._common)

    def _seldom(self) -> str:
        return self._pick(self._rare)

    def _line(self) -> str:
        return self._random.choice(self._lines)[1] if self._lines else self._pick(self._common)

    def _together(self, number: int, line: str = "") -> list[str]:
        """Neighbouring words of a line, any if none is given, with but spaces between them."""
        line = line or self._line()
        runs = re.findall(rf"[^\W_]+(?: [^\W_]+){{{number - 1}}}", line)
        return self._pick(runs).split() if runs else [self._frequent(), self._seldom()]

    def _several(self, number: int) -> str:
        words = sorted({word.lower() for word in _WORD.findall(self._line())})
        return " ".join(self._random.sample(words, min(number, len(words)))) or self._frequent()

    def _phrase(self) -> str:
        return f'"{" ".join(self._together(3))}"'

    def _either(self) -> str:
        return f"{self._seldom()} OR {self._frequent()}"

    def _without(self) -> str:
        return f"{self._frequent()} -{self._frequent()}"

    def _group(self) -> str:
        return f"{self._frequent()} ({self._frequent()} OR {self._seldom()})"

    def _beginning(self) -> str:
        return rf"/\b{self._seldom()[:4]}\w+/"

    def _both_ends(self) -> str:
        word = self._frequent()
        return f"/{word[:2]}[a-z]+{word[-1]} {self._frequent()[:2]}/"

    def _date(self) -> str:
        return r"/\d{4}-\d{2}-\d{2}/"

    def _file(self) -> str:
        words = _WORD.findall(self._pick(self._paths).rpartition("/")[2])
        return f"file:{self._pick(words)}"

    def _folder(self) -> str | None:
        folders = {path.rpartition("/")[0] for path in self._paths} - {""}
        return f'path:"{self._pick(sorted(folders))}"' if folders else None

    def _tag(self) -> str | None:
        notes = self._snapshot.notes
        tags = sorted({tag.name for path in self._paths for tag in notes[path].tags})
        return f"tag:#{self._pick(tags)}" if tags else None

    def _content(self) -> str:
        return f"content:({' '.join(self._together(2))})"

    def _case(self) -> str:
        return f"match-case:{self._together(2)[0]}"

    def _within(self) -> str:
        operator = self._pick(("line", "block", "section"))
        return f"{operator}:({' '.join(self._together(2))})"

    def _properties(self) -> list[tuple[str, object]]:
        """Names and plain values of all properties that can be written in a query."""
        pairs = (
            (name, value)
            for path in self._paths
            for name, value in self._snapshot.notes[path].properties.items()
            if _NAME.fullmatch(name)
        )
        return sorted(set(filter(_is_plain, pairs)), key=repr)

    def _property(self) -> str | None:
        names = sorted({name for name, _ in self._properties()})
        return f"[{self._pick(names)}]" if names else None

    def _value(self) -> str | None:
        pairs = [
            f"[{name}:{value}]"
            for name, value in self._properties()
            if isinstance(value, str) and _NAME.fullmatch(value)
        ]
        return self._pick(pairs) if pairs else None

    def _number(self) -> str | None:
        names = {name for name, value in self._properties() if isinstance(value, (int, float))}
        return f"[{self._pick(sorted(names))}:>1]" if names else None

    def _task(self) -> str | None:
        """An operator on tasks, and a word of one task that it is for."""
        operator, statuses = self._random.choice(
            (("task", None), ("task-todo", " "), ("task-done", "x"))
        )
        texts = sorted(
            {
                item.text
                for path in self._paths
                for item in self._snapshot.notes[path].items
                if item.status is not None and statuses in (None, item.status)
            }
        )
        words = _WORD.findall(self._pick(texts)) if texts else []
        return f"{operator}:{self._pick(words)}" if words else None

    def _combination(self) -> str | None:
        """Several operators that one note answers, or most of them."""
        if not self._lines:
            return None
        path, line = self._random.choice(self._lines)
        note = self._snapshot.notes[path]
        words = " ".join(self._together(2, line))
        tags = [f"tag:#{tag.name}" for tag in note.tags]
        names = [f"[{name}]" for name in note.properties if _NAME.fullmatch(name)]
        folder = path.rpartition("/")[0]
        makers: tuple[Callable[[], str], ...] = (
            lambda: f"{self._pick(tags or names or [self._file()])} {words}",
            lambda: f'path:"{folder or path}" "{words}"',
            lambda: f"{self._pick(names or tags or [words])} line:({words}) -{self._seldom()}",
            lambda: f"({self._file()} OR match-case:{words.split()[0]}) {self._beginning()}",
            lambda: f"section:({words}) ({self._frequent()} OR {words.split()[-1]})",
        )
        return self._random.choice(makers)()


def _is_plain(pair: tuple[str, object]) -> bool:
    return isinstance(pair[1], (str, int, float)) and pair[1] != ""


def main() -> int:
    """Print the queries of a vault by kind."""
    snapshot = Vault(Path(sys.argv[1])).scan(Caller())
    for made in sorted(made_from(snapshot), key=lambda made: made.kind):
        print(f"{made.kind}: {made.text}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
