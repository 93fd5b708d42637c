"""What is kept on disk: listed, cleaned by age, bounded by default, shared by two versions."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from pageful.builds.records.directories import directory_for
from pageful.builds.records.kept_builds import UNUSED_DAYS, prune_projects
from pageful.code.index.kept_indexes import prune_indexes
from pageful.code.index.projects import Projects
from pageful.main import FAMILIES
from pageful.shell.commands import run
from pageful.tool.kept_data import KeptData, is_gone, last_change
from pageful.vault.snapshot.parse_cache import read_root

_DAY = 86_400
_SOURCE = Path(__file__).parent.parent / "src"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's directory in which nothing is kept."""
    for name in ("CACHE", "DATA", "STATE", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")
    return tmp_path


def _vault(directory: Path, notes: int = 70) -> Path:
    directory.mkdir(parents=True)
    for number in range(notes):
        (directory / f"{number}.md").write_text(f"# Rye {number}\n\nflour [[1]]\n", "utf-8")
    return directory


def _repository(directory: Path) -> Path:
    directory.mkdir(parents=True)
    (directory / "cart.py").write_text("def add_item(name):\n    return name\n", "utf-8")
    return directory


def _build(home: Path, name: str) -> Path:
    shelf = directory_for(home / name, "maven")
    (shelf / "b1").mkdir(parents=True)
    (shelf / "b1" / "log").write_text("[INFO] BUILD SUCCESS\n", "utf-8")
    return shelf


def _grow_old(path: Path, days: float) -> None:
    then = time.time() - days * _DAY
    for each in (*path.rglob("*"), path):
        os.utime(each, (then, then))


def _listed(capsys: pytest.CaptureFixture[str], *argv: str) -> dict[str, dict[str, object]]:
    """The rows of the list by what they are of."""
    capsys.readouterr()
    assert run(FAMILIES, ["cache", *argv, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    return {row["of"]: row for row in rows}


def _use_all(home: Path) -> tuple[Path, Path, Path]:
    vault, shop = _vault(home / "notes"), _repository(home / "shop")
    assert run(FAMILIES, ["vault", "search", "flour", "--vault", str(vault)]) == 0
    assert run(FAMILIES, ["code", "search", "add_item", "--repo", str(shop)]) == 0
    return vault, shop, _build(home, "parser")


def test_the_list_names_what_is_kept_with_sizes_and_what_is_gone(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(FAMILIES, ["cache"]) == 0
    assert "Nothing is kept yet." in capsys.readouterr().out
    vault, shop, shelf = _use_all(home)
    rows = _listed(capsys)
    assert set(rows) == {str(vault), str(shop), shelf.name}
    assert all(int(str(row["bytes"])) > 0 for row in rows.values())
    assert (rows[str(shop)]["family"], rows[str(shop)]["state"]) == ("code", "")
    shutil.rmtree(vault)
    assert _listed(capsys)[str(vault)]["state"] == "gone"
    assert list(_listed(capsys, "code")) == [str(shop)]
    assert run(FAMILIES, ["cache"]) == 0
    page = capsys.readouterr().out
    assert f"|vault|notes|{vault}|" in page
    assert "> Of 1 directory that is gone" in page
    assert "run `pageful cache clean`" in page


def test_cleaning_removes_what_is_old_or_gone_and_a_trial_nothing(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    vault, shop, shelf = _use_all(home)
    _grow_old(shelf, 31)
    assert run(FAMILIES, ["cache", "clean", "--dry-run"]) == 0
    assert "Would remove" in capsys.readouterr().out
    assert shelf.exists()
    assert run(FAMILIES, ["cache", "clean"]) == 0
    assert "; 2 left." in capsys.readouterr().out
    assert not shelf.exists()
    assert run(FAMILIES, ["cache", "clean"]) == 0
    assert "--older-than 7" in capsys.readouterr().out
    assert run(FAMILIES, ["cache", "clean", "--all", "vault"]) == 0
    assert list(_listed(capsys)) == [str(shop)]
    shutil.rmtree(shop)
    assert run(FAMILIES, ["cache", "clean"]) == 0
    assert _listed(capsys) == {}
    assert run(FAMILIES, ["vault", "search", "flour", "--vault", str(vault)]) == 0


def test_an_index_with_a_name_goes_only_with_its_repository_or_when_told_to(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shop = _repository(home / "shop")
    assert run(FAMILIES, ["code", "index", str(shop), "--project-id", "shop"]) == 0
    _grow_old(home / "DATA", 400)
    assert _listed(capsys)[str(shop)]["state"] == "named"
    assert run(FAMILIES, ["cache", "clean"]) == 0
    prune_indexes(home / "DATA" / "pageful" / "code")
    assert str(shop) in _listed(capsys)
    assert run(FAMILIES, ["cache", "clean", "--all"]) == 0
    assert _listed(capsys) == {}


def test_indexes_that_were_made_by_themselves_go_when_long_unused(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, used = _repository(home / "old"), _repository(home / "used")
    for each in (old, used):
        assert run(FAMILIES, ["code", "search", "add_item", "--repo", str(each)]) == 0
    _grow_old(home / "DATA", 91)
    assert run(FAMILIES, ["code", "search", "add_item", "--repo", str(used)]) == 0
    assert set(_listed(capsys)) == {str(old), str(used)}
    new = _repository(home / "new")
    assert run(FAMILIES, ["code", "search", "add_item", "--repo", str(new)]) == 0
    assert set(_listed(capsys)) == {str(used), str(new)}


def test_records_of_projects_go_when_they_were_not_built_for_long(home: Path) -> None:
    old, recent, own = (_build(home, name) for name in ("old", "recent", "own"))
    _grow_old(old, UNUSED_DAYS + 1)
    _grow_old(own, UNUSED_DAYS + 1)
    prune_projects(own)
    assert not old.exists()
    assert recent.exists()
    assert own.exists()


def test_what_a_process_works_on_stays(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shop = _repository(home / "shop")
    assert run(FAMILIES, ["code", "search", "add_item", "--repo", str(shop)]) == 0
    from filelock import FileLock

    (project,) = Projects.at(None).all()
    with FileLock(project.directory / "lock"):
        assert _listed(capsys)[str(shop)]["state"] == "busy"
        assert run(FAMILIES, ["cache", "clean", "--all"]) == 0
    assert str(shop) in _listed(capsys)


def test_what_can_not_be_removed_is_named(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _build(home, "parser")

    def refuse(_data: KeptData) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(KeptData, "remove", refuse)
    assert run(FAMILIES, ["cache", "clean", "--all"]) == 0
    assert "can't be removed: Permission denied." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["--all"], "Run `pageful cache clean --help`."),
        (["list", "nope"], "There are: maven, code, vault."),
        (["cleen"], "invalid choice: 'cleen'"),
        (["clean", "--older-than", "-1"], "remove everything with `pageful cache clean --all`."),
        (["clean", "--older-than=0"], "`--older-than 0` would remove what is in use today."),
        (["clean", "--older-than", "nan"], "Give 1 or more"),
        (["clean", "--older-than", "week"], "It takes a number: `--older-than 10`."),
    ],
)
def test_a_wrong_line_is_refused_and_removes_nothing(
    argv: Sequence[str], says: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf = _build(home, "parser")
    with suppress(SystemExit):
        assert run(FAMILIES, ["cache", *argv]) == 3
    assert says in capsys.readouterr().err
    assert shelf.exists()


def test_a_directory_on_a_disk_that_is_not_there_is_not_gone(tmp_path: Path) -> None:
    assert is_gone(str(tmp_path / "a"))
    assert not is_gone(str(tmp_path))
    assert not is_gone("/media/nobody-has/this/vault")


def test_a_file_that_says_nothing_of_its_vault_is_listed_by_its_name(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = home / "CACHE" / "pageful" / "vault"
    place.mkdir(parents=True)
    for content in (b"", b"pageful vault 2\n", b"pageful vault 2\n" + b"\xff" * 40):
        (place / "x-1.notes").write_bytes(content)
        assert read_root(place / "x-1.notes") == ""
    assert list(_listed(capsys)) == ["x-1"]
    assert last_change(place / "missing") == 0.0


def _other_version(directory: Path) -> Path:
    """A copy of the package as another version could be: another format, other parsing."""
    shutil.copytree(_SOURCE / "pageful", directory / "pageful", ignore=_IGNORED)
    file = directory / "pageful" / "code" / "store" / "sqlite" / "index_file.py"
    text = file.read_text("utf-8")
    assert "\nFORMAT = 5\n" in text
    file.write_text(text.replace("\nFORMAT = 5\n", "\nFORMAT = 6\n"), "utf-8")
    links = directory / "pageful" / "vault" / "parsing" / "links.py"
    links.write_text(links.read_text("utf-8") + "\n# another version\n", "utf-8")
    return directory


_IGNORED = shutil.ignore_patterns("__pycache__")


def _run_version(source: Path, *argv: str) -> str:
    shell = subprocess.run(
        [sys.executable, "-m", "pageful", *argv],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(source)},
    )
    assert shell.returncode == 0, shell.stderr
    return shell.stdout


_REBUILT = "> The index could not be used (it is of another format) and was built anew."


@pytest.mark.slow
def test_two_versions_share_one_cache_and_each_answers_right(home: Path) -> None:
    versions = [_SOURCE, _other_version(home / "other")]
    vault, shop = _vault(home / "notes"), _repository(home / "shop")
    search = ("code", "search", "add_item", "--repo", str(shop))
    links = ("vault", "info", "--vault", str(vault))
    first = _run_version(versions[0], *search)
    assert "add_item" in first
    assert _REBUILT not in first
    page = _run_version(versions[1], *search)
    assert _REBUILT in page
    assert page.replace(_REBUILT, "").split() == first.split()
    for version in versions * 2:
        assert _run_version(version, *search) == first
        assert "69 resolved, 0 unresolved" in _run_version(version, *links)


@pytest.mark.slow
def test_two_versions_at_once_leave_no_cache_damaged(home: Path) -> None:
    versions = [_SOURCE, _other_version(home / "other")] * 2
    vault, shop = _vault(home / "notes"), _repository(home / "shop")
    search = ("code", "search", "add_item", "--repo", str(shop))
    notes = ("vault", "search", "flour", "--vault", str(vault))
    with ThreadPoolExecutor(4) as threads:
        pages = [threads.submit(_run_version, each, *search) for each in versions]
        pages += [threads.submit(_run_version, each, *notes) for each in versions]
        assert all("cart.py" in page.result() for page in pages[:4])
        assert all("flour" in page.result() for page in pages[4:])
    assert "cart.py" in _run_version(_SOURCE, *search)
