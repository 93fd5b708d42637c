"""Pages of searches for a text: every line with its number, below the symbol around it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from pageful.code.results.find import ClassCount, Find, NamedDefinition
from pageful.code.results.lines import FileClass
from pageful.code.views.found_files import file_rows
from pageful.code.views.notes import note_blocks, within_note
from pageful.page.blocks import Block, Code, Line, Mono
from pageful.page.presentation import Detail
from pageful.text.excerpts import shorten
from pageful.text.single_line import name
from pageful.text.units import count

_SOUGHT = 100  # characters of a text in a sentence
_MOST_DEFINITIONS = 8  # of one name that are named, as `show_code` names that many
_MOST_IMPORTING = 30  # files whose imports are named: some 200 tokens


def find_page(find: Find, _detail: Detail) -> Iterator[Block]:
    """Show every line that was found, or say how many there are where."""
    yield from find_blocks(find)


def find_blocks(find: Find) -> Iterator[Block]:
    """Show found lines, on a page of their own or below the symbol that they use."""
    yield Line(tuple(_head(find)))
    rows = list(_rows(find))
    if rows:
        yield Code("\n".join(rows) + "\n")
    for near in find.near:
        lines = count(near.lines, "line")
        yield Line(("Near: ", Mono(near.name), f" in {lines}, first {name(near.path)}:{near.line}"))
    yield from note_blocks(find.notes)


def _head(find: Find) -> Iterator[str | Mono]:
    if find.defined:
        yield from _meanings(find)
        if not find.counts:
            yield "0 lines"
    elif find.ignored_case or not find.counts:
        yield f"0 lines in {count(find.searched, 'file')} hold "
        yield from _alternatives(find.texts)
        yield "; whatever the case, " if find.counts else "."
    if find.counts:
        yield _totals(find)
    if find.binary:
        yield f" + {count(find.binary, 'binary file')}"
    if find.within:
        yield within_note(find.within)
    if 1 < find.page <= find.pages:
        yield f" (page {find.page} of {find.pages})"


def _alternatives(texts: Iterable[str]) -> Iterator[str | Mono]:
    for number, text in enumerate(texts):
        yield " or " if number else ""
        yield Mono(shorten(text, _SOUGHT, "…"))


def _meanings(find: Find) -> Iterator[str | Mono]:
    """Say where each name is defined that no line has, and what is counted in its place."""
    for text, same in groupby(find.defined, key=lambda each: each.text):
        meant = list(same)
        outer = meant[0].symbol.name.rpartition(".")[0]
        yield from ("No line has ", Mono(shorten(text, _SOUGHT, "…")), ": it is ")
        yield Mono(meant[0].bare)
        if outer:
            yield from (" in ", Mono(outer))
        yield "".join(f", {_extent(each)}" for each in meant[:_MOST_DEFINITIONS])
        more = len(meant) - _MOST_DEFINITIONS
        yield f" and {more} more. " if more > 0 else ". "
    bare = {each.text: each.bare for each in find.defined}
    yield from _alternatives(dict.fromkeys(bare.get(text, text) for text in find.texts))
    yield " elsewhere: "


def _extent(each: NamedDefinition) -> str:
    symbol = each.symbol
    lines = f"{symbol.first}-{symbol.last}" if symbol.first < symbol.last else f"{symbol.first}"
    return f"{name(each.file.path)}:{lines}"


def _totals(find: Find) -> str:
    main = [each for each in find.counts if each.file_class in find.shown]
    others = [each for each in find.counts if each.file_class not in find.shown]
    lines, files = sum(each.lines for each in main), sum(each.files for each in main)
    text = f"{count(lines, 'line')} in {count(files, 'file')}"
    if [each.file_class for each in main] not in ([], [FileClass.CODE]):
        text += f" ({', '.join(_class_name(each.file_class) for each in main)})"
    if others:
        text += f" + {', '.join(map(_class_count, others))}"
    if find.imports_left_out:
        text += f" ({count(find.imports_left_out, 'import')} left out)"
    return text


def _class_count(each: ClassCount) -> str:
    return f"{each.lines} in {each.files} {_class_name(each.file_class)}"


def _class_name(file_class: FileClass) -> str:
    return file_class.value.replace("_", "-")


def _rows(find: Find) -> Iterator[str]:
    for each in find.defined:
        yield from _definition_rows(each)
    for file in find.files:
        yield from file_rows(file)
    if find.rest and not find.files:
        yield from (f"{name(path)} {lines}" for path, lines in find.rest)
    elif find.rest:
        more = sum(lines for _, lines in find.rest)
        yield f"… {count(more, 'line')} more: {_places(find.rest)}"
    if find.imports and find.page == 1:
        yield _imports_row(find.imports)
    if find.counted:
        yield f"… counted only: {_places(find.counted)}"


def _places(lines: Sequence[tuple[str, int]]) -> str:
    return ", ".join(f"{name(path)} {number}" for path, number in lines)


def _definition_rows(each: NamedDefinition) -> Iterator[str]:
    for excerpt in each.file.places[0].excerpts:
        yield from file_rows(each.file)
        if excerpt.first + len(excerpt.rows) <= each.symbol.last:
            yield f"… to line {each.symbol.last}"


def _imports_row(imports: Sequence[tuple[str, Sequence[int]]]) -> str:
    """Name the files whose imports are left out by their ends, which the page has in full."""
    ends = Counter(path.rpartition("/")[2] for path, _ in imports)
    named = []
    for path, lines in imports[:_MOST_IMPORTING]:
        end = path.rpartition("/")[2]
        numbers = ",".join(map(str, lines))
        named.append(f"{name(end if ends[end] == 1 else path)}:{numbers}")
    more = len(imports) - len(named)
    others = f" and {more} more" if more else ""
    return f"… imports in {count(len(imports), 'file')}: {' '.join(named)}{others}"
