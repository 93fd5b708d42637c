"""Tables as CSV: read back as they were, whole, and without formulas."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful import Block, Bullets, Field, Heading, Line, Mono, Note, Strong, Table
from pageful.main import FAMILIES
from pageful.page.calls import Call
from pageful.page.csv_text import as_data, to_csv
from pageful.page.presentation import Detail
from pageful.shell.commands import run
from pageful.shell.csv_answer import csv_answer
from pageful.tool.call_context import CallContext
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.tool.options import Style
from pageful.tool.tool import Shell, Tool

_CELLS = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        ["=cmd|' /C calc'!A0", "+1+1", "-2", "@SUM(A1)", "\t=1", ' "=1"', "＝1", "a\r\nb"]
    ),
)


def _read(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


@st.composite
def _tables(draw: st.DrawFn) -> Table:
    columns = tuple(draw(st.lists(_CELLS, min_size=1, max_size=4)))
    row = st.tuples(*(_CELLS for _ in columns))
    return Table(columns, tuple(draw(st.lists(row, max_size=4))))


@given(_tables())
def test_a_table_is_read_back_with_every_cell(table: Table) -> None:
    header, *rows = _read(to_csv([table]))
    assert header == [as_data(column) for column in table.columns]
    assert rows == [[as_data(str(cell)) for cell in row] for row in table.rows]


@given(_tables())
def test_no_cell_is_a_formula_and_every_line_ends_with_cr_and_lf(table: Table) -> None:
    text = to_csv([table])
    for cell in (cell for row in _read(text) for cell in row):
        if cell.lstrip()[:1] in set("=+-@＝＋－＠") - {""}:
            float(re.sub(r"[,_%\s]", "", cell))
        assert cell[:1] not in ("\t", "\r", "\n")
    assert text.endswith("\r\n")


@given(_CELLS)
def test_a_cell_is_its_text_or_that_behind_an_apostrophe(cell: str) -> None:
    assert as_data(cell) in (cell, f"'{cell}")


@pytest.mark.parametrize("number", ["-5", "+3.5", "-1,234.5", "-12 %", "-.5", "-1e-9"])
def test_a_number_stays_a_number(number: str) -> None:
    assert as_data(number) == number


def test_pages_that_differ_in_columns_come_to_one_table() -> None:
    first = Table(("a", "a", "b"), (("1", Mono("2"), ("x", Strong("y"))),))
    second = Table(("b", "c", "a"), (("7", 'say "no"', "9"),))
    assert to_csv([first, second]) == 'a,a,b,c\r\n1,2,xy,\r\n9,,7,"say ""no"""\r\n'
    assert to_csv([]) == ""


def lines(
    size: Annotated[int, Field(description="How many.")] = 1,
    page: Annotated[int, Field(description="Which page.")] = 1,
) -> tuple[int, int]:
    """Give lines."""
    return size, page


def _page(result: tuple[int, int], detail: Detail) -> Iterator[Block]:
    size, page = result
    yield Heading("Lines", 1)
    if size:
        yield Table(("n",), tuple((str(n),) for n in range(10 * page, 10 * page + size)))
    else:
        yield Line("No lines.")
    yield Note("They are few.")
    if detail == "detailed":
        yield Bullets(("a",))


def _more(result: tuple[int, int], context: CallContext) -> Call | None:
    match result:
        case (_, 1):
            return context.again(page=2)
        case (_, 2):
            return context.again(page=1, size=7)
        case _:
            return Call("others", {})


_LINES = Tool(lines, view=_page, next_call=_more, shell=Shell(csv={"size": 3}))


def test_all_pages_are_read_and_remarks_are_given_once() -> None:
    answer = csv_answer(_LINES, {}, Style(), Caller())
    assert _read(answer.text) == [["n"], *([str(n)] for n in (10, 11, 12, 20, 21, 22))]
    assert list(answer.remarks) == ["> They are few."]


def test_what_is_no_table_is_said_or_refused() -> None:
    answer = csv_answer(_LINES, {"size": 0}, Style(), Caller())
    assert (answer.text, list(answer.remarks)) == (
        "",
        ["# Lines\n\nNo lines.\n\n> They are few."],
    )
    with pytest.raises(ToolError, match="no table"):
        csv_answer(_LINES, {}, Style(detail="detailed"), Caller())
    with pytest.raises(ToolError, match="Leave out `--page`"):
        csv_answer(_LINES, {"page": 2}, Style(), Caller())


def test_a_call_of_another_tool_is_no_further_page() -> None:
    tool = Tool(lines, view=_page, next_call=lambda _r, _c: Call("others", {}), shell=Shell(csv={}))
    assert _read(csv_answer(tool, {"size": 1}, Style(), Caller()).text) == [["n"], ["10"]]


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    for n in range(60):
        text = f'---\nsum: "=1+{n}"\nnumber: -{n}\n---\n#bread\n'
        (tmp_path / f"{n:02} ä.md").write_text(text, encoding="utf-8")
    return tmp_path


def test_a_query_gives_every_row_as_utf_8(
    vault: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    query = "TABLE sum, number FROM #bread SORT file.name"
    assert run(FAMILIES, ["vault", "query", query, "--csv", "--vault", str(vault)]) == 0
    header, *rows = _read(capfdbinary.readouterr().out.decode("utf-8"))
    assert len(rows) == 60
    assert header[1:] == ["sum", "number"]
    assert rows[7][1:] == ["'=1+7", "-7"]
    assert "07 ä" in rows[7][0]


def test_a_view_of_a_base_gives_the_rows_of_all_pages(
    vault: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    base = 'filters: file.hasTag("bread")\nviews: [{type: table, groupBy: sum, order: [number]}]'
    assert run(FAMILIES, ["vault", "base", "--base", base, "--csv", "--vault", str(vault)]) == 0
    header, *rows = _read(capfdbinary.readouterr().out.decode("utf-8"))
    assert header == ["File", "sum", "number"]
    assert len(rows) == 60
    assert rows[0][1:] == ["'=1+0", "0"]


def test_csv_and_json_or_a_list_are_refused(
    vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["vault", "query", "--csv", "--vault", str(vault)]
    assert run(FAMILIES, [*command, "LIST FROM #bread"]) == 3
    assert "no table" in capsys.readouterr().err
    assert run(FAMILIES, [*command, "--json", "TABLE sum"]) == 3
    assert "Leave one out." in capsys.readouterr().err
    assert run(FAMILIES, [*command, "TABLE sum FROM"]) == 3
    assert capsys.readouterr().out == ""


def test_a_search_of_code_gives_the_hits_of_all_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "shop").mkdir()
    for n in range(70):
        text = f"def total_{n}(cart):\n    return sum(cart)  # price {n}\n"
        (tmp_path / "shop" / f"cart{n}.py").write_text(text, encoding="utf-8")
    repo = ["--repo", str(tmp_path / "shop"), "--embedder", "none"]
    assert run(FAMILIES, ["code", "search", "price of the cart", "--csv", *repo]) == 0
    header, *rows = _read(capfdbinary.readouterr().out.decode())
    assert header == ["File", "Lines", "Score", "Content Preview"]
    assert len({row[0] for row in rows}) == 70
    assert run(FAMILIES, ["code", "search", "price", "--csv", "--page", "2", *repo]) == 3
    assert b"Leave out `--page`" in capfdbinary.readouterr().err
