"""Small files that are there whole or not at all."""

from __future__ import annotations

import contextlib
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.builds.records.sealed_file import DamagedFile, open_private, read_sealed, write_sealed


@pytest.mark.parametrize("data", [b"", b"x", bytes(range(256)) * 1000])
def test_what_is_written_is_read(tmp_path: Path, data: bytes) -> None:
    write_sealed(tmp_path / "f", data)
    assert read_sealed(tmp_path / "f") == data


def test_any_changed_byte_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "f"
    write_sealed(file, b"a build that succeeded")
    whole = file.read_bytes()
    for position in range(len(whole)):
        file.write_bytes(whole[:position] + bytes([whole[position] ^ 1]) + whole[position + 1 :])
        with pytest.raises(DamagedFile):
            read_sealed(file)


@given(data=st.binary(max_size=200))
def test_no_foreign_file_is_taken_for_a_sealed_one(
    data: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("foreign") / "f"
    file.write_bytes(data)
    with pytest.raises(DamagedFile):
        read_sealed(file)


def test_half_a_file_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "f"
    write_sealed(file, b"a build that succeeded")
    whole = file.read_bytes()
    for end in range(len(whole)):
        file.write_bytes(whole[:end])
        with pytest.raises(DamagedFile):
            read_sealed(file)


def test_where_writing_fails_the_former_file_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "f"
    write_sealed(file, b"former")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space"):
        write_sealed(file, b"latter")
    assert read_sealed(file) == b"former"
    assert [*tmp_path.iterdir()] == [file]


def test_nobody_else_may_read_them(tmp_path: Path) -> None:
    write_sealed(tmp_path / "sealed", b"x")
    for mode in ("ab", "wb"):
        with contextlib.closing(open_private(tmp_path / mode, mode)):
            pass
    modes = {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert modes == {0o600}
