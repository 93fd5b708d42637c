"""Tokens of recorded results with a file of views: `gateway_views.py DIRECTORY VIEWS SERVER …`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from gateway_results import LEFT_OUT, as_sent
from pageful.gateway.keeping import MemoryStore
from pageful.gateway.session import Session
from pageful.gateway.settings import Settings
from pageful.gateway.views import NO_VIEWS, ServerViews
from pageful.gateway.views_file import read_views
from tables import table
from tokens import ENCODINGS, tokens

UNLIMITED = 10**9
"""Characters: what a budget cuts off is no merit of a view's."""


def shown(server: str, tool: str, result: dict[str, Any], views: ServerViews) -> str:
    """What a client is sent of a result by a gateway with some views."""
    session = Session(Settings(server, "page", UNLIMITED, views=views), MemoryStore())
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool}}
    session.from_client(json.dumps(call).encode())
    answer = session.from_server(
        json.dumps({"jsonrpc": "2.0", "id": 1, "result": result}, ensure_ascii=False).encode()
    )
    assert answer
    return as_sent(json.loads(answer)["result"])


def records(directory: Path, server: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield server, tool and result of the recorded calls of some servers."""
    with (directory / "results.jsonl").open(encoding="utf-8") as lines:
        for record in map(json.loads, lines):
            result = record.get("result")
            if (
                result
                and LEFT_OUT not in record["server"]
                and fnmatchcase(record["server"], server)
            ):
                yield record["server"], record["tool"], result


def main() -> int:
    """Read, count, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory", type=Path, help="where `results.jsonl` is")
    parser.add_argument("views", type=Path)
    parser.add_argument("servers", help="a glob of servers' names")
    given = parser.parse_args()
    found = list(records(given.directory, given.servers))
    pages = [
        (
            f"{server} {tool}",
            as_sent(result),
            shown(server, tool, result, NO_VIEWS),
            shown(server, tool, result, read_views(given.views, server)),
        )
        for server, tool, result in found
    ]
    for encoding in ENCODINGS:
        rows, sums = [], [0, 0, 0]
        for name, *texts in pages:
            counts = [tokens(text, encoding) for text in texts]
            sums = [total + count for total, count in zip(sums, counts, strict=True)]
            rows.append(_row(name, counts))
        print(f"### {encoding}\n")
        print(table(("result", "sent", "page %", "view %"), [*rows, _row("all", sums)]), "\n")
    return 0


def _row(name: str, counts: list[int]) -> list[str]:
    sent, *others = counts
    return [name, f"{sent:,}", *(f"{100 * each / max(sent, 1):.1f}" for each in others)]


if __name__ == "__main__":
    raise SystemExit(main())
