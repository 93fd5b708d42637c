"""Questions about data whose answers are computed from it: single values, counts, kinds, places."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from pageful.anything.names import write_path
from pageful.anything.writing import are_rows

MISSING = "missing"
_MOST_COUNTED = 60
"""Rows among which a reader counts: with more, the question is one of patience."""
_MOST_LISTED = 5
_FEWEST_ROWS = 4
"""With fewer rows every form is read at a glance."""
_LONGEST_ANSWER = 160
"""Characters: a longer text is copied or not, which tells nothing of the reading."""

Path = tuple[str, ...]
Cells = dict[Path, Any]


@dataclass(frozen=True, slots=True)
class Question:
    """A question, the kind of what it asks for, and every value of its answer, in any order."""

    kind: str
    text: str
    answer: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows that questions are about: a name for them, their cells, and the key of each."""

    name: str
    cells: Sequence[Cells]
    key: Path

    @classmethod
    def of(cls, data: Any) -> Rows | None:
        """Find the longest list of objects in data, if one of its columns tells rows apart."""
        lists = {"": data} if isinstance(data, list) else data
        found = {name: each for name, each in lists.items() if are_rows(each)}
        if not found:
            return None
        name = max(found, key=lambda each: len(found[each]))
        cells = [dict(_flat(row)) for row in found[name]]
        if len(cells) < _FEWEST_ROWS:
            return None
        key = min((each for each in cells[0] if _is_key(each, cells)), key=_ease, default=None)
        where = f"the items of `{write_path((name,))}`" if name else "the items"
        return cls(where, cells, key) if key else None

    @property
    def paths(self) -> list[Path]:
        """All columns but the key."""
        every = dict.fromkeys(path for row in self.cells for path in row)
        return [path for path in every if path != self.key]

    def column(self, path: Path) -> list[Any]:
        """The values of a column, `MISSING` where an item has none."""
        return [row.get(path, MISSING) for row in self.cells]

    def named(self, row: Cells) -> str:
        """Name a row by its key."""
        return f"the item whose `{write_path(self.key)}` is {spell(row[self.key])}"


def _flat(row: dict[str, Any], path: Path = ()) -> Iterator[tuple[Path, Any]]:
    for key, value in row.items():
        if isinstance(value, dict) and value:
            yield from _flat(value, (*path, key))
        elif not isinstance(value, dict | list):
            yield (*path, key), value


def _is_key(path: Path, cells: Sequence[Cells]) -> bool:
    values = [row.get(path) for row in cells]
    plain = all(isinstance(each, str | int) and not isinstance(each, bool) for each in values)
    short = all(0 < len(str(each)) <= 60 and not {",", "\n"} & set(str(each)) for each in values)
    return plain and short and len(set(map(str, values))) == len(values)


def _ease(path: Path) -> tuple[int, bool]:
    return len(path), path[-1] not in ("number", "name", "id")


def spell(value: Any) -> str:
    """Spell a value as a reader would answer it."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)


def _can_be_answer(value: Any) -> bool:
    text = spell(value)
    return 0 < len(text) <= _LONGEST_ANSWER and "\n" not in text and text.isprintable()


def _ask_value(
    kind: str, rows: Rows, chance: Random, fits: Callable[[Path, list[Any]], bool]
) -> Question | None:
    paths = [path for path in rows.paths if fits(path, rows.column(path))]
    chance.shuffle(paths)
    for path in paths:
        there = [row for row in rows.cells if path in row and _can_be_answer(row[path])]
        if there:
            row = chance.choice(there)
            text = f"What is `{write_path(path)}` of {rows.named(row)}?"
            return Question(kind, text, (spell(row[path]),))
    return None


def _is_address(value: Any) -> bool:
    return isinstance(value, str) and value.startswith(("https://", "http://"))


def _value(rows: Rows, chance: Random) -> Question | None:
    return _ask_value("value", rows, chance, lambda _, values: _differs(values, 2, len(values)))


def _constant(rows: Rows, chance: Random) -> Question | None:
    return _ask_value("said once", rows, chance, lambda _, values: _differs(values, 1, 1))


def _nested(rows: Rows, chance: Random) -> Question | None:
    def fits(path: Path, values: list[Any]) -> bool:
        return len(path) > 1 and _differs(values, 2, len(values))

    return _ask_value("nested", rows, chance, fits)


def _address(rows: Rows, chance: Random) -> Question | None:
    def fits(_path: Path, values: list[Any]) -> bool:
        return all(map(_is_address, values)) and _differs(values, 2, len(values))

    return _ask_value("address", rows, chance, fits)


def _differs(values: Iterable[Any], least: int, most: int) -> bool:
    return least <= len(set(map(spell, values))) <= most


def _groups(rows: Rows, least: int, most: int, chance: Random) -> Iterator[tuple[Path, str]]:
    """Yield columns with a value that so many rows have, in an order of chance."""
    if len(rows.cells) > _MOST_COUNTED:
        return
    paths = [path for path in rows.paths if _differs(rows.column(path), 2, 8)]
    chance.shuffle(paths)
    for path in paths:
        counted = Counter(map(spell, rows.column(path)))
        values = [each for each, count in counted.items() if least <= count <= most]
        values = [each for each in values if each != MISSING and _can_be_answer(each)]
        if values:
            yield path, chance.choice(values)


def _count(rows: Rows, chance: Random) -> Question | None:
    for path, value in _groups(rows, 2, 30, chance):
        count = list(map(spell, rows.column(path))).count(value)
        text = f"How many of {rows.name} have {value} as `{write_path(path)}`?"
        return Question("count", text, (str(count),))
    return None


def _which(rows: Rows, chance: Random) -> Question | None:
    for path, value in _groups(rows, 1, _MOST_LISTED, chance):
        those = [row for row in rows.cells if spell(row.get(path, MISSING)) == value]
        text = (
            f"Which of {rows.name} have {value} as `{write_path(path)}`? "
            f"Give the `{write_path(rows.key)}` of each."
        )
        return Question("which", text, tuple(spell(row[rows.key]) for row in those))
    return None


def _largest(rows: Rows, chance: Random) -> Question | None:
    paths = [path for path in rows.paths if all(type(v) in (int, float) for v in rows.column(path))]
    chance.shuffle(paths)
    for path in paths:
        values = rows.column(path)
        if values.count(max(values)) == 1 and len(values) <= _MOST_COUNTED:
            row = rows.cells[values.index(max(values))]
            text = (
                f"Which of {rows.name} has the largest `{write_path(path)}`? "
                f"Give its `{write_path(rows.key)}`."
            )
            return Question("largest", text, (spell(row[rows.key]),))
    return None


def _absent(rows: Rows, chance: Random) -> Question | None:
    paths = [path for path in rows.paths if {None, MISSING} & {*map(_absence, rows.column(path))}]
    chance.shuffle(paths)
    for path in paths[:1]:
        there = [n for n, v in enumerate(rows.column(path)) if v in (None, MISSING)]
        row = rows.cells[chance.choice(there)]
        text = (
            f"Is `{write_path(path)}` of {rows.named(row)} null, or missing (the item has no such "
            "field), or has it another value? Answer null, missing, or the value."
        )
        return Question("null or missing", text, (spell(row.get(path, MISSING)),))
    return None


def _absence(value: Any) -> str | None:
    return value if value in (None, MISSING) else ""


# > 42
# > 1000000000000
_LIKE_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")


def _type(rows: Rows, chance: Random) -> Question | None:
    def looks(value: Any) -> bool:
        return bool(_LIKE_NUMBER.fullmatch(spell(value)))

    paths = [path for path in rows.paths if all(map(looks, rows.column(path)))]
    texts = [path for path in paths if any(isinstance(v, str) for v in rows.column(path))]
    if not paths:
        return None
    path, row = chance.choice(texts or paths), chance.choice(list(rows.cells))
    text = f"Is `{write_path(path)}` of {rows.named(row)} a string or a number in the data?"
    return Question("type", text, ("string" if isinstance(row[path], str) else "number",))


def _rows(rows: Rows, _chance: Random) -> Question | None:
    if len(rows.cells) > _MOST_COUNTED:
        return None
    return Question("rows", f"How many are {rows.name}?", (str(len(rows.cells)),))


_KINDS = (_value, _count, _address, _which, _nested, _largest, _constant, _absent, _type, _rows)


def questions_of(name: str, data: Any) -> list[Question]:
    """All questions that can be asked of data, one of a kind; the same ones for the same data."""
    chance = Random(name)
    rows = Rows.of(data) if isinstance(data, list | dict) else None
    if rows is not None:
        return [each for ask in _KINDS if (each := ask(rows, chance))]
    is_record = isinstance(data, dict) and not any(map(are_rows, data.values()))
    return list(_of_record(data, chance)) if is_record else []


def _of_record(data: dict[str, Any], chance: Random) -> Iterator[Question]:
    cells = [(path, value) for path, value in _flat(data) if _can_be_answer(value)]
    for path, value in chance.sample(cells, min(2, len(cells))):
        yield Question("of a record", f"What is `{write_path(path)}`?", (spell(value),))
