"""Values of commands about a vault that are suggested while they are typed."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from pageful.lazy import patterns
from pageful.tool.begun_value import BegunValue, PathKind, Suggestion

_MOST_FILES = 50_000
"""Files that are looked through, so that a directory that is no vault does not hold up a shell."""

_LARGEST = 1_000_000
"""Bytes of a note whose headings are read."""

# > ## Cold proof
_HEADING = patterns.compile(r"^#{1,6}[ \t]+(.+?)[ \t#]*$", re.MULTILINE)

_NOTES = frozenset({"path", "places", "source", "target"})
_FOLDERS = frozenset({"directory", "under", "within"})


def suggest_values(begun: BegunValue) -> Iterable[Suggestion] | PathKind:
    """Suggest notes with their headings, and folders."""
    if begun.name in _NOTES:
        given = begun.others.get("vault")
        root = _vault_directory(given)
        is_heading = "#" in begun.text and begun.name == "places"
        return _list_headings(root, begun.text) if is_heading else _list_notes(root, begun.text)
    if begun.name in _FOLDERS:
        return map(Suggestion, _list_folders(_vault_directory(begun.others.get("vault"))))
    return ()


def _vault_directory(given: str | None) -> Path:
    if given:
        return Path(given).expanduser()
    from pageful.vault.paths.vault_directory import find_vault

    return find_vault(Path.cwd())


def _walk(root: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield each folder of a vault with the names of its files; hidden ones are left out."""
    seen = 0
    for directory, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        relative = os.path.relpath(directory, root).replace(os.sep, "/")
        yield "" if relative == "." else f"{relative}/", sorted(files)
        if (seen := seen + len(files)) > _MOST_FILES:
            return


def _list_folders(root: Path) -> Iterator[str]:
    return (folder.rstrip("/") for folder, _ in _walk(root) if folder)


def _list_notes(root: Path, text: str) -> Iterator[Suggestion]:
    """List notes by path, or by name where that is what is typed and only one note has it."""
    found = [
        (folder, name)
        for folder, names in _walk(root)
        for name in names
        if name.endswith((".md", ".canvas", ".base")) and not name.startswith(".")
    ]
    yield from (Suggestion(f"{folder}{name}") for folder, name in found)
    if text and "/" not in text:
        count = Counter(name for _, name in found)
        yield from (Suggestion(name, folder) for folder, name in found if count[name] == 1)


def _list_headings(root: Path, text: str) -> Iterator[Suggestion]:
    """List the headings of the note before `#`."""
    name = text.partition("#")[0]
    files = (f"{folder}{each}" for folder, names in _walk(root) for each in names)
    asked = {name, f"{name}.md"}
    path = next((each for each in files if asked & {each, each.rpartition("/")[2]}), None)
    if path is None:
        return
    with suppress(OSError), (root / path).open("rb") as file:
        body = file.read(_LARGEST).decode("utf-8", "replace")
        yield from (Suggestion(f"{name}#{heading}") for heading in _HEADING.findall(body))
