"""The report of a vault: its size, tags, folders, links, and the notes that nothing leads to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from pageful.report.document import Bar, Bars, Detail, Details, Fact, Listing, Report, Section
from pageful.text.units import size
from pageful.tool.context import Caller
from pageful.vault.graph.adjacency import Graph
from pageful.vault.overview.info import orphans, vault_info
from pageful.vault.overview.tags import tag_counts
from pageful.vault.results.info import VaultInfo
from pageful.vault.settings import VaultSettings
from pageful.vault.snapshot.snapshot import VaultSnapshot
from pageful.vault.workspace import Workspace

_MOST_BARS = 30
_MOST_NAMES = 300
"""Names in a list: some screens of them."""


def make_report(settings: VaultSettings) -> Report:
    """Make the report of a vault as it is now.

    Raises:
        ToolError: the vault is not there, or can't be read.
    """
    workspace = Workspace.of(settings.vault, follow_outside=settings.follow_outside_links)
    vault = workspace.open(Caller())
    info = vault_info(vault.snapshot, vault.graph, workspace.vault)
    sections = tuple(_sections(info, vault.snapshot, vault.graph))
    return Report(f"Vault {info.name}", info.vault, tuple(_facts(info)), sections)


def _facts(info: VaultInfo) -> Iterator[Fact]:
    yield Fact("Notes", f"{info.notes:,}")
    yield Fact("Size", size(info.size))
    yield Fact("Links", f"{info.links:,}")
    yield Fact("To nothing", f"{info.unresolved:,}", "bad" if info.unresolved else "good")
    yield Fact("Orphans", f"{info.orphans:,}")
    yield Fact("Tags", f"{info.tags:,}")
    yield Fact("Tasks", f"{info.open_tasks:,} open, {info.done_tasks:,} done")


def _sections(info: VaultInfo, snapshot: VaultSnapshot, graph: Graph) -> Iterator[Section]:
    tags = {f"#{each.name}": each.notes for each in tag_counts(snapshot)}
    yield _chart("Tags, by notes that have them", tags, "tags")
    yield _chart("Notes, by the notes that link to them", _backlinks(graph), "notes")
    yield _chart("Folders, by notes in them", _folders(snapshot), "folders")
    yield _chart("Other files, by kind", info.attachments, "kinds")
    yield _list("Orphans: no link from them or to them", orphans(snapshot, graph), "notes")
    yield _links_to_nothing(graph)
    yield _list(
        "Notes with properties that can't be read", info.notes_with_broken_properties, "notes"
    )
    yield Details(
        "Left out",
        tuple(
            Detail(f"{each.reason}: {each.count:,}", "\n".join(each.examples))
            for each in info.skipped
        ),
    )


def _chart(title: str, counts: Mapping[str, int], of: str) -> Bars:
    most = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    bars = tuple(Bar(name, count, f"{count:,}") for name, count in most[:_MOST_BARS])
    return Bars(title, bars, len(most) - len(bars), of)


def _list(title: str, names: Iterable[str], of: str) -> Listing:
    every = sorted(names)
    shown = tuple(every[:_MOST_NAMES])
    return Listing(f"{title} ({len(every):,})", shown, len(every) - len(shown), of)


def _backlinks(graph: Graph) -> dict[str, int]:
    counts = {path: len(graph.backlinks(path)) for path in graph.nodes}
    return {path: count for path, count in counts.items() if count}


def _folders(snapshot: VaultSnapshot) -> Counter[str]:
    return Counter(
        file.path.rpartition("/")[0] or "/"
        for file in snapshot.files.values()
        if file.kind == "note"
    )


def _links_to_nothing(graph: Graph) -> Details:
    """List the names that links have and no file, each with the notes that have the links."""
    sources: dict[str, list[str]] = {}
    for path in sorted(graph.nodes):
        for name, lines in graph.unresolved_names(path).items():
            sources.setdefault(name, []).extend(f"{path}:{line}" for line in lines)
    most = sorted(sources.items(), key=lambda each: (-len(each[1]), each[0]))
    details = tuple(
        Detail(f"{name} ({len(those):,})", "\n".join(those)) for name, those in most[:_MOST_NAMES]
    )
    return Details(
        f"Links to nothing ({len(most):,} names)", details, len(most) - len(details), "names"
    )
