"""Paths as text: the bytes that a file system has for a name need not be any."""

from __future__ import annotations

import os


def is_text(path: str) -> bool:
    """Return whether all of a path, as the system gives it, is UTF-8."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def escape_path(path: str) -> str:
    """Write a path with the bytes that are no UTF-8 escaped."""
    return path if is_text(path) else os.fsencode(path).decode("utf-8", "backslashreplace")
