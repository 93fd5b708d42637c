"""The files of a new project: the skeleton that is shipped, under the name that is wanted."""

from __future__ import annotations

import keyword
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from pageful.main import FAMILIES
from pageful.tool.errors import ToolError

_SKELETON = Path(__file__).parent / "skeleton"
_SUFFIX = ".txt"
"""Behind each file's own name, so that no program takes the skeleton for code of this package."""

_WORD = "skeleton"
"""The family's name in the skeleton, in its texts and in the names of its files."""

_VERSION = "PAGEFUL_VERSION"

# > weather
# > team_wiki
_NAME = re.compile(r"[a-z][a-z0-9_]{0,38}")


def write_project(name: str, into: Path) -> Path:
    """Write a project `name` into a directory, whole or not at all, and return its path.

    Raises:
        ToolError: the name can't be a family's, the directory is not there, or is there already.
    """
    _check_name(name)
    project = into.expanduser().resolve() / name
    if project.exists() or project.is_symlink():
        raise ToolError(f"There is a `{project}` already.", "Choose another name, or `--into`.")
    if not project.parent.is_dir():
        raise ToolError(f"There is no directory `{project.parent}`.", "Make it first.")
    try:
        _write_files(name, project)
    except OSError as error:
        problem = f"`{project}` can't be written: {error.strerror or error}."
        raise ToolError(problem, "Choose another directory with `--into`.") from error
    return project


def _check_name(name: str) -> None:
    """Refuse what is no name of a family that can be installed beside all others."""
    if not _NAME.fullmatch(name) or keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise ToolError(
            f"`{name}` can't be a family's name: it is a Python package and a word of commands.",
            "Take small letters, digits and `_`, a letter first, at most 39.",
        )
    if name in FAMILIES:
        raise ToolError(f"There is a family `{name}` already.", "Choose another name.")
    if name in sys.stdlib_module_names or name == "tests" or find_spec(name):
        raise ToolError(f"`{name}` is a Python module already.", "Choose another name.")


def _write_files(name: str, project: Path) -> None:
    """Write all files beside the project's place, and move them there when they are complete."""
    staged = Path(tempfile.mkdtemp(prefix=f".{name}-", dir=project.parent))
    try:
        for path, text in _files(name):
            (staged / path).parent.mkdir(parents=True, exist_ok=True)
            (staged / path).write_text(text, encoding="utf-8", newline="\n")
        staged.chmod(0o777 & ~_umask())
        staged.rename(project)
    except BaseException:
        shutil.rmtree(staged, ignore_errors=True)
        raise


def _files(name: str) -> Iterator[tuple[Path, str]]:
    """Yield the path of each file below the project, and its text."""
    for file in sorted(_SKELETON.rglob(f"*{_SUFFIX}")):
        path = file.relative_to(_SKELETON).as_posix().removesuffix(_SUFFIX)
        text = file.read_text(encoding="utf-8").replace(_VERSION, version("pageful"))
        yield Path(path.replace(_WORD, name)), text.replace(_WORD, name)


def _umask() -> int:
    """Return the process's mask of new files, which can only be read by setting it."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
