"""Whether the views of real vaults run: `vault_bases.py DIRECTORY`, a directory of vaults.

Every view of every base file, every base that a note has as a block, and every view that a note
embeds is run and shown, as a page and as JSON. A table says how many run, how many of those say
that a filter failed, how many are refused and crash; below it stand the reasons. A base or view
that is there several times counts once. `--list` names each refused view and each failed filter.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pageful import to_markdown
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.vault.base_views.data import base_data
from pageful.vault.base_views.note_bases import base_files, note_bases
from pageful.vault.base_views.results import BasePage
from pageful.vault.base_views.runner import BaseViews
from pageful.vault.bases.base_reading import read_base
from pageful.vault.bases.values import ErrorValue
from pageful.vault.graph.adjacency import LatestGraph
from pageful.vault.snapshot.vault import Vault
from pageful.vault.views import base_page
from tables import table

COLUMNS = (
    *("vault", "files", "bases", "views", "run", "a filter fails", "a cell fails", "no row"),
    *("refused", "crashed", "rows", "seconds of processor"),
)


@dataclass
class Counts:
    """What came of the views of one vault."""

    vault: str
    files: int = 0
    bases: int = 0
    views: int = 0
    run: int = 0
    failed_filters: int = 0
    failed_cells: int = 0
    empty: int = 0
    refused: int = 0
    crashed: int = 0
    rows: int = 0
    seconds: float = 0.0
    reasons: Counter[str] = field(default_factory=Counter)
    named: list[str] = field(default_factory=list)

    def row(self) -> tuple[str, ...]:
        """The row of the table."""
        numbers = (self.files, self.bases, self.views, self.run, self.failed_filters)
        rest = (self.failed_cells, self.empty, self.refused, self.crashed, self.rows)
        return (self.vault, *map(str, (*numbers, *rest)), f"{self.seconds:.2f}")


@dataclass(frozen=True)
class Asked:
    """A view to be run, and the name it has in a list of refusals."""

    name: str
    path: str | None = None
    view: str | None = None
    base: str | None = None
    this: str | None = None


def views_on(root: Path) -> BaseViews:
    """The views of a vault, whose notes and links are read."""
    vault, caller = Vault(root), Caller()
    snapshot = vault.scan(caller)
    return BaseViews(vault.paths, snapshot, LatestGraph().of(snapshot, caller), caller)


def asked_of(views: BaseViews, counts: Counts, seen: set[str]) -> Iterator[Asked]:
    """Every view of the vault's bases and notes; a text that was seen before is left out."""
    for path in base_files(views.snapshot):
        text = views.paths.read_bytes(path).decode("utf-8-sig", "replace")
        if text in seen:
            continue
        seen.add(text)
        counts.bases += 1
        try:
            names = [view.name for view in read_base(text).views]
        except ToolError:
            names = [""]
        for name in dict.fromkeys(names):
            yield Asked(f"{path}#{name}", path=path, view=name)
    for note in views.snapshot.notes:
        for each in note_bases(views.snapshot, note):
            if each.place.path:
                yield Asked(f"{note}:{each.place.line}", each.place.path, each.view, this=note)
            elif each.text not in seen:
                seen.add(each.text)
                counts.bases += 1
                yield Asked(f"{note}:{each.place.line}", base=each.text, this=note)


def run(views: BaseViews, asked: Asked, counts: Counts) -> None:
    """Run a view, show it in both forms, and count what came of it."""
    began = time.process_time()
    counts.views += 1
    try:
        page = views.run(asked.path, asked.view or None, asked.base, asked.this)
        to_markdown(tuple(base_page(page, "concise")))
        base_data(page, "concise")
    except ToolError as error:
        counts.refused += 1
        counts.reasons[f"refused: {error.problem}"] += 1
        counts.named.append(f"{asked.name}: refused: {error}")
    except Exception as error:
        counts.crashed += 1
        counts.named.append(f"{asked.name}: crashed: {error!r}")
    else:
        count_run(page, asked, counts)
    counts.seconds += time.process_time() - began


def count_run(page: BasePage, asked: Asked, counts: Counts) -> None:
    """Count a view that was run."""
    (view,) = page.shown
    assert view.result
    assert view.run
    counts.run += 1
    counts.rows += view.size
    counts.empty += not view.size
    counts.failed_filters += bool(view.result.failed)
    for each in view.result.failed:
        counts.reasons[f"filter: {each.reason}"] += 1
        files = f"{each.rows} of {each.tried}"
        counts.named.append(f"{asked.name}: filter {each.text} ({files}): {each.reason}")
    cells = [cell for row in view.run.rows(0, view.size) for cell in row.cells]
    errors = [cell.message for cell in cells if isinstance(cell, ErrorValue)]
    counts.failed_cells += bool(errors)
    counts.reasons.update(f"cell: {each}" for each in set(errors))


def main() -> None:
    """Run all views below a directory of vaults."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory", type=Path)
    parser.add_argument("--list", action="store_true", help="name each refusal and failed filter")
    options = parser.parse_args()
    seen: set[str] = set()
    found: list[Counts] = []
    for root in sorted(each for each in options.directory.iterdir() if each.is_dir()):
        views = views_on(root)
        counts = Counts(root.name, files=len(views.snapshot.files))
        for asked in asked_of(views, counts, seen):
            run(views, asked, counts)
        if counts.views:
            found.append(counts)
    total = Counts("all")
    for counts in found:
        for name in vars(total):
            if name not in ("vault", "named"):
                setattr(total, name, getattr(total, name) + getattr(counts, name))
    print(table(COLUMNS, [each.row() for each in (*found, total)]))
    for reason, times in total.reasons.most_common():
        print(f"- {times} × {reason}")
    if options.list:
        for counts in found:
            for each in counts.named:
                print(f"{counts.vault}: {each}")


if __name__ == "__main__":
    main()
