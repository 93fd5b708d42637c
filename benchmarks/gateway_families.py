"""The code tools in JSON behind the gateway, beside their own pages, in tokens.

`gateway_families.py [REPOSITORY]`: the repository that this file is in, unless another is named.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from mcp import Client, StdioServerParameters, stdio_client
from mcp_types import TextContent

from tables import table
from tokens import ENCODINGS, tokens

_PAGEFUL = (sys.executable, "-m", "pageful")
_SEARCHES = ("how is a page cut to its budget?", "ToolError")
_CALLS: tuple[tuple[str, Mapping[str, object]], ...] = (
    *(
        ("search_code", {"query": query, "detail_level": detail})
        for detail in ("detailed", "concise")
        for query in _SEARCHES
    ),
    ("find_code", {"text": ["fill_pages"]}),
    ("find_code", {"text": ["def read_"]}),
    ("show_code", {"places": ["pagination.py::fill_pages", "units.py::size"]}),
    ("find_code", {"text": ["def "], "within": ["src/pageful/gateway"], "limit": 100}),
)


def _server(command: Sequence[str]) -> StdioServerParameters:
    return StdioServerParameters(command=command[0], args=list(command[1:]))


async def _texts(command: Sequence[str], setup: Mapping[str, object], style: str) -> list[str]:
    """Make every call in a style, of a server that is started so."""
    async with Client(stdio_client(_server(command))) as client:
        await client.call_tool("index_repository", dict(setup))
        texts = []
        for tool, arguments in _CALLS:
            result = await client.call_tool(tool, {**arguments, "response_format": style})
            assert not result.is_error, result.content
            # Structured content says the same once more: clients show their models one of both.
            texts.append("\n".join(e.text for e in result.content if isinstance(e, TextContent)))
        return texts


def _cells(name: str, counts: Sequence[int]) -> list[str]:
    json_tokens, behind, own = counts
    shares = (behind / json_tokens, own / json_tokens)
    return [name, *(f"{each:,}" for each in counts), *(f"{100 * each:.0f} %" for each in shares)]


async def _measure(repository: Path) -> str:
    with tempfile.TemporaryDirectory() as data:
        serve = (*_PAGEFUL, "serve", "code", "--data", data)
        setup = {"repo_path": str(repository), "project_id": "it"}
        sides = [
            await _texts(serve, setup, "json"),
            await _texts((*_PAGEFUL, "gateway", "--", *serve), setup, "json"),
            await _texts(serve, setup, "markdown"),
        ]
    counts = [[tokens(text, ENCODINGS[0]) for text in each] for each in zip(*sides, strict=True)]
    rows = [_cells(_shown(*call), each) for call, each in zip(_CALLS, counts, strict=True)]
    rows.append(_cells("all", [sum(each) for each in zip(*counts, strict=True)]))
    columns = ("call", "JSON", "JSON behind the gateway", "own page", "gateway/JSON", "own/JSON")
    return table(columns, rows)


def _shown(tool: str, arguments: Mapping[str, object]) -> str:
    given = ", ".join(f"{name}={json.dumps(each)}" for name, each in arguments.items())
    return f"`{tool}({given})`"


def main() -> int:
    """Call, count, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    here = Path(__file__).resolve().parent.parent
    parser.add_argument("repository", type=Path, nargs="?", default=here)
    print(asyncio.run(_measure(parser.parse_args().repository.resolve())))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
