"""The command `pageful init`: what it would write, written when it is told to, and undone."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from pageful.hook.changing import finish_changes, tell_limits
from pageful.hook.installing import find_starter, installed_words, short_name
from pageful.setup.detection import (
    Families,
    FittingFamily,
    MissingFamily,
    find_families,
    find_forms,
    load_families,
)
from pageful.setup.plan import AGENTS_FILES, Change, Plan
from pageful.setup.server_forms import FORMS
from pageful.shell.commands import INTERRUPTED, UNREAD
from pageful.shell.output import print_error, printing
from pageful.shell.parser import Parser
from pageful.tool.errors import ToolError
from pageful.tool.tool import NOT_RUN

_PROGRAM = "pageful init"
_SUMMARY = (
    "Connect the agents' clients on this machine with the directory that it is run in: prints what"
    " would be written for which families, and writes it with `--write`."
)
_EXAMPLES = ("", "--write", "claude cursor --family code --write", "--undo --write")


def run_init(argv: Sequence[str], families: Families) -> int:
    """Run one command line and give its exit code."""
    try:
        with printing():
            given = init_parser(families).read(argv)
            _run(given, families)
    except ToolError as error:
        print_error(f"pageful: {error}")
        return NOT_RUN
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return UNREAD
    return 0


def init_parser(families: Families) -> Parser:
    """Make the parser of the command."""
    parser = Parser(_PROGRAM, _SUMMARY, _EXAMPLES)
    add = parser.add_argument
    names = ", ".join(each.client.name for each in FORMS)
    add("clients", nargs="*", metavar="CLIENT", help=f"one or more of {names}")
    add("--write", action="store_true", help="write it; without, nothing is changed")
    add("--dry-run", action="store_true", help="change nothing, which is so without --write too")
    add("--undo", action="store_true", help="take out again what was written for this directory")
    add(
        "--family",
        action="append",
        default=[],
        metavar="NAME",
        help=f"one of {', '.join(families)}, whatever the directory looks like; again for each",
    )
    add("--user", action="store_true", help="in the user's files, not in this directory's")
    add("--hook", action="store_true", help="also the hook that puts `pageful run` before builds")
    add("--agents", action="store_true",
        help=f"also a paragraph in {AGENTS_FILES[0]}: when to call which tool")  # fmt: skip
    return parser


def _run(given: Mapping[str, Any], families: Families) -> None:
    if given["write"] and given["dry_run"]:
        raise ToolError("`--write` and `--dry-run` exclude each other.", "Leave one out.")
    is_trial = not given["write"]
    if given["undo"]:
        _refuse_with_undo(given)
        _undo(given, is_trial=is_trial)
        return
    directory = Path.cwd()
    fitting = _choose_families(given["family"], families, directory)
    forms = find_forms(given["clients"])
    is_named = bool(given["clients"])
    if not is_named and not given["user"]:
        _tell_left_out([each.client.title for each in forms if not each.has_projects])
        forms = [each for each in forms if each.has_projects]
    plan = Plan(directory, forms, fitting, given["user"], given["hook"], given["agents"], is_named)
    for each in fitting:
        _say(f"{each.family.name}: {each.reason}")
    changes = plan.connect()
    finish_changes(changes, is_trial=is_trial, done="connected", nothing="connected already")
    _tell_hook_limits(plan)
    _tell_next(plan, changes, is_trial=is_trial)


def _undo(given: Mapping[str, Any], *, is_trial: bool) -> None:
    forms = find_forms(given["clients"]) if given["clients"] else ()
    plan = Plan(Path.cwd(), forms, (), given["user"], given["hook"])
    changes = plan.disconnect()
    if not changes:
        others = "" if plan.is_for_user else " For the user's files: `--user`."
        _say(f"Nothing is connected in the files of this directory.{others}")
        return
    finish_changes(changes, is_trial=is_trial, done="taken out", nothing="was not there")
    if not is_trial:
        _remove_empty_directories(changes)
    if is_trial:
        _say(f"`{_command(given, 'undo', 'user', 'hook')} --write` takes it out.")


def _refuse_with_undo(given: Mapping[str, Any]) -> None:
    for name in ("family", "agents"):
        if given[name]:
            problem = f"`--{name}` is not of `--undo`, which takes out all of this directory."
            raise ToolError(problem, "Leave it out.")


def _remove_empty_directories(changes: Sequence[Change]) -> None:
    """Remove the directories of a client in a project that held nothing but our file."""
    for _, change in changes:
        directory = change.path.parent
        if (
            change.new is None
            and directory.name.startswith(".")
            and Path.cwd() in directory.parents
        ):
            with suppress(OSError):
                directory.rmdir()


def _choose_families(
    names: Sequence[str], families: Families, directory: Path
) -> list[FittingFamily]:
    if names:
        return load_families(families, names)
    found = list(find_families(families, directory))
    for each in found:
        if isinstance(each, MissingFamily):
            _say(f"{each.name}: it can't be loaded, so it was not looked for. {each.error.remedy}")
    fitting = [each for each in found if isinstance(each, FittingFamily)]
    if fitting:
        return fitting
    if any(isinstance(each, MissingFamily) for each in found):
        problem = f"None of the families that are installed is for {directory}."
        raise ToolError(problem, "Install what is missing, such as `pageful[all]`.")
    raise ToolError(
        f"{directory} is no project of Maven, no git repository and no vault of notes.",
        f"Run it in one, or name a family: `{_PROGRAM} --family {next(iter(families))}`.",
    )


def _tell_left_out(titles: Sequence[str]) -> None:
    for title in titles:
        name = next(each.client.name for each in FORMS if each.client.title == title)
        _say(
            f"{title} has no files of projects: `{_PROGRAM} {name} --write` connects it with this"
            " directory in all its conversations."
        )


def _tell_hook_limits(plan: Plan) -> None:
    if not plan.hook:
        return
    program = short_name(find_starter())
    from pageful.hook.changing import plan_install

    targets = plan.hook_targets()
    for target, change in plan_install(targets, plan.hook_directory, rules=False):
        tell_limits(target, change, program, rules=False, project=plan.hook_directory)


def _tell_next(plan: Plan, changes: Sequence[Change], *, is_trial: bool) -> None:
    for line in _next_steps(plan, changes, is_trial=is_trial):
        _say(line)


def _next_steps(plan: Plan, changes: Sequence[Change], *, is_trial: bool) -> Iterator[str]:
    if untried := [each.client.title for each in plan.forms if not each.was_tried]:
        yield f"Written after their documentation, not tried with them: {', '.join(untried)}."
    if not is_trial and any(change.is_one for _, change in changes):
        undo = f"{_PROGRAM} --undo{' --user' * plan.is_for_user} --write"
        yield f"Start the client anew; `pageful doctor` tries it, `{undo}` undoes it."
    if not plan.is_for_user and any(change.is_one for _, change in changes):
        yield "The files name places of this machine: don't commit them for others."
    if is_trial and any(change.is_one for _, change in changes):
        yield "Nothing was written: the same command with `--write` does."
    if not plan.hook and _wants_hook(plan):
        yield "For agents that type `mvn` in a shell: `--hook` (docs/hook.md)."
    if not plan.agents:
        yield f"For a paragraph in {AGENTS_FILES[0]}, when to call which tool: `--agents`."


def _wants_hook(plan: Plan) -> bool:
    """Tell whether builds are typed here, and a client could have the hook that has none."""
    if all(each.family.name != "maven" for each in plan.families):
        return False
    targets = plan.hook_targets()
    return any(
        not installed_words(target, target.file(project=project))
        for target in targets
        for project in [plan.hook_directory]
    )


def _command(given: Mapping[str, Any], *options: str) -> str:
    words = [_PROGRAM, *given["clients"]]
    return " ".join([*words, *(f"--{each}" for each in options if given[each])])


def _say(text: str) -> None:
    print(text, file=sys.stderr)
