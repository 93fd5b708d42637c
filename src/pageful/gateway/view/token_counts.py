"""Tokens of texts: counted where a tokenizer is installed, else estimated."""

from __future__ import annotations

from collections.abc import Callable, Mapping

ENCODINGS = ("o200k", "cl100k")
"""The encodings that counts are of: those of OpenAI's newer and older models."""

ESTIMATE = "estimate"
"""The name of counts that nobody counted."""

_CHARACTERS = 3.3
"""Characters of a token: 3.2 of JSON and 3.4 of pages, in results of many servers (o200k)."""
_OTHER_CHARACTERS = 1.5
"""The same of writing beyond ASCII."""

Count = Callable[[str], int]


def make_counters() -> Mapping[str, Count]:
    """Make the counters of tokens by their names: one an encoding, or the estimate alone."""
    try:
        from splintr import Tokenizer

        return {name: _counter(Tokenizer.from_pretrained(f"{name}_base")) for name in ENCODINGS}
    except (ImportError, OSError, ValueError):
        return {ESTIMATE: estimate}


def estimate(text: str) -> int:
    """Estimate the tokens of a text by its length."""
    plain = sum(map(str.isascii, text)) if not text.isascii() else len(text)
    return round(plain / _CHARACTERS + (len(text) - plain) / _OTHER_CHARACTERS)


def _counter(tokenizer: object) -> Count:
    encode: Callable[[str], list[int]] = tokenizer.encode  # type: ignore[attr-defined]
    return lambda text: len(encode(text.encode(errors="replace").decode()))
