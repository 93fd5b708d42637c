"""JSON with comments and trailing commas, as editors write it, with the place of each value."""

from __future__ import annotations

import json
import re

from pageful.clients.document import Document, Member, Node, UnreadableDocument
from pageful.lazy.dataclasses import dataclass

# White space and comments.
# > // the work account
# > /* both */
_GAP = re.compile(r"(?:[ \t\r\n\ufeff]+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
# > "npx \"quoted\""
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
# > -1.5e3
# > true
_SCALAR = re.compile(r"-?\d[\d.eE+-]*|true|false|null")

_DEEPEST = 200
"""Levels of objects and arrays: no configuration has a tenth of them."""


def parse_jsonc(text: str) -> Document:
    """Read JSON with comments.

    Raises:
        UnreadableDocument: it is no such JSON, too deep, or a key is in an object twice.
    """
    reader = _Reader(text)
    start = reader.skip(0)
    root = reader.read(start, 0)
    end = reader.skip(root.end)
    if end < len(text):
        raise UnreadableDocument("More follows the end", text, end)
    return Document(text, root)


@dataclass(frozen=True, slots=True)
class _Reader:
    text: str

    def skip(self, position: int) -> int:
        match = _GAP.match(self.text, position)
        assert match
        return match.end()

    def read(self, start: int, depth: int) -> Node:
        if depth > _DEEPEST:
            raise UnreadableDocument("Too many levels", self.text, start)
        match self.text[start : start + 1]:
            case "{":
                return self._object(start, depth)
            case "[":
                return self._array(start, depth)
            case '"':
                return self._string(start)
            case _:
                return self._scalar(start)

    def _object(self, start: int, depth: int) -> Node:
        members: dict[str, Member] = {}
        position = self.skip(start + 1)
        while self.text[position : position + 1] != "}":
            key = self._string(position)
            if key.value in members:
                problem = f"The key {key.value!r} is there twice"
                raise UnreadableDocument(problem, self.text, position)
            colon = self._expect(self.skip(key.end), ":")
            node = self.read(self.skip(colon), depth + 1)
            members[key.value] = Member(key.value, key.start, key.end, node)
            position = self._after_item(node.end, "}")
        value = {key: each.node.value for key, each in members.items()}
        return Node(value, start, position + 1, members=tuple(members.values()))

    def _array(self, start: int, depth: int) -> Node:
        items: list[Node] = []
        position = self.skip(start + 1)
        while self.text[position : position + 1] != "]":
            items.append(self.read(position, depth + 1))
            position = self._after_item(items[-1].end, "]")
        return Node([each.value for each in items], start, position + 1, items=tuple(items))

    def _after_item(self, position: int, end: str) -> int:
        """Pass the comma after an item, or stay at the end of all items."""
        position = self.skip(position)
        if self.text[position : position + 1] == end:
            return position
        return self.skip(self._expect(position, ","))

    def _expect(self, position: int, character: str) -> int:
        if self.text[position : position + 1] != character:
            raise UnreadableDocument(f"A {character!r} is missing", self.text, position)
        return position + 1

    def _string(self, start: int) -> Node:
        match = _STRING.match(self.text, start)
        try:
            if match:
                return Node(json.loads(match[0]), start, match.end())
        except ValueError:
            pass
        raise UnreadableDocument("A string in double quotes is missing", self.text, start)

    def _scalar(self, start: int) -> Node:
        match = _SCALAR.match(self.text, start)
        try:
            if match:
                return Node(json.loads(match[0]), start, match.end())
        except ValueError:
            pass
        raise UnreadableDocument("A value is missing", self.text, start)
