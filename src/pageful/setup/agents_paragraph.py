"""The paragraph of AGENTS.md that tells an agent when to call which tool."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from pageful.clients.config_file import read_config_if_any
from pageful.clients.file_change import FileChange
from pageful.text.appended_part import append_part, part_start
from pageful.tool.errors import ToolError

_BEGIN, _END = "<!-- pageful -->", "<!-- /pageful -->"


def write_paragraph(paragraphs: Iterable[str]) -> str:
    """Write the paragraph of several families, between the marks by which it is found."""
    text = "\n".join(each.strip() + "\n" for each in paragraphs if each.strip())
    return f"{_BEGIN}\n## Tools of pageful\n\n{text}{_END}\n"


def add_paragraph(path: Path, paragraphs: Sequence[str]) -> FileChange:
    """Return the change that puts the paragraph at the end of a file, in place of an older one.

    Raises:
        ToolError: the file can't be read, or its marks are not a pair.
    """
    old = read_config_if_any(path)
    clean = _take_out(path, old.text) if old else None
    new = append_part(clean, write_paragraph(paragraphs))
    return FileChange(path, old, new)


def remove_paragraph(path: Path) -> FileChange:
    """Return the change that takes the paragraph out.

    Raises:
        ToolError: the file can't be read, or its marks are not a pair.
    """
    old = read_config_if_any(path)
    return FileChange(path, old, _take_out(path, old.text) if old else None)


def _take_out(path: Path, text: str) -> str | None:
    """Return the text without our paragraph; nothing where it is all there is."""
    begin, end = text.find(_BEGIN), text.find(_END)
    if begin < 0 and end < 0:
        return text
    if begin < 0 or end < begin or text.find(_BEGIN, begin + 1) >= 0:
        problem = f"{path} has `{_BEGIN}` or `{_END}` alone or twice; nothing was changed."
        raise ToolError(problem, "Take the paragraph out by hand.")
    end += len(_END)
    for newline in ("\r\n", "\n"):
        if text.startswith(newline, end):
            end += len(newline)
            break
    if begin == 0 and end == len(text):
        return None
    start = part_start(text, begin)
    return text[:start] + text[end:]
