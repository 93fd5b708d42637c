"""Paths within a vault: checked, respelt, and confined to it.

Paths are relative to the vault, with slashes, and taken literally: nothing in them is decoded or
expanded.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from pathlib import Path
from urllib.parse import unquote

from pageful.files.opening import NotRegular, Opener, TooLarge
from pageful.files.path_text import is_text
from pageful.page.calls import Call
from pageful.text import units
from pageful.text.excerpts import shorten
from pageful.tool.errors import ToolError
from pageful.vault.paths.spelling import compose, spelling

LARGEST_READ = 20 * 1024 * 1024
"""The largest file that is read, in bytes. Chosen by hand."""

_LONGEST = 4096
_LONGEST_SHOWN = 200
_NOTHING_THERE = {errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG}
# > C:\Users\ada
_DRIVE = re.compile(r"[A-Za-z]:(?:[\\/]|\Z)")
_ROUNDS = 5
_LIKE_THIS = "Paths are relative to the vault, with slashes: `Folder/Note.md`."


class VaultPaths:
    """The paths of the vault at `root`, whose symbolic links are resolved once.

    With `follow_outside`, links within the vault may lead out of it.
    """

    def __init__(self, root: Path, *, follow_outside: bool) -> None:
        try:
            self.root = root.expanduser().resolve()
        except (OSError, RuntimeError, ValueError) as error:
            raise ToolError(f"{quote(str(root))} is no folder: {error}.", _LIKE_THIS) from error
        self.follow_outside = follow_outside

    def file(self, path: str) -> Path:
        """Return the real path of the regular file at `path`, no link in it.

        The exact name goes first; else one that differs only in case or in how letters are composed
        will do, if it is the only one.

        Raises:
            ToolError: the path is invalid, leads out of the vault or into a hidden folder, or the
            file is missing, no regular file, or larger than `LARGEST_READ`.
        """
        real, status = self._find_existing(path)
        if stat.S_ISDIR(status.st_mode):
            raise _is_folder(path)
        if stat.S_ISLNK(status.st_mode):
            raise ToolError(f"{quote(path)} is a link in a loop.", "Pass another file.")
        if not stat.S_ISREG(status.st_mode):
            raise _not_regular(path)
        if status.st_size > LARGEST_READ:
            raise _too_large(path, status.st_size)
        return Path(real)

    def directory(self, path: str) -> str:
        """Return the folder at `path`, as a path relative to the vault; empty for the vault itself.

        A link to a folder of the vault is that folder. `/` is the vault, too.

        Raises:
            ToolError: as for `file`; or it is a file.
        """
        if path.strip() in {"", "/", ".", "./"}:
            return ""
        real, status = self._find_existing(path)
        if not stat.S_ISDIR(status.st_mode):
            raise _is_file(path)
        inside = self._relative(real)
        return check_path(path) if inside is None else inside

    def read_bytes(self, path: str) -> bytes:
        """Return the bytes of the file at `path`.

        Only a regular file within the vault is read, even if a path is swapped meanwhile.

        Raises:
            ToolError: as for `file`; or it can't be read.
        """
        real = str(self.file(path))
        try:
            with Opener(self.root) as opener:
                return opener.read(real, LARGEST_READ).data
        except TooLarge as error:
            raise _too_large(path, error.size) from error
        except NotRegular as error:
            raise _not_regular(path) from error
        except FileNotFoundError as error:
            raise _missing_error(path) from error
        except (OSError, ValueError) as error:
            raise _unreadable(path, error) from error

    def _find_existing(self, path: str) -> tuple[str, os.stat_result]:
        """Return the real path of an existing file, and its status."""
        relative = self._normalize(path)
        for spelled in self._spellings(relative):
            real = self._real(path, spelled)
            try:
                return real, os.lstat(real)
            except (OSError, ValueError) as error:
                if getattr(error, "errno", None) not in _NOTHING_THERE:
                    raise _unreadable(path, error) from error
        raise _missing_error(path)

    def _normalize(self, path: str) -> str:
        """Return the path without needless parts; one that names the vault itself is set right."""
        base = os.path.join(self.root, "")  # noqa: PTH118 - paths are compared as text
        try:
            return check_path(path)
        except ToolError as error:
            inside = path.removeprefix(base)
            if inside == path:
                raise
            raise ToolError(error.problem, f"Pass {quote(inside)}.") from error

    def _real(self, path: str, relative: str) -> str:
        """Return the real path of a file that may be missing.

        The path is checked only if its existing part is within the vault, so that errors reveal
        nothing of files outside.
        """
        try:
            real = os.path.realpath(self.root / relative)
        except OSError as error:  # a link went away meanwhile
            raise _unreadable(path, error) from error
        inside = self._relative(real)
        if inside is None and not self.follow_outside:
            raise ToolError(
                f"{quote(path)} is a link, or goes through one, that leads out of the vault.",
                "Only files within the vault can be read. Who starts this server can allow such "
                "links with `--follow-outside-links`.",
            )
        if inside is not None and any(part.startswith(".") for part in inside.split("/")):
            raise _hidden_error(path)
        return real

    def _relative(self, real: str) -> str | None:
        """Return a real path relative to the vault; `None` if it is outside."""
        root = str(self.root)
        if real == root:
            return ""
        base = os.path.join(root, "")  # noqa: PTH118
        return real[len(base) :].replace(os.sep, "/") if real.startswith(base) else None

    def _is_inside(self, place: Path) -> bool:
        try:
            return self._relative(os.path.realpath(place)) is not None
        except OSError:  # a link went away meanwhile
            return False

    def _spellings(self, relative: str) -> list[str]:
        """Return the path itself, and if that is missing, the similar one that exists."""
        if os.path.lexists(self.root / relative):
            return [relative]
        respelled = self._respell(relative)
        return [relative] if respelled == relative else [relative, respelled]

    def _respell(self, relative: str) -> str:
        """Return the path with each part spelled as in its folder, while a similar one exists."""
        place, parts = self.root, relative.split("/")
        for depth, part in enumerate(parts):
            if not self._is_inside(place):
                break
            if not os.path.lexists(place / part):
                parts[depth] = _like(place, part)
                if parts[depth] == part:
                    break
            place /= parts[depth]
        return "/".join(parts)


def check_path(path: str) -> str:
    """Return the path without empty parts and `.`, if it can be that of a file in a vault.

    Raises:
        ToolError: the path is empty, absolute, leads up or into a hidden folder, or has characters
        that no path of a vault has.
    """
    if not path.strip():
        raise ToolError("The path is empty.", _LIKE_THIS)
    if len(path) > _LONGEST:
        raise ToolError(f"The path {quote(path)} is too long.", _LIKE_THIS)
    if "\0" in path or not is_text(path):
        raise ToolError(f"{quote(path)} holds characters that no path can have.", _LIKE_THIS)
    if _DRIVE.match(path) or (os.name == "nt" and ":" in path):
        raise ToolError(f"{quote(path)} names a drive.", _LIKE_THIS)
    if path.startswith("/"):
        raise ToolError(f"{quote(path)} is an absolute path.", _LIKE_THIS)
    if "\\" in path:
        raise ToolError(f"{quote(path)} holds a backslash.", _LIKE_THIS)
    return _without_needless(path)


def decode_path(path: str) -> str:
    """Decode a URL-encoded path in several rounds, for a message: nothing ever opens it.

    Raises:
        ToolError: the decoded path would be refused.
    """
    plain = path
    for _ in range(_ROUNDS):
        plain = unquote(plain, errors="replace")
    if plain == path:
        return path
    try:
        return check_path(plain)
    except ToolError as error:
        raise ToolError(
            f"There is no {quote(path)}, and decoded it would be refused: {error.problem}",
            f"Paths are taken literally, not URL-decoded. {_LIKE_THIS}",
        ) from error


def quote(text: str) -> str:
    """Quote a caller's text: control characters visible, and never long."""
    return shorten(repr(text), _LONGEST_SHOWN, "…'")


def _without_needless(path: str) -> str:
    parts = [part for part in path.split("/") if part not in {"", "."}]
    if any(part.rstrip(" ") == ".." for part in parts):
        raise ToolError(f"{quote(path)} leads up with `..`.", _LIKE_THIS)
    if any(part.startswith(".") for part in parts):
        raise _hidden_error(path)
    if not parts:
        raise ToolError(f"{quote(path)} is the vault itself, not a file in it.", _LIKE_THIS)
    return "/".join(parts)


def _like(place: Path, name: str) -> str:
    """Return the only name in a folder with the same spelling key, else the name itself."""
    try:
        names = [each.name for each in place.iterdir()]
    except OSError:
        return name
    for alike in (compose, spelling):
        found = [each for each in names if alike(each) == alike(name)]
        if len(found) == 1:
            return found[0]
    return name


def _hidden_error(path: str) -> ToolError:
    return ToolError(
        f"{quote(path)} is hidden: a part of it begins with a dot.",
        "Settings, trash and version control are no part of the vault.",
    )


def _missing_error(path: str) -> ToolError:
    plain = decode_path(path)
    if plain != path:
        return ToolError(
            f"There is no {quote(path)} in the vault. Paths are taken literally, not URL-decoded.",
            f"Pass {quote(plain)}, if that is meant.",
        )
    name = path.rstrip("/").rpartition("/")[2].removesuffix(".md")
    return ToolError(
        f"There is no {quote(path)} in the vault.",
        f"To find it: {Call('vault_search', {'query': name})}.",
    )


def _is_folder(path: str) -> ToolError:
    return ToolError(
        f"{quote(path)} is a folder.",
        f"To see what is in it: {Call('vault_list', {'directory': path})}.",
    )


def _is_file(path: str) -> ToolError:
    return ToolError(
        f"{quote(path)} is a file, not a folder.",
        f"To read it: {Call('vault_read', {'path': path})}.",
    )


def _not_regular(path: str) -> ToolError:
    return ToolError(
        f"{quote(path)} is a pipe, a socket or a device.", "Only regular files can be read."
    )


def _too_large(path: str, size: int) -> ToolError:
    most = units.size(LARGEST_READ)
    return ToolError(
        f"{quote(path)} has {units.size(size)}, too much to be read.",
        f"Files of up to {most} can be.",
    )


def _unreadable(path: str, error: OSError | ValueError) -> ToolError:
    why = getattr(error, "strerror", None) or str(error)
    return ToolError(f"{quote(path)} can't be read: {why}.", "Check its permissions and links.")
