"""Chunks of a small source in every language, compared with the tables beside the sources."""

from __future__ import annotations

from pathlib import Path

import pytest

from pageful.code.chunking import chunk_text
from pageful.code.chunking.syntax import PARSED

_CASES = sorted((Path(__file__).parent / "chunking").glob("*.md"))
_AIM = 60
_FENCE = "````"


def _parts(case: Path) -> tuple[str, str]:
    """The source and the table of a case."""
    _, source, _, table, _ = case.read_text().split(_FENCE)
    return source.partition("\n")[2], table.partition("\n")[2]


def _table(source: str, language: str) -> str:
    rows = [("lines", "path", "defines")]
    rows += [
        (f"{chunk.start}-{chunk.end}", " › ".join(chunk.path), " ".join(chunk.defines))
        for chunk in chunk_text(source, language, aim=_AIM)
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    return "".join(_line(row, widths) for row in rows)


def _line(row: tuple[str, ...], widths: list[int]) -> str:
    cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
    return " | ".join(cells).rstrip() + "\n"


@pytest.mark.parametrize("case", _CASES, ids=lambda case: case.stem)
def test_a_source_is_cut_where_its_table_says(case: Path) -> None:
    source, table = _parts(case)
    assert _table(source, case.stem) == table


def test_every_parsed_language_has_a_case() -> None:
    assert {case.stem for case in _CASES} >= PARSED
