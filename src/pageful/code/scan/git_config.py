"""The part of git's configuration that decides which files are ignored.

Written after https://git-scm.com/docs/git-config#_configuration_file. It is read without running
git, which need not be installed. Conditional includes are not followed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from pageful.lazy.dataclasses import dataclass, field

_DEEPEST_INCLUDE = 10  # as in git
# > excludesFile = "~/.config/git/ignore" ; mine
_ITEM = re.compile(
    r"""\[ [ ]* (?P<section>[^\]"\s]+) (?:\s+ "(?P<subsection>(?:\\.|[^"\\])*)")? [ ]* \]
      | (?P<key>[A-Za-z][A-Za-z0-9-]*) [ \t]*
        (?:= [ \t]* (?P<value>(?:"(?:\\.|[^"\\\n])*"|\\(?:.|\n)|[^"\\#;\n])*))?
      | [#;] [^\n]*""",
    re.VERBOSE,
)
# > "~/.gitignore"
_PIECE = re.compile(r'"((?:\\.|[^"\\])*)"|((?:\\(?:.|\n)|[^"\\])+)', re.DOTALL)
# > C:\\Users
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "b": "\b", "\n": ""}
_FALSE = {"false", "no", "off", "0", ""}


@dataclass(slots=True)
class GitConfig:
    """The settings of one repository: the later file decides.

    `files` are the files that were looked for, whether or not they exist.
    """

    files: list[Path] = field(default_factory=list)
    _values: dict[str, str] = field(default_factory=dict)

    @property
    def ignore_case(self) -> bool:
        """Return whether patterns hold for either case, git's `core.ignoreCase`."""
        return self._values.get("core.ignorecase", "false").lower() not in _FALSE

    @property
    def excludes_file(self) -> Path | None:
        """The file of the user's own patterns, git's `core.excludesFile`."""
        value = self._values.get("core.excludesfile")
        if value is None:
            return _git_home(os.environ) / "ignore"
        return _expand(value, Path()) if value else None

    def read(self, file: Path, depth: int = 0) -> None:
        """Add the settings of a file, and of the files that it includes. A file may be missing."""
        self.files.append(file)
        try:
            text = file.read_text(encoding="utf-8", errors="surrogateescape")
        except (OSError, ValueError):
            return
        for name, value in _settings(text):
            if name != "include.path":
                self._values[name] = value
            elif depth < _DEEPEST_INCLUDE:
                self.read(_expand(value, file.parent), depth + 1)


def git_config(repository: Path | None) -> GitConfig:
    """Read the configuration of the system, the user and a repository, by its `.git` directory."""
    config = GitConfig()
    for file in _files(os.environ):
        config.read(file)
    if repository:
        config.read(repository / "config")
    return config


def _files(environment: Mapping[str, str]) -> Iterator[Path]:
    if environment.get("GIT_CONFIG_NOSYSTEM", "false").lower() in _FALSE:
        yield Path(environment.get("GIT_CONFIG_SYSTEM", "/etc/gitconfig"))
    if chosen := environment.get("GIT_CONFIG_GLOBAL"):
        yield Path(chosen)
    else:
        yield _git_home(environment) / "config"
        yield _expand("~/.gitconfig", Path())


def _git_home(environment: Mapping[str, str]) -> Path:
    home = environment.get("XDG_CONFIG_HOME")
    return (Path(home) if home else _expand("~/.config", Path())) / "git"


def _expand(path: str, base: Path) -> Path:
    return base / Path(path).expanduser() if _has_home(path) else base / path


def _has_home(path: str) -> bool:
    if not path.startswith("~"):
        return False
    return os.path.expanduser(path) != path  # noqa: PTH111 - pathlib's raises without a home


def _settings(text: str) -> Iterator[tuple[str, str]]:
    """Yield every `section.key` or `section.subsection.key`, in lower case, and its value."""
    section = ""
    for item in _ITEM.finditer(text):
        if item["section"]:
            section = item["section"].lower()
            section += f".{item['subsection']}" if item["subsection"] is not None else ""
        elif item["key"]:
            value = item["value"]
            yield f"{section}.{item['key'].lower()}", "true" if value is None else _plain(value)


def _plain(value: str) -> str:
    """Return a value without its quotes and escapes."""
    pieces = _PIECE.finditer(value.strip(" \t\r"))
    return "".join(_ESCAPE.sub(_unescape, piece[1] or piece[2] or "") for piece in pieces)


def _unescape(escape: re.Match[str]) -> str:
    return _ESCAPED.get(escape[1], escape[1])
