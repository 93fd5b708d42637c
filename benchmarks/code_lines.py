"""Tokens of searches in lines beside a concise page and a look: `code_lines.py REPOSITORY`.

The queries are subjects of the repository's latest commits, or those given. A look is the text of
the first hits, as a reader prints it after a page that names only places.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from pageful.code.settings import CodeSettings
from pageful.code.tools import code_toolset
from pageful.tool.options import Style
from pageful.tool.tool import Toolset
from tables import table
from tokens import ENCODINGS, tokens

_LOOKS = (1, 2, 3)
# > fix(deps): update the parser (#1234)
# > KAFKA-1234: close the reader
_AROUND = re.compile(r"^(?:[A-Z]+-\d+[:;]?|[a-z]+(?:\([^)]*\))?!?:)\s+|\s*\(#\d+\)$")
# > chore(deps): bump axios
_ROUTINE = re.compile(r"\b(?:deps|l10n|chore|bump|release)\b", re.IGNORECASE)


def subjects(repository: Path, number: int) -> Iterator[str]:
    """Yield subjects of the latest commits, without numbers, and without updates of packages."""
    command = ["git", "-C", str(repository), "log", "--no-merges", "--format=%s", "-1000"]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    kept = [line for line in lines if not _ROUTINE.search(line)]
    step = max(1, len(kept) // number)
    for line in kept[::step][:number]:
        yield _AROUND.sub("", line)


def counts(toolset: Toolset, query: str) -> list[int]:
    """Count the tokens of the concise page, of the page in lines, and of one to three looks."""

    def ask(**form: object) -> str:
        return toolset.call("search_code", {"query": query, **form}).text

    hits = json.loads(ask(response_format="json", detail_level="detailed"))["results"]
    looks = [tokens(hit["content"], ENCODINGS[0]) for hit in hits]
    pages = [tokens(page, ENCODINGS[0]) for page in (ask(), ask(lines=True))]
    return [*pages, *(sum(looks[:n]) for n in _LOOKS)]


def token_table(every: Sequence[Sequence[int]]) -> str:
    """Make one row: sums, and the page in lines by the concise page with so many looks."""
    page, lines, *looks = (sum(column) for column in zip(*every, strict=True))
    ratios = [f"{lines / (page + look):.2f}" for look in (0, *looks)]
    columns = ("queries", "concise", "lines", "lines / concise")
    more = (f"lines / (concise + {n} looks)" for n in _LOOKS)
    return table((*columns, *more), [[str(len(every)), str(page), str(lines), *ratios]])


def main() -> int:
    """Index, search, count, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("repository", type=Path)
    parser.add_argument("query", nargs="*")
    parser.add_argument("--number", type=int, default=40)
    given = parser.parse_args()
    repository = given.repository.resolve()
    with tempfile.TemporaryDirectory() as data:
        toolset = code_toolset(CodeSettings([repository], Path(data)), Style())
        asked = given.query or list(subjects(repository, given.number))
        print(token_table([counts(toolset, query) for query in asked]))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
