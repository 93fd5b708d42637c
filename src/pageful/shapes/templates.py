"""Columns that follow from others: equal ones, and texts made of them like most addresses."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from pageful.lazy.dataclasses import dataclass
from pageful.shapes.columns import Column
from pageful.shapes.values import MISSING, Json, Path

_PLAIN_TYPES = {str, int, type(None), type(MISSING)}
_SHORTEST_SHARED = 8
"""A shorter beginning saves less in each row than whole texts help a reader."""
_FEWEST_ROWS = 3
"""In fewer rows, a beginning in common may be chance."""
_SEPARATORS = "/:=?#&"
"""Marks between the parts of an address: only whole parts are taken out."""
_SHORTEST_LOOSE = 3
"""Shorter texts are found within any word, so that they count between word ends alone."""
_LONGEST = 1_000
"""Longer texts are no addresses."""
_MOST_SOURCES = 100
"""Columns that may be in a template, the shortest ones: each is looked for in each other column."""
_SAMPLES = 3
"""Rows that are looked at before all: most coincidences end here."""


@dataclass(frozen=True, slots=True)
class Template:
    """A column as texts and the columns between them; an empty path is the column's own cell."""

    path: Path
    parts: tuple[str | Path, ...]

    @property
    def has_own(self) -> bool:
        """Tell whether the column keeps cells, which have what the template has not."""
        return () in self.parts


@dataclass(slots=True)
class _Source:
    column: Column
    texts: list[Json]
    size: int


def find_templates(
    columns: Sequence[Column], rows: int
) -> tuple[list[Template], dict[Path, Column]]:
    """Find columns that follow from others.

    Returns:
        The templates, and the columns that need no cells by their paths. Columns that keep a part
        of their cells have new values.
    """
    templates: list[Template] = []
    taken: dict[Path, Column] = {}
    _find_copies(columns, templates, taken)
    rest = [each for each in columns if each.path not in taken]
    sources: list[_Source] = []
    for source in sorted(filter(None, map(_source, rest)), key=lambda each: each.size):
        column = source.column
        parts = _parts(column, sources) if str in column.types else None
        if parts and _saves(parts, source.size, rows):
            templates.append(Template(column.path, parts))
            taken[column.path] = column
        sources.append(source)
    own = [_shorten(each) for each in rest if each.path not in taken]
    return [*filter(None, own), *_in_order(templates)], taken


def _in_order(templates: list[Template]) -> list[Template]:
    """Put copies behind what they are copies of: those were found before the others."""
    waiting, done, order = templates, {each.path for each in templates}, []
    while waiting:
        ready = [each for each in waiting if not done & set(each.parts) - {each.path}]
        order += ready
        done -= {each.path for each in ready}
        waiting = [each for each in waiting if each.path in done]
    return order


def _find_copies(
    columns: Sequence[Column], templates: list[Template], taken: dict[Path, Column]
) -> None:
    first: dict[str, list[Column]] = {}
    for column in columns:
        same = first.setdefault(
            repr((column.values[0], column.values[-1], column.is_list))[:80], []
        )
        for other in same:
            if (
                other.types == column.types
                and other.legend is column.legend
                and other.keys == column.keys
                and (other.is_list == column.is_list)
                and other.values == column.values
                and _saves((other.path,), _size(column), len(column.values))
            ):
                templates.append(Template(column.path, (other.path,)))
                taken[column.path] = column
                break
        else:
            same.append(column)


def _size(column: Column) -> int:
    """Count characters of all cells, roughly where there are more than texts in them."""
    return len("".join(map(str, column.values)))


def _source(column: Column) -> _Source | None:
    if column.legend or not column.types <= _PLAIN_TYPES or not column.types & {str, int}:
        return None
    texts = column.values
    if column.types == {int}:
        texts = list(map(str, texts))
    elif int in column.types:
        texts = [str(value) if type(value) is int else value for value in texts]
    if column.types <= {str, int}:
        return _Source(column, texts, len("".join(texts)))
    return _Source(column, texts, sum(len(text) for text in texts if type(text) is str))


def _parts(column: Column, sources: list[_Source]) -> tuple[str | Path, ...] | None:
    """Find the texts and sources that make up every value of a column.

    Texts with spaces are for readers, who would miss a title that follows from its number.
    """
    if int in column.types:
        return None
    texts = [value for value in column.values if type(value) is str]
    if " " in "".join(texts) or max(map(len, texts)) > _LONGEST:
        return None
    rows = [n for n, value in enumerate(column.values) if type(value) is str]
    samples = [rows[0], rows[len(rows) // 2], rows[-1]][:_SAMPLES]
    wholes = [column.values[n] for n in samples]
    within = [
        source
        for source in sources[:_MOST_SOURCES]
        if all(
            type(text := source.texts[n]) is str and text and text in whole
            for n, whole in zip(samples, wholes, strict=True)
        )
    ]
    if not within:
        return None
    parts = _split(wholes[0], [(each.texts[samples[0]], each) for each in within])
    used = {each.column.path: each for each in within}
    if any(not isinstance(part, str) for part in parts) and _makes(column.values, parts, used):
        return tuple(parts)
    return None


def _split(text: str, sources: list[tuple[str, _Source]]) -> list[str | Path]:
    """Replace what sources have in a text by their paths, the longest first."""
    parts: list[str | Path] = [text]
    for piece, source in sorted(sources, key=_longest_first):
        for n, part in enumerate(parts):
            if isinstance(part, str) and (at := _find(part, piece)) >= 0:
                new: list[str | Path] = [part[:at], source.column.path, part[at + len(piece) :]]
                parts[n : n + 1] = [each for each in new if each]
                break
    return parts


def _longest_first(source: tuple[str, _Source]) -> tuple[int, int]:
    """Order longer texts before shorter ones, and equal ones by their paths."""
    return -len(source[0]), len(source[1].column.path)


def _find(text: str, piece: str) -> int:
    at = text.find(piece)
    if len(piece) >= _SHORTEST_LOOSE:
        return at
    while at >= 0 and (text[at - 1 : at].isalnum() or text[at + len(piece) :][:1].isalnum()):
        at = text.find(piece, at + 1)
    return at


def _makes(values: list[Json], parts: list[str | Path], used: dict[Path, _Source]) -> bool:
    """Tell whether a template gives every value: null where a source is null or missing."""
    pieces: list[str | list[Json]] = [
        part if isinstance(part, str) else used[part].texts for part in parts
    ]
    return fill(pieces, len(values), [value is not MISSING for value in values]) == values


def fill(pieces: Sequence[str | list[Json]], rows: int, present: list[bool]) -> list[Json]:
    """Fill a template in every row that has the object of the column."""
    columns = [[piece] * rows if isinstance(piece, str) else piece for piece in pieces]
    if all(present):
        try:
            return list(map("".join, zip(*columns, strict=True)))
        except TypeError:
            pass
    filled: list[Json] = []
    for there, row in zip(present, zip(*columns, strict=True), strict=True):
        try:
            filled.append("".join(row) if there else MISSING)
        except TypeError:
            filled.append(None)
    return filled


def _saves(parts: tuple[str | Path, ...], size: int, rows: int) -> bool:
    cost = sum(len(part) if isinstance(part, str) else len(".".join(part)) + 2 for part in parts)
    return cost + 4 < size + rows


def _shorten(column: Column) -> Template | None:
    """Take the beginning and the end that all cells of a column share out of them."""
    if column.types != {str} or len(column.values) < _FEWEST_ROWS:
        return None
    prefix = _shared_start(column.values)
    rest = [value[len(prefix) :] for value in column.values] if prefix else column.values
    suffix = _shared_end(rest)
    said = len(prefix) + len(suffix)
    if said < _SHORTEST_SHARED or said + len(".".join(column.path)) + 6 >= said * len(rest):
        return None
    column.values = [value[: len(value) - len(suffix)] for value in rest]
    return Template(column.path, tuple(part for part in (prefix, (), suffix) if part != ""))


def _shared_start(values: Sequence[str]) -> str:
    """Return the whole parts that all values begin with."""
    if not _has_separator(_common(values[0], values[-1])):
        return ""
    prefix = _common(min(values), max(values))
    prefix = prefix[: max(map(prefix.rfind, _SEPARATORS)) + 1]
    return "" if prefix.endswith("://") else prefix


def _shared_end(values: Sequence[str]) -> str:
    """Return the whole parts that all values end with."""
    if not _has_separator(_common(values[0][::-1], values[-1][::-1])):
        return ""
    back = [value[::-1] for value in values]
    suffix = _common(min(back), max(back))[::-1]
    at = min((at for at in map(suffix.find, _SEPARATORS) if at >= 0), default=len(suffix))
    return suffix[at:]


def _has_separator(text: str) -> bool:
    return any(each in text for each in _SEPARATORS)


def _common(one: str, other: str) -> str:
    pairs = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return "".join(first for first, _ in pairs)
