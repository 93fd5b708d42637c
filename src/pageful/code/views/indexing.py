"""Pages of indexing runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pageful.code.results.indexing import Indexing, SkippedFiles
from pageful.code.views.notes import note_blocks
from pageful.code.views.skipped import count_skipped, skipped_blocks
from pageful.page.blocks import Block, Bullets, Fields, Heading, Line, Mono, Numbered, Strong, Text
from pageful.page.presentation import Detail
from pageful.text.units import count, seconds


def index_page(indexing: Indexing, detail: Detail) -> Iterator[Block]:
    """Show what an indexing run did, and its errors."""
    yield Heading("Repository Indexing Results", 1)
    yield Fields(tuple(_run_fields(indexing, detail)))
    yield Heading("Metrics", 2)
    yield Bullets(tuple(_metrics(indexing, detail)), of="metric")
    if indexing.errors:
        yield Heading(f"Errors ({len(indexing.errors):,})", 2)
        if detail == "detailed":
            yield Numbered(indexing.errors, of="error")
        else:
            yield Line(f"{count(len(indexing.errors), 'error')} occurred during indexing")
    if detail == "detailed":
        yield from skipped_blocks(indexing.skipped, 2)
    yield from note_blocks(indexing.notes)


def _run_fields(indexing: Indexing, detail: Detail) -> Iterator[tuple[str, Text]]:
    yield "Status", indexing.status.value
    yield "Repository ID", Mono(indexing.repository_id)
    yield "Project", indexing.project_id
    if detail == "detailed":
        yield "Database", indexing.database_name


def _metrics(indexing: Indexing, detail: Detail) -> Iterator[Text]:
    metrics = {
        "Files Indexed": f"{indexing.files_indexed:,}",
        "Chunks Created": f"{indexing.chunks_created:,}",
        "Duration": seconds(round(indexing.duration_seconds * 1000)),
    }
    if indexing.files_removed:
        metrics["Files Removed"] = f"{indexing.files_removed:,}"
    if indexing.files_total != indexing.files_indexed:
        metrics["Files in the Index"] = f"{indexing.files_total:,}"
        metrics["Chunks in the Index"] = f"{indexing.chunks_total:,}"
    if indexing.skipped and detail == "concise":
        metrics["Files Skipped"] = _skipped_count(indexing.skipped)
    for label, value in metrics.items():
        yield Strong(label), ": ", value


def _skipped_count(skipped: Sequence[SkippedFiles]) -> str:
    """Count the files left out by rule, in all and by reason."""
    reasons = ", ".join(f"{each.reason}: {len(each.files):,}" for each in skipped)
    return f"{count_skipped(skipped):,} ({reasons})"
