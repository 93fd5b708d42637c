"""Every answer is the same without a cache, with one, and with one that is of no use."""

from __future__ import annotations

import os
import random
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from folders import fill
from pageful.tool.options import Style
from pageful.vault.settings import VaultSettings
from pageful.vault.tools import vault_toolset

CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("vault_search", {"query": "rye"}),
    ("vault_search", {"query": "rye flour", "sort": "name"}),
    ("vault_search", {"query": "Rye 7"}),
    ("vault_search", {"query": "Seven"}),
    ("vault_search", {"query": '"flour and water" OR /sour[a-z]+/'}),
    ("vault_search", {"query": "tag:#bread [rating:3]"}),
    ("vault_search", {"query": "task-todo:knead"}),
    ("vault_search", {"query": "日本"}),
    ("vault_search", {"query": "nowhere at all"}),
    ("vault_find", {"queries": ["links:Rye 3"], "show": "lines"}),
    ("vault_find", {"queries": ["[rating:>=5]"], "show": "fields"}),
    ("vault_about", {"topic": "sourdough"}),
    ("system_info", {"card": True}),
)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault with enough notes for a cache of its words."""
    chance = random.Random(7)
    words = ["rye", "flour", "water", "sourdough", "oven", "flour and water", "日本語", "nöte"]
    notes = {
        f"Bread/Rye {n}.md": f"---\nrating: {n % 9}\naliases: [{'Seven' if n == 7 else f'r{n}'}]\n"
        f"deep: {'[' * (n % 50)}{']' * (n % 50)}\n---\n# Rye {n}\n\n"
        f"{' '.join(chance.choices(words, k=30))} [[Rye {(n + 4) % 90}]] #bread\n\n"
        f"- [ ] knead {n}\n"
        for n in range(90)
    }
    board = '{"nodes": [{"type": "text", "text": "rye #oven", "id": "1"}], "edges": []}'
    return fill(tmp_path / "vault", {**notes, "Board.canvas": board, "picture.png": "x"})


def answers(vault: Path) -> list[str]:
    """What a program that has just been started answers."""
    tools = vault_toolset(VaultSettings(vault=vault), Style())
    pages = [tools.call(name, arguments).text for name, arguments in CALLS]
    for thread in threading.enumerate():
        if not thread.daemon and thread is not threading.main_thread():
            thread.join()  # which write the cache
    return [page.replace(str(vault), "VAULT") for page in pages]


def kept(home: Path) -> list[Path]:
    """The files of the cache, once they are written."""
    return sorted(file for file in home.rglob("*") if file.suffix in {".notes", ".words"})


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The directory of the user's caches."""
    place = tmp_path / "home"
    place.mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(place))
    yield place
    place.chmod(0o700)


def test_no_answer_differs_with_and_without_a_cache(vault: Path, home: Path) -> None:
    expected = answers(vault)
    assert [file.suffix for file in kept(home)] == [".notes", ".words"]
    assert answers(vault) == expected
    whole = {file: file.read_bytes() for file in kept(home)}
    for damage in (
        lambda content: content[: len(content) // 2],
        lambda content: content[:-9] + bytes(9),
        lambda content: b"",
        lambda content: content.replace(b" 2\n", b" 1\n", 1),
    ):
        for file, content in whole.items():
            file.write_bytes(damage(content))
        assert answers(vault) == expected
    fill(vault, {"Bread/Rye 7.md": "# Rye 7\n\nrye alone"})
    changed = answers(vault)
    assert changed != expected
    shutil.rmtree(home)
    assert answers(vault) == changed


def test_a_home_that_can_not_be_written_changes_no_answer(
    vault: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = answers(vault)
    shutil.rmtree(home / "pageful")
    (home / "pageful").write_text("a file in the place of the directory")
    assert answers(vault) == expected
    (home / "pageful").unlink()
    monkeypatch.setattr(os, "fdopen", _full)
    assert answers(vault) == expected
    assert kept(home) == []


def _full(handle: int, *_: object, **__: object) -> object:
    os.close(handle)
    raise OSError(28, "No space left on device")
