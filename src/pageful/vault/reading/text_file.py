"""A file of the vault as text, with the ends of its lines as they are."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from pageful.page.calls import Call
from pageful.text import units
from pageful.tool.errors import ToolError
from pageful.vault.search.unparse import quoted

_WIDE = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_PDF = b"%PDF-"
_LINE_END = re.compile("\r\n?|\n")


@dataclass(frozen=True, slots=True)
class TextFile:
    """The text of a file, a byte order mark of UTF-8 included; `remarks` say where it is not exact.

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
    """The file's text: UTF-8, or what its byte order mark says.

    Bytes that are no UTF-8 become U+FFFD. What holds a NUL is binary, as git has it, unless it is
    a note; and so is a PDF, which need not hold any.

    Raises:
        ToolError: the file is binary; the error names its kind and size.
    """
    for mark, codec in _WIDE:
        if content.startswith(mark):
            remark = f"The file is encoded in {codec.upper()}; it is shown without its mark."
            return TextFile(content[len(mark) :].decode(_of(mark, codec), "replace"), (remark,))
    is_note = path.endswith((".md", ".canvas", ".base"))
    if (b"\0" in content and not is_note) or content.startswith(_PDF):
        raise _no_text(path, len(content))
    return _utf_8(content)


def split_lines(text: str) -> list[str]:
    """The lines of a text without their ends."""
    lines = _LINE_END.split(text)
    return lines if lines[-1] else lines[:-1]


def line_ends(text: str, start: int, end: int) -> int:
    """How many ends of lines there are from `start` to `end`."""
    feeds = text.count("\n", start, end)
    returns = text.count("\r", start, end)
    return feeds + returns - (text.count("\r\n", start, end) if returns else 0)


def _no_text(path: str, size: int) -> ToolError:
    name = path.rpartition("/")[2]
    kind = f" ({name.rpartition('.')[2].upper()})" if "." in name else ""
    call = Call("vault_search", {"query": quoted(name)})
    return ToolError(
        f"`{path}` is a binary file{kind} of {units.size(size)}, and no text.",
        f"To find the notes that name it: {call}.",
    )


def _of(mark: bytes, codec: str) -> str:
    little = mark in {codecs.BOM_UTF16_LE, codecs.BOM_UTF32_LE}
    return f"{codec}-{'le' if little else 'be'}"


def _utf_8(content: bytes) -> TextFile:
    try:
        return TextFile(content.decode())
    except UnicodeDecodeError:
        wrong = len(content) - len(content.decode(errors="ignore").encode())
    bytes_are = "1 byte is" if wrong == 1 else f"{wrong} bytes are"
    remark = f"{bytes_are} not UTF-8; � stands in the place."
    return TextFile(content.decode(errors="replace"), (remark,))
