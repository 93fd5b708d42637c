"""A vault answers several callers at once, each with what is on disk when it asks."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from folders import fill
from pageful.tool.context import Caller, Progress
from pageful.tool.errors import Cancelled, ToolError
from pageful.vault.paths.vault_directory import find_vault
from pageful.vault.snapshot import vault as vault_module
from pageful.vault.snapshot.scanner import DiskSnapshot, Report, VaultScanner
from pageful.vault.snapshot.vault import Vault

LONG = 120


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return fill(tmp_path / "vault", {"Note.md": "one", "Folder/Inner.md": "two"})


@pytest.fixture
def vault(root: Path, tmp_path: Path) -> Vault:
    return Vault(root, cache=tmp_path / "cache")


class Held:
    """Looks that begin, and go on only when they may."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun = threading.Semaphore(0)
        self.may_end = threading.Semaphore(0)
        self.count = 0
        scan = VaultScanner.scan

        def held(index: VaultScanner, report: Report) -> DiskSnapshot:
            self.count += 1
            report(3, 10)
            self.begun.release()
            assert self.may_end.acquire(timeout=LONG)
            return scan(index, report)

        monkeypatch.setattr(VaultScanner, "scan", held)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Held:
    monkeypatch.setattr(vault_module, "_POLL", 0.01)
    return Held(monkeypatch)


def until(condition: Callable[[], bool]) -> None:
    for _ in range(LONG * 100):
        if condition():
            return
        time.sleep(0.01)
    raise AssertionError


def test_start_does_not_wait(vault: Vault, held: Held) -> None:
    vault.start()
    held.begun.acquire()
    held.may_end.release(2)
    assert len(vault.scan(Caller()).notes) == 2


def test_who_waits_hears_how_far_it_is(vault: Vault, held: Held) -> None:
    report: list[Progress] = []
    with ThreadPoolExecutor() as pool:
        answer = pool.submit(vault.scan, Caller(report.append))
        until(lambda: len(report) > 1)
        held.may_end.release()
        assert len(answer.result().notes) == 2
    assert Progress("Reading notes", 3, 10) in report


def test_one_who_gives_up_leaves_the_building_to_the_others(vault: Vault, held: Held) -> None:
    impatient, patient = Caller(), Caller()
    with ThreadPoolExecutor() as pool:
        first = pool.submit(vault.scan, impatient)
        held.begun.acquire()
        second = pool.submit(vault.scan, patient)
        impatient.cancel()
        with pytest.raises(Cancelled):
            first.result()
        held.may_end.release(2)
        assert len(second.result().notes) == 2


def test_all_who_give_up_do_not_stop_the_building(vault: Vault, held: Held) -> None:
    caller = Caller()
    caller.cancel()
    with pytest.raises(Cancelled):
        vault.scan(caller)
    held.may_end.release(2)
    assert len(vault.scan(Caller()).notes) == 2


def test_callers_who_wait_share_one_look(vault: Vault, held: Held) -> None:
    with ThreadPoolExecutor(9) as pool:
        first = pool.submit(vault.scan, Caller())
        held.begun.acquire()
        others = [pool.submit(vault.scan, Caller()) for _ in range(8)]
        time.sleep(0.1)
        held.may_end.release(9)
        snapshots = {id(each.result()) for each in (first, *others)}
    assert len(snapshots) == 1
    assert held.count <= 3


def test_a_change_before_a_call_is_seen_by_it_even_if_a_look_was_under_way(
    vault: Vault, root: Path, held: Held
) -> None:
    with ThreadPoolExecutor() as pool:
        vault.start()
        held.begun.acquire()
        held.may_end.release()
        until(lambda: vault._current is None)
        vault.start()
        held.begun.acquire()  # this look may have passed the note already
        fill(root, {"Note.md": "changed"})
        answer = pool.submit(vault.scan, Caller())
        held.may_end.release(2)
        assert answer.result().text("Note.md") == "changed"
    assert held.count == 3


def test_many_threads_that_read_and_write_see_their_own_writes(vault: Vault, root: Path) -> None:
    def write_and_read(number: int) -> None:
        for turn in range(10):
            fill(root, {f"{number}.md": f"turn {turn}"})
            assert vault.scan(Caller()).text(f"{number}.md") == f"turn {turn}"

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(write_and_read, range(6)))


def test_a_vault_that_disappears_is_an_error_until_it_is_back(vault: Vault, root: Path) -> None:
    vault.scan(Caller())
    root.rename(root.with_name("away"))
    for _ in range(2):
        with pytest.raises(ToolError, match="There is no folder"):
            vault.scan(Caller())
    root.with_name("away").rename(root)
    assert vault.scan(Caller()).text("Note.md") == "one"


def test_a_vault_that_comes_later_is_found(tmp_path: Path) -> None:
    vault = Vault(tmp_path / "later", cache=tmp_path / "cache")
    with pytest.raises(ToolError):
        vault.scan(Caller())
    fill(tmp_path / "later", {"Note.md": "now"})
    assert vault.scan(Caller()).text("Note.md") == "now"


def test_a_vault_made_anew_in_the_same_place_has_the_new_notes(vault: Vault, root: Path) -> None:
    vault.scan(Caller())
    shutil.rmtree(root)
    fill(root, {"Note.md": "eno"})
    snapshot = vault.scan(Caller())
    assert list(snapshot.notes) == ["Note.md"]
    assert snapshot.text("Note.md") == "eno"


def test_what_goes_wrong_goes_to_the_caller_and_the_next_call_works(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(index: VaultScanner, report: Report) -> DiskSnapshot:
        raise MemoryError

    with monkeypatch.context() as patched:
        patched.setattr(VaultScanner, "scan", broken)
        with pytest.raises(MemoryError):
            vault.scan(Caller())
    assert len(vault.scan(Caller()).notes) == 2


def test_it_is_known_when_the_files_were_looked_at_and_what_building_took(vault: Vault) -> None:
    before = time.monotonic()
    vault.scan(Caller())
    assert before <= vault.scanned_at <= time.monotonic()
    assert vault.built_in_ms >= 0
    scanned_at = vault.scanned_at
    vault.scan(Caller())
    assert vault.scanned_at >= scanned_at


def test_a_vault_is_the_nearest_folder_with_settings(tmp_path: Path) -> None:
    outer = fill(tmp_path / "outer", {".obsidian/app.json": "{}", "a/b/c.md": ""})
    fill(outer / "inner", {".obsidian/app.json": "{}", "d/e.md": ""})
    assert find_vault(outer / "a" / "b") == outer
    assert find_vault(outer / "inner" / "d") == outer / "inner"
    assert find_vault(outer) == outer


def test_a_folder_without_settings_is_a_vault_itself(tmp_path: Path) -> None:
    assert find_vault(tmp_path) == tmp_path
