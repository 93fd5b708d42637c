"""Servers put into a client's file of JSON, and taken out again to the byte."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pageful.clients.config_file import parse_document
from pageful.clients.document import apply
from pageful.clients.nested_items import (
    WrongShape,
    append_member,
    count_missing,
    is_tight,
    remove_with_containers,
)
from pageful.setup.server_forms import NOTE, ServerForm, environment_of
from pageful.tool.errors import ToolError

# How an entry was put in: containers that were made, and whether the outer one had no line break.
# > 2,tight
# > 0
_NOTE = re.compile(r"(?P<made>\d)(?P<tight>,tight)?")

IsOurs = Callable[[str, Any], bool]
Servers = Mapping[str, Sequence[str]]


def read_json_servers(path: Path, text: str, form: ServerForm) -> dict[str, Any]:
    """Return the servers that a file has, by name.

    Raises:
        ToolError: it is no JSON.
    """
    found = parse_document(path, text).root.at(form.keys)
    return found.value if found and isinstance(found.value, dict) else {}


def put_json_servers(path: Path, text: str | None, form: ServerForm, servers: Servers) -> str:
    """Put servers at the end of a client's others, in a new file where there is none.

    Raises:
        ToolError: the file is no JSON, or is not as its client writes it.
    """
    if text is None:
        return _new_text(form, {name: form.make(words, {}) for name, words in servers.items()})
    try:
        return _put_in(path, text, form, servers)
    except WrongShape as error:
        problem = f"{path} is not as its client writes it: {error}; nothing was changed."
        raise ToolError(problem, "Mend it.") from None


def take_json_servers(path: Path, text: str, form: ServerForm, is_ours: IsOurs) -> str | None:
    """Return the text without our servers; nothing where we have written the file."""
    while True:
        document = parse_document(path, text)
        container = document.root.at(form.keys)
        members = container.members if container else ()
        ours = [n for n, each in enumerate(members) if is_ours(each.key, each.node.value)]
        if not ours:
            return text
        entries = {members[n].key: members[n].node.value for n in ours}
        notes = [_note_of(entry, form) for entry in entries.values()]
        if not any(notes) and text == _new_text(form, entries):
            return None
        # The first was put in first, and what was made for it goes with it.
        position, note = ours[-1], notes[-1]
        made, tight = (int(note["made"]), bool(note["tight"])) if note else (0, False)
        edit = remove_with_containers(document, form.keys, position, made=made, tight=tight)
        text = apply(text, [edit])


def _put_in(path: Path, text: str, form: ServerForm, servers: Servers) -> str:
    document = parse_document(path, text)
    made = count_missing(document, form.keys, dict)
    note = f"{made}{',tight' * is_tight(document, form.keys, dict)}"
    plain = {name: form.make(words, {}) for name, words in servers.items()}
    if note == "0" and (written := _append_all(path, text, form, plain)) != _new_text(form, plain):
        return written
    first = next(iter(servers))
    return _append_all(path, text, form, plain | {first: form.make(servers[first], {NOTE: note})})


def _append_all(path: Path, text: str, form: ServerForm, entries: Mapping[str, Any]) -> str:
    for name, entry in entries.items():
        document = parse_document(path, text)
        text = apply(text, [append_member(document, form.keys, name, entry)])
    return text


def _new_text(form: ServerForm, entries: Mapping[str, Any]) -> str:
    value: Any = dict(entries)
    for key in reversed(form.keys):
        value = {key: value}
    return json.dumps(dict(form.root) | value, indent=2, ensure_ascii=False) + "\n"


def _note_of(entry: Any, form: ServerForm) -> re.Match[str] | None:
    return _NOTE.fullmatch(environment_of(entry, form.environment).get(NOTE, ""))
