"""Other proxies and this gateway over the same recorded results, replayed by one server.

`gateway_sides.py DIRECTORY [--side 'NAME=COMMAND' …]`: a side's command stands before the server's.
Measured were gcf-proxy 0.11.5 and mcp-compressor 0.38.2 (PyPI), tooner 0.2.6 (npm), mcp-rtk
1.6.0 (crates.io); for instance `--side 'gcf-proxy 0.11.5=gcf-proxy'` and
`--side 'mcp-compressor 0.38.2=mcp-compressor --toonify --'`. What a side cuts counts as missing.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gateway_results import data_of, results
from pageful.anything import UnreadablePageError, restore
from pageful.anything.json_text import write_json
from raw_client import RawClient, connected
from replay_server import tool_name
from tables import table
from tokens import tokens

ENCODING = "o200k_base"
OURS = "pageful gateway"
VERSION = "2025-06-18"
_SHORTEST = 4
"""Characters of a value that is looked for: shorter ones stand in any text."""


@dataclass(frozen=True)
class Answered:
    """What a side made of one result."""

    compact: int
    text: int
    shown: int
    values: int
    missing: int
    failed: bool = False


def sides(given: Sequence[str]) -> dict[str, list[str]]:
    """The commands before the server's, by name."""
    ours = [sys.executable, "-m", "pageful", "gateway", "--budget", "9000000", "--"]
    found = {"none": [], OURS: ours}
    for text in given:
        name, _, command = text.partition("=")
        found[name] = shlex.split(command)
    return found


def measure(directory: Path, before: Sequence[str], *, is_ours: bool) -> list[Answered]:
    """Call every recorded result that has data through a side."""
    server = [sys.executable, str(Path(__file__).parent / "replay_server.py"), str(directory)]
    measured = []
    with connected([*before, *server], VERSION) as client:
        client.start()
        names = [tool["name"] for tool in client.ask("tools/list", {})[-1]["result"]["tools"]]
        wrapper = next((name for name in names if name.endswith("invoke_tool")), None)
        for identifier, result in results(directory):
            data = data_of(result)
            if data is not None:
                answer = _call(client, identifier, wrapper)
                measured.append(_answered(data, answer, is_ours=is_ours))
    return measured


def _call(client: RawClient, identifier: str, wrapper: str | None) -> dict[str, Any]:
    arguments: dict[str, Any] = {"id": identifier}
    name = tool_name(identifier)
    if wrapper:
        arguments = {"tool_name": name, "tool_input": arguments}
    return client.ask("tools/call", {"name": wrapper or name, "arguments": arguments})[-1]


def _answered(data: Any, answer: dict[str, Any], *, is_ours: bool) -> Answered:
    result = answer.get("result") or {}
    text = "\n".join(block.get("text", "") for block in result.get("content") or [])
    structured = result.get("structuredContent")
    # Claude Code shows its model structured content alone, where there is any.
    shown = text if structured is None else json.dumps(structured, ensure_ascii=False)
    values = {value for value in _texts(data) if len(value) >= _SHORTEST}
    said = _restored(text) if is_ours else f"{text}\n{shown}"
    missing = sum(value not in said and _quoted(value) not in said for value in values)
    compact, sent, seen = (tokens(each, ENCODING) for each in (write_json(data), text, shown))
    failed = not result.get("content") and structured is None
    return Answered(compact, sent, seen, len(values), missing, failed)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)


def _quoted(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)[1:-1]


def _restored(text: str) -> str:
    """The values that a page says, those too that it derives from others."""
    try:
        return "\n".join(_texts(restore(text)))
    except (ValueError, UnreadablePageError):
        return text


def row(name: str, every: Sequence[Answered]) -> list[str]:
    """A side's figures, in percent of compact JSON."""
    compact = sum(each.compact for each in every)
    mean = sum(each.text / each.compact for each in every) / len(every)
    missing = sum(each.missing for each in every) / sum(each.values for each in every)
    return [
        name,
        f"{100 * sum(each.text for each in every) / compact:.0f}",
        f"{100 * mean:.0f}",
        f"{100 * sum(each.shown for each in every) / compact:.0f}",
        str(sum(each.text > each.compact for each in every)),
        f"{100 * missing:.1f} %",
        str(sum(each.failed for each in every)),
    ]


def main() -> int:
    """Replay, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory", type=Path, help="where `results.jsonl` is")
    parser.add_argument("--side", action="append", default=[], metavar="NAME=COMMAND")
    given = parser.parse_args()
    rows = []
    directory = given.directory.resolve()
    # Some sides leave logs of whole results where they are started.
    with tempfile.TemporaryDirectory() as elsewhere, chdir(elsewhere):
        for name, before in sides(given.side).items():
            try:
                rows.append(row(name, measure(directory, before, is_ours=name == OURS)))
            except (TimeoutError, BrokenPipeError, KeyError) as error:
                print(f"{name}: {type(error).__name__} {error}", file=sys.stderr)
    columns = ("proxy", "all tokens", "mean of results", "as Claude Code shows it", "over JSON",
               "values missing", "failed")  # fmt: skip
    print(table(columns, rows))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
