"""The properties at the top of a note: its YAML, read by YAML 1.2's rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from yaml import YAMLError

from pageful.lazy.dataclasses import dataclass, field
from pageful.vault.parsing.properties import is_property_link
from pageful.vault.parsing.yaml_reader import LARGEST, Unreadable, Value, YamlReader

# > ---
_OPENING = re.compile(r"---[ \t]*")


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """The properties, and the text values that are links, each with its line.

    `end` is the line of the closing `---`, 0 where there is no frontmatter. `broken` says why the
    properties could not be read, and on which line of the file.
    """

    end: int = 0
    properties: dict[str, Value] = field(default_factory=dict)
    links: tuple[tuple[int, str], ...] = ()
    broken: str = ""


def read_frontmatter(lines: Sequence[str]) -> Frontmatter:
    """Read the frontmatter of a note, given as its lines without their ends. Never raises.

    As Obsidian has it: `---` alone on the very first line opens; the next line but one, or a later
    one, that begins with `---` closes.
    """
    if not lines or not _OPENING.fullmatch(lines[0]):
        return Frontmatter()
    end = next((at for at in range(2, len(lines)) if lines[at].startswith("---")), 0)
    if not end or lines[1].startswith("---"):
        return Frontmatter()
    return _read("\n".join(lines[1:end]), end + 1)


def _read(yaml: str, end: int) -> Frontmatter:
    if len(yaml) > LARGEST:
        reason = f"line 2: the frontmatter has {len(yaml):,} characters, more than {LARGEST:,}"
        return Frontmatter(end, broken=reason)
    try:
        reader = _PropertyReader(yaml)
        return Frontmatter(end, reader.mapping(), tuple(reader.links))
    except Unreadable as error:
        return Frontmatter(end, broken=f"line {error.line + 2}: {error.reason}")
    except YAMLError as error:
        return Frontmatter(end, broken=_reason(error))


def _reason(error: YAMLError) -> str:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "no YAML"
    return f"line {mark.line + 2 if mark else 2}: {problem}"


class _PropertyReader(YamlReader):
    """A reader of properties that notes the texts that are links, each with its line."""

    def __init__(self, yaml: str) -> None:
        super().__init__(yaml, "frontmatter")
        self.links: list[tuple[int, str]] = []

    def scalar(self, event: Any) -> None:
        """Take a scalar: a name, a value, or a value that is a link."""
        text: str = event.value
        if text[:1] == "[" and not self.awaits_name() and is_property_link(text):
            self.links.append((event.start_mark.line + 2, text))
        super().scalar(event)
