"""A parsed note or canvas, as it is kept from one snapshot to the next."""

from __future__ import annotations

from msgspec.msgpack import Decoder

from pageful.files.stamp import Stamp
from pageful.lazy.dataclasses import dataclass
from pageful.vault.parsing.parsed_note import Note


@dataclass(slots=True)
class ParsedFile:
    """A note or canvas as it was read.

    `stamp` is what the file had then, `None` where it could not be read. `kept` is the note, or
    what the cache has of it, which is decoded when it is asked for: a search reads few notes.
    `text` is in UTF-8, `digest` is of the file's bytes. Where there is no note, `remark` says why;
    else it says what is not exact.
    """

    stamp: Stamp | None
    kept: Note | memoryview | None
    text: bytes | memoryview
    digest: bytes = b""
    remark: str = ""

    @property
    def note(self) -> Note | None:
        """The parsed note, if there is one."""
        if isinstance(self.kept, memoryview):
            self.kept = _decode(self.kept)
        return self.kept

    def same_as(self, other: ParsedFile | None) -> bool:
        """Return whether both were read from the same bytes, with the same result."""
        return other is not None and (self.digest, self.remark) == (other.digest, other.remark)


_decode = Decoder(Note).decode
