"""Counts of a vault: its files, the files left out, and the age of the index."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from pageful.vault.graph.adjacency import Graph
from pageful.vault.graph.links import name_key
from pageful.vault.overview.hidden_files import hidden_files
from pageful.vault.overview.tags import tag_counts
from pageful.vault.overview.tasks import count_tasks
from pageful.vault.parsing.parsed_note import Note
from pageful.vault.results.info import SkippedFiles, VaultInfo
from pageful.vault.snapshot.snapshot import FileKind, SkippedPaths, VaultFile, VaultSnapshot
from pageful.vault.snapshot.vault import Vault

_EXAMPLES = 3
_OTHER: tuple[FileKind, ...] = ("attachment", "base")


def vault_info(snapshot: VaultSnapshot, graph: Graph, vault: Vault) -> VaultInfo:
    """Count the contents of a snapshot of the vault.

    Files that its settings exclude are counted too, but for tags, tasks and orphans: these are of
    what searches and walks can find.
    """
    from importlib.metadata import version  # slow to load

    notes, files, root = snapshot.notes.values(), snapshot.files.values(), vault.paths.root
    kinds = Counter(file.kind for file in files)
    resolved, unresolved, names = _links(graph)
    tasks = count_tasks(_included_notes(snapshot))
    return VaultInfo(
        vault=str(root),
        name=root.name,
        notes=kinds["note"],
        canvases=kinds["canvas"],
        size=sum(file.size for file in files if file.kind not in _OTHER),
        links=resolved,
        unresolved=unresolved,
        unresolved_names=names,
        orphans=_orphans(snapshot, graph),
        tags=len(tag_counts(snapshot)),
        headings=sum(len(note.headings) for note in notes),
        tasks=tasks.all,
        open_tasks=tasks.open,
        attachments=_by_extension(file for file in files if file.kind in _OTHER),
        excluded=sum(file.excluded for file in files),
        index_age=max(0.0, time.monotonic() - vault.scanned_at),
        indexing=vault.built_in_ms,
        from_cache=vault.from_cache,
        skipped=tuple(_group_skipped(snapshot, root)),
        notes_with_broken_properties=_broken_notes(snapshot.notes),
        version=version("pageful"),
        remarks=tuple(filter(None, [vault.cache_problem])),
        done_tasks=tasks.done,
        other_tasks=tasks.other,
        empty_tasks=tasks.empty,
        bases=tuple(file.path for file in files if file.kind == "base" and not file.excluded),
    )


def _links(graph: Graph) -> tuple[int, int, int]:
    """Count the links to files, the links to nothing, and the different names of these."""
    resolved = unresolved = 0
    names = set[str]()
    for links in graph.links.values():
        resolved += sum(map(len, links.targets.values()))
        unresolved += sum(map(len, links.unresolved.values()))
        names.update(map(name_key, links.unresolved))
    return resolved, unresolved, len(names)


def _included_notes(snapshot: VaultSnapshot) -> Iterator[Note]:
    """Return the notes that queries count tasks of: without canvases and excluded files."""
    files = snapshot.files
    return (
        note
        for path, note in snapshot.notes.items()
        if files[path].kind == "note" and not files[path].excluded
    )


def _orphans(snapshot: VaultSnapshot, graph: Graph) -> int:
    """Count the notes that no walk leads away from."""
    return sum(
        graph.nodes.isdisjoint(graph.neighbours(path, "both"))
        for path in graph.nodes
        if snapshot.files[path].kind == "note"
    )


def _by_extension(files: Iterable[VaultFile]) -> Mapping[str, int]:
    """Count files by extension, in small letters without the dot; the most frequent first."""
    counts = Counter(file.extension for file in files)
    return dict(sorted(counts.items(), key=lambda each: (-each[1], each[0])))


def _group_skipped(snapshot: VaultSnapshot, root: Path) -> Iterator[SkippedFiles]:
    yield from _group_by_reason(snapshot.skipped)
    if hidden := hidden_files(root):
        yield hidden


def _group_by_reason(skipped: Collection[SkippedPaths]) -> tuple[SkippedFiles, ...]:
    paths: dict[str, list[str]] = {}
    for each in skipped:
        paths.setdefault(each.reason, []).extend(each.paths)
    return tuple(
        SkippedFiles(reason, len(those), tuple(those[:_EXAMPLES]))
        for reason, those in paths.items()
    )


def _broken_notes(notes: Mapping[str, Note]) -> tuple[str, ...]:
    return tuple(path for path, note in notes.items() if note.broken)
