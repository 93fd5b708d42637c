"""Allow rules of Claude Code for rewritten lines: a twin for each rule that names a build."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pageful.clients.document import Document, Edit, Node
from pageful.clients.edits import write_string
from pageful.clients.nested_items import append, remove

_PATH = ("permissions", "allow")
# A rule that begins with a program of Maven.
# > Bash(./mvnw test:*)
_RULE = re.compile(r"Bash\(((?:\S*/)?(?:mvn|mvnw|mvnd)(?![\w.-]).*)\)", re.DOTALL)
# > Bash(pageful run ./mvnw test:*)
_TWIN = re.compile(r"Bash\((?:'[^']*pageful'|\S*pageful) run (.*)\)", re.DOTALL)


def find_twins(document: Document, program: str) -> list[str]:
    """List the rules that would allow a rewritten line where the typed one is allowed."""
    rules = _rules(document)
    twins = [_RULE.sub(lambda m: f"Bash({program} run {m[1]})", each) for each in rules]
    return [
        twin for rule, twin in zip(rules, twins, strict=True) if twin != rule and twin not in rules
    ]


def twin_edits(document: Document, program: str) -> Iterator[Edit]:
    """Yield the edit that puts those rules behind the others."""
    if twins := find_twins(document, program):
        yield _append_all(document, twins)


def remove_twins(document: Document) -> list[Edit]:
    """Return the edits that take out rules whose originals are there too."""
    rules = _rules(document)
    return [
        remove(document, _PATH, position, tight=False)
        for position, rule in enumerate(rules)
        if (match := _TWIN.fullmatch(rule)) and f"Bash({match[1]})" in rules
    ]


def _append_all(document: Document, twins: list[str]) -> Edit:
    first = append(document, _PATH, twins[0])
    # All in one place: the text of each is the first one's with another rule.
    texts = [first.text.replace(write_string(twins[0]), write_string(each)) for each in twins]
    return Edit(first.start, first.end, "".join(texts))


def _rules(document: Document) -> list[str]:
    array: Node | None = document.root.at(_PATH)
    values: Any = array.value if array else []
    return (
        [each if isinstance(each, str) else "" for each in values]
        if isinstance(values, list)
        else []
    )
