"""Set-up of a family: which directories it is for, what it needs, what agents read of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Literal, TypeAlias

from pageful.lazy.dataclasses import dataclass

State: TypeAlias = Literal["ok", "note", "wrong"]
"""The state of a thing: it works, it is worth knowing, or it has to be mended."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A fact about this machine: its subject, its state, and how it is mended where that helps."""

    subject: str
    state: State
    text: str
    mend: str = ""


@dataclass(frozen=True)
class FamilySetup:
    """The setting that names a family's directory, and all that setting it up takes.

    `detect` says what in a directory the family is for, and nothing where it is for none.
    `options` are words that its server is started with besides. `paragraph` tells an agent when to
    call which tool. `examine` looks at what the family needs, with its settings in a directory.
    """

    directory: str
    detect: Callable[[Path], str]
    options: tuple[str, ...] = ()
    paragraph: str = ""
    examine: Callable[[Any, Path], Iterable[Finding]] = lambda _settings, _directory: ()
