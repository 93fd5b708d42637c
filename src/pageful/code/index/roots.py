"""The root of a repository that is named: checked, absolute, without links."""

from __future__ import annotations

import os
from pathlib import Path

from pageful.code.scan.quoting import quote
from pageful.tool.errors import ToolError


def resolve_root(path: Path) -> Path:
    """Resolve the directory of a repository to an absolute path without links.

    Raises:
        ToolError: the path is relative or no text, there is no such directory, or it may not be
            read.
    """
    shown = quote(path)
    try:
        given = path.expanduser()
        if not given.is_absolute():
            raise ToolError(f"The path {shown} is relative.", "Give it in full, from the root.")
        root = given.resolve(strict=True)
        if not root.is_dir():
            raise ToolError(f"{shown} is a file.", "Give the repository's directory.")
        with os.scandir(root) as entries:
            next(entries, None)
        str(root).encode()
    except (FileNotFoundError, NotADirectoryError):
        raise ToolError(f"There is no directory {shown}.", "Check the path.") from None
    except OSError as error:
        problem = f"{shown} can't be read: {error.strerror}."
        raise ToolError(problem, "Check the path and its permissions.") from None
    except UnicodeEncodeError:
        raise ToolError(f"The path {shown} is not UTF-8.", "Rename the directory.") from None
    except (ValueError, RuntimeError) as error:  # NULs; no such user, links in a circle
        reason = str(error).rstrip(".")
        raise ToolError(f"{shown} is no path to index: {reason}.", "Give another path.") from None
    return root
