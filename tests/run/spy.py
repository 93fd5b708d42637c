"""A program in Maven's place: it writes down how it was started, and does as it is told."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

PAGEFUL = Path(sys.executable).parent / "pageful"
"""The console script: bash says in `_` that it was called, as it would say of Maven."""

_PRELUDE = """\
#!{python} -IS
import json, os, sys, time
seen = {{
    "argv": sys.argv,
    "environment": sorted(open("/proc/self/environ", "rb").read().decode().split("\\0")),
    "directory": os.getcwd(),
    "stdin": os.readlink("/proc/self/fd/0"),
    "group": os.getpgid(0),
    "descriptors": sorted(n for n in range(3, 20) if os.path.exists("/proc/self/fd/%d" % n)),
    "signals": [line for line in open("/proc/self/status") if line[:6] in ("SigIgn", "SigBlk")],
    "pid": os.getpid(),
    "parent": os.getppid(),
}}
with open({seen!r} + ".new", "w") as file:
    json.dump(seen, file)
os.rename({seen!r} + ".new", {seen!r})

def say(line):
    print(line, flush=True)

"""


class Spy:
    """A directory with a project, and a Maven beside it that is a Python program."""

    def __init__(self, place: Path, program: str = "") -> None:
        self.project = place / "project"
        self.project.mkdir(parents=True)
        (self.project / "pom.xml").write_text("<project/>", encoding="utf-8")
        self.programs = place / "bin"
        self.programs.mkdir()
        self._seen = place / "seen.json"
        self.write(program)

    def write(self, program: str, name: str = "mvn") -> None:
        """Have the program do something else."""
        text = _PRELUDE.format(python=sys.executable, seen=str(self._seen)) + program
        file = self.programs / name
        file.write_text(text, encoding="utf-8")
        file.chmod(0o700)

    @property
    def environment(self) -> dict[str, str]:
        """The environment in which this Maven is found first, and then pageful."""
        path = os.pathsep.join((str(self.programs), str(PAGEFUL.parent), os.environ["PATH"]))
        return {**os.environ, "PATH": path}

    @property
    def has_begun(self) -> bool:
        """Tell whether the program was started."""
        return self._seen.exists()

    def seen(self) -> dict[str, Any]:
        """Return how the program was started, once."""
        seen: dict[str, Any] = json.loads(self._seen.read_text(encoding="utf-8"))
        self._seen.unlink()
        return seen
