"""A language as one record of all facts about it, so that a new language is one entry."""

from __future__ import annotations

from collections.abc import Mapping

from pageful.lazy.dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Language:
    """A language; attributes with plural names are words separated by spaces.

    Attributes:
        name: its name in lower case, as hits and filters have it.
        extensions: of its files, in lower case without the dot; no other language has them.
        names: of its files that have no telling extension, in lower case.
        interpreters: programs that a script's first line may name.
        fence: the word after a Markdown fence that highlighters know it by, where not its name;
            empty where they have none.
        syntax: where its tables are, as `module` of `chunking.syntaxes`, or `module.NAME` where
            they are not called `SYNTAX`; without it files are cut by lines.
        path_extensions: those by which a query of one word, `main.py`, is taken for a file's path.
        tests: by a regular expression for the stem of a test's file name, the extensions that it
            holds for.
        imports: words that a line begins with which only brings names in, as regular expressions.
        outputs: by directory that a build writes, the files beside it that say so.
        installed: directories that its tools install or keep their caches in.
    """

    name: str
    extensions: str = ""
    names: str = ""
    interpreters: str = ""
    fence: str | None = None
    syntax: str = ""
    path_extensions: str = ""
    tests: Mapping[str, str] = field(default_factory=dict)
    imports: str = ""
    outputs: Mapping[str, str] = field(default_factory=dict)
    installed: str = ""
