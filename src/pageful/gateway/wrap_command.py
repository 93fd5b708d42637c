"""The commands `pageful gateway wrap` and `unwrap`."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path

from pageful.clients.config_file import ConfigFile, parse_document, read_config
from pageful.clients.document import Document
from pageful.clients.known_clients import KNOWN_CLIENTS, find_client
from pageful.gateway.command_parser import CommandParser
from pageful.gateway.wrapping import MARK, Rewriting, Wrapper, find_servers, unwrap, wrap
from pageful.lazy.dataclasses import dataclass
from pageful.tool.errors import ToolError

Rewrite = Callable[[Document, Sequence[str]], Rewriting]


@dataclass(frozen=True)
class _Change:
    """A file, and what becomes of it."""

    file: ConfigFile
    rewriting: Rewriting

    @property
    def is_one(self) -> bool:
        return self.rewriting.text != self.file.text


def run_wrap(argv: Sequence[str], check_options: Callable[[Sequence[str]], None]) -> int:
    """Put a client's servers behind the gateway; words after `--` are options of each gateway."""
    own, options = _split(argv)
    given = make_parser().parse_args(own)
    check_options(options)
    if MARK in options:
        raise ToolError(f"`{MARK}` is written by `wrap` itself.", "Leave it out.")
    wrapper = Wrapper(_program(), tuple(options))
    changes = list(_changes(given, lambda document, only: wrap(document, wrapper, only)))
    for change in changes:
        _check_undo(change)
    return _finish(given, changes, "put behind the gateway", "Undo: pageful gateway unwrap")


def run_unwrap(argv: Sequence[str]) -> int:
    """Take a client's servers out from behind the gateway."""
    given = make_parser("unwrap", "take a client's servers out again").parse_args(argv)
    return _finish(given, list(_changes(given, unwrap)), "taken out again", "")


def _split(argv: Sequence[str]) -> tuple[list[str], list[str]]:
    end = argv.index("--") if "--" in argv else len(argv)
    return list(argv[:end]), list(argv[end + 1 :])


def make_parser(
    name: str = "wrap", summary: str = "put a client's servers behind the gateway"
) -> CommandParser:
    """Make the parser of one of the two commands, which take the same."""
    more = " [-- GATEWAY OPTIONS]" if name == "wrap" else ""
    parser = CommandParser(
        prog=f"pageful gateway {name}",
        usage=f"pageful gateway {name} [--client NAME | FILE] [OPTIONS]{more}",
        description=f"{summary.capitalize()}.",
        examples=("--client claude-code --dry-run", ".mcp.json"),
    )
    add = parser.add_argument
    add("file", nargs="?", type=Path, metavar="FILE", help="a client's configuration")
    add("--client", choices=[each.name for each in KNOWN_CLIENTS],
        help="that client's configurations: for all projects, and in this directory")  # fmt: skip
    add("--server", action="append", default=[], metavar="NAME",
        help="these servers alone, as often as needed")  # fmt: skip
    add("--dry-run", action="store_true", help="print what would change, and change nothing")
    return parser


def _changes(given: argparse.Namespace, rewrite: Rewrite) -> Iterator[_Change]:
    files = [read_config(path) for path in _paths(given)]
    documents = [file.parse() for file in files]
    names = [entry.name for document in documents for entry in find_servers(document)]
    if not names:
        listed = ", ".join(str(file.path) for file in files)
        raise ToolError(f"No server is configured in {listed}.", "Name another file.")
    for wanted in given.server:
        if wanted not in names:
            near = get_close_matches(wanted, names, n=1)
            meant = f"Did you mean `{near[0]}`? " if near else ""
            known = ", ".join(f"`{name}`" for name in dict.fromkeys(names))
            raise ToolError(f"No server is called `{wanted}`.", f"{meant}There are: {known}.")
    for file, document in zip(files, documents, strict=True):
        yield _Change(file, rewrite(document, given.server))


def _paths(given: argparse.Namespace) -> list[Path]:
    if bool(given.file) == bool(given.client):
        here = [
            f"  {path}  ({client.title})"
            for client in KNOWN_CLIENTS
            for path in client.find_files(Path.cwd())
        ]
        listed = "\n".join(["On this machine there are:", *here]) if here else "None was found."
        raise ToolError("Name a configuration or a `--client`, one of the two.", listed)
    if given.file:
        return [given.file]
    client = find_client(given.client)
    assert client
    if paths := list(client.find_files(Path.cwd())):
        return paths
    looked = ", ".join(map(str, client.list_files(Path.cwd())))
    raise ToolError(f"{client.title} has no configuration here.", f"Looked for: {looked}.")


def _check_undo(change: _Change) -> None:
    """Refuse a change that `unwrap` would not take back to the byte.

    Raises:
        ToolError: it would not.
    """
    file, rewriting = change.file, change.rewriting
    document = parse_document(file.path, rewriting.text)
    changed = {entry.path for entry in rewriting.changed}
    if unwrap(document, paths=changed).text != file.text:
        raise ToolError(
            f"{file.path} is written in a way that could not be restored; nothing was changed.",
            "Put `command` and `args` of each server on lines of their own.",
        )


def _finish(given: argparse.Namespace, changes: Sequence[_Change], done: str, undo: str) -> int:
    if given.dry_run:
        for line in (line for each in changes for line in each.file.diff(each.rewriting.text)):
            print(line)
    else:
        _write_all([change for change in changes if change.is_one])
    for change in changes:
        _report(change, "would be " + done if given.dry_run else done)
        if undo and change.is_one and not given.dry_run:
            print(f"{undo} '{change.file.path}'", file=sys.stderr)
    return 0


def _write_all(changes: Sequence[_Change]) -> None:
    written: list[_Change] = []
    try:
        for change in changes:
            change.file.write(change.rewriting.text)
            written.append(change)
    except ToolError:
        for change in written:
            new = ConfigFile(change.file.path, change.rewriting.text.encode())
            with suppress(ToolError):
                new.write(change.file.text)
        raise


def _report(change: _Change, done: str) -> None:
    rewriting = change.rewriting
    names = ", ".join(entry.name for entry in rewriting.changed)
    count = len(rewriting.changed)
    servers = "server" if count == 1 else "servers"
    what = f"{count} {servers} {done}: {names}" if count else "nothing to do"
    print(f"{change.file.path}: {what}", file=sys.stderr)
    for entry, reason in rewriting.left:
        print(f"  {entry.name} stays as it is: it {reason}", file=sys.stderr)


def _program() -> str:
    """Return the path of this program, as a client can start it from any directory."""
    beside = Path(sys.executable).parent / "pageful"
    for path in (Path(sys.argv[0]), beside):
        if path.name == "pageful" and path.is_file():
            return str(path.absolute())
    found = shutil.which("pageful")
    if found is None:
        raise ToolError("The program `pageful` is not found.", "Put it into the PATH.")
    return str(Path(found).absolute())
