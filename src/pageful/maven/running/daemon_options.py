"""The options of the Maven Daemon, beside those of Maven."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pageful.lazy import patterns

_ALWAYS = ("-Dmvnd.noModelCache=true", "-Dorg.jline.terminal.dumb=true")
"""Batch mode has it print everything at once; what else it must be told.

It remembers the POMs of released versions: it would not see that a parent was edited, and would
take the parent of another work tree of the same project for that of this one. And it warns that
there is no terminal, unless it is told to expect none.
"""

_JVM_ARGUMENTS = "mvnd.jvmArgs"
# > mvnd.jvmArgs=-Xmx2g
_OWN_JVM_ARGUMENTS = patterns.compile(r"^\s*(?:-D)?mvnd\.jvmArgs\b", re.MULTILINE)
_LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
# > en_US.UTF-8
# > C.UTF-8
_ENGLISH = patterns.compile(r"(?:en|C|POSIX)(?![A-Za-z])|\Z")


def daemon_options(
    settings: Path,
    args: Sequence[str],
    english: Sequence[str],
    inherited: Mapping[str, str] = os.environ,
) -> tuple[str, ...]:
    """Return the options; `settings` is the project's `.mvn`, `english` has a JVM speak English.

    The Daemon does not hear of `MAVEN_OPTS`, and speaks the language of who called it first. Where
    that is another, one is started that speaks English, unless its JVM's arguments are the user's.
    """
    locale = next(filter(None, map(inherited.get, _LOCALE_VARIABLES)), "")
    given = (*args, *map(text_of, _properties(settings, inherited)))
    if _ENGLISH.match(locale) or any(map(_OWN_JVM_ARGUMENTS.search, given)):
        return _ALWAYS
    return (*_ALWAYS, f"-D{_JVM_ARGUMENTS}={' '.join(english)}")


def _properties(settings: Path, inherited: Mapping[str, str]) -> Iterator[Path]:
    """The files in which the user may have told the Daemon how to start."""
    if named := inherited.get("MVND_PROPERTIES_PATH"):
        yield Path(named)
    yield settings / "mvnd.properties"
    yield Path.home() / ".m2" / "mvnd.properties"


def text_of(path: Path) -> str:
    """The text of a settings file, empty if there is none."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
