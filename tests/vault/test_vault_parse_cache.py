"""Parsed notes are kept for the next start; a cache that is of no use is dropped without a word."""

from __future__ import annotations

import os
import random
import re
import stat
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from folders import fill
from pageful.files import cache_file, stamp
from pageful.files.stamp import Stamp
from pageful.tool.context import Caller
from pageful.vault.parsing.parsed_note import Heading, Link, ListItem, Note, Section, Tag
from pageful.vault.snapshot import parse_cache
from pageful.vault.snapshot.parse_cache import UNUSED_DAYS, ParseCache
from pageful.vault.snapshot.parsed_file import ParsedFile
from pageful.vault.snapshot.scanner import DiskSnapshot
from pageful.vault.snapshot.vault import Vault
from thoroughness import examples

DAY = 86_400
WHOLE = Note(
    lines=9,
    body_line=4,
    properties={"a": [1, 2.5, None, True, {"b": "c"}], "é": "日本"},
    broken="why",
    aliases=("x", "y"),
    tags=(Tag("t/u", 3), Tag("v", 0)),
    headings=(Heading("H", 2, 5),),
    links=(Link("T", "#^b", "D", embed=True, kind="markdown", line=6), Link("")),
    sections=(Section("list", 5, 7, "id"),),
    items=(ListItem(6, 7, 5, "1.", "x", "text", "b"), ListItem(7, 7, 0, "-", None, "")),
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    files = {f"Folder/{number}.md": f"# Note {number}\n[[{number + 1}]] é" for number in range(30)}
    return fill(tmp_path / "vault", files)


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def start(root: Path, cache: Path) -> tuple[DiskSnapshot, int]:
    """What a fresh start finds, and how many notes it had from the cache."""
    vault = Vault(root, cache=cache)
    snapshot = vault.scan(Caller())
    vault._cache.wait()
    return snapshot, vault.from_cache


def only(cache: Path) -> Path:
    [file] = cache.iterdir()
    return file


def same(one: DiskSnapshot, other: DiskSnapshot) -> bool:
    texts = [(one.text(path), other.text(path)) for path in one.notes]
    return (one.files, one.notes) == (other.files, other.notes) and all(a == b for a, b in texts)


def test_the_second_start_parses_nothing(root: Path, cache: Path) -> None:
    first, from_cache = start(root, cache)
    assert from_cache == 0
    second, from_cache = start(root, cache)
    assert from_cache == 30
    assert same(first, second)


def test_a_note_comes_out_as_it_went_in(root: Path, cache: Path) -> None:
    entries = {
        "a.md": ParsedFile(Stamp(1, 2, 3, 4), WHOLE, "text\r\né".encode(), b"digest", "remark"),
        "b.md": ParsedFile(None, Note(0), b"", b"other"),
        "c.md": ParsedFile(None, None, b"", remark="why"),
    }
    kept = kept_and_loaded(root, cache, entries)
    assert {path: whole(entry) for path, entry in kept.items()} == {
        path: whole(entries[path]) for path in ("a.md", "b.md")
    }


def kept_and_loaded(
    root: Path, cache: Path, entries: Mapping[str, ParsedFile]
) -> Mapping[str, ParsedFile]:
    written = ParseCache(root, cache)
    written.keep(entries, parsed=1)
    written.wait()
    assert not written.problem
    return ParseCache(root, cache).load()


def whole(entry: ParsedFile) -> tuple[object, ...]:
    return entry.stamp, entry.note, bytes(entry.text), entry.digest, entry.remark


@pytest.mark.parametrize("value", [10**30, "\udc80", {"\udc80": 1}, object()])
def test_a_note_that_cannot_be_written_is_left_out(root: Path, cache: Path, value: object) -> None:
    bad = ParsedFile(None, Note(1, properties={"a": value}), b"bad", b"bad")
    good = ParsedFile(None, Note(2), b"good", b"good")
    kept = kept_and_loaded(root, cache, {"bad.md": bad, "good.md": good})
    assert {path: bytes(entry.text) for path, entry in kept.items()} == {"good.md": b"good"}


TEXTS = st.text(max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
PATIENT = settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    deadline=None,
    max_examples=examples(40),
)


@PATIENT
@given(properties=st.dictionaries(TEXTS, VALUES, max_size=4), text=TEXTS)
def test_whatever_the_properties_they_come_out_as_they_went_in_or_not_at_all(
    tmp_path: Path, properties: Mapping[str, object], text: str
) -> None:
    note = Note(1, properties=properties, aliases=(text,))
    entry = ParsedFile(None, note, text.encode(errors="replace"), b"x")
    for kept in kept_and_loaded(tmp_path / "vault", tmp_path / "cache", {"a.md": entry}).values():
        assert whole(kept) == whole(entry)


def test_a_changed_note_is_parsed_again_and_the_others_are_not(root: Path, cache: Path) -> None:
    start(root, cache)
    fill(root, {"Folder/7.md": "changed", "New.md": "new"})
    snapshot, from_cache = start(root, cache)
    assert from_cache == 29
    assert (snapshot.text("Folder/7.md"), snapshot.text("New.md")) == ("changed", "new")


def test_a_change_of_the_same_size_with_the_times_set_back_is_noticed(
    root: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stamp, "SETTLING_NS", -(10**18))  # as if all files were old
    start(root, cache)
    status = (root / "Folder/7.md").stat()
    text = (root / "Folder/7.md").read_text().replace("Note", "Noté"[:3] + "3")
    (root / "Folder/7.md").write_text(text)
    os.utime(root / "Folder/7.md", ns=(status.st_atime_ns, status.st_mtime_ns))
    assert (root / "Folder/7.md").stat().st_size == status.st_size
    assert start(root, cache)[0].text("Folder/7.md") == text


def test_the_cache_is_not_in_the_vault_and_only_the_user_can_read_it(
    root: Path, cache: Path
) -> None:
    start(root, cache)
    file = only(cache)
    assert file.name.startswith("vault-")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(cache.stat().st_mode) == 0o700


def test_the_users_own_cache_directory_is_taken(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: tmp_path / "home" / name)
    vault = Vault(root)
    vault.scan(Caller())
    vault._cache.wait()
    assert only(tmp_path / "home" / "pageful" / "vault").suffix == ".notes"


def test_nothing_is_kept_within_the_vault(root: Path) -> None:
    before = sorted(root.rglob("*"))
    vault = Vault(root, cache=root / ".cache")
    vault.scan(Caller())
    vault._cache.wait()
    assert sorted(root.rglob("*")) == before
    assert "is in the vault" in vault.cache_problem


def test_every_flipped_bit_is_noticed(root: Path, cache: Path) -> None:
    expected, _ = start(root, cache)
    intact = only(cache).read_bytes()
    chance = random.Random(4)
    places = [*range(60), *(chance.randrange(len(intact)) for _ in range(60))]
    for place in places:
        damaged = bytearray(intact)
        damaged[place] ^= 1 << chance.randrange(8)
        only(cache).write_bytes(damaged)
        assert ParseCache(root, cache).load() == {}
    only(cache).write_bytes(damaged)
    snapshot, from_cache = start(root, cache)
    assert from_cache == 0
    assert same(snapshot, expected)
    assert start(root, cache)[1] == 30


def test_a_cut_or_longer_file_is_noticed(root: Path, cache: Path) -> None:
    start(root, cache)
    intact = only(cache).read_bytes()
    for cut in (*range(0, len(intact), 97), len(intact) - 1):
        only(cache).write_bytes(intact[:cut])
        assert ParseCache(root, cache).load() == {}
    only(cache).write_bytes(intact + b"\0")
    assert ParseCache(root, cache).load() == {}


@pytest.mark.parametrize("content", [b"", b"SQLite format 3\0", b"\0" * 1000, b"{}"])
def test_a_file_of_another_kind_is_noticed(root: Path, cache: Path, content: bytes) -> None:
    start(root, cache)
    only(cache).write_bytes(content)
    assert start(root, cache)[1] == 0
    assert start(root, cache)[1] == 30


@PATIENT
@given(body=st.binary(max_size=200))
def test_a_whole_file_with_anything_in_it_is_none(root: Path, cache: Path, body: bytes) -> None:
    start(root, cache)
    cache_file.write(only(cache), parse_cache._MARK, [[body], [body]])
    assert ParseCache(root, cache).load() == {}


def test_a_cache_that_other_code_has_written_is_dropped(
    root: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(root, cache)
    monkeypatch.setattr(parse_cache, "parsing_code", lambda: "another version")
    assert start(root, cache)[1] == 0
    assert start(root, cache)[1] == 30


@pytest.mark.parametrize(
    ("of", "name", "value"),
    [
        (sys, "version", "3.11.2 (main) [GCC]"),
        (sys, "implementation", SimpleNamespace(name="pypy")),
        (parse_cache, "unidata_version", "1.1"),
    ],
)
def test_a_cache_that_another_interpreter_has_written_is_dropped(
    root: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, of: object, name: str, value: object
) -> None:
    start(root, cache)
    with monkeypatch.context() as patched:
        patched.setattr(of, name, value)
        parse_cache.parsing_code.cache_clear()
        assert start(root, cache)[1] == 0
    parse_cache.parsing_code.cache_clear()


def test_the_code_that_a_cache_is_bound_to_is_that_which_reads_notes() -> None:
    package = Path(parse_cache.__file__).parents[2]
    bound = {*map(package.joinpath, parse_cache._PARSERS), *package.glob("vault/parsing/*.py")}
    read_by = {package / "text" / "decoding.py", *package.glob("vault/parsing/*.py")}
    assert _imported_by(read_by) <= bound
    assert all(file.is_file() for file in bound)
    unconcerned = [room for file in bound if (room := file.parent.name) in ("search", "views")]
    assert unconcerned == []


def _imported_by(files: set[Path]) -> set[Path]:
    """The modules of the package that some of them import, and they themselves."""
    source = Path(parse_cache.__file__).parents[3]
    found, new = set[Path](), set(files)
    while new - found:
        found |= new
        for file in tuple(new):
            text = file.read_text("utf-8")
            for name in re.findall(r"^from (pageful[\w.]*) import", text, re.MULTILINE):
                module = source.joinpath(*name.split("."))
                new.add(module / "__init__.py" if module.is_dir() else module.with_suffix(".py"))
    return found


def test_the_cache_of_another_vault_is_dropped(root: Path, cache: Path, tmp_path: Path) -> None:
    start(root, cache)
    content = only(cache).read_bytes()
    other = fill(tmp_path / "other", {"Folder/1.md": "mine"})
    stranger = ParseCache(other, cache)._file
    assert stranger is not None
    stranger.write_bytes(content)
    snapshot, from_cache = start(other, cache)
    assert from_cache == 0
    assert snapshot.text("Folder/1.md") == "mine"


def test_vaults_of_the_same_name_have_caches_of_their_own(tmp_path: Path, cache: Path) -> None:
    for place in ("a", "b"):
        start(fill(tmp_path / place / "vault", {"n.md": place}), cache)
    assert len(list(cache.iterdir())) == 2


def test_a_directory_that_cannot_be_written_costs_only_speed(root: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no directory")
    vault = Vault(root, cache=tmp_path / "file" / "cache")
    assert len(vault.scan(Caller()).notes) == 30
    vault._cache.wait()
    assert "can't be written" in vault.cache_problem


def test_a_full_disk_costs_only_speed_and_leaves_nothing(
    root: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", full)
        vault = Vault(root, cache=cache)
        assert len(vault.scan(Caller()).notes) == 30
        vault._cache.wait()
        assert "No space left on device" in vault.cache_problem
    assert list(cache.iterdir()) == []


def test_a_few_changes_are_not_worth_writing(root: Path, cache: Path) -> None:
    start(root, cache)
    before = only(cache).stat().st_mtime_ns
    fill(root, {"Folder/7.md": "changed"})
    start(root, cache)
    assert only(cache).stat().st_mtime_ns == before


def test_many_changes_are_written(root: Path, cache: Path) -> None:
    start(root, cache)
    fill(root, {f"New/{number}.md": f"new {number}" for number in range(70)})
    assert start(root, cache)[1] == 30
    assert start(root, cache)[1] == 100


def test_caches_that_nobody_has_used_for_long_are_removed(root: Path, cache: Path) -> None:
    old, young = fill(cache, {"old-1.notes": "", "young-2.notes": "", "mine.txt": ""}), cache
    ago = time.time() - (UNUSED_DAYS + 1) * DAY
    fill(cache, {".left.notes.part": ""})
    for name in ("old-1.notes", "mine.txt", ".left.notes.part"):
        os.utime(old / name, (ago, ago))
    start(root, cache)
    left = {file.name for file in young.iterdir()}
    assert {"young-2.notes", "mine.txt"} < left
    assert not {"old-1.notes", ".left.notes.part"} & left


def test_a_cache_that_is_read_counts_as_used(root: Path, cache: Path) -> None:
    start(root, cache)
    ago = time.time() - 20 * DAY
    os.utime(only(cache), (ago, ago))
    start(root, cache)
    assert time.time() - only(cache).stat().st_mtime < DAY


PROGRAM = """
import sys
from pathlib import Path
from pageful.tool.context import Caller
from pageful.vault.snapshot.vault import Vault
for _ in range(5):
    vault = Vault(Path(sys.argv[1]), cache=Path(sys.argv[2]))
    snapshot = vault.scan(Caller())
    assert [snapshot.text(path) for path in snapshot.notes] == [
        (vault.paths.root / path).read_text() for path in snapshot.notes
    ]
    vault._cache._is_there = False
    vault._cache._saved_at = -100.0
    vault._cache.keep(vault._scanner._parsed, 1)
    vault._cache.wait()
    assert not vault.cache_problem, vault.cache_problem
print(len(snapshot.notes), vault.from_cache)
"""


def test_several_processes_at_once_share_a_cache(root: Path, cache: Path) -> None:
    command = [sys.executable, "-c", PROGRAM, str(root), str(cache)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    assert [process.communicate()[0] for process in running] == ["30 30\n"] * 3
    assert start(root, cache)[1] == 30


def test_a_program_that_ends_at_once_has_written_its_cache(root: Path, cache: Path) -> None:
    program = PROGRAM.split("for _")[0] + (
        "Vault(Path(sys.argv[1]), cache=Path(sys.argv[2])).scan(Caller())"
    )
    subprocess.run([sys.executable, "-c", program, str(root), str(cache)], check=True)
    assert start(root, cache)[1] == 30
