"""Reads source files out of the archives that package registries serve."""

from __future__ import annotations

import io
import re
import subprocess
import tarfile
import zipfile
from collections.abc import Iterator, Set
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

SMALLEST = 400
LARGEST = 300_000
LONGEST_MEAN_LINE = 120
FOREIGN = re.compile(
    r"/(?:node_modules|_?vendor|vendored|third_?party|external|extern|deps|bundled|generated"
    r"|fmt|nlohmann|absl|libuv|curl|newtonsoft[^/]*|pydantic|serde)/|\.min\.|json\.hpp",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Source:
    """A source file of a package: its path within the package and its text."""

    path: str
    text: str


def sources(archive: Path, suffixes: Set[str], most: int) -> list[Source]:
    """Up to `most` of the archive's hand-written files with one of the suffixes, evenly taken."""
    found = [
        Source(name, data.decode("utf-8", "replace"))
        for name, data in files(archive, suffixes)
        if SMALLEST <= len(data) <= LARGEST
    ]
    own = sorted((source for source in found if is_hand_written(source)), key=lambda it: it.path)
    return own[:: max(1, -(-len(own) // most))]


def files(archive: Path, suffixes: Set[str]) -> Iterator[tuple[str, bytes]]:
    """Name and content of each file of the archive with one of the suffixes."""
    if zipfile.is_zipfile(archive):
        yield from files_of_zip(archive, suffixes)
    else:
        yield from files_of_tar(archive, suffixes)


def files_of_zip(archive: Path, suffixes: Set[str]) -> Iterator[tuple[str, bytes]]:
    """The same of a wheel, a jar or a Go module."""
    with zipfile.ZipFile(archive) as opened:
        for entry in opened.infolist():
            if PurePosixPath(entry.filename).suffix in suffixes and entry.file_size <= LARGEST:
                yield entry.filename, opened.read(entry)


def files_of_tar(archive: Path, suffixes: Set[str]) -> Iterator[tuple[str, bytes]]:
    """The same of an npm package, a crate, or a Debian package of sources or scripts."""
    with open_tar(archive) as opened:
        for entry in opened:
            if entry.isfile() and PurePosixPath(entry.name).suffix in suffixes:
                content = opened.extractfile(entry)
                if content is not None and entry.size <= LARGEST:
                    yield entry.name, content.read()


def open_tar(archive: Path) -> tarfile.TarFile:
    """The archive, or the tar file within a Debian binary package."""
    if archive.suffix != ".deb":
        return tarfile.open(archive)
    command = ["dpkg-deb", "--fsys-tarfile", str(archive)]
    inner = subprocess.run(command, check=True, capture_output=True)
    return tarfile.open(fileobj=io.BytesIO(inner.stdout))


def is_hand_written(source: Source) -> bool:
    """Whether people wrote the file in this package, rather than a generator or another project."""
    return (
        not FOREIGN.search(f"/{source.path}")
        and len(source.text) / (source.text.count("\n") + 1) < LONGEST_MEAN_LINE
        and "DO NOT EDIT" not in source.text[:800]
    )
