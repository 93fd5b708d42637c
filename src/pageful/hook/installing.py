"""Hooks put into clients' files, found in them, and taken out again to the byte."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pageful.clients.config_file import parse_document, read_config_if_any
from pageful.clients.document import Document, Edit, apply
from pageful.clients.file_change import FileChange
from pageful.clients.nested_items import (
    WrongShape,
    append,
    count_missing,
    is_tight,
    remove_with_containers,
)
from pageful.hook.decision import runner
from pageful.hook.starter import Starter
from pageful.hook.targets import InOwnFile, InSettings, Target
from pageful.hook.twin_rules import remove_twins, twin_edits
from pageful.tool.errors import ToolError

ENTRY = Path(__file__).parent / "entry.py"

# The end of the path by which an entry is known as ours, whichever installation has written it.
# > /opt/pageful/lib/python3.12/site-packages/pageful/hook/entry.py
_ENTRY_END = re.compile(r"pageful[/\\]+hook[/\\]+entry\.py")
# What an entry says of how it was put in: containers that were made, a line break, rules.
# > wrote=2,tight,rules
_NOTE = re.compile(r"wrote=(\d)(,tight)?(,rules)?")
_NEW_FILE = 3


@dataclass(frozen=True)
class _Note:
    """A note in an entry: how many containers were made for it, and what else was."""

    made: int
    tight: bool = False
    rules: bool = False

    def __str__(self) -> str:
        return f"wrote={self.made}{',tight' * self.tight}{',rules' * self.rules}"


def find_starter() -> Starter:
    """Return how this installation's hook is started.

    Raises:
        ToolError: the program `pageful` is not found.
    """
    # Not resolved: an environment's interpreter is often a link to another one.
    python = Path(sys.executable).absolute()
    for path in (python.parent / "pageful", Path(sys.argv[0])):
        if path.name == "pageful" and path.is_file():
            return Starter(str(python), str(ENTRY), str(path.absolute()))
    found = shutil.which("pageful")
    if found is None:
        raise ToolError("The program `pageful` is not found.", "Put it into the PATH.")
    return Starter(str(python), str(ENTRY), str(Path(found).absolute()))


def short_name(starter: Starter) -> str:
    """Return how `pageful` is called in rewritten lines: by its name, if the PATH leads there."""
    return runner(starter.program, must_be_full=False)


def install(target: Target, path: Path, starter: Starter, *, rules: bool = False) -> FileChange:
    """Return the change that puts the hook into a client's file; an older one is replaced.

    Raises:
        ToolError: the file can't be read, or could not be restored.
    """
    if isinstance(target.form, InOwnFile):
        return _own_file_change(path, target.form.make(starter))
    old = read_config_if_any(path)
    clean = _take_out(path, old.text, target.form) if old else None
    if clean is None:
        new = _new_text(target.form, target.form.make(starter, str(_Note(_NEW_FILE))))
    else:
        new = _put_in(path, clean, target.form, starter, rules=rules)
        if _take_out(path, new, target.form) != clean:
            raise ToolError(
                f"{path} is written in a way that could not be restored; nothing was changed.",
                "Put each of its values on a line of its own.",
            )
    return FileChange(path, old, new)


def uninstall(target: Target, path: Path) -> FileChange:
    """Return the change that takes the hook out of a client's file.

    Raises:
        ToolError: the file can't be read.
    """
    old = read_config_if_any(path)
    if old is None:
        return FileChange(path, None, None)
    if isinstance(target.form, InOwnFile):
        return FileChange(path, old, None if _ENTRY_END.search(old.text) else old.text)
    return FileChange(path, old, _take_out(path, old.text, target.form))


def installed_words(target: Target, path: Path) -> list[str]:
    """Return the command that a client's file starts the hook with; no words where it does not.

    Raises:
        ToolError: the file can't be read.
    """
    old = read_config_if_any(path)
    if old is None or not _ENTRY_END.search(old.text):
        return []
    if isinstance(target.form, InOwnFile):
        import shlex

        array = re.search(r'\["[^\n]*"\]', old.text)
        line = re.search(r'"(?:bash|command)": ("(?:[^"\\]|\\.)*")', old.text)
        return json.loads(array[0]) if array else shlex.split(json.loads(line[1])) if line else []
    document = parse_document(path, old.text)
    return next((_words(item) for _, item in _own_items(document, target.form)), [])


def _own_file_change(path: Path, text: str) -> FileChange:
    old = read_config_if_any(path)
    if old and not _ENTRY_END.search(old.text):
        raise ToolError(f"{path} is there and not ours; nothing was changed.", "Move it away.")
    return FileChange(path, old, text)


def _new_text(form: InSettings, item: Any) -> str:
    value: Any = [item]
    for key in reversed(form.path):
        value = {key: value}
    return json.dumps(dict(form.root) | value, indent=2) + "\n"


def _put_in(path: Path, text: str, form: InSettings, starter: Starter, *, rules: bool) -> str:
    document = parse_document(path, text)
    try:
        note = _Note(count_missing(document, form.path), is_tight(document, form.path), rules)
        edits = [append(document, form.path, form.make(starter, str(note)))]
    except WrongShape as error:
        problem = f"{path} is not as its client writes it: {error}; nothing was changed."
        raise ToolError(problem, "Mend it.") from None
    return apply(text, [*edits, *(twin_edits(document, short_name(starter)) if rules else ())])


def _take_out(path: Path, text: str, form: InSettings) -> str | None:
    """Return the text without our entries; nothing where we have written the file."""
    while True:
        document = parse_document(path, text)
        found = next(_own_items(document, form), None)
        if found is None:
            return text
        position, item = found
        note = _note_of(item)
        if note.made == _NEW_FILE and text == _new_text(form, item):
            return None
        edits = [_removal(document, form, position, note)]
        if note.rules:
            edits += remove_twins(document)
        text = apply(text, edits)


def _removal(document: Document, form: InSettings, position: int, note: _Note) -> Edit:
    return remove_with_containers(document, form.path, position, made=note.made, tight=note.tight)


def _own_items(document: Document, form: InSettings) -> Iterator[tuple[int, Any]]:
    array = document.root.at(form.path)
    for position, node in enumerate(array.items if array else ()):
        if any(_ENTRY_END.search(word) for word in _words(node.value)):
            yield position, node.value


def _words(item: Any) -> list[str]:
    """Return the command of an entry: its own, or that of its first handler."""
    if not isinstance(item, dict):
        return []
    handlers = item.get("hooks")
    handler = handlers[0] if isinstance(handlers, list) and handlers else item
    if not isinstance(handler, dict):
        return []
    command, args = handler.get("command"), handler.get("args")
    if not isinstance(command, str):
        return []
    if isinstance(args, list):
        return [command, *(each for each in args if isinstance(each, str))]
    import shlex

    try:
        return shlex.split(command)
    except ValueError:
        return []


def _note_of(item: Any) -> _Note:
    words: Sequence[str] = _words(item)
    match = _NOTE.fullmatch(words[-1]) if words else None
    return _Note(int(match[1]), bool(match[2]), bool(match[3])) if match else _Note(0)
