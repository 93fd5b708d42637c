"""The files that the vault's own settings exclude from search and graph.

`userIgnoreFilters` in `.obsidian/app.json` lists them: beginnings of paths, or regular
expressions between slashes. Both are compared without case.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import thread_time
from typing import TYPE_CHECKING

from pageful.files.opening import Opener
from pageful.files.tree_watch import TreeWatch
from pageful.tool.errors import ToolError
from pageful.vault.snapshot.snapshot import SkippedPaths

if TYPE_CHECKING:
    from pageful.vault.javascript_regex import JavaScriptRegex

SETTINGS = ".obsidian/app.json"
UNREADABLE = "settings can't be read, so nothing is excluded"
NO_REGEX = "filter of excluded files is no regular expression"
TOO_SLOW = "filter of excluded files takes too long"

_LARGEST_SETTINGS = 1_000_000
_SECONDS = 2.0
_SECONDS_A_PATH = 0.1


class Exclusions:
    """The filters of a vault, from the bytes of its settings; `None` where there are none."""

    def __init__(self, settings: bytes | None = None) -> None:
        self._settings = settings
        self._broken: dict[str, list[str]] = {}
        self._left = _SECONDS
        filters = self._filters(settings)
        plain = (each.lower() for each in filters if not _is_regex(each))
        self._beginnings = tuple(plain)
        self._patterns = {each: self._compile(each) for each in filters if _is_regex(each)}

    @property
    def broken(self) -> Sequence[SkippedPaths]:
        """The filters that can't be used, and why."""
        return [SkippedPaths(reason, tuple(which)) for reason, which in self._broken.items()]

    def renew(self, root: Path) -> Exclusions:
        """Return the filters of the vault at `root` as they are now; this object if unchanged."""
        settings = _content(root)
        if settings != self._settings:
            return Exclusions(settings)
        self._left = _SECONDS
        return self

    @staticmethod
    def watch(root: Path, watch: TreeWatch) -> None:
        """Ask that the settings of the vault at `root` be watched, before they are read."""
        folder, _, name = SETTINGS.rpartition("/")
        if os.path.realpath(root / SETTINGS) != str(root / SETTINGS):
            watch.doubt()
        elif (root / folder).is_dir():
            watch.add(str(root / folder), {name})

    def exclude(self, path: str) -> bool:
        """Return whether a file is hidden.

        All regular expressions together have two seconds between one `renew` and the next. The
        one that takes longer is given up for good, and then is among the `broken`.
        """
        if self._beginnings and path.lower().startswith(self._beginnings):
            return True
        return bool(self._patterns) and any(self._match(each, path) for each in self._patterns)

    def _match(self, source: str, path: str) -> bool:
        pattern = self._patterns[source]
        if pattern is None or self._left < 0:
            self._give_up(source)
            return False
        began = thread_time()
        try:
            return pattern.search(path, timeout=_SECONDS_A_PATH) is not None
        except ToolError:  # it took too long
            self._give_up(source)
            return False
        finally:
            self._left -= thread_time() - began

    def _give_up(self, source: str) -> None:
        if self._patterns[source] is not None:
            self._patterns[source] = None
            self._broken.setdefault(TOO_SLOW, []).append(source)

    def _filters(self, settings: bytes | None) -> list[str]:
        if settings is None:
            return []
        try:
            filters = json.loads(settings)["userIgnoreFilters"]
        except (KeyError, TypeError):
            return []
        except (ValueError, RecursionError):
            self._broken[UNREADABLE] = [SETTINGS]
            return []
        return _texts(filters)

    def _compile(self, source: str) -> JavaScriptRegex | None:
        # Loaded where a vault has such a filter: few have.
        from pageful.vault.javascript_regex import compile_regex

        try:
            return compile_regex(source[1:-1], "i")
        except ToolError:
            self._broken.setdefault(NO_REGEX, []).append(source)
            return None


def _is_regex(text: str) -> bool:
    return len(text) > 2 and text.startswith("/") and text.endswith("/")


def _texts(filters: object) -> list[str]:
    listed = filters if isinstance(filters, list) else []
    return list(dict.fromkeys(each for each in listed if isinstance(each, str) and each))


def _content(root: Path) -> bytes | None:
    """Return the settings' bytes; they may be a link, since people share them between vaults."""
    with suppress(OSError, ValueError), Opener(root) as opener:
        return opener.read(os.path.realpath(root / SETTINGS), _LARGEST_SETTINGS).data
    return None
