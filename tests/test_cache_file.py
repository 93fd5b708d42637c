"""Files of what can be computed anew: read as they were written, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pageful.files import cache_file

MARK = b"mark 1\n"


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(parts=st.lists(st.lists(st.binary(max_size=9), max_size=3), max_size=5))
def test_parts_come_out_as_they_went_in(tmp_path: Path, parts: list[list[bytes]]) -> None:
    file = tmp_path / "kept"
    cache_file.write(file, MARK, parts)
    assert cache_file.read(file, MARK) == [b"".join(part) for part in parts]


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=80), with_mark=st.booleans())
def test_other_bytes_are_no_such_file(tmp_path: Path, content: bytes, with_mark: bool) -> None:
    file = tmp_path / "other"
    file.write_bytes(MARK * with_mark + content)
    with pytest.raises(ValueError, match=r"^$"):
        cache_file.read(file, MARK)


def test_each_change_of_a_byte_and_each_cut_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    cache_file.write(file, MARK, [[b"one"], [b"", b"two"]])
    whole = file.read_bytes()
    damaged = [
        *(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :] for at in range(len(whole))),
        *(whole[:at] for at in range(len(whole))),
        whole + b"\0",
    ]
    for content in damaged:
        file.write_bytes(content)
        with pytest.raises(ValueError, match=r"^$"):
            cache_file.read(file, MARK)


def test_a_file_that_can_not_be_written_leaves_the_former_one(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    cache_file.write(file, MARK, [[b"one"]])
    with pytest.raises(TypeError):
        cache_file.write(file, MARK, [["text"]])  # type: ignore[list-item]
    assert cache_file.read(file, MARK) == [b"one"]
    assert list(tmp_path.iterdir()) == [file]
