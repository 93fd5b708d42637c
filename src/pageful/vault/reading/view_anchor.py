"""The place in a file that a view is centred on: a line, a heading, a block, or a text."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from pageful.lazy.dataclasses import dataclass
from pageful.page.calls import Call
from pageful.text import single_line as one_line
from pageful.text import units
from pageful.text.excerpts import shorten
from pageful.text.folding import fold_offsets, fold_text
from pageful.text.similarity import find_similar
from pageful.tool.errors import ToolError
from pageful.vault.parsing.lines import split_lines
from pageful.vault.parsing.parsed_note import ListItem, Note, Section
from pageful.vault.reading.outline import headings_meant, outline
from pageful.vault.search.unparse import quote_phrase

_MOST_ALSO = 20
_MOST_WORDS = 20
_MOST_NAMED = 10
_LONGEST_QUOTE = 100


@dataclass(frozen=True, slots=True)
class Centre:
    """The line to centre on, and the share of the window to show above it.

    `also` are further lines that were meant as well, `column` the character of the line, from 0,
    at which what was looked for begins. Where it is not `is_meant`, the line stands for another.
    """

    line: int
    above: float = 0.5
    also: tuple[int, ...] = ()
    column: int = 0
    notes: tuple[str, ...] = ()
    is_meant: bool = True


def centre_on_line(path: str, lines: Sequence[str], line: int) -> Centre:
    """Centre on a line; past the end of the file on its last one, which a note says.

    Raises:
        ToolError: the file has no line, or the number is none.
    """
    last = len(lines)
    if 1 <= line <= last:
        return Centre(line)
    if line > last > 0:
        return Centre(
            last, is_meant=False, notes=(f"There is no line {line}: the last is {last}.",)
        )
    raise ToolError(
        f"`{one_line.name(path)}` has {units.count(last, 'line')}; there is no line {line}.",
        f"To see the file: {Call('view_file', {'path': path})}.",
    )


def centre_on_heading(path: str, note: Note, lines: Sequence[str], wanted: str) -> Centre:
    """Centre on a heading, which begins the window: see `headings_meant` for how it is named.

    Raises:
        ToolError: no heading has that name; the error names some that exist.
    """
    nested = outline(note.headings)
    found = _within((heading.line for heading in headings_meant(nested, wanted)), lines)
    if found:
        return Centre(found[0], 0, found[1 : 1 + _MOST_ALSO])
    names = [heading.text for (*_, heading) in nested if heading.text.strip()]
    raise no_such_place(path, "heading", wanted, names)


def centre_on_block(path: str, note: Note, lines: Sequence[str], wanted: str) -> Centre:
    """Centre on the block with an id, given with or without `^`, in any case.

    Raises:
        ToolError: no block has this id; the error names some that exist.
    """
    sought = wanted.strip().removeprefix("#").removeprefix("^").lower()
    blocks = [(each.block_id, each.line) for each in _blocks(note) if each.block_id]
    found = _within(sorted({line for name, line in blocks if name.lower() == sought}), lines)
    if found:
        return Centre(found[0], 0.25, found[1 : 1 + _MOST_ALSO])
    raise no_such_place(path, "block", wanted, [name for name, _ in blocks])


def centre_on_text(path: str, lines: Sequence[str], wanted: str) -> Centre:
    """Centre on the first line with a text, compared without case and accents.

    A text of several lines has to match consecutive lines.

    Raises:
        ToolError: no line has it; the error names the line that comes nearest.
    """
    body = fold_text("\n".join(lines))
    needle = "\n".join(split_lines(fold_text(wanted.strip())))
    found = list(_lines_with(body, needle))
    if not found:
        raise _no_text(path, body, wanted)
    (line, column), *others = found
    also = tuple(line for line, _ in others[:_MOST_ALSO])
    return Centre(line, 0.5, also, _unfold_column(lines[line - 1], column), _many(found))


def _many(found: list[tuple[int, int]]) -> tuple[str, ...]:
    if len(found) <= 1 + _MOST_ALSO:
        return ()
    return (f"The text is on {len(found):,} lines; the first {1 + _MOST_ALSO} are named.",)


def _within(found: Iterable[int], lines: Sequence[str]) -> tuple[int, ...]:
    """Keep the lines within the file, which may be shorter now than when headings were read."""
    return tuple(line for line in found if 1 <= line <= len(lines))


def _blocks(note: Note) -> Iterator[Section | ListItem]:
    yield from note.sections
    yield from note.items


def _lines_with(body: str, needle: str) -> Iterator[tuple[int, int]]:
    """Yield each line that a needle begins on, with the character at which it first does."""
    line, start = 1, 0
    while (place := body.find(needle, start)) >= 0:
        line += body.count("\n", start, place)
        yield line, place - (body.rfind("\n", 0, place) + 1)
        start = body.find("\n", place) + 1
        line += 1
        if not start:
            return


def _unfold_column(line: str, column: int) -> int:
    """Return the index in a line of the character that a character of the folded line is from."""
    return column if line.isascii() else bisect_right(fold_offsets(line), column) - 1


def _no_text(path: str, body: str, wanted: str) -> ToolError:
    text = shorten(" ".join(wanted.split()), _LONGEST_QUOTE, "")
    problem = f"No line of `{one_line.name(path)}` has the text “{text}”."
    if near := _nearest(body.split("\n"), fold_text(text).split()[:_MOST_WORDS]):
        call = Call("view_file", {"path": path, "line": near})
        return ToolError(problem, f"Line {near} has most of its words: {call}.")
    call = Call("vault_search", {"query": quote_phrase(text)})
    return ToolError(problem, f"To look for it in every note: {call}.")


def _nearest(lines: list[str], words: list[str]) -> int:
    """Return the first line with the most of some words, 0 if no line has half of them."""
    if len(words) < 2:
        return 0
    counts = [sum(word in line for word in words) if line else 0 for line in lines]
    most = max(counts)
    return counts.index(most) + 1 if 2 * most > len(words) else 0


def no_such_place(
    path: str, what: str, wanted: str, names: list[str], *, tool: str = "view_file"
) -> ToolError:
    """Return the error for a heading or a block that a file has not: it names the nearest."""
    named = list(dict.fromkeys(name for name in names if len(name) <= _LONGEST_QUOTE))
    near = find_similar(wanted, named)
    if not named:
        top = Call(tool, {"path": path})
        return ToolError(
            f"`{one_line.name(path)}` has no {units.plural(what)}.", f"To see its text: {top}."
        )
    shown = ", ".join(f"“{name}”" for name in near or named[:_MOST_NAMED])
    call = Call(tool, _place(path, what, (near or named)[0], tool))
    return ToolError(
        f"`{one_line.name(path)}` has no {what} “{shorten(wanted, _LONGEST_QUOTE, '…')}”.",
        f"{'Near are' if near else 'It begins with'}: {shown}. For the first: {call}.",
    )


def _place(path: str, what: str, name: str, tool: str) -> dict[str, str]:
    if what == "block" and tool == "vault_read":
        return {"path": f"{path}#{name}"}
    return {"path": path, what: name}
