"""Brings the archives of the packages in `packages.tsv` with their registries' own clients."""

from __future__ import annotations

import csv
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

LISTED = Path(__file__).with_name("packages.tsv")
Package = tuple[str, str]
"""Name and version."""


def run(folder: Path, *command: str) -> None:
    """Runs a client in the folder; a package that it can't bring is said and left out."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"{' '.join(command)}: {done.stderr.strip()[-200:]}", file=sys.stderr)


def pypi(folder: Path, packages: Sequence[Package]) -> None:
    """Wheels: they hold the Python sources, and nothing has to be built."""
    for name, version in packages:
        wheel = ("--no-deps", "--only-binary=:all:", "--python-version=3.11")
        run(folder, "pip", "download", *wheel, f"{name}=={version}")


def npm(folder: Path, packages: Sequence[Package]) -> None:
    """The packages as published."""
    for name, version in packages:
        run(folder, "npm", "pack", f"{name}@{version}")


def maven(folder: Path, packages: Sequence[Package]) -> None:
    """The `sources` artifacts."""
    for name, version in packages:
        artifact = f"-Dartifact={name}:{version}:jar:sources"
        run(folder, "mvn", "-q", "-B", "dependency:copy", artifact, f"-DoutputDirectory={folder}")


def go(folder: Path, packages: Sequence[Package]) -> None:
    """The modules, from the cache that Go keeps their archives in."""
    (folder / "go.mod").write_text("module gathered\n\ngo 1.21\n")
    cache = folder / "go"
    for name, version in packages:
        setting = (f"GOPATH={cache}", "GOFLAGS=-modcacherw")
        run(folder, "env", *setting, "go", "mod", "download", f"{name}@{version}")
    downloads = cache / "pkg/mod/cache/download"
    for archive in downloads.rglob("*.zip"):
        archive.rename(folder / "_".join(archive.relative_to(downloads).parts))
    shutil.rmtree(cache, ignore_errors=True)


def crates(folder: Path, packages: Sequence[Package]) -> None:
    """The crates, from the cache that Cargo keeps their archives in, without what they need."""
    table = "\n".join(
        f'p{number} = {{ package = "{name}", version = "={version}" }}'
        for number, (name, version) in enumerate(packages)
    )
    (folder / "src").mkdir(exist_ok=True)
    (folder / "src/lib.rs").touch()
    manifest = '[package]\nname = "gathered"\nversion = "0.0.0"\nedition = "2021"\n'
    (folder / "Cargo.toml").write_text(f"{manifest}\n[dependencies]\n{table}\n")
    run(folder, "env", f"CARGO_HOME={folder}/cargo", "cargo", "fetch")
    wanted = {f"{name}-{version}.crate" for name, version in packages}
    for crate in (folder / "cargo").rglob("*.crate"):
        if crate.name in wanted:
            crate.rename(folder / crate.name)
    shutil.rmtree(folder / "cargo", ignore_errors=True)


def debian(folder: Path, packages: Sequence[Package]) -> None:
    """Binary packages: those of scripts hold the sources."""
    for name, version in packages:
        run(folder, "apt-get", "download", f"{name}={version}")


def debian_source(folder: Path, packages: Sequence[Package]) -> None:
    """Source packages; apt must know where they are (`Types: deb deb-src`)."""
    for name, version in packages:
        run(folder, "apt-get", "source", "--download-only", f"{name}={version}")


CLIENTS: dict[str, Callable[[Path, Sequence[Package]], None]] = {
    "pypi": pypi,
    "npm": npm,
    "maven": maven,
    "go": go,
    "crates": crates,
    "debian": debian,
    "debian-source": debian_source,
}


def main(target: str, list_of_packages: str = str(LISTED)) -> None:
    """Brings everything listed into a folder for each registry below `target`."""
    packages: defaultdict[str, list[Package]] = defaultdict(list)
    with Path(list_of_packages).open(newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            packages[row["registry"]].append((row["name"], row["version"]))
    for registry, listed in packages.items():
        folder = Path(target).resolve() / registry
        folder.mkdir(parents=True, exist_ok=True)
        CLIENTS[registry](folder, listed)


if __name__ == "__main__":
    main(*sys.argv[1:])
