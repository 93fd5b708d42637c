"""A vault that nobody wrote, as large as one likes: `vault_trees.py DIRECTORY [--notes N]`.

Words follow Zipf's law, sizes a log-normal one, and links lead to few notes often and to most
seldom, as in vaults that people keep. There are daily notes with tasks, notes with frontmatter,
tags with subtags, aliases, headings, lists, quotes, code, tables, block ids and embeds, links that
lead nowhere, canvases and attachments. The same seed and number give the same vault.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import accumulate, islice
from pathlib import Path

NOTES = 50_000
_VOCABULARY = 40_000
_EXPONENT = 1.05
_STARTS = [*"bcdfghjklmnprstvwz", "br", "ch", "cl", "gr", "pl", "sh", "st", "tr"]
_VOWELS = [*"aeiou" * 3, "ai", "ea", "io", "ou", "é", "ü"]
_ENDS = ["", "", "l", "m", "n", "nd", "nt", "r", "rt", "s", "st", "t", "x"]
_DRAWN = 4096

_NOTES_A_FOLDER = 40
_AREAS = ("Areas", "Archive", "People", "Projects", "Resources")
_DAILY = 0.08
_FIRST_DAY = date(2005, 1, 1)
_TAGS = 600
_STATUSES = ("draft", "growing", "evergreen", "done")

_MEDIAN_WORDS = 200
_SPREAD = 0.9
_MOST_WORDS = 8_000
_WORDS_A_LINK = 45
_UNRESOLVED = 0.06
_CANVASES_A_NOTE = 0.002
_ATTACHMENTS_A_NOTE = 0.05
_PIXEL = b"\x89PNG\r\n\x1a\n"


def written(root: Path, notes: int, seed: int = 0) -> int:
    """Write a vault of so many notes, and give the size of them in bytes."""
    author = _Author(seed, notes)
    size = 0
    for number in range(notes):
        size += _put(root / author.path(number), author.note(number).encode())
    for number in range(round(notes * _CANVASES_A_NOTE)):
        _put(root / f"Canvases/Board {number}.canvas", author.canvas().encode())
    for number in range(round(notes * _ATTACHMENTS_A_NOTE)):
        _put(root / author.attachment(number), _PIXEL)
    _put(root / ".obsidian/app.json", b"{}")
    return size


def _put(path: Path, data: bytes) -> int:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path.write_bytes(data)


class _Author:
    """Writes the notes of one vault, which know each other's names."""

    def __init__(self, seed: int, notes: int) -> None:
        self.random = random.Random(seed)
        self._vocabulary = self._words()
        chances = (rank**-_EXPONENT for rank in range(1, _VOCABULARY + 1))
        self._chances = [*accumulate(chances)]
        self._stream = self._drawn()
        self._tags = [self._tag() for _ in range(_TAGS)]
        self._days = round(notes * _DAILY)
        self._paths = [*self._named(notes)]
        self._names = [path.rpartition("/")[2] for path in self._paths]

    def path(self, number: int) -> str:
        """Where a note stands."""
        return f"{self._paths[number]}.md"

    def attachment(self, number: int) -> str:
        """Where an attachment stands."""
        return f"Attachments/{number // 500}/image {number}.png"

    def note(self, number: int) -> str:
        """A note's text: frontmatter, in most of them, and body."""
        is_daily = number < self._days
        words = min(_MOST_WORDS, int(self.random.lognormvariate(0, _SPREAD) * _MEDIAN_WORDS))
        blocks = [*self._body(words, is_daily=is_daily)]
        head = self._frontmatter() if is_daily or self.random.random() < 0.85 else ""
        return head + "\n\n".join([f"# {self._names[number]}", *blocks]) + "\n"

    def canvas(self) -> str:
        """A canvas of notes and cards."""
        files = ({"type": "file", "file": f"{self._linked()}.md"} for _ in range(6))
        cards = ({"type": "text", "text": self._text(20)} for _ in range(4))
        nodes = [
            each | {"id": str(number), "x": 300 * number, "y": 0, "width": 250, "height": 60}
            for number, each in enumerate((*files, *cards))
        ]
        return json.dumps({"nodes": nodes, "edges": []}, ensure_ascii=False)

    def _named(self, notes: int) -> Iterator[str]:
        """Paths without extension: daily notes by date, the others with titles of some words."""
        for number in range(self._days):
            day = _FIRST_DAY + timedelta(days=number)
            yield f"Daily/{day:%Y}/{day:%m}/{day}"
        folder = ""
        for number in range(notes - self._days):
            if number % _NOTES_A_FOLDER == 0:
                area = self.random.choice(_AREAS)
                below = self._words_of(self.random.choice((1, 1, 2)))
                folder = "/".join([area, *(word.title() for word in below)])
            yield f"{folder}/{self._title()} {number}"

    def _title(self) -> str:
        return " ".join(self._words_of(self.random.choice((1, 2, 2, 3, 4)))).capitalize()

    def _frontmatter(self) -> str:
        pick, chance = self.random.choice, self.random.random
        tags = [pick(self._tags) for _ in range(int(3 * chance()))]
        day = _FIRST_DAY + timedelta(days=int(7000 * chance()))
        lines = [f"created: {day}"]
        lines += [f"tags: [{', '.join(tags)}]"] if tags else []
        lines += [f"aliases:\n  - {self._title()}"] if chance() < 0.25 else []
        lines += [f"status: {pick(_STATUSES)}"] if chance() < 0.5 else []
        lines += [f"rating: {int(10 * chance())}"] if chance() < 0.2 else []
        lines += [f'up: "[[{self._linked()}]]"'] if chance() < 0.2 else []
        return "\n".join(["---", *lines, "---", "", ""])

    def _body(self, words: int, *, is_daily: bool) -> Iterator[str]:
        """Blocks of so many words, more or less."""
        if is_daily:
            yield "\n".join(self._task() for _ in range(self.random.randint(2, 8)))
        kinds = (self._paragraph, self._list, self._quote, self._code, self._table, self._embed)
        while words > 0:
            if self.random.random() < 0.3:
                yield f"## {self._title()}"
            (kind,) = self.random.choices(kinds, (60, 22, 6, 5, 3, 4))
            block = kind()
            yield block
            words -= block.count(" ") + 1

    def _paragraph(self) -> str:
        sentences = [self._sentence() for _ in range(self.random.randint(1, 5))]
        end = f" ^{self._drawn_id()}" if self.random.random() < 0.02 else ""
        return " ".join(sentences) + end

    def _list(self) -> str:
        items = (self._sentence() for _ in range(self.random.randint(2, 7)))
        return "\n".join(f"{self.random.choice(('', '', '  '))}- {item}" for item in items)

    def _quote(self) -> str:
        kind = self.random.choice(("> [!note] ", "> "))
        return f"{kind}{self._sentence()}\n> {self._sentence()}"

    def _code(self) -> str:
        lines = (" ".join(self._words_of(4)) for _ in range(self.random.randint(2, 8)))
        return "\n".join(["```js", *(f"{line};" for line in lines), "```"])

    def _table(self) -> str:
        rows = (self._words_of(3) for _ in range(self.random.randint(3, 8)))
        head, *rest = (f"| {' | '.join(cells)} |" for cells in rows)
        return "\n".join([head, "| --- | --- | --- |", *rest])

    def _embed(self) -> str:
        return f"![[image {self.random.randrange(1000)}.png]]"

    def _task(self) -> str:
        return f"- [{self.random.choice(' x x-')}] {self._sentence()}"

    def _sentence(self) -> str:
        words = self._words_of(self.random.randint(5, 18))
        if self.random.random() < len(words) / _WORDS_A_LINK:
            words.insert(self.random.randrange(len(words)), self._link())
        if self.random.random() < 0.03:
            words.append(f"#{self.random.choice(self._tags)}")
        return " ".join([words[0].capitalize(), *words[1:]]) + "."

    def _link(self) -> str:
        chance = self.random.random
        if chance() < _UNRESOLVED:
            return f"[[{self._title()}]]"
        path = self._linked()
        target = path if chance() < 0.1 else path.rpartition("/")[2]
        if chance() < 0.1:
            return f"[{self._text(2)}]({path.replace(' ', '%20')}.md)"
        return f"[[{target}|{self._text(2)}]]" if chance() < 0.3 else f"[[{target}]]"

    def _linked(self) -> str:
        """A note's path: one of the first few often, of the others any."""
        others = len(self._paths) - self._days
        share = self.random.random() ** 4
        return self._paths[self._days + int(share * others) if others else 0]

    def _tag(self) -> str:
        return "/".join(self._words_of(self.random.choice((1, 1, 1, 2, 3))))

    def _drawn_id(self) -> str:
        return f"{self.random.randrange(16**6):06x}"

    def _text(self, words: int) -> str:
        return " ".join(self._words_of(words))

    def _words_of(self, number: int) -> list[str]:
        return [*islice(self._stream, number)]

    def _drawn(self) -> Iterator[str]:
        while True:
            yield from self.random.choices(self._vocabulary, cum_weights=self._chances, k=_DRAWN)

    def _words(self) -> Sequence[str]:
        made: dict[str, None] = {}
        pick = self.random.choice
        while len(made) < _VOCABULARY:
            syllables = self.random.randint(1, 3)
            made["".join(pick(part) for part in (_STARTS, _VOWELS, _ENDS) * syllables)] = None
        return sorted(made, key=len)


def main() -> int:
    """Write a vault and say how large it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory", type=Path)
    parser.add_argument("--notes", type=int, default=NOTES)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    size = written(given.directory, given.notes, given.seed)
    print(f"{given.notes:,} notes, {size / 1e6:.1f} MB in {given.directory}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
