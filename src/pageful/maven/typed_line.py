"""Maven's command lines as `pageful run` reads them: which have a page, and of which project."""

from __future__ import annotations

from pathlib import Path
from typing import IO, TYPE_CHECKING

from pageful.lazy.dataclasses import dataclass
from pageful.maven.command_line import CommandLine, read_command_line

if TYPE_CHECKING:
    from pageful.builds.typed_build import Keep, WatchedBuild
    from pageful.tool.tool import Toolset


@dataclass(frozen=True)
class TypedMaven:
    """A build that a command line of Maven's asks for, by a POM of that name in the root."""

    line: CommandLine
    root: Path
    pom: str = ""

    shows = "maven_build"

    @property
    def is_quiet(self) -> bool:
        """Tell whether nothing but errors is asked for."""
        return self.line.is_quiet

    def watch(self, output: IO[bytes], began: int, keep: Keep) -> WatchedBuild:
        """Begin the record of the build, and read its output."""
        from pageful.maven.projects.project import POM, Project
        from pageful.maven.running.watched_build import WatchedMaven

        project = Project(self.root, self.pom or POM)
        return WatchedMaven(self.line, project, output, began, keep)

    def toolset(self) -> Toolset:
        """Return the tools by which a page names what goes on."""
        from pageful.maven.settings import MavenSettings
        from pageful.maven.tools import maven_toolset
        from pageful.tool.options import Style

        return maven_toolset(MavenSettings(self.root), Style())


def read_line(words: list[str], directory: Path) -> TypedMaven | None:
    """Read a command line of Maven's in a directory; nothing where there is no page for it."""
    line = read_command_line(words)
    if line is None:
        return None
    root = directory / line.pom if line.pom else directory
    name = ""
    if root.is_file():
        root, name = root.parent, root.name
    # Without a POM Maven says so in a few lines, which are the best page.
    return TypedMaven(line, root.resolve(), name) if root.is_dir() else None
