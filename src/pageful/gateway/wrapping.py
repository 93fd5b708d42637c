"""Servers of a client's configuration put behind the gateway, and the way back."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from pathlib import PurePath

from pageful.clients.document import Document, Edit, Node, apply
from pageful.clients.edits import (
    insert_after,
    put_first,
    remove_first,
    remove_member,
    write_string,
    write_strings,
)
from pageful.clients.known_clients import SERVER_PATHS
from pageful.lazy.dataclasses import dataclass

MARK = "--wrapped"
"""The option by which an entry is known; its value says how the entry looked before."""

_STDIO, _NO_ARGUMENTS, _URL = "stdio", "no-args", "url"
_HEADERS = ("headers", "http_headers")
_HTTP_TYPES = ("http", "streamable-http", "streamableHttp")
_LOGIN_KEYS = ("oauth", "auth", "bearer_token_env_var", "env_http_headers", "authProviderType")
"""Keys that say how the client itself logs in, which a gateway can't do in its place."""

_LOOPBACK = ("http://localhost", "http://127.0.0.1", "http://[::1]")


@dataclass(frozen=True)
class Entry:
    """A server in a configuration: where it is, and its value."""

    path: tuple[str, ...]
    node: Node

    @property
    def name(self) -> str:
        """Return the server's name."""
        return self.path[-1]


@dataclass(frozen=True)
class Rewriting:
    """A configuration after its servers were wrapped or unwrapped."""

    text: str
    changed: tuple[Entry, ...]
    left: tuple[tuple[Entry, str], ...]
    """Servers that stay as they are, and why."""


@dataclass(frozen=True)
class Wrapper:
    """The program that is put before servers, with options for each."""

    program: str
    options: tuple[str, ...] = ()

    def words(self, name: str) -> list[str]:
        """Return the first words of a server's arguments."""
        return ["gateway", "--name", name, *self.options]


_EditsOf = Callable[[Entry], list[Edit]]
Paths = Container[tuple[str, ...]]


class _Left(Exception):
    """The reason for which a server stays as it is."""


def find_servers(document: Document) -> Iterator[Entry]:
    """Yield the servers of a configuration."""
    for path in SERVER_PATHS:
        for found, node in document.root.entries((*path, "*")):
            yield Entry(found, node)


def wrap(document: Document, wrapper: Wrapper, only: Sequence[str] = ()) -> Rewriting:
    """Put servers behind the gateway: all of them, or those that are named."""
    return _rewrite(
        document, only, lambda entry: list(_wrap_edits(document, entry, wrapper, bool(only)))
    )


def unwrap(document: Document, only: Sequence[str] = (), paths: Paths | None = None) -> Rewriting:
    """Take servers out again from behind the gateway: all, or those with a name, or at a path."""

    def edits_of(entry: Entry) -> list[Edit]:
        if paths is not None and entry.path not in paths:
            raise _Left("is not meant")
        return list(_unwrap_edits(document, entry))

    return _rewrite(document, only, edits_of)


def is_wrapped(entry: Node) -> bool:
    """Tell whether `wrap` has put a server behind the gateway."""
    return _mark_position(entry) is not None


def _rewrite(document: Document, only: Sequence[str], edits_of: _EditsOf) -> Rewriting:
    edits: list[Edit] = []
    changed: list[Entry] = []
    left: list[tuple[Entry, str]] = []
    for entry in find_servers(document):
        if only and entry.name not in only:
            continue
        try:
            edits += edits_of(entry)
            changed.append(entry)
        except _Left as reason:
            left.append((entry, str(reason)))
    return Rewriting(apply(document.text, edits), tuple(changed), tuple(left))


def _wrap_edits(
    document: Document, entry: Entry, wrapper: Wrapper, is_named: bool
) -> Iterator[Edit]:
    _check_entry(entry.node)
    if isinstance(entry.node.value.get("url"), str):
        _check_remote(entry.node, is_named)
        yield from _wrap_remote(document, entry, wrapper)
    else:
        yield from _wrap_command(document, entry, wrapper)


def _check_entry(node: Node) -> None:
    value = node.value
    if not isinstance(value, dict):
        raise _Left("is no object")
    if is_wrapped(node):
        raise _Left("is behind the gateway already")
    command, args = value.get("command"), value.get("args", [])
    if isinstance(command, str) == isinstance(value.get("url"), str):
        raise _Left("has neither a command nor a URL, or both")
    if not isinstance(args, list) or not all(isinstance(each, str) for each in args):
        raise _Left("has `args` that are no list of strings")
    if isinstance(command, str) and PurePath(command).stem == "pageful":
        raise _Left("gives pages already")


def _check_remote(node: Node, is_named: bool) -> None:
    value = node.value
    url, kind = value["url"], value.get("type", "http")
    if kind not in _HTTP_TYPES or url.rstrip("/").endswith("/sse"):
        raise _Left("speaks SSE, which the gateway does not")
    if login := [key for key in _LOGIN_KEYS if key in value]:
        raise _Left(f"logs in through the client (`{login[0]}`)")
    headers = [key for key in _HEADERS if key in value]
    if not is_named and not headers and not url.startswith(_LOOPBACK):
        raise _Left("may log in through the client (OAuth); name it with --server if it does not")
    if headers and ("env" in value or len(headers) > 1):
        raise _Left("has both headers and `env`")
    if "args" in value:
        raise _Left("has a URL and `args`")
    names = list(value[headers[0]]) if headers and isinstance(value[headers[0]], dict) else []
    if len({name.upper() for name in names} & {"PATH", "HOME"}) or any("=" in n for n in names):
        raise _Left("has headers that can't be variables of an environment")


def _wrap_command(document: Document, entry: Entry, wrapper: Wrapper) -> Iterator[Edit]:
    command, args = entry.node.member("command"), entry.node.member("args")
    assert command
    words = [*wrapper.words(entry.name), MARK, _STDIO if args else _NO_ARGUMENTS, "--"]
    written = f"{write_strings(words)}, {document.source(command.node)}"
    yield Edit(command.node.start, command.end, write_string(wrapper.program))
    if args:
        yield put_first(document, args.node, written)
    else:
        yield insert_after(document, entry.node, command, "args", f"[{written}]")


def _wrap_remote(document: Document, entry: Entry, wrapper: Wrapper) -> Iterator[Edit]:
    url, kind = entry.node.member("url"), entry.node.member("type")
    assert url
    headers = next(filter(None, map(entry.node.member, _HEADERS)), None)
    words = wrapper.words(entry.name)
    for name in headers.node.value if headers else ():
        words += ["--env-header", name]
    note = ":".join([_URL, kind.node.value if kind else "", headers.key if headers else ""])
    words += [MARK, note, "--url"]
    written = f"[{write_strings(words)}, {document.source(url.node)}]"
    after = insert_after(document, entry.node, url, "args", written)
    yield Edit(url.start, url.key_end, _key(document, "command"))
    yield Edit(url.node.start, url.end, write_string(wrapper.program) + after.text)
    if kind:
        yield Edit(kind.node.start, kind.end, write_string("stdio"))
    if headers:
        yield Edit(headers.start, headers.key_end, _key(document, "env"))


def _unwrap_edits(document: Document, entry: Entry) -> Iterator[Edit]:
    position = _mark_position(entry.node)
    command, args = entry.node.member("command"), entry.node.member("args")
    if position is None or not command or not args:
        raise _Left("is not behind the gateway")
    items = args.node.items
    if len(items) < position + 4:
        raise _Left("was changed by hand: its `args` break off")
    note, original = str(items[position + 1].value), document.source(items[position + 3])
    yield Edit(command.node.start, command.end, original)
    if note == _STDIO:
        yield remove_first(document, args.node, position + 4)
        return
    yield remove_member(document, entry.node, args)
    if note.startswith(f"{_URL}:"):
        _, kind, headers = note.split(":")
        yield Edit(command.start, command.key_end, _key(document, "url"))
        written, environment = entry.node.member("type"), entry.node.member("env")
        if written and kind:
            yield Edit(written.node.start, written.end, write_string(kind))
        if environment and headers:
            yield Edit(environment.start, environment.key_end, _key(document, headers))


def _mark_position(node: Node) -> int | None:
    args = node.value.get("args") if isinstance(node.value, dict) else None
    if not isinstance(args, list) or args[:2] != ["gateway", "--name"] or MARK not in args[3:]:
        return None
    return args.index(MARK, 3)


def _key(document: Document, key: str) -> str:
    return write_string(key) if document.notation == "json" else key
