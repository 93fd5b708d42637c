"""A search for a text: every line that has it, ordered, and as much as a page takes of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from pageful.code.choices import LINES
from pageful.code.find.excerpts import add_context, add_excerpts
from pageful.code.find.files import FileList, directories_meant, narrow
from pageful.code.find.found_lines import ReadFile, by_symbol, found_symbol, read_file, width
from pageful.code.find.matching import (
    KeptContents,
    Match,
    Matches,
    Place,
    find_matches,
    parts_by_class,
)
from pageful.code.find.meant_names import find_meant, sought_names
from pageful.code.find.near_names import near_names
from pageful.code.find.path_scope import PathScope
from pageful.code.find.pattern import Pattern, Query
from pageful.code.find.selection import (
    NUMBERS,
    classes_shown,
    lines_as_text,
    sum_up,
    text_limit,
)
from pageful.code.find.uses import imports, may_define
from pageful.code.find.worth import Worth
from pageful.code.results.find import ClassCount, Find, NearName
from pageful.code.results.lines import FileClass, FoundFile, FoundPlace
from pageful.lazy.dataclasses import dataclass, field, replace
from pageful.text.units import count
from pageful.tool.context import Caller

_MOST_PARSED = 40
"""Files that are read by their syntax before they are ordered: 0.2 s at most, once a text."""
_MOST_COUNTED = 8
"""Files of each class that are named where they are only counted: else directories."""
_MOST_NAMED = 200  # files of a page of names and counts


@dataclass(frozen=True, slots=True)
class Form:
    """The form of an answer: how many lines of text a page has, which page, what around a line.

    Without a `limit` or a `context` that is what there is room for. `names_only` leaves all lines
    out.
    """

    only: tuple[FileClass, ...] = ()
    limit: int | None = None
    page: int = 1
    context: int | None = None
    names_only: bool = False


@dataclass(frozen=True)
class Finder:
    """A search of the files of repositories as they are on the disk now."""

    roots: Sequence[Path]
    files: FileList = field(default_factory=FileList)

    def find(self, query: Query, scope: PathScope, form: Form, caller: Caller) -> Find:
        """Find every line that has one of the texts.

        Where none has a qualified name, its definition is looked for, and the uses of its last
        part. Where no text is found, they are looked for again whatever the case, and then names
        like them.

        Raises:
            ToolError: the query is none, no file is meant, or the time is up.
            Cancelled: the caller gave up.
        """
        files = self.files.of(self.roots, caller)
        found = self._find(query, narrow(files, scope), form, caller)
        return replace(found, within=directories_meant(files, scope))

    def _find(self, query: Query, places: Sequence[Place], form: Form, caller: Caller) -> Find:
        pattern = Pattern.of(query)
        kept = KeptContents()
        matches = find_matches(places, pattern, caller, kept)
        names = sought_names(query, matches)
        if names and (meant := find_meant(names, query, places, caller)):
            text, shown = Pattern.of(meant.query), not form.names_only
            found = _answer(meant.others() if shown else meant.matches, text, form)
            defined = meant.definitions(with_text=shown and form.page == 1)
            return replace(found, texts=query.texts, defined=defined)
        if matches.files:
            return _answer(matches, pattern, form)
        if not query.ignore_case:
            pattern = Pattern.of(replace(query, ignore_case=True))
            again = find_matches(places, pattern, caller, kept)
            if again.files:
                return replace(_answer(again, pattern, form), ignored_case=True)
        nothing = _answer(matches, pattern, form)
        if query.is_regex:
            return nothing
        return replace(nothing, near=_near(query.texts, places, caller, kept))


def _near(
    texts: Sequence[str], places: Sequence[Place], caller: Caller, kept: KeptContents
) -> tuple[NearName, ...]:
    return tuple(near for text in texts for near in near_names(text, places, caller, kept))


def _answer(matches: Matches, pattern: Pattern, form: Form) -> Find:
    parts = [part for match in matches.files for part in parts_by_class(match)]
    matches = replace(matches, files=parts)
    counts = tuple(_counts(matches.files))
    shown, as_numbers = classes_shown(counts, form.only)
    ordered = _order_files(
        [each for each in matches.files if each.file_class in shown], pattern, shown
    )
    left_out = {each.match.path: tuple(each.imports) for each in ordered if each.imports}
    common = Find(
        texts=pattern.query.texts,
        counts=counts,
        shown=shown,
        files=(),
        searched=matches.searched,
        imports_left_out=sum(map(len, left_out.values())),
        imports=tuple(left_out.items()),
        page=form.page,
        binary=matches.binary,
        notes=tuple(_unsearched_notes(matches)),
    )
    if form.names_only:
        notes = [_page_note(form.page, 1)] if form.page > 1 else []
        return replace(common, rest=_list_names(ordered), notes=(*common.notes, *notes))
    window, rest, pages = _window(ordered, form)
    if form.page > pages:
        return replace(common, pages=pages, notes=(*common.notes, _page_note(form.page, pages)))
    files = _found_files(window, pattern, form, alone=pages == 1)
    tests = [each for each in matches.files if each.file_class in as_numbers]
    files += [FoundFile(each.path, each.file_class, (), tuple(each.numbers)) for each in tests]
    counted = (
        ()
        if form.only or form.page > 1
        else _list_counted_files(matches.files, {*shown, *as_numbers})
    )
    return replace(common, files=tuple(files), rest=sum_up(rest), pages=pages, counted=counted)


def _list_counted_files(
    files: Sequence[Match], elsewhere: Collection[FileClass]
) -> tuple[tuple[str, int], ...]:
    """Name the docs, tests and left-out files with lines only counted, or their directories."""
    named = {
        file_class: {
            each.path: len(each.numbers) for each in files if each.file_class is file_class
        }
        for file_class in (FileClass.DOCS, FileClass.TESTS, FileClass.LEFT_OUT)
        if file_class not in elsewhere
    }
    return tuple(place for lines in named.values() for place in sum_up(lines, _MOST_COUNTED))


def _page_note(page: int, last: int) -> str:
    return f"There is no page {page}: the last one is {last}."


def _counts(files: Sequence[Match]) -> Iterator[ClassCount]:
    lines, of = Counter[FileClass](), Counter[FileClass]()
    for each in files:
        lines[each.file_class] += len(each.numbers)
        of[each.file_class] += 1
    return (ClassCount(each, lines[each], of[each]) for each in FileClass if of[each])


def _unsearched_notes(matches: Matches) -> Iterator[str]:
    reasons: dict[str, list[str]] = {}
    for each in matches.unsearched:
        reasons.setdefault(each.reason, []).append(each.path)
    for reason, paths in reasons.items():
        yield f"Not searched: {count(len(paths), 'file')} {reason}, {paths[0]}" + (
            f" and {len(paths) - 1:,} more." if len(paths) > 1 else "."
        )


@dataclass(frozen=True, slots=True)
class _ListedFile:
    """A file in its order, with the numbers of the lines to list; read by its syntax if near."""

    match: Match
    numbers: Sequence[int]
    imports: Sequence[int] = ()
    read: ReadFile | None = None


def _order_files(
    files: Sequence[Match], pattern: Pattern, shown: Sequence[FileClass]
) -> Sequence[_ListedFile]:
    """Order files: by class, those that define the text, that use it, that only import it."""
    texts = pattern.query.texts

    def by_lines(match: Match) -> tuple[int, bool, bool]:
        lines = match.found.values()
        defines = any(may_define(line, texts) for line in lines)
        return shown.index(match.file_class), not defines, all(map(imports, lines))

    near = sorted(files, key=by_lines)
    read = [_read(match, pattern) for match in near[:_MOST_PARSED]]
    read.sort(key=lambda each: (shown.index(each.match.file_class), *_rank(each)))
    return [*read, *map(_by_lines, near[_MOST_PARSED:])]


def _rank(listed: _ListedFile) -> tuple[bool, bool]:
    return (not listed.read.defines, listed.read.only_imports) if listed.read else (True, False)


def _read(match: Match, pattern: Pattern) -> _ListedFile:
    read = read_file(match, pattern)
    return _ListedFile(match, [each.found.line for each in read.lines], read.imports, read)


def _by_lines(match: Match) -> _ListedFile:
    imported = [number for number, line in match.found.items() if imports(line)]
    others = [number for number in match.numbers if number not in imported]
    return _ListedFile(match, others, imported) if others else _ListedFile(match, match.numbers)


def _window(
    ordered: Sequence[_ListedFile], form: Form
) -> tuple[Sequence[_ListedFile], dict[str, int], int]:
    """Return the part of the lines that is a page, those after it by file, and all pages."""
    size = (form.limit or LINES) + NUMBERS
    start, end = (form.page - 1) * size, form.page * size
    window: list[_ListedFile] = []
    rest = Counter[str]()  # a file of code with tests in it is listed twice
    at = 0
    for each in ordered:
        lines = len(each.numbers)
        here = each.numbers[max(0, start - at) : max(0, end - at)]
        if here:
            window.append(replace(each, numbers=here))
        if at + lines > end:
            rest[each.match.path] += at + lines - max(at, end)
        at += lines
    return window, rest, max(1, -(-at // size))


def _found_files(
    window: Sequence[_ListedFile], pattern: Pattern, form: Form, *, alone: bool
) -> list[FoundFile]:
    lines = [each.match.found[number] for each in window for number in each.numbers]
    rows = 1 + 2 * (form.context or 0)
    limit = text_limit([rows * width(line) for line in lines], form.limit, alone=alone)
    most = lines_as_text([len(each.numbers) for each in window], limit)
    with_text = window[:limit]
    worth = Worth.of(lines, pattern.query)
    files = [_found_file(each, pattern, most, worth) for each in with_text]
    texts = [each.match.lines for each in with_text]
    if form.context:
        files = add_context(files, texts, form.context)
    elif form.context is None and alone:
        files = add_excerpts(files, texts)
    numbered = window[limit:]
    return files + [
        FoundFile(each.match.path, each.match.file_class, (), tuple(each.numbers))
        for each in numbered
    ]


def _found_file(listed: _ListedFile, pattern: Pattern, most: int, worth: Worth) -> FoundFile:
    match = listed.match
    read = listed.read or read_file(match.part(listed.numbers), pattern)
    here = set(listed.numbers)
    lines = [each for each in read.lines if each.found.line in here]
    by_worth = sorted(lines, key=worth.order)
    chosen = {each.found.line for each in by_worth[:most]}
    groups = by_symbol(each for each in lines if each.found.line in chosen)
    return FoundFile(
        match.path,
        match.file_class,
        tuple(
            FoundPlace(found_symbol(symbol, match.lines) if symbol else None, tuple(found))
            for symbol, found in groups
        ),
        tuple(number for number in listed.numbers if number not in chosen),
    )


def _list_names(ordered: Sequence[_ListedFile]) -> tuple[tuple[str, int], ...]:
    named = Counter[str]()
    for each in ordered:
        named[each.match.path] += len(each.match.numbers)
    return tuple(named.items()) if len(named) <= _MOST_NAMED else sum_up(named)
