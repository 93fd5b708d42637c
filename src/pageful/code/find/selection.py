"""The choice of what a page has: classes of files, and lines as text, as numbers or as counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from pageful.code.choices import LINES
from pageful.code.results.find import ClassCount
from pageful.code.results.lines import FileClass

_FEW = 20  # lines: a page that small has room for docs as text and for tests as numbers
_FEW_TESTS = 25  # lines of tests: some 100 tokens, in place of a second call
NUMBERS = 200
"""Lines of a page that are only numbers: all callers of most names, in about 600 tokens."""
_ROOM_FOR_ALL = 16_000
"""Characters of lines, if they are all that there are: some 4,500 tokens, below two calls more."""
_ROOM_FOR_SOME = 6_000  # characters of lines where there are more
_LINE_COST = 12  # characters of a line's number, its symbol's range and the line's end
_MOST_PLACES = 30  # files or directories that the rest is told by


def classes_shown(
    counts: Sequence[ClassCount], only: Sequence[FileClass]
) -> tuple[tuple[FileClass, ...], tuple[FileClass, ...]]:
    """Return the classes whose lines are shown as text, and those shown as numbers only."""
    lines = {each.file_class: each.lines for each in counts}
    if only:
        return tuple(each for each in FileClass if each in only), ()
    code = lines.get(FileClass.CODE, 0)
    if not code:
        return next(((each,) for each in FileClass if lines.get(each)), ()), ()
    shown: tuple[FileClass, ...] = (FileClass.CODE,)
    with_docs = code + lines.get(FileClass.DOCS, 0)
    if code < with_docs <= _FEW:
        shown = (*shown, FileClass.DOCS)
        code = with_docs
    few = code <= _FEW and 0 < lines.get(FileClass.TESTS, 0) <= _FEW_TESTS
    return shown, (FileClass.TESTS,) if few else ()


def text_limit(widths: Sequence[int], limit: int | None, *, alone: bool) -> int:
    """Return how many of the lines of a page are text; without a `limit` those with room.

    `widths` are the characters of each line. A page that has all lines has room for more: a part
    of them is mostly looked at again, in a narrower search.
    """
    if limit is not None:
        return limit
    room = sum(width + _LINE_COST for width in widths)
    if alone and room <= _ROOM_FOR_ALL:
        return max(1, len(widths))
    return max(LINES, _ROOM_FOR_SOME * len(widths) // max(1, room))


def lines_as_text(sizes: Sequence[int], limit: int) -> int:
    """Return the most lines of each file that are text, so that all of them are at most `limit`.

    At least one: of more files than `limit`, the later ones have none.
    """
    most = 1
    while most < max(sizes, default=0) and sum(min(n, most + 1) for n in sizes) <= limit:
        most += 1
    return most


def sum_up(rest: Mapping[str, int], most: int = _MOST_PLACES) -> tuple[tuple[str, int], ...]:
    """Return the lines left by file, or by directory where there are more than `most`."""
    if len(rest) <= most:
        return tuple(rest.items())
    depth = max(path.count("/") for path in rest)
    while depth:
        counted = Counter[str]()
        for path, lines in rest.items():
            parts = path.split("/")
            counted["/".join(parts[:-1][:depth]) + "/"] += lines
        if len(counted) <= most:
            return tuple(counted.most_common())
        depth -= 1
    first = Counter({path.partition("/")[0]: 0 for path in rest})
    for path, lines in rest.items():
        first[path.partition("/")[0]] += lines
    named = first.most_common(most)
    return (*named, ("elsewhere", sum(rest.values()) - sum(lines for _, lines in named)))
