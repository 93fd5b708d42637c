"""Numbers of requests, rewritten where several clients share a server; all other bytes stay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pageful.gateway.frames import Id, find_id
from pageful.gateway.json_text import by_key, members, write
from pageful.lazy.dataclasses import dataclass

_TOKEN = ("params", "_meta", "progressToken")
_SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"
"""The key of `_meta` that has the id of the request which a message of a subscription is of."""


@dataclass(frozen=True)
class Numbered:
    """A client's request under a number of ours: its own id, and its own token of progress."""

    number: int
    id: Id
    token: object = None


def number_request(line: bytes, number: int) -> tuple[bytes, Numbered]:
    """Give a request another number, which is its token of progress, too, where it has one.

    Raises:
        NotJson: it is no object, or has a key twice.
    """
    text = line.decode()
    found = _values(text)
    changes: dict[tuple[str, ...], object] = {("id",): number}
    token = _at(found, _TOKEN)
    if token is not None:
        changes[_TOKEN] = number
    return _replace(text, changes).encode(), Numbered(number, found["id"], token)


def progress_token(message: Mapping[str, Any] | None) -> object:
    """Return the token under which a request wants to hear of its progress, if any."""
    token = _at(message, _TOKEN)
    return token if isinstance(token, int | str) else None


def number_of(message: Mapping[str, Any] | None) -> object:
    """Return the number of the request that a notification is of, if it says so."""
    subscribed = _at(message, ("params", "_meta", _SUBSCRIPTION))
    number = _at(message, ("params", "progressToken")) if subscribed is None else subscribed
    return number if isinstance(number, int | str) else None


def restore_answer(line: bytes, numbered: Numbered) -> bytes:
    """Give an answer the id that its client knows."""
    span = find_id(line)
    identifier = write(numbered.id).encode()
    if span:
        return line[: span[0]] + identifier + line[span[1] :]
    text = line.decode()
    changes: dict[tuple[str, ...], object] = {("id",): numbered.id}
    subscribed = ("result", "_meta", _SUBSCRIPTION)
    if _at(_values(text), subscribed) == numbered.number:
        changes[subscribed] = numbered.id
    return _replace(text, changes).encode()


def restore_notification(line: bytes, numbered: Numbered) -> bytes:
    """Give a notification the token, or the id of a subscription, that its client knows."""
    text = line.decode()
    found = _values(text)
    changes: dict[tuple[str, ...], object] = {}
    if _at(found, ("params", "progressToken")) == numbered.number:
        changes["params", "progressToken"] = numbered.token
    if _at(found, ("params", "_meta", _SUBSCRIPTION)) == numbered.number:
        changes["params", "_meta", _SUBSCRIPTION] = numbered.id
    return _replace(text, changes).encode()


def _values(text: str) -> dict[str, Any]:
    return {key: member.value for key, member in by_key(members(text)).items()}


def _at(value: Any, path: tuple[str, ...]) -> Any:
    for key in path:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def _replace(text: str, changes: Mapping[tuple[str, ...], object]) -> str:
    """Replace values in a text of JSON, each at its place."""
    spans = sorted((*_span(text, path), write(value)) for path, value in changes.items())
    for start, end, written in reversed(spans):
        text = f"{text[:start]}{written}{text[end:]}"
    return text


def _span(text: str, path: tuple[str, ...]) -> tuple[int, int]:
    start, end = 0, len(text)
    for key in path:
        member = by_key(members(text, start))[key]
        start, end = member.value_start, member.end
    return start, end
