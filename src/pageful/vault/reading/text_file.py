"""A file of the vault as text, with the ends of its lines as they are."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pageful.lazy.dataclasses import dataclass
from pageful.page.calls import Call
from pageful.text import single_line as one_line
from pageful.text import units
from pageful.text.decoding import DecodedText, decode, has_nuls, is_pdf
from pageful.tool.errors import ToolError
from pageful.vault.parsing.lines import split_lines
from pageful.vault.search.unparse import quote_phrase

# > a line\r\n
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


@dataclass(frozen=True, slots=True)
class TextFile:
    """The text of a file, with its byte order mark of UTF-8; `remarks` say where it is not exact.

    A line ends with a line feed, a carriage return, or both, as in Obsidian's editor; what follows
    the last end is a line only if there is something.
    """

    text: str
    remarks: tuple[str, ...] = ()

    @property
    def lines(self) -> list[str]:
        """The lines without their ends, and without a byte order mark."""
        return split_lines(self.text.removeprefix("\ufeff"))


def text_file(path: str, content: bytes) -> TextFile:
    """Decode a file: as UTF-8, or as its byte order mark says.

    Bytes that are no UTF-8 become U+FFFD. What holds a NUL is binary, as git has it, unless it is
    a note; and so is a PDF, which need not hold any.

    Raises:
        ToolError: the file is binary; the error names its kind and size.
    """
    is_note = path.endswith((".md", ".canvas", ".base"))
    if is_pdf(content) or (has_nuls(content) and not is_note):
        raise _no_text(path, len(content))
    file = decode(content)
    return TextFile(file.text, tuple(_remarks(file)))


def lines_with_ends(text: str) -> list[str]:
    """Return the lines of a text with their ends: one after the other they are the text."""
    return _LINE.findall(text)


def line_ends(text: str, start: int, end: int) -> int:
    """Count the ends of lines from `start` to `end`."""
    feeds = text.count("\n", start, end)
    returns = text.count("\r", start, end)
    return feeds + returns - (text.count("\r\n", start, end) if returns else 0)


def _no_text(path: str, size: int) -> ToolError:
    name = path.rpartition("/")[2]
    kind = f" ({name.rpartition('.')[2].upper()})" if "." in name else ""
    call = Call("vault_search", {"query": quote_phrase(name)})
    return ToolError(
        f"`{one_line.name(path)}` is a binary file{kind} of {units.size(size)}, and no text.",
        f"To find the notes that name it: {call}.",
    )


def _remarks(file: DecodedText) -> Iterator[str]:
    if file.encoding != "UTF-8":
        yield f"The file is encoded in {file.encoding}; it is shown without its mark."
    if file.wrong:
        bytes_are = "1 byte is" if file.wrong == 1 else f"{file.wrong} bytes are"
        yield f"{bytes_are} not UTF-8; � stands in the place."
