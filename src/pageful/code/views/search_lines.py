"""Pages of searches in lines: by file, each hit's symbol and the lines that tell most."""

from __future__ import annotations

from collections.abc import Iterator

from pageful.code.results.lines import FoundFile
from pageful.code.results.search import Hit, HitLines, HitPlace, Search
from pageful.code.views.found_files import file_rows
from pageful.code.views.notes import note_blocks, within_note
from pageful.page.blocks import Block, Code, Line, Mono
from pageful.text.excerpts import shorten
from pageful.text.single_line import name
from pageful.text.units import count

_SOUGHT = 200
"""Characters of the query in a sentence: a pasted stack trace is told by its beginning."""
_OUTDATED = " (changed since indexed)"


def lines_blocks(search: Search, lines: HitLines) -> Iterator[Block]:
    """Show the lines of hits, or say that there are none."""
    if not search.total_count:
        yield nothing_line(search)
    elif not search.results:
        yield Line(f"{count(search.total_count, 'match')}, the last before {search.first:,}.")
    else:
        yield Line(_head(search, lines))
        rows = list(_keyed_rows(search, lines))
        # The end of the last row counts as a line with a key.
        keys = [key for key, _ in rows]
        yield Code("\n".join([*(row for _, row in rows), ""]), keys=(*keys, keys[-1]))
    yield from note_blocks(search.notes, search.pending_files, search.coverage)


def nothing_line(search: Search) -> Line:
    """Say that nothing matches, and what to try."""
    where = f" in {count(search.searched_files, 'file')}"
    advice = "without the filters" if search.narrowed else "other words"
    sought = Mono(shorten(search.sought, _SOUGHT, "…"))
    return Line(("Nothing matches ", sought, f"{where}. Try {advice}."))


def _head(search: Search, lines: HitLines) -> str:
    shown, total = len(search.results), search.total_count
    first, last = search.first, search.first - 1 + shown
    files = len({*(file.path for file in lines.files), *(each.path for each in lines.others)})
    which = f"{total:,}" if shown == total else f"{first:,}-{last:,} of {total:,}"
    where = within_note(search.within) if search.within else ""
    return f"{which} {'match' if total == 1 else 'matches'} in {count(files, 'file')}{where}"


def _keyed_rows(search: Search, lines: HitLines) -> Iterator[tuple[int, str]]:
    """Yield rows, each with the position of the first hit of its file, by which a page goes on."""
    positions: dict[str, int] = {}
    for position, hit in enumerate(search.results):
        positions.setdefault(_path(hit), position)
    outdated = {_path(hit) for hit in search.results if hit.outdated}
    for file in lines.files:
        for row in _file_rows(file, outdated):
            yield positions[file.path], row
    if lines.others:
        last = positions[lines.files[-1].path]
        yield last, "less like it:"
        for place in lines.others:
            yield max(last, positions[place.path]), _place_row(place, outdated)


def _file_rows(file: FoundFile, outdated: set[str]) -> Iterator[str]:
    return file_rows(file, _OUTDATED if file.path in outdated else "")


def _place_row(place: HitPlace, outdated: set[str]) -> str:
    symbol = f" {' '.join(place.symbol.split())}" if place.symbol else ""
    mark = _OUTDATED if place.path in outdated else ""
    return f"{name(place.path)} {place.first}-{place.last}{symbol}{mark}"


def _path(hit: Hit) -> str:
    return f"{hit.repository}/{hit.file_path}" if hit.repository else hit.file_path
