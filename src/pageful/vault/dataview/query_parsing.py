"""The grammar of queries: a header, FROM, and the steps in the order they are written."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from pageful.vault.dataview import lexemes
from pageful.vault.dataview.expression_parsing import comma_separated_list, expression
from pageful.vault.dataview.scanner import Scanner
from pageful.vault.dataview.source_parsing import source
from pageful.vault.dataview.syntax import (
    CalendarHeader,
    Expression,
    Flatten,
    FolderSource,
    GroupBy,
    Header,
    LateFrom,
    Limit,
    ListHeader,
    NamedField,
    Query,
    Sort,
    SortKey,
    Source,
    Step,
    TableHeader,
    TaskHeader,
    Where,
)
from pageful.vault.values.whitespace import SPACE, strip_whitespace

T = TypeVar("T")


def _keyword(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE | re.ASCII)


# > TABLE rating, hours
_TYPE = _keyword("TABLE|LIST|TASK|CALENDAR")
# > WITHOUT ID file.name
_WITHOUT_ID = _keyword(rf"WITHOUT{SPACE}+ID{SPACE}*")
# > hours AS "hours of work"
_AS = _keyword(rf"{SPACE}+AS{SPACE}+")
# > DESC
_DIRECTION = _keyword("ASCENDING|DESCENDING|ASC|DESC")
_LINE_ENDS = re.compile(r"[\r\n]+")


def query(scanner: Scanner) -> Query | None:
    """Parse a whole query."""
    lexemes.skip_blank(scanner)
    header = _header(scanner)
    if header is None:
        return None
    lexemes.skip_blank(scanner)
    origin = _from(scanner)
    steps = list[Step]()
    lexemes.skip_blank(scanner)
    while step := _step(scanner):
        steps.append(step)
        lexemes.skip_blank(scanner)
    return Query(header, FolderSource("") if origin is None else origin, tuple(steps))


def query_type(scanner: Scanner) -> str | None:
    """Read `table`, `list`, `task` or `calendar`."""
    found = scanner.match(_TYPE, "TABLE, LIST, TASK or CALENDAR")
    return found[0].lower() if found else None


def _header(scanner: Scanner) -> Header | None:
    match query_type(scanner):
        case "table":
            return _table(scanner)
        case "list":
            return _list(scanner)
        case "task":
            return TaskHeader()
        case "calendar":
            return _calendar(scanner)
        case _:
            return None


def _table(scanner: Scanner) -> Header | None:
    if scanner.at_end:
        return TableHeader()
    if not _space(scanner):
        return None
    without_id = scanner.match(_WITHOUT_ID, "WITHOUT ID")
    return TableHeader(
        tuple(comma_separated_list(named_field, scanner)), show_id=without_id is None
    )


def _list(scanner: Scanner) -> Header | None:
    if scanner.at_end:
        return ListHeader()
    if not _space(scanner):
        return None
    without_id = scanner.match(_WITHOUT_ID, "WITHOUT ID")
    start = scanner.at
    shown = expression(scanner)
    return ListHeader(shown, without_id is None, scanner.text[start : scanner.at])


def _calendar(scanner: Scanner) -> Header | None:
    field = named_field(scanner) if _space(scanner) else None
    return None if field is None else CalendarHeader(field)


def _space(scanner: Scanner) -> bool:
    if scanner.skip_space():
        return True
    scanner.miss("white space")
    return False


def named_field(scanner: Scanner) -> NamedField | None:
    """Parse an expression and its name: that after AS, else its own text."""
    start = scanner.at
    field = expression(scanner)
    if field is None:
        return None
    text = scanner.text[start : scanner.at]
    name = _given_name(scanner)
    return NamedField(_on_one_line(text) if name is None else name, field, text)


def _given_name(scanner: Scanner) -> str | None:
    start = scanner.at
    name = None
    if _AS.match(scanner.text, start):
        scanner.match(_AS, "AS")
        name = lexemes.identifier(scanner)
        name = lexemes.string(scanner) if name is None else name
    if name is None:
        scanner.at = start
    return name


def _on_one_line(text: str) -> str:
    return "".join(strip_whitespace(line) for line in _LINE_ENDS.split(text))


def sort_key(scanner: Scanner) -> SortKey | None:
    """Parse an expression to sort by, ascending unless DESC follows."""
    start = scanner.at
    field = expression(scanner)
    if field is None:
        return None
    text = scanner.text[start : scanner.at]
    scanner.skip_space()
    found = scanner.match(_DIRECTION, "ASC or DESC")
    descending = found is not None and found[0].lower().startswith("desc")
    return SortKey(field, "descending" if descending else "ascending", text)


def _condition(scanner: Scanner) -> Where | None:
    start = scanner.at
    condition = expression(scanner)
    return None if condition is None else Where(condition, scanner.text[start : scanner.at])


def _clause(
    keyword: re.Pattern[str], part: Callable[[Scanner], T | None]
) -> Callable[[Scanner], T | None]:
    def clause(scanner: Scanner) -> T | None:
        start = scanner.at
        found = scanner.match(keyword, keyword.pattern)
        if found and _space(scanner) and (read := part(scanner)) is not None:
            return read
        scanner.at = start
        return None

    return clause


def _sort_keys(scanner: Scanner) -> list[SortKey] | None:
    return comma_separated_list(sort_key, scanner) or None


_from: Callable[[Scanner], Source | None] = _clause(_keyword("FROM"), source)
_where: Callable[[Scanner], Where | None] = _clause(_keyword("WHERE"), _condition)
_sort = _clause(_keyword("SORT"), _sort_keys)
_limit: Callable[[Scanner], Expression | None] = _clause(_keyword("LIMIT"), expression)
_group = _clause(_keyword("GROUP BY"), named_field)
_flatten = _clause(_keyword("FLATTEN"), named_field)


def _step(scanner: Scanner) -> Step | None:
    if (origin := _from(scanner)) is not None:
        return LateFrom(origin)
    if (where := _where(scanner)) is not None:
        return where
    if (keys := _sort(scanner)) is not None:
        return Sort(tuple(keys))
    if (amount := _limit(scanner)) is not None:
        return Limit(amount)
    if (group := _group(scanner)) is not None:
        return GroupBy(group)
    flatten = _flatten(scanner)
    return None if flatten is None else Flatten(flatten)
