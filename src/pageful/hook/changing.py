"""Installing and uninstalling for several clients at once: the diff first, then all or nothing."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pageful.clients.config_file import parse_document, read_config_if_any
from pageful.clients.file_change import FileChange, apply_all
from pageful.hook.installing import find_starter, install, installed_words, short_name, uninstall
from pageful.hook.targets import TARGETS, Target, find_target
from pageful.hook.twin_rules import find_twins
from pageful.shell.suggestions import nearest
from pageful.tool.errors import NotInstalledError, ToolError
from pageful.tool.tool import Family

_FAMILY = "maven"
"""The family that makes the pages of builds; its module is loaded when a hook is installed."""


def install_all(names: Sequence[str], project: Path | None, *, rules: bool, is_trial: bool) -> None:
    """Install the hook for the named clients, or for those that are here and were tried.

    Raises:
        ToolError: a client is not known, or a file can't be changed; nothing was then.
    """
    targets = _named(names) or _usual_targets()
    pairs = plan_install(targets, project, rules=rules)
    finish_changes(
        [(target.title, change) for target, change in pairs],
        is_trial=is_trial,
        done="installed",
        nothing="installed already",
    )
    program = short_name(find_starter())
    for target, change in pairs:
        tell_limits(target, change, program, rules=rules, project=project)


def plan_install(
    targets: Sequence[Target], project: Path | None, *, rules: bool
) -> list[tuple[Target, FileChange]]:
    """Return the change of each client's file that installs the hook.

    Raises:
        ToolError: a file can't be read, or could not be restored.
    """
    _check_family()
    if rules and all(each.name != "claude" for each in targets):
        raise ToolError("`--allow-rules` is of Claude Code.", "Leave it out.")
    starter = find_starter()
    return [
        (
            each,
            install(
                each, each.file(project=project), starter, rules=rules and each.name == "claude"
            ),
        )
        for each in targets
    ]


def uninstall_all(names: Sequence[str], project: Path | None, *, is_trial: bool) -> None:
    """Take the hook out of the named clients' files, or of all that have it.

    Raises:
        ToolError: a client is not known, or a file can't be changed; nothing was then.
    """
    targets = _named(names) or [
        each for each in TARGETS if installed_words(each, each.file(project=project))
    ]
    pairs = [(each, uninstall(each, each.file(project=project))) for each in targets]
    if not pairs:
        print("Nothing is installed.", file=sys.stderr)
    finish_changes(
        [(target.title, change) for target, change in pairs],
        is_trial=is_trial,
        done="uninstalled",
        nothing="was not installed",
    )


def _check_family() -> None:
    """Refuse to put in what could make no page.

    Raises:
        ToolError: the Maven family lacks its extra.
    """
    family: Family[Any] = import_module(f"pageful.{_FAMILY}.family").FAMILY
    missing = [module for module in family.modules if find_spec(module) is None]
    if missing:
        listed = ", ".join(f"`{each}`" for each in missing)
        problem = f"`pageful run` needs what is not installed: {listed}."
        raise NotInstalledError(problem, f"`pip install 'pageful[{_FAMILY}]'` brings it.")


def _named(names: Sequence[str]) -> list[Target]:
    found = []
    for name in dict.fromkeys(names):
        target = find_target(name)
        if target is None:
            known = ", ".join(each.name for each in TARGETS)
            close = nearest(name, [each.name for each in TARGETS])
            meant = f"Did you mean `{close}`? " if close else ""
            problem = f"No client {name!r:.40} that can have a hook is known."
            raise ToolError(
                problem, f"{meant}There are: {known}; for others: `pageful hook paragraph`."
            )
        found.append(target)
    return found


def _usual_targets() -> list[Target]:
    here = [each for each in TARGETS if each.is_here]
    tried = [each for each in here if each.trial == "real client"]
    if not tried:
        others = ", ".join(each.name for each in here) or "none of the clients that it knows"
        raise ToolError(
            "No client that the hook was tried with is on this machine.",
            f"Name the client: `pageful hook install CLIENT`. Here: {others}.",
        )
    for each in here:
        if each not in tried:
            print(
                f"{each.title} is here, but the hook was not tried with it:"
                f" `pageful hook install {each.name}` installs it all the same.",
                file=sys.stderr,
            )
    return tried


def finish_changes(
    pairs: Sequence[tuple[str, FileChange]], *, is_trial: bool, done: str, nothing: str
) -> None:
    """Print the diff of changes, make all of them unless it is a trial, and say so of each.

    Raises:
        ToolError: one can't be made; none was then.
    """
    for _, change in pairs:
        for line in change.diff():
            print(line)
    # A diff that can't be written is an error before anything is changed.
    sys.stdout.flush()
    if not is_trial:
        apply_all([change for _, change in pairs])
    for title, change in pairs:
        what = (f"would be {done}" if is_trial else done) if change.is_one else nothing
        print(f"{title}: {what} ({change.path})", file=sys.stderr)


def tell_limits(
    target: Target, change: FileChange, program: str, *, rules: bool, project: Path | None
) -> None:
    """Say what a client's hook can't do, and which allow rules it could have twins of."""
    if target.trial != "real client":
        print(
            f"{target.title}: written after its documentation; not tried with the real client.",
            file=sys.stderr,
        )
    if target.limits:
        print(f"{target.title}: {target.limits}.", file=sys.stderr)
    old = read_config_if_any(change.path) if target.name == "claude" and not rules else None
    twins = find_twins(parse_document(old.path, old.text), program) if old else []
    if twins:
        where = " --project" if project else ""
        print(
            f"{len(twins)} allow rules name Maven; lines that they allow stay as typed."
            f" `pageful hook install claude{where} --allow-rules --dry-run` shows twins for them:",
            file=sys.stderr,
        )
        for each in twins:
            print(f"  + {each}", file=sys.stderr)
