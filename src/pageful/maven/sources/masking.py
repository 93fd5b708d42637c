"""Secrets in a project's files, which no page or record is to have.

What may be a secret is told by the names that it is a value of. In doubt it is masked: that costs
its reader a look into the file, and a secret on a page can't be taken back.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from pageful.lazy import patterns
from pageful.maven.sources.java_secrets import JavaText, value_spans
from pageful.text.spans import merge_spans

_MASK = "***"
_WORDS = (
    r"password|passwd|passphrase|passcode|pwd|db_?pass(?!ed|es|ing)|[._-]pass\b|\bpass(?=\s{0,9}[=:])"
    r"|secret|credential|(?:api|access|private)[._-]?key|authorization|bearer(?=\s)"
    r"|(?:access|auth|api|bearer|refresh|session)[._-]?token"
)
_PARTS = ("pass", "pwd", "secret", "credential", "key", "authorization", "bearer", "token", "ident")
"""Parts of all words for secrets: a file with none of them is done ten times as fast."""

# > private static final String DB_PASSWORD = "hunter2";
# > String token2 = "hunter5";
# > client.setToken("hunter5");
# > Map.of("token", "hunter5")
_JAVA_WORD = patterns.compile(
    rf"{_WORDS}|token(?:_\w{{1,40}}|\d{{1,9}}|value|hash|string)?"
    r"(?:\"|')?(?:\s{0,9}=(?!=)|:)|(?:(?:set|with|use)_?|\.)token\(|\\?[\"']token\\?[\"']\s{0,9}[,:]",
    re.IGNORECASE,
)
# > till.password: hunter2
# > CREATE USER till IDENTIFIED BY 'hunter2';
# > <entry key="token" value="hunter9"/>
_SETTING_WORD = patterns.compile(
    rf"(?:{_WORDS}|token(?!s|i[sz])|identified\s{{1,9}}by\b)[\w.\-]{{0,60}}", re.IGNORECASE
)
# > password = "it's \"hunter2\""; // unclosed literals end with their line
_TOKEN = patterns.compile(
    r'"""(?:[^\\]|\\.|\\\Z)*?(?:"""|\Z)|"(?:[^"\\\n]|\\[^\n])*"?|'
    r"'(?:[^'\\\n]|\\[^\n])*'?|//[^\n]*|/\*.*?(?:\*/|\Z)",
    re.DOTALL,
)
# > String[] names = { "a", "b" };
_BREAK = patterns.compile(r"[=\],(]\s*\{[\s{]*|\}(?=\s*[,)}])|(?P<end>[;{}])")
"""Ends of statements (`end`), and the braces of values, which end none."""

# > // String password = "hunter2";
_QUOTED = patterns.compile(r"([\"'])(?:(?!\1)[^\\\n]|\\[^\n])*\1?")
# > <entry value="hunter9" key="password"/>
_CLOSED = patterns.compile(r"\"[^\"\n]*\"|'[^'\n]*'")
# > <name>db.password</name>
_NOTHING_BEHIND = patterns.compile(r"[\s\"'>=:\\,;(\[{|)\]}+\-/]*(?:</[\w.:\-]{1,100}>\s*)?")
# > jdbc:postgresql://till:hunter2@db.example.com/shop
_USER = patterns.compile(r"://[^\s/@\"']{1,200}@")
# > -----BEGIN RSA PRIVATE KEY-----
_KEY = patterns.compile(
    r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----"
    r"(?:(?:(?!-----BEGIN).)*?-----END [A-Z ]{0,40}PRIVATE KEY-----[^\n]*|[^\n]*)",
    re.DOTALL,
)


# > ghp_0123456789abcdefghijABCDEFGHIJ012345
# > eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl
_KNOWN = patterns.compile(
    r"(?<![A-Za-z0-9])(?:AKIA[0-9A-Z]{16}|gh[pousr]_\w{36}|github_pat_\w{22,100}|glpat-[\w-]{20}"
    r"|xox[abprs]-[\w-]{10,100}|sk[-_][\w-]{20,200}|AIza[\w-]{35}"
    r"|eyJ[\w-]{8,2000}\.eyJ[\w-]{8,4000}\.[\w-]{0,1000})"
)
"""Tokens that tell by their beginnings whose secrets they are."""

_MOST_WORDS = 500
"""Words for secrets in a file up to which each literal is judged; of more all beside one go."""


def mask_secrets(text: str, kind: str = "java") -> str:
    """Return a file's text with secrets, users of URLs and private keys masked, line for line.

    Of a Java file, literals that are values of secret-like names are masked; of any other `kind`
    (the end of a file's name, without its dot), all that follows a word for a secret.
    """
    text = _USER.sub(f"://{_MASK}@", _KEY.sub(lambda match: _mask(match[0], _MASK), text))
    text = _KNOWN.sub(_MASK, text)
    lowered = text.lower()
    if not any(part in lowered for part in _PARTS):
        return text
    return _mask_java(text) if kind == "java" else "\n".join(_mask_settings(text, kind))


def _mask(text: str, mask: str) -> str:
    """Return a mask with as many line ends as a text has."""
    return mask + "\n" * text.count("\n")


def _mask_java(text: str) -> str:
    words = [*_JAVA_WORD.finditer(text)]
    if not words:
        return text
    tokens = [*_TOKEN.finditer(text)]
    blank = _TOKEN.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    regions = _sensitive_regions(text, blank, words)
    literals = [token.span() for token in tokens if token[0][0] != "/"]
    values = regions
    if len(words) <= _MOST_WORDS:
        values = merge_spans(value_spans(JavaText(text, blank, literals), words))
    masked: list[tuple[int, int, str]] = []
    for token in tokens:
        start, end, literal = token.start(), token.end(), token[0]
        is_closed = literal[0] == "/" or (len(literal) > 1 and literal[-1] == literal[0])
        is_comment = literal[0] == "/"
        if not _overlap(values if is_closed and not is_comment else regions, start, end):
            continue
        if is_comment:
            masked.append((start, end, _mask_comment(literal)))
            continue
        if not is_closed:
            # Which quotes of the line open a literal and which close one can't be told.
            start = text.find(literal[0], text.rfind("\n", 0, start) + 1)
            while masked and masked[-1][0] >= start:
                masked.pop()
            start = max(start, masked[-1][1] if masked else 0)
        masked.append((start, end, _mask(literal, f"{literal[0]}{_MASK}{literal[0]}")))
    return _replace_spans(text, masked)


def _replace_spans(text: str, parts: list[tuple[int, int, str]]) -> str:
    shown, done = [], 0
    for start, end, part in parts:
        shown += [text[done:start], part]
        done = end
    return "".join((*shown, text[done:]))


def _overlap(spans: list[tuple[int, int]], start: int, end: int) -> bool:
    """Return whether any of some spans, in order and apart, has a part of a text."""
    at = bisect_right(spans, (end - 1, len(_MASK) << 60)) - 1
    return at >= 0 and spans[at][1] > start


def _sensitive_regions(
    text: str, blank: str, words: Sequence[re.Match[str]]
) -> list[tuple[int, int]]:
    """Return the lines and the statements that speak of secrets, in their order, merged.

    With the head of a block goes the first statement in it: `String password() { return "x"; }`.
    """
    ends = [match.end() for match in _BREAK.finditer(blank) if match["end"]]
    bounds = [0, *ends, len(text)]
    found: list[tuple[int, int]] = []
    for word in (each.start() for each in words):
        line_end = text.find("\n", word)
        at = bisect_right(ends, word)
        last = at + 1 + (blank[bounds[at + 1] - 1] == "{")
        start = min(bounds[at], text.rfind("\n", 0, word) + 1)
        end = max(bounds[min(last, len(bounds) - 1)], len(text) if line_end < 0 else line_end)
        found.append((start, end))
    return merge_spans(found)


def _mask_comment(comment: str) -> str:
    """Return a comment without the literals in it and all that follows a word for a secret."""
    lines = (_QUOTED.sub(f'"{_MASK}"', line) for line in comment.split("\n"))
    masked = "\n".join(_mask_behind_word(line)[0] for line in lines)
    return f"{masked}*/" if comment.endswith("*/") and not masked.endswith("*/") else masked


def _mask_settings(text: str, kind: str) -> Iterator[str]:
    """Yield the lines of settings.

    With a line that speaks of a secret go those that are indented deeper, the next one if nothing
    stands behind the word, the rest of an SQL statement, and the rows of a CSV file.
    """
    if kind == "sql" and _SETTING_WORD.search(text):
        text = _CLOSED.sub(f"'{_MASK}'", text)  # a row without its columns' names may have one
    indent, to_come = -1, False
    for line in text.split("\n"):
        if not line.strip():
            yield line
            continue
        depth = len(line) - len(line.lstrip(" \t-"))  # of a list's item, behind its dash
        hidden = to_come or 0 <= indent < depth
        masked, nothing_behind = _mask_behind_word(line)
        yield line[:depth] + _MASK if hidden else masked
        if nothing_behind or masked != line:
            indent = min(indent, depth) if hidden and indent >= 0 else depth
        elif not hidden:
            indent = -1
        is_end = line.rstrip().endswith(";")
        goes_on = line.endswith("\\") or kind == "csv" or (kind == "sql" and not is_end)
        to_come = nothing_behind or (goes_on and indent >= 0)


def _mask_behind_word(line: str) -> tuple[str, bool]:
    """Return a line with all behind a word for a secret masked, and whether nothing was there."""
    word = _SETTING_WORD.search(line)
    if not word:
        return line, False
    before = _CLOSED.sub(f'"{_MASK}"', line[: word.start()])
    behind = line[word.end() :]
    if _NOTHING_BEHIND.fullmatch(behind):
        return before + word[0] + behind, True
    sign = re.match(r"[\"']?\s{0,9}[=:>]?\s{0,9}", behind)
    return before + word[0] + (sign[0] if sign else "") + _MASK, False
