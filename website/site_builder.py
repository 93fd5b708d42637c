"""Builds the documentation as a site: `python website/site_builder.py TARGET`.

The pages are the repository's own documents, every golden page of the tests as an agent sees it,
and the help of every command. A link that leads nowhere, or anything that a reader's browser would
fetch from elsewhere, fails the build.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

HOME = Path(__file__).resolve().parents[1]
DOCUMENTS = ("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md")
"""Documents beside the README; those of `docs` are all taken."""

GALLERIES: Mapping[str, str] = {
    "maven": "Pages of the Maven tools",
    "code": "Pages of the code tools",
    "vault": "Pages of the vault's tools",
    "anything": "Pages of any data",
}
"""Rooms of tests with golden pages, and the title of each gallery."""

# > [docs/vault.md](docs/vault.md#searching)
_LINK = re.compile(r"(?P<before>\]\()(?P<target>[^)#:\s]+)(?P<after>[^)]*\))")
# > - a line, in a run of backquotes as long as three or more
_FENCE = re.compile(r"^\s*(`{3,})", re.MULTILINE)
# >     search       Find notes.
_SUBCOMMAND = re.compile(r"^    (?P<name>[a-z][a-z-]*)(?: |$)", re.MULTILINE)


class StaleSiteError(Exception):
    """What was built has a link that leads nowhere, or fetches something from elsewhere."""


def write_documents(target: Path) -> None:
    """Write all documents of the site into a directory."""
    target.mkdir(parents=True)
    for path in sorted((HOME / "docs").iterdir()):
        if path.suffix == ".md":
            text = path.read_text(encoding="utf-8")
            (target / path.name).write_text(_relink(text, HOME / "docs"), encoding="utf-8")
        elif path.is_file():
            shutil.copy(path, target)
    for name in DOCUMENTS:
        text = (HOME / name).read_text(encoding="utf-8")
        (target / name).write_text(_relink(text, HOME), encoding="utf-8")
    readme = (HOME / "README.md").read_text(encoding="utf-8")
    (target / "index.md").write_text(_relink(readme, HOME), encoding="utf-8")
    (target / "pages").mkdir()
    for room, title in GALLERIES.items():
        gallery = "\n".join(
            _gallery(title, sorted((HOME / "tests" / room / "pages").rglob("*.md")))
        )
        (target / "pages" / f"{room}.md").write_text(gallery, encoding="utf-8")
    (target / "commands.md").write_text("\n".join(_commands()), encoding="utf-8")


def _relink(text: str, directory: Path) -> str:
    """Let links lead to where documents are on the site; to no other file of the repository."""

    def relink(match: re.Match[str]) -> str:
        path = (directory / match["target"]).resolve()
        if path == HOME / "README.md":
            return f"{match['before']}index.md{match['after']}"
        if path.parent == HOME / "docs" or (path.parent == HOME and path.name in DOCUMENTS):
            return f"{match['before']}{path.name}{match['after']}"
        return (
            f"{match['before']}#{match['after'].partition('#')[0]}" if path.exists() else match[0]
        )

    return _LINK.sub(relink, text)


def _gallery(title: str, files: Iterable[Path]) -> Iterator[str]:
    yield f"# {title}\n\nEach is a page that a test compares to the letter, as an agent gets it.\n"
    for path in files:
        text = path.read_text(encoding="utf-8").rstrip("\n")
        fence = "`" * max([3, *(len(run) + 1 for run in _FENCE.findall(text))])
        name = re.sub("[-_.]", " ", path.stem)
        yield f"## {name}\n\n{fence}text\n{text}\n{fence}\n"


def _commands() -> Iterator[str]:
    yield "# Commands\n\nThe help of every command, as it prints it.\n"
    yield from _command([])


def _command(words: list[str]) -> Iterator[str]:
    """Yield the help of a command, and of those that are listed in it."""
    text = _help(words)
    title = " ".join(["pageful", *words])
    yield f"{'#' * (len(words) + 2)} {title}\n\n```text\n{text}\n```\n"
    listed = text.partition("\noptions:")[0]
    for name in dict.fromkeys(match["name"] for match in _SUBCOMMAND.finditer(listed)):
        yield from _command([*words, name])


def _help(words: list[str]) -> str:
    ran = subprocess.run(
        [sys.executable, "-m", "pageful", *words, "--help"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "COLUMNS": "100"},
    )
    return ran.stdout.rstrip("\n")


class _Links(HTMLParser):
    """Reads the anchors of a page, where its links lead, and what a browser fetches for it."""

    def __init__(self) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: set[str] = set()
        self.fetched: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.anchors.update(value for key in ("id", "name") if (value := given.get(key)))
        if tag == "a" and (target := given.get("href")):
            self.links.add(target)
        if tag in ("script", "img", "iframe") and (source := given.get("src")):
            self.fetched.add(source)
        if tag == "link" and given.get("rel") in ("stylesheet", "icon", "preload"):
            self.fetched.add(given.get("href") or "")


def check_site(site: Path) -> int:
    """Follow every link of the site, and return how many there are.

    Raises:
        StaleSiteError: one leads nowhere, or something would be fetched from elsewhere.
    """
    pages = {path: _read_links(path) for path in sorted(site.rglob("*.html"))}
    broken = [
        f"{path.relative_to(site)}: {link}"
        for path, read in pages.items()
        for link in sorted(read.links | read.fetched)
        if not _leads_somewhere(path, link, pages, is_fetched=link in read.fetched)
    ]
    if broken:
        raise StaleSiteError("\n".join(broken))
    return sum(len(read.links) for read in pages.values())


def _read_links(path: Path) -> _Links:
    links = _Links()
    links.feed(path.read_text(encoding="utf-8"))
    return links


def _leads_somewhere(
    path: Path, link: str, pages: Mapping[Path, _Links], *, is_fetched: bool
) -> bool:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return not is_fetched
    place = path if not parts.path else (path.parent / unquote(parts.path)).resolve()
    if place.is_dir():
        place /= "index.html"
    if not place.exists():
        # The theme's page for what is not found has addresses from the site's root.
        return path.name == "404.html"
    return not parts.fragment or place not in pages or unquote(parts.fragment) in {
        *pages[place].anchors, "__skip", "",
    }  # fmt: skip


def main() -> int:
    """Build the site in the directory that is named; 1 if it is stale."""
    target = Path(sys.argv[1] if len(sys.argv) > 1 else HOME / "dist" / "site").resolve()
    with tempfile.TemporaryDirectory(prefix="pageful-site-") as scratch:
        place = Path(scratch)
        write_documents(place / "docs")
        shutil.copy(HOME / "website" / "zensical.toml", place)
        command = [sys.executable, "-m", "zensical", "build", "--clean"]
        built = subprocess.run(command, cwd=place, check=False)
        if built.returncode:
            return built.returncode
        try:
            links = check_site(place / "site")
        except StaleSiteError as error:
            print(f"Links that lead nowhere, or elsewhere without need:\n{error}", file=sys.stderr)
            return 1
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(place / "site", target)
    print(f"{target / 'index.html'}: {links:,} links lead somewhere")
    return 0


if __name__ == "__main__":
    sys.exit(main())
