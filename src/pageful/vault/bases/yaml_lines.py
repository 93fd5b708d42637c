"""YAML as values that know their lines, so that whatever is wrong in it can be pointed at."""

from __future__ import annotations

from yaml import YAMLError

from pageful.lazy.dataclasses import dataclass
from pageful.vault.parsing.yaml_reader import LARGEST, Unreadable, Value, YamlReader


class BrokenYaml(Exception):
    """The text is no YAML, or exceeds a bound; `line` counts from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line
        self.reason = reason


@dataclass(frozen=True, slots=True)
class YamlLines:
    """A mapping of YAML, with the line of each item of each list and mapping in it."""

    root: dict[str, Value]
    _lines: dict[tuple[int, str | int], int]

    def line(self, within: list[Value] | dict[str, Value], item: str | int) -> int:
        """Return the line of an item, of a list by its number; the first line if it has none."""
        return self._lines.get((id(within), item), 1)


def read_yaml(text: str, before: int = 0) -> YamlLines:
    """Read YAML that begins `before` lines below the top of its file.

    Raises:
        BrokenYaml: it can't be read.
    """
    if len(text) > LARGEST:
        raise BrokenYaml(before + 1, f"it has {len(text):,} characters, more than {LARGEST:,}")
    try:
        reader = _LineReader(text, before + 1)
        return YamlLines(reader.mapping(), reader.lines)
    except Unreadable as error:
        raise BrokenYaml(before + error.line + 1, error.reason) from error
    except YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "no YAML"
        raise BrokenYaml(before + (mark.line if mark else 0) + 1, str(problem)) from error


class _LineReader(YamlReader):
    """A reader that notes the line of each item, by the identity of what it is in.

    A collection that an alias repeats is one object, with the lines of its first place.
    """

    def __init__(self, yaml: str, first: int) -> None:
        super().__init__(yaml, "base")
        self.lines: dict[tuple[int, str | int], int] = {}
        self._first = first

    def add(self, value: Value, line: int, height: int) -> None:
        """Add a value, and note the line of a name or of an item."""
        above = self._open[-1] if self._open else None
        awaits_name = self.awaits_name()
        super().add(value, line, height)
        if above is None:
            return
        if isinstance(above.value, list):
            self.lines[id(above.value), len(above.value) - 1] = line + self._first
        elif awaits_name and above.key is not None:
            self.lines[id(above.value), above.key] = line + self._first
