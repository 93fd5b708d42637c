"""The tables of the peers' document: a run replaces its rows, and nothing else."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from peer_document import DATE, UNKNOWN, Table, dated, put

_TEXT = """# Beside its peers

What stands here stays.

### Builds: shop

Tokens of each answer.

| peer | tokens | lacks | date |
| --- | ---: | --- | ---: |
| pageful | 97 | nothing | 2026-11-01 |
| rtk | 545 | nothing | 2026-11-01 |

A sentence below.

### Vault: notes

| peer | right | date |
| --- | ---: | ---: |
| zk | 6 of 7 | 2026-11-01 |
"""


def _rows(text: str, heading: str) -> list[dict[str, str]]:
    section = text.partition(f"### {heading}\n")[2].partition("\n### ")[0]
    lines = [line for line in section.split("\n") if line.startswith("|")]
    return [dict(row) for row in Table.parse(lines).rows]


def test_a_run_replaces_the_rows_of_its_peers_and_keeps_the_others_with_their_date() -> None:
    newer = dated(("peer", "tokens", "lacks"), [("pageful", "90", "nothing")], "2026-11-23")
    text = put(_TEXT, "Measured", "Builds: shop", newer)
    assert _rows(text, "Builds: shop") == [
        {"peer": "pageful", "tokens": "90", "lacks": "nothing", DATE: "2026-11-23"},
        {"peer": "rtk", "tokens": "545", "lacks": "nothing", DATE: "2026-11-01"},
    ]
    assert text.replace("| 90 |", "| 97 |").replace("2026-11-23", "2026-11-01") == _TEXT


def test_a_peer_that_was_not_there_comes_last() -> None:
    newer = dated(("peer", "tokens", "lacks"), [("szr", "426", "messages")], "2026-11-23")
    rows = _rows(put(_TEXT, "Measured", "Builds: shop", newer), "Builds: shop")
    assert [row["peer"] for row in rows] == ["pageful", "rtk", "szr"]


def test_a_heading_that_is_not_there_is_added_at_the_end() -> None:
    newer = dated(("peer", "tokens"), [("pageful", "1")], "2026-11-23")
    text = put(_TEXT, "Measured", "Code: celery", newer)
    assert text.startswith(_TEXT)
    assert text.endswith("### Code: celery\n\n" + newer.text + "\n")


def test_a_heading_that_is_not_there_is_added_at_the_end_of_its_section() -> None:
    newer = dated(("peer", "tokens"), [("pageful", "1")], "2026-11-23")
    text = put("# Peers\n\n## Code\n\nDrawn.\n\n## Vaults\n\nTen.\n", "Code", "Code: celery", newer)
    table = f"### Code: celery\n\n{newer.text}\n\n"
    assert text == f"# Peers\n\n## Code\n\nDrawn.\n\n{table}## Vaults\n\nTen.\n"


def test_a_heading_without_a_table_gets_one_above_what_it_says() -> None:
    newer = dated(("peer", "tokens"), [("pageful", "1")], "2026-11-23")
    text = put("# Peers\n\n### Code\n\nMedians.\n", "", "Code", newer)
    assert text == f"# Peers\n\n### Code\n\n{newer.text}\n\nMedians.\n"


def test_new_columns_are_unknown_in_older_rows_and_old_ones_stay_while_a_row_has_them() -> None:
    newer = dated(("peer", "seconds"), [("pageful", "3.2")], "2026-11-23")
    text = put(_TEXT, "Measured", "Builds: shop", newer)
    assert _rows(text, "Builds: shop") == [
        {
            "peer": "pageful",
            "seconds": "3.2",
            "tokens": UNKNOWN,
            "lacks": UNKNOWN,
            DATE: "2026-11-23",
        },
        {
            "peer": "rtk",
            "seconds": UNKNOWN,
            "tokens": "545",
            "lacks": "nothing",
            DATE: "2026-11-01",
        },
    ]
    newer = dated(("peer", "seconds"), [("pageful", "3.2"), ("rtk", "3.3")], "2026-11-24")
    columns = [*_rows(put(text, "Measured", "Builds: shop", newer), "Builds: shop")[0]]
    assert columns == ["peer", "seconds", DATE]


def test_columns_of_text_are_set_to_the_left() -> None:
    columns = ("peer", "lacks", "tokens")
    newer = dated(
        columns, [("pageful", "nothing", "✗ 1,204"), ("rtk", "3 of 8", "–")], "2026-11-23"
    )
    assert newer.text.split("\n")[1] == "| --- | --- | ---: | ---: |"


@given(
    st.lists(st.tuples(st.text(min_size=1), st.text()), min_size=1, unique_by=lambda row: row[0])
)
def test_any_cell_stays_one_cell(rows: list[tuple[str, str]]) -> None:
    table = dated(("peer", "lacks"), rows, "2026-11-23")
    lines = table.text.split("\n")
    assert len(lines) == 2 + len(rows)
    read = Table.parse(lines)
    assert read.text == table.text
    assert read.rows == tuple(
        {"peer": _one_line(name), "lacks": _one_line(lacks), DATE: "2026-11-23"}
        for name, lacks in rows
    )


def _one_line(text: str) -> str:
    return " ".join(text.split()) or UNKNOWN
