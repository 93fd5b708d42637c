"""A window of a file's lines around a line, a heading, a block or a text."""

from __future__ import annotations

from collections.abc import Sequence

from pageful.page.calls import Call
from pageful.tool.errors import ToolError
from pageful.vault.parsing.parsed_note import Note
from pageful.vault.paths.paths import VaultPaths
from pageful.vault.reading.outline import headings_over, outline
from pageful.vault.reading.text_file import text_file
from pageful.vault.reading.view_anchor import (
    Centre,
    centre_on_block,
    centre_on_heading,
    centre_on_line,
    centre_on_text,
)
from pageful.vault.results.reading import FileView
from pageful.vault.snapshot.snapshot import VaultSnapshot

_LARGEST_WINDOW = 500
_LONGEST_LINE = 1_000
_MARK = "…"
_UNKNOWN = Note(lines=0)
_TOP = Centre(1, 0)


def view_lines(
    snapshot: VaultSnapshot,
    paths: VaultPaths,
    path: str,
    *,
    line: int | None = None,
    heading: str | None = None,
    block: str | None = None,
    text: str | None = None,
    window: int = 20,
) -> FileView:
    """Show `window` lines (1 to 500) of a file as it is now, or all if it has no more.

    At most one of `line`, `heading`, `block` and `text` is given; an empty text is not. Without one
    it is the top. A line or a text is in the middle of the window, a heading is its
    first line, and a block has a quarter of the window above it. The headings of the view are those
    that this line lies under, or without one its first line.

    Raises:
        ToolError: the place is not there, several are given, or the file can't be read as text.
    """
    wanted = _one({"line": line, "heading": heading, "block": block, "text": text})
    file = text_file(path, paths.read_bytes(path))
    lines, note = file.lines, snapshot.notes.get(path, _UNKNOWN)
    centre = _centre(path, note, lines, *wanted) if wanted else None
    first, last = _window(centre or _TOP, len(lines), window)
    content, remarks = _content(path, lines[first - 1 : last], first, centre or _TOP)
    return FileView(
        path=path,
        first_line=first if lines else 0,
        last_line=last,
        lines=len(lines),
        content=content,
        centre=centre.line if centre and centre.is_meant else 0,
        headings=headings_over(outline(note.headings), centre.line if centre else first),
        also=centre.also if centre else (),
        notes=(*file.remarks, *(centre.notes if centre else ()), *remarks),
    )


def _one(given: dict[str, int | str | None]) -> tuple[str, int | str] | None:
    """Return the name and the value of the one argument that is given."""
    wanted = [(name, value) for name, value in given.items() if value and str(value).strip()]
    if len(wanted) > 1:
        names = ", ".join(f"`{name}`" for name, _ in wanted)
        raise ToolError(
            f"{names} are given, and each says where to look.",
            "Give one of `line`, `heading`, `block` and `text`, or none for the top of the file.",
        )
    return wanted[0] if wanted else None


def _centre(path: str, note: Note, lines: Sequence[str], name: str, wanted: int | str) -> Centre:
    if isinstance(wanted, int):
        return centre_on_line(path, lines, wanted)
    if name == "text":
        return centre_on_text(path, lines, wanted)
    return (centre_on_heading if name == "heading" else centre_on_block)(path, note, lines, wanted)


def _window(centre: Centre, lines: int, window: int) -> tuple[int, int]:
    """Return the first and the last line to show: a whole window, if the file has as many lines."""
    window = min(max(window, 1), _LARGEST_WINDOW)
    first = centre.line - int((window - 1) * centre.above)
    first = max(1, min(first, lines - window + 1))
    return first, min(lines, first + window - 1)


def _content(
    path: str, lines: Sequence[str], first: int, centre: Centre
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the lines as they are shown, and remarks on those that are too long."""
    shown = tuple(
        _excerpt(line, centre.column if first + n == centre.line else 0)
        for n, line in enumerate(lines)
    )
    long = [first + n for n, line in enumerate(lines) if len(line) > _LONGEST_LINE]
    return shown, (_long_lines(path, long),) if long else ()


def _excerpt(line: str, column: int) -> str:
    """Cut a line to 1,000 characters, around the one at `column`."""
    if len(line) <= _LONGEST_LINE:
        return line
    start = max(0, min(column - _LONGEST_LINE // 2, len(line) - _LONGEST_LINE))
    end = start + _LONGEST_LINE
    return _MARK * (start > 0) + line[start:end] + _MARK * (end < len(line))


def _long_lines(path: str, long: list[int]) -> str:
    which = f"Line {long[0]} is" if len(long) == 1 else f"{len(long)} lines are"
    call = Call("vault_read", {"path": path})
    return f"{which} longer than {_LONGEST_LINE:,} characters and cut at {_MARK}; whole: {call}."
