"""What a line in a shell leaves behind: its exit code, files, calls of Maven, and what is alike."""

from __future__ import annotations

import difflib
import io
import os
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from pageful.text.printable import strip_ansi

_SHOWN = 12
"""Lines of a difference that are shown of each file."""

# > time="0.013"
# > Time elapsed: 0.1 s
# > CartTest$$Lambda$470/0x00007fdb140d6b90
# > 	at java.base@17.0.15/java.lang.Thread.sleep(Native Method)
# > surefirebooter-20261123062011_3.jar
# > #Mon Nov 23 06:20:11 UTC 2026
# > [INFO] Finished at: 2026-11-23T06:20:11Z
_VARYING = re.compile(
    rb'(?:time|timestamp|started-at|finished-at|duration)="[^"]*"|Time elapsed: [\d.,]+ m?s'
    rb"|\$\$Lambda[\w$/.]*|^\tat [\w.]+(?:@[\w.]+/|//).*$"
    rb"|surefire[\w/-]*\d[\w.]*|^#.*\d{4}$|\d{4}-\d\d-\d\dT[\d:.,_-]+\S*|Total time:.*"
    rb"|\d+[.,]\d+ m?s\b|\b\d{2,}@[\w-]+|pid=\d+",
    re.MULTILINE,
)
# > <property name="sun.java.command" value="/x/surefirebooter1.jar …"/>
_VARYING_PROPERTY = re.compile(
    rb'<property name="(?:sun\.java\.command|env\._|java\.io\.tmpdir)".*'
)

# > code 1
_ECHO = re.compile(r"^(?:(?:code )?\d{1,3}|well|after|yes|no)$", re.MULTILINE)
"""What the lines themselves print with `echo`: the codes by which their programs ended."""


@dataclass(frozen=True)
class Trace:
    """All that a line leaves: its exit code, what it echoes, files, and the calls of its Maven.

    `files` have their content without what varies; `artifacts` are names of files that are new,
    changed or gone in the local repository.
    """

    code: int
    echo: tuple[str, ...]
    files: Mapping[str, bytes]
    artifacts: frozenset[str]
    calls: str

    def differences(self, other: Trace) -> Iterator[str]:
        """Say what is different, and in which lines of a file."""
        if self.code != other.code:
            yield f"exit code {self.code} became {other.code}"
        if self.echo != other.echo:
            yield f"echo printed {self.echo}, and then {other.echo}"
        for name in sorted(self.files.keys() | other.files.keys()):
            before, after = self.files.get(name), other.files.get(name)
            if before != after:
                yield f"{name} is different"
                yield from islice(_changes(before or b"", after or b""), _SHOWN)
        if missing := sorted(self.artifacts ^ other.artifacts):
            yield f"not alike in the local repository: {', '.join(missing)}"
        if self.calls != other.calls:
            first, second = (set(each.split("\0")) for each in (self.calls, other.calls))
            yield f"Maven got {sorted(second - first)} for {sorted(first - second)}"


def _changes(before: bytes, after: bytes) -> Iterator[str]:
    old, new = (each.decode("utf-8", "replace").splitlines() for each in (before, after))
    changes = difflib.unified_diff(old, new, lineterm="", n=0)
    return (f"  {line[:160]}" for line in changes)


def echoed(stdout: bytes) -> tuple[str, ...]:
    """Return the lines that the shell's `echo` printed, and nothing of Maven or its page.

    Maven's last code for colours, which has no line's end, is before the first of them.
    """
    return tuple(_ECHO.findall(strip_ansi(stdout.decode("utf-8", "replace"))))


def files_below(project: Path) -> Iterator[tuple[str, bytes]]:
    """Yield each file below a project with its content, and each directory, but what varies."""
    for path in sorted(project.rglob("*")):
        if path.is_file():
            name = _VARYING.sub(b"", os.fsencode(path.relative_to(project)))
            yield os.fsdecode(name), _content(path.read_bytes())
        elif path.is_dir():
            yield f"{path.relative_to(project)}/", b""


def _content(data: bytes) -> bytes:
    if data.startswith(b"PK\x03\x04"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = [name.encode() + _plain(archive.read(name)) for name in archive.namelist()]
        data = b"\0".join(sorted(parts))
    return _plain(data)


def _plain(data: bytes) -> bytes:
    return _VARYING.sub(b"", _VARYING_PROPERTY.sub(b"", data))
