"""Imports all of the package and prints each pattern that it compiled with `re`, as JSON lines."""

from __future__ import annotations

import importlib
import json
import pkgutil
import re
import sys
from collections.abc import Iterator
from pathlib import Path

_COMPILER = importlib.import_module("re._compiler")
_PARTS_OF_RE = str(Path(re.__file__).parent)


def watch() -> list[tuple[str, int, str | bytes, int]]:
    """From now on, where each pattern is compiled: file, line, pattern, flags."""
    seen: list[tuple[str, int, str | bytes, int]] = []
    compiled = _COMPILER.compile

    def noted(pattern: str | bytes, flags: int = 0) -> object:
        frame = sys._getframe(1)
        while frame.f_back and frame.f_code.co_filename.startswith(_PARTS_OF_RE):
            frame = frame.f_back
        seen.append((frame.f_code.co_filename, frame.f_lineno, pattern, int(flags)))
        return compiled(pattern, flags)

    vars(_COMPILER)["compile"] = noted
    _compile_at_once()
    return seen


def _compile_at_once() -> None:
    """Compile from now on what would be compiled with its first use."""
    lazy = importlib.import_module("pageful.lazy.lazy_pattern").LazyPattern
    make = lazy.__init__

    def made(self: object, pattern: str | bytes, flags: int = 0) -> None:
        make(self, pattern, flags)
        re.compile(pattern, flags)

    lazy.__init__ = made


def modules(name: str) -> Iterator[str]:
    """A package and all that is in it, but for what would run."""
    package = importlib.import_module(name)
    for module in pkgutil.walk_packages(package.__path__, f"{name}."):
        if not module.name.endswith("__main__"):
            yield module.name


def main() -> None:
    """Import everything, then print what was compiled."""
    seen = watch()
    for name in modules("pageful"):
        importlib.import_module(name)
    home = str(Path(str(importlib.import_module("pageful").__file__)).parent)
    for file, line, pattern, flags in seen:
        if file.startswith(home):
            text = pattern if isinstance(pattern, str) else pattern.decode("latin-1")
            of_bytes = isinstance(pattern, bytes)
            print(json.dumps([f"{Path(file).relative_to(home)}:{line}", text, flags, of_bytes]))


if __name__ == "__main__":
    main()
