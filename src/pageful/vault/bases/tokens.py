"""The tokens of an expression: numbers, texts, regular expressions, names, signs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, TypeAlias

import regex

from pageful.lazy.dataclasses import dataclass
from pageful.vault.bases.errors import ExpressionError
from pageful.vault.values.whitespace import SPACE

Kind: TypeAlias = Literal["number", "string", "regex", "name", "sign", "end"]

# > rating > 3
_SPACES = re.compile(f"{SPACE}+")
# > 3.5
# > .25
# > 1e3
_NUMBER = re.compile(r"(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
# > "a \"quoted\" word"
# > 'so'
_STRING = re.compile(r"""(["'])((?:(?!\1)[^\\]|\\.)*)\1""", re.DOTALL)
# > \n
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))", re.DOTALL)
# > /[a/b]+/g
_REGEX = re.compile(r"/((?:[^/\\\[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+)/([A-Za-z]*)")
# > due_date
# > größe
_NAME = regex.compile(r"[\p{L}\p{Nl}\p{So}_$][\p{L}\p{Nl}\p{So}\p{M}\p{Nd}\p{Pc}\u200c\u200d$]*")
# > &&
# > (
_SIGN = re.compile(r"\|\||&&|[=!<>]=|[-+*/%!<>()\[\],.]")

_CONTROLS = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}
_ADVICE = {
    "=": "Two values are compared with ==.",
    "&": "Conditions are joined with &&.",
    "|": "Conditions are joined with ||.",
    "{": "Objects can't be written out in an expression.",
    "?": "A choice is written if(condition, value, otherwise).",
    "#": 'A tag is written as a text: "tag".',
    "“": 'Texts stand in straight quotes: "text".',
    "”": 'Texts stand in straight quotes: "text".',
    "‘": "Texts stand in straight quotes: 'text'.",
    "’": "Texts stand in straight quotes: 'text'.",
}


@dataclass(frozen=True, slots=True)
class Token:
    """A token with its offset: `text` is a string's content, a regular expression's source.

    `flags` are those of a regular expression.
    """

    kind: Kind
    text: str
    position: int
    end: int
    flags: str = ""


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of a text, the last one of the kind `end`.

    Raises:
        ExpressionError: No token can begin where one should.
    """
    at, last = 0, Token("sign", "(", 0, 0)
    while True:
        if spaces := _SPACES.match(text, at):
            at = spaces.end()
        if at >= len(text):
            yield Token("end", "", len(text), len(text))
            return
        last = _token(text, at, last)
        yield last
        at = last.end


def _token(text: str, at: int, last: Token) -> Token:
    if found := _NUMBER.match(text, at):
        return Token("number", found[0], at, found.end())
    if found := _STRING.match(text, at):
        return Token("string", _ESCAPE.sub(_character, found[2]), at, found.end())
    if text[at] == "/" and not _ends_operand(last) and (found := _REGEX.match(text, at)):
        return Token("regex", found[1], at, found.end(), found[2])
    if name := _NAME.match(text, at):
        return Token("name", name[0], at, name.end())
    if found := _SIGN.match(text, at):
        return Token("sign", found[0], at, found.end())
    raise ExpressionError(_why_none(text[at]), at, text)


def _ends_operand(token: Token) -> bool:
    """Tell whether a slash behind a token divides, and does not begin a regular expression."""
    return token.kind != "sign" or token.text in (")", "]")


def _character(escaped: re.Match[str]) -> str:
    if code := escaped[1] or escaped[2]:
        return chr(int(code, 16))
    return _CONTROLS.get(escaped[3], escaped[3])


def _why_none(character: str) -> str:
    if character in "\"'":
        return f"The text that begins here has no closing {character}."
    return f"Nothing can begin with {character!r} here. {_ADVICE.get(character, '')}".rstrip()
