"""Dependencies as a POM's text declares and manages them, with the lines that set their versions.

Only what stands in POMs on disk is known: parents and BOMs in a repository are left open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass
from pageful.maven.projects.pom import PROPERTY, Pom

# > <!-- as the server has it -->
_COMMENT = patterns.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
# > <dependency><artifactId>commons-io</artifactId></dependency>
_DEPENDENCY = patterns.compile(
    r"<dependency>(?P<body>(?:(?!<dependency>).)*?)</dependency>", re.DOTALL
)
# > <exclusions><exclusion><groupId>a</groupId></exclusion></exclusions>
_WITHIN = patterns.compile(r"<(exclusions|plugin)>(?:(?!<\1>).)*?</\1>", re.DOTALL)
# > <dependencyManagement><dependencies></dependencies></dependencyManagement>
_MANAGEMENT = patterns.compile(
    r"<dependencyManagement>(?:(?!<dependencyM).)*?</dependencyManagement>", re.DOTALL
)
# > <version>${commons.io.version}</version>
_VALUE = patterns.compile(
    r"<(?P<name>groupId|artifactId|version|scope)>\s*(?P<text>[^<]{0,500}?)\s*</(?P=name)>"
)


@dataclass(frozen=True, slots=True)
class DeclaredDependency:
    """A dependency that a POM declares or manages: `version` and `scope` are empty if not given.

    `lines` are those (from 1) of its artifactId, version and scope, by these names.
    """

    pom: Pom
    group: str
    artifact: str
    version: str
    written_version: str
    scope: str
    managed: bool
    lines: Mapping[str, int]

    @property
    def name(self) -> str:
        """The group and the artifact: `group:artifact`."""
        return f"{self.group}:{self.artifact}"


def declared_dependencies(pom: Pom, text: str) -> Iterator[DeclaredDependency]:
    """Yield the dependencies in the text of a POM, those of plugins left out."""
    blank = _COMMENT.sub(_blank, text)
    blank = _WITHIN.sub(_blank, blank)
    managed = [match.span() for match in _MANAGEMENT.finditer(blank)]
    for found in _DEPENDENCY.finditer(blank):
        values = {match["name"]: match for match in _VALUE.finditer(blank, *found.span("body"))}
        texts = {name: pom.interpolate(match["text"]) for name, match in values.items()}
        yield DeclaredDependency(
            pom,
            texts.get("groupId", ""),
            texts.get("artifactId", ""),
            texts.get("version", ""),
            values["version"]["text"] if "version" in values else "",
            texts.get("scope", ""),
            any(start <= found.start() < end for start, end in managed),
            {name: blank.count("\n", 0, match.start()) + 1 for name, match in values.items()},
        )


def property_line(text: str, written: str) -> int | None:
    """Return the line (from 1) of a POM's text that sets the property that a version is."""
    name = PROPERTY.fullmatch(written)
    if not name:
        return None
    blank = _COMMENT.sub(_blank, text)
    found = re.search(rf"<{re.escape(name[1])}>[^<]*</", blank)
    return blank.count("\n", 0, found.start()) + 1 if found else None


def _blank(match: re.Match[str]) -> str:
    """Return as many line ends and blanks as a text has characters."""
    return re.sub(r"[^\n]", " ", match[0])
