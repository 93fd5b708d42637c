"""Tokens of the pages of Dataview queries beside compact JSON of the same rows."""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pageful.tool.options import Style
from pageful.vault.queries.results import PAGE_SIZE
from pageful.vault.settings import VaultSettings
from pageful.vault.tools import vault_toolset
from tables import table
from tokens import ENCODINGS, tokens

COLUMNS = ("", "blocks", "page", "JSON", "page/JSON", "sum/sum")
NO_LIMIT = 10**9


@dataclass(frozen=True, slots=True)
class Forms:
    """Tokens of one page of rows: all of it, and JSON. `cut` if it is longer than pages may be."""

    kind: str
    cut: bool
    page: int
    compact: int


def forms_of(root: Path, blocks: Sequence[tuple[str, str]]) -> Iterator[Forms]:
    """The first page of every query that finds rows, in both forms."""
    toolset = vault_toolset(VaultSettings(root), Style())
    whole = vault_toolset(VaultSettings(root), Style(budget=NO_LIMIT))
    count = partial(tokens, encoding=ENCODINGS[0])
    for path, text in blocks:
        arguments = {"query": text, "path": path, "page": 1, "page_size": PAGE_SIZE}
        printed, full = (each.call("dataview_query", arguments).text for each in (toolset, whole))
        raw = whole.call("dataview_query", {**arguments, "raw": True})
        if not raw.failed and (data := json.loads(raw.text))["total"]:
            yield Forms(data["type"], printed != full, count(full), count(raw.text))


def token_table(root: Path, blocks: Sequence[tuple[str, str]]) -> str:
    """One row for each kind of result, for the pages that are printed whole, and for all."""
    forms = list(forms_of(root, blocks))
    kinds = dict.fromkeys(sorted(each.kind for each in forms))
    chosen: Mapping[str, list[Forms]] = {
        **{kind: [each for each in forms if each.kind == kind] for kind in kinds},
        "printed whole": [each for each in forms if not each.cut],
        "longer than a page may be": [each for each in forms if each.cut],
        "**all**": forms,
    }
    return table(COLUMNS, [_row(name, some) for name, some in chosen.items() if some])


def _row(name: str, forms: Sequence[Forms]) -> list[str]:
    page, compact = ([getattr(each, of) for each in forms] for of in ("page", "compact"))
    ratios = [a / b for a, b in zip(page, compact, strict=True)]
    of_sums = f"{sum(page) / sum(compact):.2f}"
    every: tuple[tuple[Sequence[float], str], ...] = (
        (page, ",.0f"),
        (compact, ",.0f"),
        (ratios, ".2f"),
    )
    return [name, str(len(forms)), *(_range(*each) for each in every), of_sums]


def _range(values: Sequence[float], form: str) -> str:
    middle, least, most = statistics.median(values), min(values), max(values)
    return f"{middle:{form}} ({least:{form}}–{most:{form}})"
