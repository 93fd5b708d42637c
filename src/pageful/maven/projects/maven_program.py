"""The program that builds a project: the one that was named, the project's wrapper, or Maven."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from pageful.tool.errors import ToolError

_DAEMON = "mvnd"


def maven_program(root: Path, named: str | None = None) -> tuple[str, ...]:
    """Return the command that builds the project in `root`; `named` is a program's name or path.

    Only where none is named, the project's own wrapper comes before the installed Maven.

    Raises:
        ToolError: there is no such program, or no JDK to run it with.
    """
    command = (resolve_program(named),) if named else _wrapper(root) or _installed_maven()
    if missing := _missing_java():
        raise ToolError(
            f"There is no JDK: {missing}.",
            "Install one (Debian and Ubuntu: `apt-get install default-jdk`) or set JAVA_HOME.",
        )
    return command


def is_daemon(command: tuple[str, ...]) -> bool:
    """Return whether a command calls the Maven Daemon, by its program's name or its link's target.

    The daemon's client is `mvnd`, `mvnd.sh`, `mvnd.cmd` or `mvnd.exe`.
    """
    program = Path(command[-1])
    return _DAEMON in (program.stem, program.resolve().stem)


def resolve_program(program: str) -> str:
    """Return the path of the Maven that was named, by its name on the PATH or by a path.

    Raises:
        ToolError: there is no such program, or none that can be run.
    """
    path = str(Path(program).expanduser()) if program.startswith("~") else program
    if found := shutil.which(path):
        return str(Path(found).absolute())
    is_path = len(Path(path).parts) > 1 or path.startswith(".")
    if is_path and Path(path).is_dir():
        problem, remedy = "a directory", f"Name the program in it: `--mvn {program}/bin/mvn`."
    elif is_path and Path(path).exists():
        problem, remedy = "no executable program", "Make it executable, or name another."
    else:
        problem, remedy = "not installed", "Install it, or name an installed one with `--mvn`."
    raise ToolError(f"{program}, which is to build the project, is {problem}.", remedy)


def _wrapper(root: Path) -> tuple[str, ...] | None:
    wrapper = root / ("mvnw.cmd" if os.name == "nt" else "mvnw")
    if not wrapper.is_file():
        return None
    return (str(wrapper),) if os.access(wrapper, os.X_OK) else ("sh", str(wrapper))


def _installed_maven() -> tuple[str, ...]:
    found = shutil.which("mvn")
    if not found:
        raise ToolError(
            "Maven is not installed, and the project has no mvnw.",
            "Install Maven (Debian and Ubuntu: `apt-get install maven`) or add the wrapper.",
        )
    return (found,)


def _missing_java() -> str:
    """Return the reason why Maven finds no JVM, or empty: JAVA_HOME comes before the PATH."""
    home = os.environ.get("JAVA_HOME")
    if home:
        found = any((Path(home) / "bin" / name).exists() for name in ("java", "java.exe"))
        return "" if found else f"JAVA_HOME is {home}, which has no bin/java"
    return "" if shutil.which("java") else "JAVA_HOME is not set, and no java is on the PATH"
