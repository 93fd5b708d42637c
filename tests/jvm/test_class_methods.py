"""The methods of compiled classes."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from class_files import HEAD, class_file
from pageful.jvm.class_methods import method_names

WHOLE = class_file("adds", "größer", "is fine 👍")


def methods(directory: Path, data: bytes) -> frozenset[str]:
    (directory / "A.class").write_bytes(data)
    return method_names(directory / "A.class")


def test_methods_are_told_from_fields_and_texts(tmp_path: Path) -> None:
    assert methods(tmp_path, WHOLE) == {"adds", "größer", "is fine 👍"}


@pytest.mark.parametrize("length", range(0, len(WHOLE), 3))
def test_a_class_that_ends_too_soon_has_no_methods(tmp_path: Path, length: int) -> None:
    assert methods(tmp_path, WHOLE[:length]) == frozenset()


@given(st.binary(max_size=200))
def test_whatever_is_no_class_is_no_error(data: bytes) -> None:
    with TemporaryDirectory() as directory:
        assert isinstance(methods(Path(directory), HEAD + data), frozenset)


def test_a_file_that_is_not_there_has_no_methods(tmp_path: Path) -> None:
    assert method_names(tmp_path / "A.class") == frozenset()
