"""A parsed note or canvas, as it is kept from one snapshot to the next."""

from __future__ import annotations

from pageful.files.stamp import Stamp
from pageful.lazy.dataclasses import dataclass
from pageful.vault.parsing.parsed_note import Note


@dataclass(frozen=True, slots=True)
class ParsedFile:
    """A note or canvas as it was read.

    `stamp` is what the file had then, `None` where it could not be read. `text` is in
    UTF-8, `digest` is of the file's bytes. Where there is no `note`, `remark` says why; else it
    says what is not exact.
    """

    stamp: Stamp | None
    note: Note | None
    text: bytes | memoryview
    digest: bytes = b""
    remark: str = ""

    def same_as(self, other: ParsedFile | None) -> bool:
        """Return whether both were read from the same bytes, with the same result."""
        return other is not None and (self.digest, self.remark) == (other.digest, other.remark)
