"""The command that lists what families keep on disk, and removes what is old."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pageful.lazy.dataclasses import dataclass
from pageful.page.presentation import present
from pageful.shell.cache_page import (
    CacheReport,
    CacheRow,
    CleaningReport,
    cache_page,
    cleaning_page,
)
from pageful.shell.output import print_answer
from pageful.shell.parser import Parser
from pageful.tool.compact_json import to_json
from pageful.tool.errors import ToolError
from pageful.tool.kept_data import KeptData
from pageful.tool.tool import Answer, Family

SUMMARY = "list what was kept on disk to be quick, and remove what is old"

_DAYS = 30.0
"""Days unused after which `clean` removes, as long as a vault's notes are kept by themselves."""

_LEAST_DAYS = 1.0
"""The least age: what was used on the same day is likely in use, by other programs too."""

Families = Mapping[str, Callable[[], Family[Any]]]


@dataclass(frozen=True)
class _Entry:
    """Kept data of one directory, and their row on a page."""

    data: KeptData
    row: CacheRow


def read_cache(prog: str, families: Families, argv: Sequence[str]) -> Callable[[], int]:
    """Read the command line."""
    given = cache_parser(prog, families).read(argv)
    words = [given["action"], *given["families"]]
    action = words.pop(0) if words[0] in _ACTIONS else "list"
    wanted = [word for word in words if word]
    if unknown := [word for word in wanted if word not in families]:
        known = ", ".join(families)
        raise ToolError(f"There is no family `{unknown[0]}`.", f"There are: {known}.")
    if action == "list" and (given["all"] or given["dry_run"] or given["older_than"] is not None):
        options = "`--all`, `--older-than` and `--dry-run`"
        raise ToolError(f"{options} are of `{prog} clean`.", f"Run `{prog} clean --help`.")
    days = given["older_than"]
    if days is not None and not days >= _LEAST_DAYS:  # not a number is no age either
        raise ToolError(
            f"`--older-than {days:g}` would remove what is in use today.",
            f"Give {_LEAST_DAYS:g} or more, or remove everything with `{prog} clean --all`.",
        )
    chosen = {name: load for name, load in families.items() if name in (wanted or families)}
    if action == "list":
        return lambda: _print_list(chosen, as_json=given["json"])
    return lambda: _clean(chosen, given)


_ACTIONS = ("list", "clean")


def cache_parser(prog: str, families: Families) -> Parser:
    """Make the parser of the command."""
    parser = Parser(
        prog,
        f"{SUMMARY[0].upper()}{SUMMARY[1:]}: indexes of code, notes of vaults, records of builds. "
        "Indexes and notes are made anew when missing; records of builds are gone for good.",
        ("", "clean --dry-run", "clean --older-than 7 vault", "clean --all"),
    )
    add = parser.add_argument
    actions = (*_ACTIONS, *families)
    add("action", nargs="?", default="list", choices=actions, metavar="ACTION",
        help="list (if left out), or clean: remove what was not used for long, or whose directory "
        "is gone")  # fmt: skip
    add("families", nargs="*", default=[], metavar="FAMILY", help="these families alone")
    add("--older-than", type=float, metavar="DAYS",
        help=f"clean: what was not used for so many days (default {_DAYS:.0f})")  # fmt: skip
    add(
        "--all",
        action="store_true",
        help="clean: whatever its age, named indexes and records of all builds too",
    )
    add("--dry-run", action="store_true", help="clean: print what would go, and remove nothing")
    add("--json", action="store_true", help="the result as compact JSON")
    return parser


def _entries(families: Families) -> Iterator[_Entry]:
    for name, load in families.items():
        try:
            family = load()
        except ToolError:  # its extra is missing: it has kept nothing lately
            continue
        for data in family.kept():
            yield _Entry(
                data, CacheRow(name, data.kind, data.of, data.size, data.used, _state(data))
            )


def _state(data: KeptData) -> str:
    if data.is_busy():
        return "busy"
    return "gone" if data.is_gone else "named" if data.is_named else ""


def _largest_first(entries: Iterator[_Entry]) -> list[_Entry]:
    return sorted(entries, key=lambda entry: (-entry.row.bytes, entry.row.of))


def _print_list(families: Families, *, as_json: bool) -> int:
    report = CacheReport(tuple(entry.row for entry in _largest_first(_entries(families))))
    page = present(report, cache_page)
    print_answer(Answer(to_json(report)) if as_json else Answer(page.text, page.document))
    return 0


def _clean(families: Families, given: Mapping[str, Any]) -> int:
    days = _DAYS if given["older_than"] is None else given["older_than"]
    entries = _largest_first(_entries(families))
    chosen = [entry for entry in entries if _may_go(entry, days, everything=given["all"])]
    removed, problems = list[CacheRow](), list[str]()
    for entry in chosen:
        try:
            if not given["dry_run"]:
                entry.data.remove()
            removed.append(entry.row)
        except OSError as error:
            problems.append(f"{entry.row.of} can't be removed: {error.strerror or error}.")
    left = len(entries) - len(removed)
    report = CleaningReport(tuple(removed), left, given["dry_run"], tuple(problems))
    page = present(report, cleaning_page)
    answer = Answer(to_json(report)) if given["json"] else Answer(page.text, page.document)
    print_answer(answer)
    return 0


def _may_go(entry: _Entry, days: float, *, everything: bool) -> bool:
    """Tell whether `clean` removes something: an index with a name of a user only when told to."""
    if entry.row.state == "busy":
        return False
    if everything or entry.data.is_gone:
        return True
    return entry.data.days_unused > days and not entry.data.is_named
