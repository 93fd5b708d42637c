"""The name of the project: in every file, and in every command that installs something."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OLD_NAME = "laco" + "nic"
OWN_NAME = "pageful"
DOCUMENTS = sorted(
    path
    for path in (*ROOT.glob("*.md"), *ROOT.glob("*/*.md"))
    if path.parent.name not in {"tests", ".venv"}
)

# $ ~/.pageful/bin/pip install --upgrade /path/to/this/checkout
INSTALLATION = re.compile(
    r"\b(?:(?:uv )?pip install|uv tool (?:install|run)|pipx (?:install|run)|uvx|npx|npm install)"
    r"(?P<arguments>(?:[ \t]+[^\s`]+)+)"
)
# What a sentence says where it names a package of somebody else.
FOREIGN = "another project's package"


def _tracked() -> list[Path]:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("no git repository: which files are tracked is not known")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    return [ROOT / name for name in listed.stdout.decode().split("\0") if name]


def _mentions(path: Path) -> Iterator[str]:
    if not path.is_file():
        return
    for line in path.read_bytes().decode(errors="replace").splitlines():
        if OLD_NAME in line.lower():
            yield f"{path.relative_to(ROOT)}: {line}"


def test_only_one_line_of_the_changelog_says_the_old_name() -> None:
    tracked = _tracked()
    mentions = [mention for path in tracked for mention in _mentions(path)]
    assert [mention.partition(":")[0] for mention in mentions] == ["CHANGELOG.md"]
    assert not [path for path in tracked if OLD_NAME in str(path.relative_to(ROOT)).lower()]


def _is_local(argument: str) -> bool:
    return argument == "." or "/" in argument or argument.startswith((".[", "'.["))


def _installations(text: str) -> Iterator[tuple[str, list[str]]]:
    """Each command that installs something: its paragraph, and the packages it names."""
    for paragraph in re.split(r"\n{2,}", text):
        for found in INSTALLATION.finditer(paragraph):
            words = [word.strip("'\"") for word in found["arguments"].split()]
            yield paragraph, [word for word in words if not word.startswith(("-", "#"))]


def _objection(paragraph: str, packages: list[str]) -> str | None:
    # What uvx and npx run is their first word; pip may be given several packages.
    package = packages[0] if packages else ""
    if _is_local(package):
        return None
    if re.split(r"[\[=<>~]", package)[0] == OWN_NAME:
        released = "first release" in paragraph
        return None if released else "the first release has not been made: install a checkout"
    return None if FOREIGN in paragraph else f"{package!r} is not said to be {FOREIGN}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_documents_install_this_project_from_a_checkout_and_name_whose_the_others_are(
    path: Path,
) -> None:
    objections = [
        objection
        for paragraph, packages in _installations(path.read_text(encoding="utf-8"))
        if (objection := _objection(paragraph, packages))
    ]
    assert objections == []


@pytest.mark.parametrize(
    ("sentence", "allowed"),
    [
        ("Run `pip install /path/to/this/checkout`.", True),
        ("Run `uvx pageful vault search rye`.", False),
        ("After the first release, `uvx pageful` runs it.", True),
        ("Run `npx some-server`.", False),
        ("Run `npx some-server`, another project's package.", True),
        ("```sh\npip install --upgrade 'pageful[maven]'\n```", False),
    ],
)
def test_a_package_is_ours_or_said_to_be_anothers(sentence: str, allowed: bool) -> None:
    ((paragraph, packages),) = _installations(sentence)
    assert (_objection(paragraph, packages) is None) is allowed
