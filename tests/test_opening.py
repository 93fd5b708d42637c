"""Files are read as they are below a directory, and nothing else is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pageful.files import opening
from pageful.files.opening import NotRegular, Opener, TooLarge, read_start


@pytest.fixture(params=[True, False], ids=["step by step", "compared"])
def root(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(opening, "_STEPWISE", request.param)
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "c").mkdir()
    for name in ("x", "a/y", "a/b/z", "c/w"):
        (tmp_path / name).write_bytes(name.encode())
    return tmp_path


def test_files_of_any_depth_are_read_in_any_order(root: Path) -> None:
    with Opener(root) as opener:
        for name in ("x", "a/b/z", "a/y", "c/w", "a/b/z", "x", "x"):
            assert opener.read_bytes(str(root / name), 99) == name.encode()
            content = opener.read(str(root / name), 99)
            assert content.data == name.encode()


def test_a_file_outside_is_read_by_its_own_path(root: Path) -> None:
    with Opener(root / "a") as opener:
        assert opener.read_bytes(str(root / "c" / "w"), 99) == b"c/w"
        assert opener.read_bytes(str(root / "a" / "y"), 99) == b"a/y"


def test_no_directory_stays_open(root: Path) -> None:
    handles = Path("/proc/self/fd")
    before = len([*handles.iterdir()])
    with Opener(root) as opener:
        for name in ("a/b/z", "c/w"):
            opener.read(str(root / name), 99)
        with pytest.raises(OSError, match="No such"):
            opener.read(str(root / "a/none"), 99)
    assert len([*handles.iterdir()]) == before


def test_a_path_of_many_parts_takes_few_handles(tmp_path: Path) -> None:
    place = tmp_path.joinpath(*("d" * 100))
    place.mkdir(parents=True)
    for file in (place / "x", place.parent / "y"):
        file.write_bytes(b"deep")
    with Opener(tmp_path) as opener:
        before = len([*Path("/proc/self/fd").iterdir()])
        assert opener.read_bytes(str(place / "x"), 4) == b"deep"
        assert opener.read_bytes(str(place.parent / "y"), 4) == b"deep"
        assert len([*Path("/proc/self/fd").iterdir()]) - before <= 65


@pytest.mark.parametrize("name", ["x", "a/y"])
def test_as_many_bytes_are_read_as_were_allowed(root: Path, name: str) -> None:
    length = len(name)
    with Opener(root) as opener:
        assert opener.read_bytes(str(root / name), length) == name.encode()
        with pytest.raises(TooLarge, match="File too large") as refused:
            opener.read_bytes(str(root / name), length - 1)
    assert refused.value.size == length


def test_what_is_no_file_is_refused_at_once(root: Path) -> None:
    os.mkfifo(root / "pipe")
    with Opener(root) as opener:
        for name in ("pipe", "a"):
            with pytest.raises(NotRegular, match="not a regular file"):
                opener.read(str(root / name), 99)


def test_a_link_that_has_taken_the_place_of_a_file_or_directory_is_refused(root: Path) -> None:
    (root / "link").symlink_to(root / "x")
    (root / "to").symlink_to(root / "c")
    with Opener(root) as opener:
        for name in ("link", "to/w"):
            with pytest.raises(OSError, match=r"symbolic links|Not a directory"):
                opener.read(str(root / name), 99)


def test_a_file_that_grows_while_it_is_read_is_read_to_its_bound(root: Path) -> None:
    handle = os.open(root / "x", os.O_RDONLY)
    try:
        (root / "x").write_bytes(b"grown" * 3)
        assert opening._read(handle, 1, 15) == b"grown" * 3
        os.lseek(handle, 0, os.SEEK_SET)
        with pytest.raises(TooLarge) as refused:
            opening._read(handle, 1, 14)
        assert refused.value.size == 15
    finally:
        os.close(handle)


def test_the_start_of_a_file_is_read_without_the_rest(root: Path) -> None:
    assert read_start(str(root / "a" / "b" / "z"), 3) == b"a/b"
    (root / "link").symlink_to(root / "x")
    with pytest.raises(OSError, match="symbolic links"):
        read_start(str(root / "link"), 3)
