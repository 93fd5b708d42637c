"""Tells files that a program wrote from files that people write and read."""

from __future__ import annotations

import re

GENERATED = "generated"
MINIFIED = "minified"

_LOCKS = frozenset(
    {
        ".terraform.lock.hcl",
        "bun.lock",
        "Cargo.lock",
        "composer.lock",
        "deno.lock",
        "flake.lock",
        "Gemfile.lock",
        "go.sum",
        "go.work.sum",
        "gradle.lockfile",
        "mix.lock",
        "npm-shrinkwrap.json",
        "package-lock.json",
        "Package.resolved",
        "packages.lock.json",
        "pdm.lock",
        "Pipfile.lock",
        "pixi.lock",
        "pnpm-lock.yaml",
        "Podfile.lock",
        "poetry.lock",
        "pubspec.lock",
        "pylock.toml",
        "stack.yaml.lock",
        "uv.lock",
        "yarn.lock",
    }
)
_SOURCE_MAP = re.compile(r"\.(?:js|mjs|cjs|css|ts)\.map\Z")
_MINIFIED_NAME = re.compile(r"[.-]min\.(?:js|mjs|cjs|css|html)\Z")

_HEAD = 4000
_OPENING = re.compile(
    r"""(?: \s
      | \#(?![ ]*(?:include|define|if|pragma)\b)[^\n]* | //[^\n]* | --[^\n]* | ;[^\n]* | %[^\n]*
      | \*[^\n]* | (?:REM|dnl)\b[^\n]*
      | /\*.*?(?:\*/|\Z) | <!--.*?(?:-->|\Z) | \(\*.*?(?:\*\)|\Z) | \{-.*?(?:-\}|\Z)
      | \"{3}.*?(?:\"{3}|\Z) | <\?(?:xml[^>]*>|php)
    )*""",
    re.VERBOSE | re.DOTALL,
)
_MARK = re.compile(
    r"""\bcode[ ]generated[ ].*\bdo[ ]not[ ]edit\b
      | (?<![\w`"'])@(?:partially-)?generated\b(?![`"'])
      | <auto-?generated
      | \b(?:auto-?)?generated[ ](?:by|from|with|using)[ ].*(?:\n.*)?\bdo[ ]not[ ](?:edit|modify)\b
      | \bdo[ ]not[ ](?:edit|modify)\b.*(?:\n.*)?\bgenerated[ ](?:by|from|with|using)\b
      | \bthis[ ]file[ ](?:is|was|has[ ]been)[ ](?:auto(?:matically)?[- ]?)?generated\b
      | \bth(?:is|e)[ ](?:code|source)[ ](?:is|was|has[ ]been)[ ]auto(?:matically)?[- ]?generated
    """,
    re.VERBOSE | re.IGNORECASE,
)

_PROSE = (".md", ".markdown", ".mdx", ".txt", ".rst", ".adoc", ".org", ".tex")
_LONG_LINE = 200
_LEAST_SIZE = 1000
_LEAST_BLANKS = 0.1
_BLANK = re.compile(r"\s+")


def by_name(name: str) -> str | None:
    """Why a file with this name is not worth reading, if so."""
    if name in _LOCKS or (name.endswith(".map") and _SOURCE_MAP.search(name)):
        return GENERATED
    return MINIFIED if "min." in name and _MINIFIED_NAME.search(name) else None


def by_text(name: str, text: str) -> str | None:
    """Why this text is not for people, if so.

    The comments it opens with say that it is generated, in the words of the generators of Go, C#,
    protocol buffers and their like (https://go.dev/s/generatedcode, `@generated`); or its lines
    are longer than 200 characters on average, with hardly a blank between its words.
    """
    if _says_generated(text[:_HEAD]):
        return GENERATED
    return MINIFIED if _is_minified(name, text) else None


def _says_generated(head: str) -> bool:
    if "generated" not in head and "Generated" not in head:
        return False
    opening = _OPENING.match(head)
    return bool(opening and _MARK.search(opening[0]))


def _is_minified(name: str, text: str) -> bool:
    size = len(text)
    if size < _LEAST_SIZE or size < _LONG_LINE * (text.count("\n") + 1):
        return False
    return not name.lower().endswith(_PROSE) and len(_BLANK.findall(text)) < _LEAST_BLANKS * size
