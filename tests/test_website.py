"""The documentation as a site: links that lead somewhere, and commands that there are."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from site_builder import HOME, StaleSiteError, check_site

_DOCUMENTS = [HOME / "README.md", *sorted((HOME / "docs").glob("*.md"))]
# > pageful vault search 'tag:#bread' --vault ~/notes   # as a person
_COMMAND = re.compile(r"^(?:\$ )?pageful (?P<words>[a-z][a-z -]*)", re.MULTILINE)
_FENCE = re.compile(r"^```(?:sh|bash|console)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def _site(tmp_path: Path, **pages: str) -> Path:
    for name, body in pages.items():
        (tmp_path / f"{name}.html").write_text(f"<html><body>{body}</body></html>")
    return tmp_path


def test_links_within_the_site_and_to_others_are_followed_or_left(tmp_path: Path) -> None:
    index = '<a href="other.html#there">a</a> <a href="https://example.org">b</a><img src="x.png">'
    (tmp_path / "x.png").write_bytes(b"")
    assert check_site(_site(tmp_path, index=index, other='<h2 id="there">x</h2>')) == 2


@pytest.mark.parametrize(
    "body",
    [
        '<a href="gone.html">a</a>',
        '<a href="#gone">a</a>',
        '<img src="gone.png">',
        '<img src="https://example.org/x.png">',
        '<script src="//example.org/x.js"></script>',
        '<link rel="stylesheet" href="https://example.org/x.css">',
    ],
)
def test_what_leads_nowhere_or_is_fetched_from_elsewhere_is_named(
    body: str, tmp_path: Path
) -> None:
    with pytest.raises(StaleSiteError, match=r"index\.html: "):
        check_site(_site(tmp_path, index=body))


@pytest.mark.slow
def test_the_documentation_is_built_and_every_link_leads_somewhere(tmp_path: Path) -> None:
    builder: list[str | Path] = [
        sys.executable,
        HOME / "website" / "site_builder.py",
        tmp_path / "site",
    ]
    built = subprocess.run(builder, capture_output=True, text=True)
    assert built.returncode == 0, built.stdout + built.stderr
    index = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert "Tool results worth reading" in index
    commands = (tmp_path / "site" / "commands.html").read_text(encoding="utf-8")
    assert "pageful vault search" in commands
    gallery = (tmp_path / "site" / "pages" / "maven.html").read_text(encoding="utf-8")
    assert "Compile FAILURE" in gallery


def test_every_command_that_the_documents_type_is_one() -> None:
    typed = {
        " ".join(match["words"].split()[:2])
        for path in _DOCUMENTS
        for fence in _FENCE.findall(path.read_text(encoding="utf-8"))
        for match in _COMMAND.finditer(fence)
    }
    assert len(typed) > 15
    for words in sorted(typed):
        asked = [sys.executable, "-m", "pageful", *words.split(), "--help"]
        helped = subprocess.run(asked, capture_output=True, text=True)
        assert helped.returncode == 0, f"pageful {words}\n{helped.stderr}"
