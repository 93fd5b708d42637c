"""The tools that give the text of notes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

from pageful.lazy.dataclasses import dataclass
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.tool.field import Field
from pageful.vault.choices import MOST_PLACES
from pageful.vault.definitions.parameters import NotePath, Page
from pageful.vault.definitions.vault_access import AROUND, FENCES, LEAST, WITHOUT_END, VaultAccess

if TYPE_CHECKING:
    from pageful.vault.finding.results import PlacesReading
    from pageful.vault.results.reading import FileView, Reading
    from pageful.vault.workspace import OpenVault

_MOST_READ = 24_000
"""Characters of a page of several places: about 7,000 tokens, a week of long daily notes."""


@dataclass(frozen=True)
class NoteTools:
    """The tools that read notes or parts of them."""

    vault: VaultAccess

    def vault_read(
        self,
        caller: Caller,
        path: Annotated[
            str | None,
            Field(description="One note, to the letter, in pages: path, name or link."),
        ] = None,
        page: Page = 1,
        heading: Annotated[
            str | None,
            Field(description='Of `path` the section below it: "Plan", "Plan#Risks".'),
        ] = None,
        places: Annotated[
            list[str] | None,
            Field(
                max_length=MOST_PLACES,
                description="Or several: path, name or end of a path; with #Heading, ^block, :line "
                "or :from-to; a pattern (Journal/2024-03-*); or days: Journal/2024-03-03..09.",
            ),
        ] = None,
        exact: Annotated[
            bool,
            Field(description="With places: with comments, query blocks and what is empty."),
        ] = False,
    ) -> Reading | PlacesReading:
        """Read notes or parts of them, several in one call.

        `vault_read(places=["Rye#Starter", "Log"])`. A long one comes in pages; the last line
        of each says how to go on.
        """
        vault = self.vault.open(caller)
        is_one = bool(places) and len(places or ()) == 1 and _is_plain((places or [""])[0])
        if path is None and places and not is_one:
            if heading is not None:
                raise ToolError("`heading` is of one note.", 'Give places as "Note#Heading".')
            from pageful.vault.finding.places import read_places

            around = AROUND + sum(map(len, places))
            room = min(_MOST_READ, max(LEAST, self.vault.style.budget - around))
            return read_places(vault.snapshot, places, exact=exact, room=room)
        if path and places:
            raise ToolError("`path` and `places` are both given.", "Give all as `places`.")
        return self._read(vault, path or next(iter(places or ()), ""), heading, page)

    def _read(self, vault: OpenVault, path: str, heading: str | None, page: int) -> Reading:
        from pageful.vault.base_views.note_bases import note_bases
        from pageful.vault.reading.note_text import NoteText
        from pageful.vault.snapshot.lookup import locate_part

        if not path:
            raise ToolError("No note is named.", 'Give `path`, or several `places`: ["A", "B#C"].')
        found, part = locate_part(vault.snapshot, path)
        if heading is not None:
            part = _one_part(heading, part)
        backlinks = len(vault.graph.backlinks(found))
        bases = tuple(each.name for each in note_bases(vault.snapshot, found))
        text = NoteText.of(
            vault.snapshot, self.vault.paths, found, backlinks=backlinks, bases=bases
        )
        if part:
            text = text.part(part)
        asked = {"path": path} | ({"heading": heading} if heading is not None else {})
        around = self._length(asked, text.frame) + FENCES
        return text.page(page, room=max(LEAST, self.vault.style.budget - around))

    def view_file(
        self,
        caller: Caller,
        path: NotePath,
        line: Annotated[int | None, Field(ge=1, description="The line to centre on.")] = None,
        heading: Annotated[str | None, Field(description='Or a heading: "Plan#Risks".')] = None,
        block: Annotated[str | None, Field(description="Or a block's id, without ^.")] = None,
        text: Annotated[str | None, Field(description="Or the first line with this text.")] = None,
        window: Annotated[int, Field(ge=1, le=500, description="How many lines.")] = 20,
    ) -> FileView:
        """See a part of a file, with line numbers."""
        from pageful.vault.reading.viewing import view_lines
        from pageful.vault.snapshot.lookup import locate, subpath

        snapshot = self.vault.open(caller).snapshot
        place = subpath(path) if path not in snapshot.files else ""
        if place and not (line or heading or block or text):
            heading, block = (None, place) if place.startswith("^") else (place, None)
        return view_lines(
            snapshot,
            self.vault.paths,
            locate(snapshot, path),
            line=line,
            heading=heading,
            block=block,
            text=text,
            window=window,
        )

    def _length(self, asked: Mapping[str, object], reading: Reading) -> int:
        """Return the characters of a page without its text, of a call with some arguments."""
        from pageful.page.calls import Call
        from pageful.page.presentation import present
        from pageful.vault.views.reading import reading_page

        following = Call("vault_read", {**asked, "page": reading.page + 1})
        shown = present(
            reading,
            reading_page,
            detail=self.vault.style.detail,
            budget=WITHOUT_END,
            next_call=following,
        )
        return len(shown.text)


def _one_part(heading: str, part: str) -> str:
    """Return the heading that is given.

    Raises:
        ToolError: it is blank, or the path names a part as well.
    """
    if part:
        raise ToolError(
            f"`path` names a part, `#{part[:100]}`, and so does `heading`.", "Give one of the two."
        )
    if not heading.strip():
        raise ToolError("`heading` names no heading.", "Leave it out to read the whole note.")
    return heading


def _is_plain(place: str) -> bool:
    from pageful.vault.finding.places import is_plain

    return is_plain(place)
