"""Docstrings that a stranger understands: imperatives and plain noun phrases."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "pageful"
COMPLETE_ROOMS = (
    "__init__.py",
    "__main__.py",
    "anything",
    "builds",
    "clients",
    "code",
    "configuration",
    "doctor",
    "files",
    "gateway",
    "hook",
    "jvm",
    "main.py",
    "maven",
    "page",
    "typed_command",
    "report",
    "scaffold",
    "serve",
    "setup",
    "shapes",
    "shell",
    "start.py",
    "testing.py",
    "text",
    "tool",
    "vault",
)
"""Rooms and modules, as paths below the package, whose docstrings all begin plainly."""

# > Whether it is there.
# > What a tool says.
# > The same, with all that is left.
# > Reads a definition.
OBSCURE_BEGINNING = re.compile(
    r"(?:As|How|If|So|That|What|Where|Whether|Which|Whom?|Whose|Why|It|Its|They|Their|These|Those"
    r"|The same[,;:.]"
    r"|Begins|Chooses|Collects|Does|Embeds|Finds|Gives|Goes|Has|Is|Keeps|Knows|Makes|Nothing|Passes"
    r"|Reads|Says|Takes|Tells|Writes)\b"
)
"""Relative clauses, pronouns without a noun, and verbs in the third person."""

# > A string that needs so many characters.
# > The line that a word stands in.
OBSCURE_PHRASE = re.compile(
    r"\bso (?:many|much)\b|(?<!there )\b(?:is|are) none\b|\bas what\b|\bof its own\b"
    r"|\bstands?\b(?! (?:for|out)\b)"
)
"""Idioms that are read twice."""


def _documented(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The line and the first line of each docstring, those below constants included."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else ():
            if (
                isinstance(statement, ast.Expr)
                and isinstance(statement.value, ast.Constant)
                and isinstance(statement.value.value, str)
            ):
                yield statement.lineno, statement.value.value.strip().partition("\n")[0]


def _obscure(room: str) -> list[str]:
    path = SOURCE / room
    return [
        f"{each.relative_to(SOURCE)}:{line}: {first}"
        for each in ([path] if path.is_file() else sorted(path.rglob("*.py")))
        for line, first in _documented(ast.parse(each.read_text(encoding="utf-8")))
        if OBSCURE_BEGINNING.match(first) or OBSCURE_PHRASE.search(first)
    ]


@pytest.mark.parametrize("room", COMPLETE_ROOMS)
def test_every_docstring_begins_with_an_imperative_or_a_noun(room: str) -> None:
    assert (SOURCE / room).exists()
    assert _obscure(room) == []
