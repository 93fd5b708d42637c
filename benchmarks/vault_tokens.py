"""Tokens of the vault's pages beside JSON of the same facts: `vault_tokens.py VAULT…`.

Every kind of page is asked for several times, about notes, folders, tags and words that are drawn
from the vault, the same every time.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import statistics
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from facts import Json, bare_values
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.tool.options import Style
from pageful.vault.settings import VaultSettings
from pageful.vault.snapshot.snapshot import VaultSnapshot
from pageful.vault.snapshot.vault import Vault
from pageful.vault.tools import vault_toolset
from tables import table
from tokens import ENCODINGS, tokens
from vault_queries import made_from

SAMPLES = 12
COLUMNS = (
    "page",
    "calls",
    "page",
    "raw JSON",
    "JSON, same facts",
    "bare values",
    "page/raw",
    "page/same facts",
    "page/bare",
)
_LEFT_OUT = re.compile(r"_Left out: ([^.]*)\.")
_NUMBER = re.compile(r"(?<![\d.])\d[\d,]*(?:\.\d+)?")
_NONE = re.compile(r"^No\b", re.MULTILINE)
_SIGNS = {"out": "[→>]", "back": "[←<]", "both": "↔"}
"""How pages draw the direction of a link."""
_NOT_WORDS = re.compile(r"[\s\\│├└─>]+")

Asked = tuple[str, str, dict[str, Any]]
"""The kind of page, and the tool and arguments that it is asked for with."""


@dataclass(frozen=True, slots=True)
class Forms:
    """One answer in every form: the page, what `raw` gives, of that what the page says, values."""

    page: str
    raw: str
    same: str
    bare: str

    @classmethod
    def of(cls, page: str, raw: str) -> Forms:
        """The forms of an answer, from its page and its JSON."""
        same = Said(page).of(json.loads(raw))
        compact = json.dumps(same, ensure_ascii=False, separators=(",", ":"))
        assert isinstance(same, dict)
        return cls(page, raw, compact, bare_values(same))

    def counts(self, count: Callable[[str], int]) -> tuple[int, ...]:
        """Tokens of every form."""
        return tuple(map(count, (self.page, self.raw, self.same, self.bare)))


class Said:
    """What of a result a page says.

    A value stays if it stands on the page: a number as one, rounded as it is there; of a path, the
    last part is enough, since a tree says the others once. Plain fields that the page names as left
    out do not stay.
    """

    def __init__(self, page: str) -> None:
        named = ", ".join(_LEFT_OUT.findall(page))
        self._left_out = frozenset(named.split(", "))
        self._words = _flat(page)
        self._signs = {word for word, sign in _SIGNS.items() if re.search(sign, page)}
        self._numbers = {number.replace(",", "") for number in _NUMBER.findall(page)}
        self._numbers |= {"0"} if _NONE.search(page) else set()

    def of(self, value: Any) -> Json:
        """A value without what is not said."""
        match value:
            case dict():
                kept = {
                    name: self.of(each) for name, each in value.items() if self._may(name, each)
                }
                return {name: each for name, each in kept.items() if each not in ("", [], {})}
            case list():
                kept_items = ((each, self.of(each)) for each in value)
                return [kept for each, kept in kept_items if each == "" or kept not in ("", [], {})]
            case float():
                return round(value, 2) if f"{value:.2f}" in self._numbers else ""
            case bool() | None:
                return ""
            case int():
                return value if str(value) in self._numbers else ""
            case _:
                return value if self._has(value) else ""

    def _may(self, name: str, value: Json) -> bool:
        return name not in self._left_out or isinstance(value, (list, dict))

    def _has(self, text: str) -> bool:
        last = _flat(text.rpartition("/")[2])
        return (
            text in self._signs
            or _flat(text) in self._words
            or (last != "" and last in self._words)
        )


def _flat(text: str) -> str:
    return _NOT_WORDS.sub("", text.casefold())


def asked(snapshot: VaultSnapshot) -> Iterator[Asked]:
    """The calls that are counted."""
    draw = random.Random(0)
    notes = [path for path in snapshot.notes if path.endswith(".md")]
    linked = [path for path in notes if snapshot.notes[path].links] or notes
    folders = sorted({path.rpartition("/")[0] for path in notes} - {""})
    tags = sorted({tag.name for note in snapshot.notes.values() for tag in note.tags})
    for made in made_from(snapshot)[: 2 * SAMPLES]:
        yield "search", "vault_search", {"query": made.text}
    for path in draw.sample(notes, SAMPLES):
        yield "read", "vault_read", {"path": path}
        yield "view", "view_file", {"path": path, "line": max(1, snapshot.notes[path].lines // 2)}
    yield "list", "vault_list", {}
    yield "list, recursive", "vault_list", {"recursive": True}
    for folder in _some(folders, draw):
        yield "list", "vault_list", {"directory": folder}
        yield "list, recursive", "vault_list", {"directory": folder, "recursive": True}
    for path in draw.sample(linked, min(SAMPLES, len(linked))):
        yield "traverse", "graph_traverse", {"path": path}
        yield "path", "graph_path", {"source": path, "target": draw.choice(linked)}
    yield "tags, all", "vault_tags", {}
    for tag in _some(tags, draw):
        yield "tags, one", "vault_tags", {"tag": tag}
    yield "info", "system_info", {}


def _some(values: Sequence[str], draw: random.Random) -> list[str]:
    return draw.sample(values, min(SAMPLES, len(values)))


def answers(vault: Path) -> dict[str, list[Forms]]:
    """Every answer in all forms, by kind of page.

    Raises:
        ToolError: a call failed.
    """
    toolset = vault_toolset(VaultSettings(vault), Style())
    forms: dict[str, list[Forms]] = {}
    for kind, tool, arguments in asked(Vault(vault).scan(Caller())):
        page, raw = (toolset.call(tool, {**arguments, "raw": each}) for each in (False, True))
        if page.failed or raw.failed:
            raise ToolError(f"{tool} {arguments}: {page.text}")
        forms.setdefault(kind, []).append(Forms.of(page.text, raw.text))
    return forms


def row(name: str, every: Sequence[tuple[int, ...]]) -> list[str]:
    """Medians of each form with their range, and of the ratios."""
    page, raw, same, bare = zip(*every, strict=True)
    ratios = ([a / b for a, b in zip(page, other, strict=True)] for other in (raw, same, bare))
    return [
        name,
        str(len(every)),
        *(_range(counts, ".0f") for counts in (page, raw, same, bare)),
        *(_range(ratio, ".2f") for ratio in ratios),
    ]


def _range(values: Sequence[float], form: str) -> str:
    middle, least, most = statistics.median(values), min(values), max(values)
    if least == most:
        return format(middle, form)
    return f"{middle:{form}} ({least:{form}}–{most:{form}})"


def token_table(every: Mapping[str, Sequence[Forms]], count: Callable[[str], int]) -> str:
    """One row for each kind of page, and the sum of all calls."""
    counted = {kind: [form.counts(count) for form in forms] for kind, forms in every.items()}
    sums = tuple(map(sum, zip(*(each for one in counted.values() for each in one), strict=True)))
    calls = sum(map(len, counted.values()))
    everything = ["**all**", str(calls), *row("", [sums])[2:]]
    return table(COLUMNS, [*(row(kind, each) for kind, each in counted.items()), everything])


def main() -> int:
    """Ask, count, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vault", nargs="+", type=Path)
    given = parser.parse_args()
    count = partial(tokens, encoding=ENCODINGS[0])
    for vault in given.vault:
        with tempfile.TemporaryDirectory() as cache:
            os.environ["XDG_CACHE_HOME"] = cache
            every = answers(vault.resolve())
            print(f"### {vault.resolve().name} ({ENCODINGS[0]})\n\n{token_table(every, count)}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
