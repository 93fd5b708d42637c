"""Tokens of code searches in the four combinations: `code_tokens.py [REPOSITORY [QUERY…]]`."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from pageful.code.settings import CodeSettings
from pageful.code.tools import code_toolset
from pageful.tool.errors import ToolError
from pageful.tool.options import Style
from pageful.tool.tool import Toolset
from tables import table
from tokens import ENCODINGS, tokens

QUERIES = (
    "how is a page cut to fit its budget",
    "present",
    "escape pipes in table cells",
    "There is no pom.xml in",
    "src/pageful/serve/server.py",
    "kill the process group when the build is cancelled",
    "Toolset",
    "parse a stack trace",
)
"""Questions, names, an error message and a path, for this very repository."""

COMBINATIONS = (
    ("json", "detailed"),
    ("json", "concise"),
    ("markdown", "detailed"),
    ("markdown", "concise"),
)
RATIOS = ((1, 0), (3, 0), (3, 1))
"""Which combination by which: what concise saves, in either format, and Markdown beside JSON."""

NO_LIMIT = 10**9


def answers(toolset: Toolset, tool: str, arguments: Mapping[str, Any]) -> list[str]:
    """The texts of a call in every combination.

    Raises:
        ToolError: the call failed.
    """
    texts = []
    for form, detail in COMBINATIONS:
        chosen = {**arguments, "response_format": form, "detail_level": detail}
        answer = toolset.call(tool, chosen)
        if answer.failed:
            raise ToolError(answer.text)
        texts.append(answer.text)
    return texts


def row(name: str, counts: Sequence[int]) -> list[str]:
    """The counts of all combinations, and the ratios of some."""
    ratios = (f"{counts[a] / counts[b]:.2f}" for a, b in RATIOS)
    return [name, *map(str, counts), *ratios]


def token_table(every: Mapping[str, Sequence[str]], count: Callable[[str], int]) -> str:
    """One row for each call, and their sum."""
    counted = {name: [count(text) for text in texts] for name, texts in every.items()}
    sums = [sum(column) for column in zip(*counted.values(), strict=True)]
    names = [f"{form} {detail}" for form, detail in COMBINATIONS]
    ratios = [f"{names[a]} / {names[b]}" for a, b in RATIOS]
    rows = [row(name, counts) for name, counts in counted.items()]
    return table(("call", *names, *ratios), [*rows, row("**all**", sums)])


def main() -> int:
    """Index, search, count, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    here = Path(__file__).resolve().parents[1]
    parser.add_argument("repository", nargs="?", type=Path, default=here)
    parser.add_argument("query", nargs="*", default=QUERIES)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        settings = CodeSettings(repo=[given.repository], data=Path(data))
        toolset = code_toolset(settings, Style(budget=NO_LIMIT))
        answers(toolset, "index_status", {})
        searches = {
            query: answers(toolset, "search_code", {"query": query}) for query in given.query
        }
        path = str(given.repository.resolve())
        others = {
            "index_repository": answers(toolset, "index_repository", {"repo_path": path}),
            "index_status": answers(toolset, "index_status", {}),
        }
    for encoding in ENCODINGS:
        count = partial(tokens, encoding=encoding)
        print(f"### {encoding}\n\n{token_table(searches, count)}\n\n{token_table(others, count)}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
