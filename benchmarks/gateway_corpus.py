"""Tokens of recorded results by shape, sent, as JSON, as pages: `gateway_corpus.py DIRECTORY`.

`--plot FILE` draws them by shape and size.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gateway_results import as_sent, data_of, results
from pageful.anything import page_of
from pageful.anything.json_text import write_json
from pageful.anything.writing import are_rows, parts_of
from plots import Plot, Point
from tables import table
from tokens import ENCODINGS, tokens

LONG_LIST = 20
ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Measured:
    """One result: its texts in every form, and how long its page took."""

    name: str
    shape: str
    rows: int
    sent: str
    compact: str
    always: str
    shown: str
    seconds: float

    @classmethod
    def of(cls, name: str, result: dict[str, Any], data: Any) -> Measured:
        """Make all forms of a result; the time is the best of a few rounds, of this process."""
        compact, parts = write_json(data), parts_of(data)
        took = []
        for _ in range(ROUNDS):
            start = time.process_time()
            shown = page_of(data).text
            took.append(time.process_time() - start)
        always = parts.write() if parts else compact
        rows, sent = longest_list(data), as_sent(result)
        return cls(name, shape(data), rows, sent, compact, always, shown, min(took))


def shape(data: Any) -> str:
    """Name the shape of data."""
    if isinstance(data, list):
        kind = "flat" if not _is_nested(data) else "nested"
        return f"list of {kind} objects" if are_rows(data) else "other lists"
    if longest_list(data):
        inner = max(_lists(data), key=len)
        return f"envelope of {'nested' if _is_nested(inner) else 'flat'} objects"
    return f"{'nested' if _is_nested([data]) else 'flat'} object"


def _is_nested(rows: Iterable[Any]) -> bool:
    return any(
        isinstance(value, dict | list)
        for row in rows
        if isinstance(row, dict)
        for value in row.values()
    )


def _lists(data: Any) -> list[Any]:
    lists = [data] if isinstance(data, list) else list(data.values())
    return [each for each in lists if isinstance(each, list) and are_rows(each)]


def longest_list(data: Any) -> int:
    """How many objects the longest list of them has, of the result or of one of its fields."""
    return max(map(len, _lists(data)), default=0)


def _row(name: str, group: list[Measured], encoding: str) -> list[str]:
    counts = [
        [tokens(text, encoding) for text in (each.compact, each.sent, each.always, each.shown)]
        for each in group
    ]
    compact, *others = (sum(column) for column in zip(*counts, strict=True))
    mean = sum(shown / json for json, _, _, shown in counts) / len(counts)
    over = sum(shown > json for json, _, _, shown in counts)
    return [
        name,
        str(len(group)),
        f"{compact:,}",
        *(f"{100 * each / compact:.1f}" for each in others),
        f"{100 * mean:.1f}",
        str(over),
    ]


def token_table(measured: list[Measured], encoding: str) -> str:
    """One row for each shape, those of long lists, and all; in percent of compact JSON."""
    by_shape: dict[str, list[Measured]] = defaultdict(list)
    for each in measured:
        by_shape[each.shape].append(each)
    groups = dict(sorted(by_shape.items()))
    groups[f"lists of {LONG_LIST} and more"] = [each for each in measured if each.rows >= LONG_LIST]
    groups["all"] = measured
    columns = (
        "shape",
        "results",
        "compact JSON",
        "as sent",
        "page always",
        "page or JSON",
        "mean of results",
        "over JSON",
    )
    return table(columns, (_row(*group, encoding) for group in groups.items() if group[1]))


_SERIES = {
    "lists of flat objects": ("list of flat objects", "envelope of flat objects"),
    "lists of nested objects": ("list of nested objects", "envelope of nested objects"),
    "single objects": ("flat object", "nested object"),
    "other lists": ("other lists",),
}


def plot(measured: list[Measured], encoding: str) -> str:
    """Draw the tokens of each result as shown, in percent of compact JSON, by shape and size."""
    series = {
        name: [_point(each, encoding) for each in measured if each.shape in shapes]
        for name, shapes in _SERIES.items()
    }
    return Plot(
        f"Tokens of {len(measured)} results behind the gateway, in percent of compact JSON",
        f"tokens of a result as compact JSON ({encoding})",
        "compact JSON",
        {name: points for name, points in series.items() if points},
    ).write()


def _point(each: Measured, encoding: str) -> Point:
    compact, shown = tokens(each.compact, encoding), tokens(each.shown, encoding)
    return Point(compact, 100 * shown / compact, f"{each.shape}: {compact:,} → {shown:,}")


def main() -> int:
    """Read, count, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory", type=Path, help="where `results.jsonl` is")
    parser.add_argument("--plot", type=Path, help="draw the tokens by shape and size, as SVG")
    given = parser.parse_args()
    every = [
        Measured.of(name, result, data)
        for name, result in results(given.directory)
        if (data := data_of(result)) is not None
    ]
    for encoding in ENCODINGS:
        print(f"### {encoding}\n\n{token_table(every, encoding)}\n")
    if given.plot:
        given.plot.write_text(plot(every, ENCODINGS[0]), encoding="utf-8")
    large = [each for each in every if len(each.compact) > 10_000]
    characters = sum(len(each.compact) for each in large)
    took = sum(each.seconds for each in large)
    print(f"{took * 1e8 / characters:.1f} ms of processor time for 100,000 characters of JSON")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
