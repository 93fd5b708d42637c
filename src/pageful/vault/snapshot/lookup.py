"""Lookup of a file of the vault by a path, a name, or a link."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from urllib.parse import unquote

from pageful.page.calls import Call
from pageful.text import single_line as one_line
from pageful.text import units
from pageful.text.similarity import find_similar
from pageful.tool.errors import ToolError
from pageful.vault.paths.paths import check_path, decode_path, quote
from pageful.vault.paths.spelling import spelling
from pageful.vault.snapshot.snapshot import VaultSnapshot

_MOST_NAMED = 10
_MOST_SIMILAR = 5
# > [[Rye sourdough#Baking|bake]]
_WIKI_LINK = re.compile(r"!?\[\[([^\[\]]+)\]\]")
# > [the mill](Places/Mill%20(old).md)
_MARKDOWN_LINK = re.compile(r"!?\[[^\[\]]*\]\((?:<([^<>]*)>|([^()\s]*(?:\([^()\s]*\)[^()\s]*)*))\)")
_LONGEST = 5000
_LONGEST_NAME = 200
_LIKELY = 300


def locate(snapshot: VaultSnapshot, text: str) -> str:
    """Find the one file that `text` means, and return its path.

    The exact path goes before everything; then what is left of a link without its heading, block
    and display text is looked up as Obsidian does from the vault's root: a path, `.md` or not, in
    any case, or the end of one.

    Raises:
        ToolError: the text can't be a path in a vault, or means several files or no file; the
        error names those that it may mean.
    """
    if text in snapshot.files:
        return text
    target = _target(text)
    path = target if target in snapshot.files else check_path(target)
    return _at(snapshot, path) or _path_ending(snapshot, path) or _missing_reason(snapshot, path)


def locate_folder(snapshot: VaultSnapshot, text: str) -> str:
    """Find the one folder that `text` means: its path, or the end of it; empty or `/` is all.

    Raises:
        ToolError: as for `locate`; or it is a file.
    """
    if text.strip() in {"", "/", ".", "./"}:
        return ""
    path, folders = check_path(text), _folders(snapshot)
    if path in folders:
        return path
    for found in (_spelling_variants(folders, path), _paths_ending(folders, path)):
        if found:
            return _only(found, path, "folder")
    for file in (path, f"{path}.md"):
        if file in snapshot.files:
            call = Call("vault_read", {"path": file})
            raise ToolError(f"{quote(file)} is a file, not a folder.", f"To read it: {call}.")
    _refuse_left_out(snapshot, path)
    raise _unknown_path_error(snapshot, path, _near_folders(path, folders), "folder")


def _target(text: str) -> str:
    """Return the path or name that a link leads to; any other text without its subpath."""
    text = text.strip()
    if len(text) > _LONGEST:
        return text
    if link := _WIKI_LINK.fullmatch(text):
        return _without_subpath(link[1].partition("|")[0].rstrip("\\")).removeprefix("/")
    if link := _MARKDOWN_LINK.fullmatch(text):
        return unquote(_without_subpath(link[1] or link[2] or "")).removeprefix("/")
    return _without_subpath(text)


def subpath(text: str) -> str:
    """Return the subpath of a link: a heading, or `^` and a block's id; empty without `#`."""
    link = _WIKI_LINK.fullmatch(text.strip()) or _MARKDOWN_LINK.fullmatch(text.strip())
    inner = next(filter(None, link.groups()), "") if link else text
    return inner.partition("#")[2].partition("|")[0].strip()


def locate_part(snapshot: VaultSnapshot, text: str) -> tuple[str, str]:
    """Find the file that a text means, and the heading or block of it, empty for all.

    A file whose name has a `#` goes before a part of another.

    Raises:
        ToolError: as for `locate`.
    """
    for path in _names(text):
        if path in snapshot.files:
            return path, ""
    return locate(snapshot, text), subpath(text)


def _without_subpath(text: str) -> str:
    return text.partition("#")[0].strip()


def _at(snapshot: VaultSnapshot, path: str) -> str | None:
    """Return the file at a path, with or without `.md`."""
    for name in _names(path):
        if name in snapshot.files:
            return name
    for name in _names(path):
        if found := _spelling_variants(snapshot.files, name):
            return _only(found, path, "file")
    return None


def _path_ending(snapshot: VaultSnapshot, path: str) -> str | None:
    """Return the only file whose path ends in this one."""
    for name in _names(path):
        if found := _paths_ending(snapshot.files, name):
            return _only(found, path, "file")
    return None


def _missing_reason(snapshot: VaultSnapshot, path: str) -> str:
    """Say why there is no such file: left out, encoded, an alias, or spelt otherwise."""
    _refuse_left_out(snapshot, path)
    decode_path(path)
    if path in _folders(snapshot):
        call = Call("vault_list", {"directory": path})
        raise ToolError(f"{quote(path)} is a folder, not a file.", f"To see what is in it: {call}.")
    if named := _by_alias(snapshot, path):
        raise ToolError(
            f"No file is called {quote(path)}, but it is an alias.",
            f"The notes with this alias: {_join_paths(named)}.",
        )
    name = path.rpartition("/")[2].removesuffix(".md")
    names: dict[str, list[str]] = {}
    for each, file in snapshot.files.items():
        names.setdefault(file.name, []).append(each)
    alike = find_similar(name, _likely(name, names), _MOST_SIMILAR)
    near = [each for nearly in alike for each in names[nearly]]
    raise _unknown_path_error(snapshot, path, near[:_MOST_SIMILAR], "file")


def _likely(name: str, names: Iterable[str]) -> list[str]:
    """Return the names that share most pairs of letters with one: a full comparison takes long."""
    pairs = _pairs(name)
    shared = {each: len(pairs & _pairs(each)) for each in names}
    likely = sorted(filter(shared.__getitem__, shared), key=lambda each: -shared[each])
    return likely[:_LIKELY]


def _pairs(name: str) -> set[str]:
    lower = spelling(name)[:_LONGEST_NAME]
    return set(map("".join, pairwise(lower))) or {lower}


def _refuse_left_out(snapshot: VaultSnapshot, path: str) -> None:
    """Refuse a file that exists, or may exist, in a folder that was left out."""
    for skipped in snapshot.skipped:
        for name in _names(path):
            if any(name == each or name.startswith(f"{each}/") for each in skipped.paths):
                raise ToolError(
                    f"{quote(path)} can't be read: {skipped.reason}.",
                    "system_info() lists what was left out, and why.",
                )


def _by_alias(snapshot: VaultSnapshot, name: str) -> list[str]:
    wanted = spelling(name)
    return [
        path
        for path, note in snapshot.notes.items()
        if any(spelling(alias) == wanted for alias in note.aliases)
    ]


def _names(path: str) -> tuple[str, ...]:
    return path, f"{path}.md"


def _spelling_variants(paths: Iterable[str], path: str) -> list[str]:
    """Return the paths that differ from one in spelling alone."""
    wanted = spelling(path)
    return [each for each in paths if spelling(each) == wanted]


def _paths_ending(paths: Iterable[str], path: str) -> list[str]:
    """Return the paths that end in one."""
    wanted = f"/{spelling(path)}"
    return [each for each in paths if spelling(each).endswith(wanted)]


def _only(found: list[str], path: str, noun: str) -> str:
    if len(found) == 1:
        return found[0]
    raise ToolError(
        f"{quote(path)} may mean any of {units.count(len(found), noun)}: {_join_paths(found)}.",
        "Pass the full path.",
    )


def _join_paths(paths: list[str]) -> str:
    """Join paths for a message, at most ten of them."""
    return units.list_names([f"`{one_line.name(path)}`" for path in paths], _MOST_NAMED)


def _folders(snapshot: VaultSnapshot) -> set[str]:
    folders: set[str] = set()
    for file in snapshot.files.values():
        folder = file.folder
        while folder and folder not in folders:
            folders.add(folder)
            folder = folder.rpartition("/")[0]
    return folders


def _near_folders(path: str, folders: set[str]) -> list[str]:
    """Return folders that may have been meant: first by name, then by path."""
    name, names = path.rpartition("/")[2], dict[str, list[str]]()
    for folder in sorted(folders):
        names.setdefault(folder.rpartition("/")[2], []).append(folder)
    by_name = [folder for close in find_similar(name, names) for folder in names[close]]
    return list(dict.fromkeys([*by_name, *find_similar(path, folders)]))[:_MOST_SIMILAR]


def _unknown_path_error(
    snapshot: VaultSnapshot, path: str, near: list[str], noun: str
) -> ToolError:
    problem = f"There is no {noun} {quote(path)} in the vault."
    if near:
        return ToolError(problem, f"Similar: {_join_paths(near)}.")
    if not snapshot.files:
        return ToolError(problem, "The vault is empty.")
    return ToolError(problem, f"To see what there is: {Call('vault_list')}.")
