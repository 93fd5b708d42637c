"""The text that every match of a regular expression has in it, to pass files by quickly."""

from __future__ import annotations

_CLOSERS = {"(": ")", "[": "]"}
_MAY_REPEAT = "?*{"
_PLAIN_ESCAPES = frozenset(".()[]{}+*?^$|/\\-\"'#<>=:,;@!%&~` ")


def required_literal(pattern: str) -> str:
    """Return the longest literal outside of groups and classes; empty where none is required.

    A pattern with alternatives, or with flags of its own, requires none that is seen here.
    """
    if "(?" in pattern:
        return ""
    runs, run, at = [""], "", 0
    while at < len(pattern):
        character = pattern[at]
        literal, width = character, 1
        if character == "|":
            return ""
        if character == "\\":
            escaped = pattern[at + 1 : at + 2]
            literal, width = (escaped if escaped in _PLAIN_ESCAPES else ""), 2
            if escaped.isalnum() and escaped not in "bBwWsSdD":
                return ""
        elif character in _CLOSERS:
            end = _end_of(pattern, at)
            if end < 0:
                return ""
            literal, width = "", end - at
        elif character in ".^$+?*{}":
            literal = ""
        following = pattern[at + width : at + width + 1]
        if not literal or following in set(_MAY_REPEAT):
            runs.append(run)
            run = ""
            if character == "{":
                width = max(1, pattern.find("}", at) - at + 1)
        else:
            run += literal
        if following == "+" and literal:
            runs.append(run)
            run = ""
        at += width
    return max([*runs, run], key=len)


def _end_of(pattern: str, start: int) -> int:
    """Return where a group or a class ends, -1 if that can't be told; without alternatives."""
    if pattern[start] == "[":
        at = start + 1 + (pattern[start + 1 : start + 2] == "^")
        at += pattern[at : at + 1] == "]"
        if "[" in pattern[at : max(at, pattern.find("]", at))]:
            return -1
        while at < len(pattern) and pattern[at] != "]":
            at += 1 + (pattern[at] == "\\")
        return at + 1 if at < len(pattern) else -1
    depth, at = 0, start
    while at < len(pattern):
        if pattern[at] == "\\":
            at += 1
        elif pattern[at] == "[":
            end = _end_of(pattern, at)
            if end < 0:
                return -1
            at = end - 1
        elif pattern[at] == "(":
            depth += 1
        elif pattern[at] == ")":
            depth -= 1
            if not depth:
                return at + 1
        at += 1
    return -1
