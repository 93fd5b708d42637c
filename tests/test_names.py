"""Names of functions and classes that a stranger would search for: verbs and nouns."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "pageful"

VERBS_AND_NOUNS = frozenset({"embed", "feed", "need"})
"""Words that end like participles, and are none."""

ALLOWED = {
    "Cancelled": "an exception of the library's face",
    "AnswerTotals": "the totals of one kind of answer, as a file has them",
    "Declared": "a class of the library's face",
    "Kept": "a result that the gateway keeps",
    "Numbered": "a class of the library's face",
    "Recorded": "a result of a recording",
    "Scoped": "a part of a search query; scope is a term of the glossary",
    "Selected": "data as a view of the gateway leaves them",
    "Shown": "data as the gateway shows them",
    "_Left": "an exception of the gateway's wrapping",
    "_annotated": "parts of a schema of the gateway",
    "_checked": "parts of a JSON text of the gateway",
    "_gone": "an error of the gateway's recall",
    "_labelled": "tables of a page of any data",
    "_logged": "entries of the gateway's log",
    "_named": "a table in a file of the gateway's views",
    "_recorded": "see Recorded",
    "_refused": "a response of the gateway's server",
    "_signed": "a number in the gateway's web page",
    "closed": "legends of a page, each when it is closed",
    "settled": "a stamp, which git would call racy otherwise",
    "written": "parts of a result of the gateway",
}
"""The names that stay, and why."""

# > annotated
# > told
PARTICIPLE = re.compile(
    r"[a-z]{2,}ed|begun|bound|broken|brought|built|chosen|drawn|driven|fallen|found|given|gone"
    r"|grown|heard|held|hidden|kept|known|left|lost|made|meant|paid|said|seen|sent|shown|sold"
    r"|spelt|spoken|sought|taken|taught|thought|thrown|told|understood|unknown|written"
)


def _is_property(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any("property" in ast.unparse(decorator) for decorator in node.decorator_list)


def _names(tree: ast.AST) -> Iterator[str]:
    """The names of all functions and classes but properties, which may be adjectives."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) or (
            isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not _is_property(node)
        ):
            yield node.name


def _is_participle(name: str) -> bool:
    """Tell whether a name is one word, and that a participle."""
    word = name.strip("_")
    word = word[:1].lower() + word[1:]
    return bool(PARTICIPLE.fullmatch(word)) and word not in VERBS_AND_NOUNS


@pytest.mark.parametrize(
    ("name", "is_participle"),
    [
        ("_told", True),
        ("Unsearched", True),
        ("embed", False),
        ("unresolved_names", False),
        ("WorkerFailed", False),
        ("find_related", False),
    ],
)
def test_a_participle_is_recognised(name: str, is_participle: bool) -> None:
    assert _is_participle(name) is is_participle


def test_functions_and_classes_are_verbs_and_nouns() -> None:
    participles = {
        name: path.relative_to(SOURCE).as_posix()
        for path in sorted(SOURCE.rglob("*.py"))
        for name in _names(ast.parse(path.read_text(encoding="utf-8")))
        if _is_participle(name)
    }
    assert {name: path for name, path in participles.items() if name not in ALLOWED} == {}
