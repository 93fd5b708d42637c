"""A Maven project on disk: its POM, its modules, its packages, and the Maven that builds it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import parse

from laconic.errors import ToolError
from laconic.maven.surefire import modules

_MODULES = (".//{*}modules/{*}module", ".//{*}subprojects/{*}subproject")
_SOURCES = ("java", "kotlin", "groovy", "scala")
_SUFFIXES = (".java", ".kt", ".groovy", ".scala")


@dataclass(frozen=True)
class Project:
    """A directory with a POM."""

    root: Path

    @classmethod
    def at(cls, directory: Path) -> Project:
        """The project in a directory.

        Raises:
            ToolError: there is no such directory, no POM in it, or none that can be read.
        """
        root = _resolved(directory)
        if not root:
            raise ToolError(
                f"There is no directory {directory}.", "Name the project's with `--project`."
            )
        pom = root / "pom.xml"
        if not pom.exists():
            raise ToolError(f"There is no pom.xml in {root}.", _nearest(root))
        try:
            empty = not pom.read_bytes().strip()
        except OSError as error:
            reason = error.strerror or str(error)
            raise ToolError(f"{pom} can't be read: {reason}.", "Make it a readable file.") from None
        if empty:
            raise ToolError(f"{pom} is empty.", "Write the project's POM into it.")
        return cls(root)

    @cached_property
    def is_reactor(self) -> bool:
        """Whether the POM lists modules."""
        pom = _pom(self.root)
        return pom is not None and any(pom.find(path) is not None for path in _MODULES)

    @cached_property
    def modules(self) -> tuple[Path, ...]:
        """The directories with a POM, the root first."""
        return tuple(modules(self.root)) if self.is_reactor else (self.root,)

    @cached_property
    def packages(self) -> tuple[str, ...]:
        """The application's packages: each module's own groupId, or its sources' common root."""
        found = (package for module in self.modules if (package := _package(module)))
        return tuple(dict.fromkeys(found))

    def maven(self) -> tuple[str, ...]:
        """The command that builds the project: its own wrapper, or the installed Maven.

        Raises:
            ToolError: there is neither, or no JDK to run it with.
        """
        installed = shutil.which("mvn")
        command = self._wrapper() or ((installed,) if installed else None)
        if not command:
            raise ToolError(
                "Maven is not installed, and the project has no mvnw.",
                "Install Maven (Debian and Ubuntu: `apt-get install maven`) or add the wrapper.",
            )
        if missing := _missing_java():
            raise ToolError(
                f"There is no JDK: {missing}.",
                "Install one (Debian and Ubuntu: `apt-get install default-jdk`) or set JAVA_HOME.",
            )
        return command

    def _wrapper(self) -> tuple[str, ...] | None:
        wrapper = self.root / ("mvnw.cmd" if os.name == "nt" else "mvnw")
        if not wrapper.is_file():
            return None
        return (str(wrapper),) if os.access(wrapper, os.X_OK) else ("sh", str(wrapper))


def _resolved(directory: Path) -> Path | None:
    """The absolute path of a directory, absent if it is none that can be looked into."""
    try:
        root = directory.expanduser().resolve()
        return root if root.is_dir() else None
    except (OSError, RuntimeError, ValueError):  # no such home; a NUL in the name
        return None


def _nearest(root: Path) -> str:
    above = next((each for each in root.parents if (each / "pom.xml").exists()), None)
    below = sorted(root.glob("*/pom.xml"))
    near = above or (below[0].parent if below else None)
    hint = f" The nearest is {near}." if near else ""
    return f"Name a Maven project's directory with `--project`.{hint}"


def _missing_java() -> str:
    """Why Maven would find no JVM, empty if it finds one: JAVA_HOME comes before the PATH."""
    home = os.environ.get("JAVA_HOME")
    if home:
        found = any((Path(home) / "bin" / name).exists() for name in ("java", "java.exe"))
        return "" if found else f"JAVA_HOME is {home}, which has no bin/java"
    return "" if shutil.which("java") else "JAVA_HOME is not set, and no java is on the PATH"


def _pom(module: Path) -> Element | None:
    try:
        root: Element | None = parse(module / "pom.xml").getroot()
    except (OSError, ParseError, DefusedXmlException, ValueError, LookupError):
        return None
    return root


def _package(module: Path) -> str | None:
    group = _group(module)
    sources = [module / "src" / part / kind for part in ("main", "test") for kind in _SOURCES]
    if group and any((source / group.replace(".", "/")).is_dir() for source in sources):
        return group
    return next((root for source in sources if (root := _common_root(source))), None)


def _group(module: Path) -> str | None:
    """The POM's own groupId; a parent's says nothing about this project's packages."""
    pom = _pom(module)
    if pom is None:
        return None
    group = pom.findtext("{*}groupId")
    return group.strip() if group else None


def _common_root(source: Path) -> str | None:
    """The package that all sources below a directory are in, if it is more than one name deep."""
    names = list(_names(source))
    return ".".join(names) if len(names) > 1 else None


def _names(directory: Path) -> Iterator[str]:
    while True:
        entries = _entries(directory)
        below = [entry for entry in entries if entry.name.isidentifier() and entry.is_dir()]
        if len(below) != 1 or any(map(_is_source, entries)):
            return
        directory = below[0]
        yield directory.name


def _entries(directory: Path) -> list[Path]:
    try:
        return list(directory.iterdir())
    except OSError:
        return []


def _is_source(path: Path) -> bool:
    return path.suffix in _SUFFIXES and path.name != "module-info.java"
