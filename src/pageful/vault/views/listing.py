"""The page of a directory: its tree, with counts of each folder's contents."""

from __future__ import annotations

from collections.abc import Iterator

from pageful.page.blocks import Block, Code, Hatch, Heading, Line, Note
from pageful.page.presentation import Detail
from pageful.text.single_line import name
from pageful.text.units import amount, extent, page_label, size
from pageful.vault.results.listing import ListedFile, ListedFolder, Listing
from pageful.vault.views.counts import by_extension

_INDENT = "  "


def listing_page(listing: Listing, detail: Detail) -> Iterator[Block]:
    """Yield a directory's folders and files: a folder by its whole path, a file by its name."""
    yield Heading(name(f"{listing.directory}/") if listing.directory else "Vault", 1)
    yield Line(_totals(listing))
    if listing.remarks:
        yield Note("\n".join(listing.remarks))
    if listing.entries:
        yield Code("\n".join(_entry(each, listing, detail) for each in listing.entries))
    if detail == "concise" and any(isinstance(each, ListedFile) for each in listing.entries):
        yield Hatch(("size", "modified"))


def _totals(listing: Listing) -> str:
    parts = []
    if listing.notes:
        parts.append(amount(listing.notes, "note"))
    if listing.folders:
        parts.append(amount(listing.folders, "folder"))
    totals = ", ".join((*parts, *by_extension(listing.attachments))) or "Empty"
    if listing.pages == 1:
        return totals
    shown = sum(not _is_continued(each) for each in listing.entries)
    entries = extent(listing.first, shown, listing.total)
    return f"{totals}; entries {entries}{page_label(listing.page, listing.pages)}"


def _is_continued(entry: ListedFolder | ListedFile) -> bool:
    return isinstance(entry, ListedFolder) and entry.continued


def _entry(entry: ListedFolder | ListedFile, listing: Listing, detail: Detail) -> str:
    indent = _INDENT * (entry.depth - 1)
    if isinstance(entry, ListedFolder):
        return f"{indent}{name(f'{entry.path}/')}{_holdings(entry, listing)}"
    facts = f" ({size(entry.size)}, {entry.modified})" if detail == "detailed" else ""
    return f"{indent}{name(entry.path.rpartition('/')[2])}{facts}"


def _holdings(folder: ListedFolder, listing: Listing) -> str:
    """Return the counts of a folder's contents; its folders only if they are not listed."""
    if folder.continued:
        return " (continued)"
    parts = [amount(folder.notes, "note")] if folder.notes else []
    listed = listing.recursive and folder.depth != listing.depth
    if folder.folders and not listed:
        parts.append(amount(folder.folders, "folder"))
    return f" ({', '.join((*parts, *by_extension(folder.attachments))) or 'empty'})"
