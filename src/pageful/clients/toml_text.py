"""TOML with the place of each value: `tomllib` says what it means, this where it is."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from pageful.clients.document import Document, Member, Node, UnreadableDocument
from pageful.lazy.dataclasses import dataclass, field

# White space, comments and newlines.
# > # the work account
_GAP = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
# > mcp_servers
# > "my server"
_KEY = re.compile(r"""[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'""")
# > .
_DOT = re.compile(r"[ \t]*\.[ \t]*")
# A string of one line or several.
# > "npx \"quoted\""
# > '''C:\bin'''
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}|'
    r"'''.*?'{3,5}|"
    r'"(?:[^"\\\n]|\\.)*"|'
    r"'[^'\n]*'",
    re.DOTALL,
)
# A number, a date or a truth value.
# > 1979-05-27 07:32:00
# > true
_SCALAR = re.compile(r"\d{4}-\d\d-\d\d \d\d:[^\s,\]}#]+|[^\s,\]}#]+")


def parse_toml(text: str) -> Document:
    """Read TOML.

    Raises:
        UnreadableDocument: it is no TOML.
    """
    try:
        # The reader of places knows only TOML that is right.
        value = tomllib.loads(text.replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UnreadableTomlDocument(str(error)) from None
    root = _Table()
    _Reader(text, root).read()
    return Document(text, root.node(value), "toml")


class UnreadableTomlDocument(UnreadableDocument):
    """The error of a text that is no TOML; `tomllib` says where."""

    def __init__(self, problem: str) -> None:
        ValueError.__init__(self, problem)


@dataclass
class _Table:
    """A table as it grows: headers and dotted keys add to it from several places."""

    start: int = 0
    end: int = 0
    members: dict[str, tuple[int, int, _Table | Node]] = field(default_factory=dict)

    def child(self, key: str, start: int, end: int) -> _Table:
        """Return the table at a key, a new one for a new key; of an array of tables the last."""
        found = self.members.get(key)
        if found and isinstance(found[2], _Table):
            return found[2]
        table = _Table(start, end)
        self.members[key] = (start, end, table)
        return table

    def node(self, value: Any) -> Node:
        """Freeze the table, whose data are known."""
        members = [
            Member(key, start, end, _freeze(part, value, key))
            for key, (start, end, part) in self.members.items()
        ]
        return Node(value, self.start, self.end, tuple(members), in_braces=False)


def _freeze(part: _Table | Node, value: Any, key: str) -> Node:
    return part.node(_inner(value, key)) if isinstance(part, _Table) else part


def _inner(value: Any, key: str) -> Any:
    inner = value.get(key) if isinstance(value, dict) else None
    return inner[-1] if isinstance(inner, list) and inner else inner


@dataclass
class _Reader:
    text: str
    root: _Table

    def read(self) -> None:
        """Read all lines."""
        table, position = self.root, self._skip(0)
        while position < len(self.text):
            if self.text[position] == "[":
                table, position = self._header(position)
            else:
                position = self._assignment(table, position)
            position = self._skip(position)

    def _header(self, start: int) -> tuple[_Table, int]:
        is_array = self.text.startswith("[[", start)
        keys, position = self._keys(self._blank(start + 1 + is_array))
        position = self._blank(position) + 1 + is_array
        table = self.root
        for number, (key, begin, end) in enumerate(keys):
            if is_array and number == len(keys) - 1:
                table.members.pop(key, None)
            table = table.child(key, begin, end)
        table.start, table.end = start, position
        return table, position

    def _assignment(self, table: _Table, position: int) -> int:
        keys, position = self._keys(position)
        for key, begin, end in keys[:-1]:
            table = table.child(key, begin, end)
        key, begin, end = keys[-1]
        node = self._value(self._blank(self._blank(position) + 1))
        table.members[key] = (begin, end, node)
        return node.end

    def _keys(self, position: int) -> tuple[list[tuple[str, int, int]], int]:
        keys = []
        while True:
            match = _KEY.match(self.text, position)
            if match is None:
                raise UnreadableDocument("A key is missing", self.text, position)
            name = match[0] if match[0][0] not in "\"'" else _load(match[0])
            keys.append((name, match.start(), match.end()))
            dot = _DOT.match(self.text, match.end())
            if dot is None:
                return keys, match.end()
            position = dot.end()

    def _value(self, start: int) -> Node:
        match self.text[start : start + 1]:
            case "[":
                return self._array(start)
            case "{":
                return self._inline_table(start)
            case '"' | "'":
                return self._simple(_STRING, start)
            case _:
                return self._simple(_SCALAR, start)

    def _simple(self, pattern: re.Pattern[str], start: int) -> Node:
        match = pattern.match(self.text, start)
        if match is None:
            raise UnreadableDocument("A value is missing", self.text, start)
        return Node(_load(match[0]), start, match.end())

    def _array(self, start: int) -> Node:
        items: list[Node] = []
        position = self._skip(start + 1)
        while self.text[position] != "]":
            items.append(self._value(position))
            position = self._skip(items[-1].end)
            if self.text[position] == ",":
                position = self._skip(position + 1)
        return Node([each.value for each in items], start, position + 1, items=tuple(items))

    def _inline_table(self, start: int) -> Node:
        table = _Table()
        position = self._skip(start + 1)
        while self.text[position] != "}":
            position = self._skip(self._assignment(table, position))
            if self.text[position] == ",":
                position = self._skip(position + 1)
        node = table.node(_load(self.text[start : position + 1]))
        return Node(node.value, start, position + 1, node.members)

    def _skip(self, position: int) -> int:
        match = _GAP.match(self.text, position)
        assert match
        return match.end()

    def _blank(self, position: int) -> int:
        while self.text[position : position + 1] in (" ", "\t"):
            position += 1
        return position


def _load(source: str) -> Any:
    return tomllib.loads(f"x = {source}".replace("\r\n", "\n"))["x"]
