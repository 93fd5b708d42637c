"""Tables of vectors in files: whole ones are read, and nothing else is taken for one."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.embedding.term_vectors import TableError, read_table, term_vectors


def table(**changed: npt.ArrayLike | None) -> bytes:
    arrays: dict[str, npt.ArrayLike | None] = {
        "terms": np.frombuffer(b"one\ntwo", np.uint8),
        "vectors": np.ones((2, 3), np.int8),
        "scales": np.ones(2, np.float16),
        **changed,
    }
    file = io.BytesIO()
    kept: dict[str, npt.NDArray[np.generic]] = {}
    for name, held in arrays.items():
        if held is not None:
            kept[name] = np.asarray(held)
    np.savez(file, **kept)  # type: ignore[arg-type]
    return file.getvalue()


def test_a_table_says_its_terms_their_rows_and_which_were_trained() -> None:
    found = term_vectors(table(trained=1))
    assert found.numbers == {"one": 0, "two": 1}
    assert found.rows.shape == (2, 3)
    assert found.trained == 1


def test_all_terms_of_a_table_that_says_nothing_else_were_trained() -> None:
    assert term_vectors(table()).trained == 2


def test_other_numbers_have_another_digest() -> None:
    twos = table(vectors=np.full((2, 3), 2, np.int8))
    assert term_vectors(table()).digest != term_vectors(twos).digest


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"PK\x03\x04",
        table()[:-1],
        table()[:200],
        table(terms=None),
        table(vectors=None),
        table(scales=None),
        table(terms=np.frombuffer(b"one", np.uint8)),
        table(terms=np.frombuffer(b"\xff\ntwo", np.uint8)),
        table(vectors=np.ones((2, 3), np.float32)),
        table(vectors=np.ones((2, 0), np.int8)),
        table(vectors=np.ones(2, np.int8)),
        table(scales=np.ones(3, np.float16)),
        table(scales=np.array([1, np.nan], np.float16)),
        table(scales=np.array(["a", "b"])),
        table(trained=3),
        table(trained=-1),
        table(trained=np.array([1, 1])),
        table(vectors=np.array([{}, {}], object)),
    ],
)
def test_what_is_no_table_is_refused_and_the_way_on_is_said(content: bytes) -> None:
    with pytest.raises(TableError) as refused:
        term_vectors(content)
    assert "table of vectors" in refused.value.problem
    assert "words alone" in refused.value.remedy


@given(st.integers(0, len(table()) - 1), st.integers(0, 255))
def test_a_table_with_a_changed_byte_is_refused_or_is_a_table(place: int, byte: int) -> None:
    content = bytearray(table())
    content[place] = byte
    try:
        found = term_vectors(bytes(content))
    except TableError:
        return
    assert found.rows.shape[0] == len(found.numbers) == len(found.scales) == 2


def test_a_table_that_is_not_there_is_missed_clearly(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="No such file"):
        read_table(tmp_path / "none.npz")
