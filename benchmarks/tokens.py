"""Tokens of each page beside other formats of the same facts: `tokens.py [--captured]`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

import toon_format
from splintr import AnyTokenizer, Tokenizer

from facts import bare_values, facts, unsaid
from pageful import present
from pageful.builds.results import Build
from pageful.maven.views import build_page
from real import FAILING, GREEN, SPECIFIED, RealBuild, built, captured
from tables import table

ENCODINGS = ("o200k_base", "cl100k_base")


@cache
def _tokenizer(encoding: str) -> AnyTokenizer:
    return Tokenizer.from_pretrained(encoding)


def tokens(text: str, encoding: str) -> int:
    """How many tokens a text has."""
    return len(_tokenizer(encoding).encode(text))


@dataclass(frozen=True, slots=True)
class Forms:
    """The same facts in every format."""

    page: str
    compact: str
    pretty: str
    toon: str
    bare: str

    @classmethod
    def of(cls, name: str, build: Build) -> Forms:
        """All forms of a build.

        Raises:
            ValueError: the page was cut or leaves out a fact, so that nothing could be compared.
        """
        page = present(build, build_page)
        data = facts(build)
        missing = unsaid(data, page.text)
        if page.cuts or missing:
            raise ValueError(f"the page of {name!r} does not say all: {page.cuts} {missing}")
        return cls(
            page.text,
            json.dumps(data, ensure_ascii=False, separators=(",", ":")),
            json.dumps(data, ensure_ascii=False, indent=2),
            toon_format.encode(data),
            bare_values(data),
        )


def row(name: str, forms: Forms, encoding: str) -> list[str]:
    """Tokens of every form, and three ratios."""
    texts = (forms.page, forms.compact, forms.pretty, forms.toon, forms.bare)
    page, compact, pretty, toon, bare = (tokens(text, encoding) for text in texts)
    counts = map(str, (page, compact, pretty, toon, bare))
    return [
        name,
        *counts,
        *(f"{a / b:.2f}" for a, b in ((page, compact), (bare, compact), (page, bare))),
    ]


def token_table(every: Mapping[str, Forms], encoding: str) -> str:
    """One row for each build."""
    formats = ("compact JSON", "pretty JSON", "TOON", "bare values")
    columns = ("build", "page", *formats, "page/compact", "bare/compact", "page/bare")
    return table(columns, (row(name, forms, encoding) for name, forms in every.items()))


def dropped_table(
    builds: Mapping[str, RealBuild], every: Mapping[str, Forms], encoding: str
) -> str:
    """What was dropped of Maven's own words, apart from what was said shorter."""
    rows = []
    for name, real in builds.items():
        log, data = tokens(real.log, encoding), tokens(every[name].compact, encoding)
        page = tokens(every[name].page, encoding)
        rows.append([name, *map(str, (log, data, log - data, page, data - page))])
    columns = (
        "build",
        "Maven's output",
        "facts as compact JSON",
        "dropped",
        "page",
        "said shorter",
    )
    return table(columns, rows)


def main() -> int:
    """Build, count, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--captured", action="store_true", help="judge the tests' captured logs, run no Maven"
    )
    take: Callable[[str], RealBuild] = captured if parser.parse_args().captured else built
    builds = {name: take(name) for name in (*FAILING, *GREEN)}
    every = {name: Forms.of(name, build) for name, build in SPECIFIED.items()}
    every |= {name: Forms.of(name, real.build) for name, real in builds.items()}
    for encoding in ENCODINGS:
        print(f"### {encoding}\n\n{token_table(every, encoding)}\n")
    print(f"### Dropped, and said shorter ({ENCODINGS[0]})\n")
    print(dropped_table(builds, every, ENCODINGS[0]))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
