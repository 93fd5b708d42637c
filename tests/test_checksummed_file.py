"""Files that tell whether they are whole."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from pageful.files.checksummed_file import seal, unpack, write

_MARK = b"test 1\n"


def _unpacked(data: bytes) -> tuple[bytes, bytes]:
    head, body = unpack(data, _MARK)
    return bytes(head), bytes(body)


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    file = tmp_path / "x.bin"
    for head, body in ((b"", b""), (b"head", b"body")):
        write(file, _MARK, head, [body[:2], memoryview(body)[2:]])
        assert _unpacked(file.read_bytes()) == (head, body)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [*tmp_path.iterdir()] == [file]


def test_a_change_of_any_byte_is_seen(tmp_path: Path) -> None:
    write(tmp_path / "x", _MARK, b"head", [b"body"])
    data = (tmp_path / "x").read_bytes()
    assert len(data) == len(_MARK) + 32 + 8 + 8
    for n in range(len(data)):
        with pytest.raises(ValueError, match=r"^$"):
            unpack(data[:n] + bytes([data[n] ^ 1]) + data[n + 1 :], _MARK)
    for other in (data[:-1], data + b"x", b"", _MARK):
        with pytest.raises(ValueError, match=r"^$"):
            unpack(other, _MARK)


def test_files_that_were_written_before_are_still_read() -> None:
    parts = [(4).to_bytes(8, "little"), b"head", b"body"]
    assert _unpacked(b"".join([_MARK, seal(parts), *parts])) == (b"head", b"body")


def test_what_cannot_take_its_place_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    with pytest.raises(IsADirectoryError):
        write(tmp_path / "x", _MARK, b"", [])
    assert [each.name for each in tmp_path.iterdir()] == ["x"]


def test_a_directory_that_is_gone_meanwhile_is_the_error_that_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def replace(part: Path, _file: Path) -> None:
        part.unlink()
        raise PermissionError("not there")

    monkeypatch.setattr(Path, "replace", replace)
    with pytest.raises(PermissionError, match="not there"):
        write(tmp_path / "x", _MARK, b"", [])
