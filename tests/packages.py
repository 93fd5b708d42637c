"""Builds wheel and sdist, and installs each extra of the wheel in an environment of its own.

`python tests/packages.py` does that on this interpreter, and the base and `all` on each further one
that `tests/pythons.py` finds. It needs the packages that the extras name.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pythons import DEBIAN, HOME, further, installed_interpreters, interpreter

MOST_PACKAGES = 10
"""Packages of the base, with pageful itself and without pip."""

MOST_MEGABYTES = 15
"""Of the base, without bytecode, which Python writes when a module is first used."""

PAGE = """
import pageful
page = pageful.present(["a | b"], lambda names, detail: [pageful.Bullets(tuple(names), of="name")])
assert page.text == "- a | b", page.text
"""
"""A page as an author of tools makes it."""

PINS = {"PIP_CONSTRAINT": str(HOME / "constraints.txt")}
"""The versions that are tested, for each pip that runs."""

_LISTED = "import importlib.metadata as m; print('\\n'.join(d.name for d in m.distributions()))"


class UnfitPackageError(Exception):
    """What was built can't be published: a check of it fails."""


@dataclass(frozen=True)
class Environment:
    """A Python environment with nothing in it but what is installed there."""

    place: Path

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.place / "bin" / "python"

    def run(self, *argv: str | Path, allowed: Sequence[int] = (0,)) -> str:
        """Run Python with arguments, away from the source tree, and return its output.

        Raises:
            UnfitPackageError: it ended with another exit code than is allowed.
        """
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith("PYTHON")
        }
        ran = subprocess.run(
            [self.python, "-P", *argv],
            capture_output=True,
            text=True,
            cwd=self.place,
            env={**environment, **PINS, "PYTHONDONTWRITEBYTECODE": "1"},
        )
        if ran.returncode not in allowed:
            words = " ".join(map(str, argv))
            raise UnfitPackageError(f"{words}: {ran.returncode}\n{ran.stdout}{ran.stderr}")
        return ran.stdout + ran.stderr

    def packages(self) -> set[str]:
        """The names of all that is installed but what installs."""
        return set(self.run("-c", _LISTED).split()) - {"pip", "setuptools"}

    def megabytes(self) -> float:
        """The size of all that is installed but what installs."""
        installers = ("pip", "setuptools", "pkg_resources", "_distutils_hack", "__pycache__")
        (home,) = self.place.glob("lib/python*/site-packages")
        sizes = (
            path.stat().st_size
            for path in home.rglob("*")
            if path.is_file()
            and not any(part.startswith(installers) for part in path.relative_to(home).parts)
        )
        return sum(sizes) / 1e6


def make_environment(interpreter: Path, place: Path, requirement: str) -> Environment:
    """Make an environment with one requirement installed, at the versions that are tested."""
    subprocess.run([interpreter, "-m", "venv", place], check=True)
    made = Environment(place)
    pip = ["-m", "pip", "install", "--quiet", "--no-compile", "--disable-pip-version-check"]
    made.run(*pip, requirement)
    return made


def build(target: Path) -> Mapping[str, Path]:
    """Build both packages, and let their checker read them; the paths by `whl` and `gz`."""
    build: list[str | Path] = [sys.executable, "-m", "build", "--outdir", target, HOME]
    subprocess.run(build, check=True, stdout=subprocess.DEVNULL, env={**os.environ, **PINS})
    files = {path.suffix[1:]: path for path in target.iterdir()}
    checked: list[str | Path] = [
        sys.executable,
        "-m",
        "twine",
        "check",
        "--strict",
        *files.values(),
    ]
    subprocess.run(checked, check=True, stdout=subprocess.DEVNULL)
    return files


def check_base(base: Environment) -> str:
    """Use what is there without any extra, and say how much that is."""
    base.run("-c", PAGE)
    base.run("-m", "pageful", "--version")
    listed = base.run("-m", "pageful", "--help")
    for family in ("maven", "code", "vault"):
        told = base.run("-m", "pageful", family, "--help", allowed=(3,))
        if f"`pip install 'pageful[{family}]'` brings it" not in told:
            raise UnfitPackageError(f"{family} does not say what brings it: {told}")
        if f"pip install 'pageful[{family}]'" not in " ".join(listed.split()):
            raise UnfitPackageError(f"--help does not say what brings {family}: {listed}")
    packages, size = base.packages(), base.megabytes()
    if len(packages) > MOST_PACKAGES or size > MOST_MEGABYTES:
        raise UnfitPackageError(f"the base is {len(packages)} packages and {size:.1f} MB")
    return f"{len(packages)} packages, {size:.1f} MB"


def check_extra(environment: Environment, families: Sequence[str]) -> str:
    """Start each family that an extra brings, as a command and as a server."""
    for family in families:
        environment.run("-m", "pageful", family, "--help")
        environment.run("-m", "pageful", "serve", family, "--help")
    return f"{len(environment.packages())} packages, {environment.megabytes():.1f} MB"


FAMILIES: Mapping[str, Sequence[str]] = {
    "maven": ("maven",),
    "code": ("code",),
    "vault": ("vault",),
    "gateway": (),
    "all": ("maven", "code", "vault"),
}
"""The families that each extra brings."""


def _checks(wheel: Path, sdist: Path, scratch: Path) -> Iterator[str]:
    base = make_environment(Path(sys.executable), scratch / "base", str(wheel))
    yield f"base: {check_base(base)}"
    for extra, families in FAMILIES.items():
        place = scratch / extra
        made = make_environment(Path(sys.executable), place, f"pageful[{extra}] @ {wheel.as_uri()}")
        yield f"{extra}: {check_extra(made, families)}"
    from_source = make_environment(Path(sys.executable), scratch / "sdist", str(sdist))
    from_source.run("-c", PAGE)
    yield "sdist: installed"
    found, missing = further(sys.version_info[:3], interpreter(DEBIAN), installed_interpreters())
    for each in found:
        place = scratch / f"all-{each}"
        made = make_environment(each.path, place, f"pageful[all] @ {wheel.as_uri()}")
        yield f"Python {each}, all: {check_extra(made, FAMILIES['all'])}"
    yield from (f"not found: {each}" for each in missing)


def main() -> int:
    """Build, install and use all; 1 if anything of that fails."""
    with tempfile.TemporaryDirectory(prefix="pageful-packages-") as scratch:
        files = build(Path(scratch) / "dist")
        sizes = {kind: f"{path.stat().st_size / 1e6:.1f} MB" for kind, path in files.items()}
        print(f"built: {json.dumps(sizes)}", flush=True)
        try:
            for line in _checks(files["whl"], files["gz"], Path(scratch)):
                print(line, flush=True)
        except UnfitPackageError as error:
            print(error, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
