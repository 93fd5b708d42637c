"""The page of a vault's counts, and of the files that could not be read."""

from __future__ import annotations

from collections.abc import Iterator

from pageful.page.blocks import Block, Bullets, Fields, Hatch, Heading, Line, Mono, Note, Text
from pageful.page.presentation import Detail
from pageful.text.single_line import name
from pageful.text.units import age, amount, list_names, seconds, size
from pageful.vault.results.info import Card, SkippedFiles, VaultInfo
from pageful.vault.views.counts import by_extension

_FEW = 10
"""The most bases, and notes with broken properties, that a page names. Chosen by hand."""


def info_page(info: VaultInfo | Card, detail: Detail) -> Iterator[Block]:
    """Yield counts of everything, then what was left out; or the vault's card."""
    if isinstance(info, Card):
        yield Line(info.text or "0 notes")
        return
    yield Heading(f"Vault: {name(info.name)}", 1)
    yield Fields(tuple(_facts(info)))
    if info.remarks:
        yield Note("\n".join(info.remarks))
    if info.skipped:
        yield Heading(f"Skipped ({sum(each.count for each in info.skipped):,})", 2)
        yield Bullets(tuple(map(_skipped_line, info.skipped)), of="reason")
    broken = info.notes_with_broken_properties
    named = broken if detail == "detailed" else broken[:_FEW]
    if broken:
        more = [f"{len(broken) - len(named):,} more"] if len(named) < len(broken) else []
        yield Heading(f"Broken properties ({len(broken):,})", 2)
        yield Bullets((*(Mono(name(path)) for path in named), *more), of="note")
    if len(named) < len(broken):
        yield Hatch(("notes_with_broken_properties",))


def _facts(info: VaultInfo) -> Iterator[tuple[str, Text]]:
    yield "Path", name(info.vault)
    yield "Notes", _notes(info)
    yield "Contents", _in_notes(info)
    if info.bases:
        yield "Bases", f"{len(info.bases):,}: {list_names([*map(name, info.bases)], _FEW)}"
    yield "Links", _links(info)
    if info.attachments:
        kinds = ", ".join(by_extension(info.attachments))
        yield "Attachments", f"{sum(info.attachments.values()):,} ({kinds})"
    if info.excluded:
        yield "Excluded", f"{info.excluded:,} by the vault's settings"
    yield "Index", _index(info)
    if info.version:
        yield "pageful", info.version


def _notes(info: VaultInfo) -> str:
    canvases = f", {amount(info.canvases, 'canvas')}" if info.canvases else ""
    return f"{info.notes:,} ({size(info.size)}){canvases}"


def _in_notes(info: VaultInfo) -> str:
    return f"{amount(info.tags, 'tag')}, {amount(info.headings, 'heading')}, {_tasks(info)}"


def _tasks(info: VaultInfo) -> str:
    if not info.tasks + info.empty_tasks:
        return amount(0, "task")
    counts = [f"{info.open_tasks:,} open", f"{info.done_tasks:,} done"]
    counts += [f"{info.other_tasks:,} with other marks"] if info.other_tasks else []
    without = f", {info.empty_tasks:,} without text" if info.empty_tasks else ""
    return f"{amount(info.tasks, 'task')} with text ({', '.join(counts)}){without}"


def _links(info: VaultInfo) -> str:
    names = f" ({amount(info.unresolved_names, 'name')})" if info.unresolved else ""
    orphans = amount(info.orphans, "orphan")
    return f"{info.links:,} resolved, {info.unresolved:,} unresolved{names}, {orphans}"


def _index(info: VaultInfo) -> str:
    cached = f", {info.from_cache:,} from cache" if info.from_cache else ""
    return f"{age(info.index_age)} old, built in {seconds(info.indexing)}{cached}"


def _skipped_line(skipped: SkippedFiles) -> Text:
    more = skipped.count - len(skipped.examples)
    named = [*map(name, skipped.examples), *([f"{more:,} more"] if more > 0 else [])]
    below = f", {amount(skipped.notes, 'note')} below" if skipped.notes else ""
    return f"{skipped.reason} ({skipped.count:,}{below}): {', '.join(named)}"
