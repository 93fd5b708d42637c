"""What queries find in small vaults that tests make."""

from __future__ import annotations

from collections.abc import Mapping

from pageful.tool.context import Caller
from pageful.vault.search.matching import Matcher
from pageful.vault.search.query_parsing import parse_search
from pageful.vault.snapshot.snapshot import VaultSnapshot
from scanning import ScanningIndex
from snapshots import parsed as vault_of


def matcher(snapshot: VaultSnapshot) -> Matcher:
    """Make a matcher that has all the time it needs."""
    return Matcher(snapshot, ScanningIndex(snapshot), Caller(), seconds=600)


def found(snapshot: VaultSnapshot, query: str) -> list[str]:
    """The paths that match, sorted."""
    return sorted(matcher(snapshot).paths(parse_search(query)))


def finds(text: str, query: str, path: str = "n.md") -> bool:
    """Whether a vault of one note is found."""
    return found(vault_of({path: text}), query) == [path]


def shown(text: str, query: str) -> list[str]:
    """The parts of a note that are shown for a query, each with its line: `3:part`."""
    snapshot = vault_of({"n.md": text})
    lines = text.split("\n")
    return [
        f"{span.line}:{lines[span.line - 1][span.start : span.end]}"
        for span in matcher(snapshot).spans(parse_search(query), "n.md")
    ]


def named(files: Mapping[str, str], query: str) -> list[str]:
    """The paths that match in a vault of notes and attachments."""
    return found(vault_of(files), query)
