"""Words that name a secret, which no file of settings may hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pageful.gateway.credentials import looks_secret

_WORDS = ("token", "password", "passwd", "passphrase", "secret", "credential", "api-key", "apikey")


def find_secrets(table: Mapping[str, Any]) -> Iterator[str]:
    """Yield the keys that name a secret, or whose value looks like one."""
    for key, value in table.items():
        spelled = key.lower().replace("_", "-")
        if any(word in spelled for word in _WORDS) or any(map(looks_secret, _texts(value))):
            yield key


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
