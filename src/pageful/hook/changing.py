"""Installing and uninstalling for several clients at once: the diff first, then all or nothing."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from pageful.clients.config_file import parse_document, read_config_if_any
from pageful.clients.file_change import FileChange, apply_all
from pageful.hook.installing import find_starter, install, installed_words, short_name, uninstall
from pageful.hook.targets import TARGETS, Target, find_target
from pageful.hook.twin_rules import find_twins
from pageful.maven.family import FAMILY
from pageful.shell.suggestions import nearest
from pageful.tool.errors import ToolError


def install_all(names: Sequence[str], project: Path | None, *, rules: bool, is_trial: bool) -> None:
    """Install the hook for the named clients, or for those that are here and were tried.

    Raises:
        ToolError: a client is not known, or a file can't be changed; nothing was then.
    """
    targets = _named(names) or _usual_targets()
    _check_family()
    if rules and all(each.name != "claude" for each in targets):
        raise ToolError("`--allow-rules` is of Claude Code.", "Leave it out.")
    starter = find_starter()
    pairs = [
        (
            each,
            install(
                each, each.file(project=project), starter, rules=rules and each.name == "claude"
            ),
        )
        for each in targets
    ]
    _finish(pairs, is_trial=is_trial, done="installed", nothing="installed already")
    for target, change in pairs:
        _tell_limits(target, change, short_name(starter), rules=rules, project=project)


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
    _finish(pairs, is_trial=is_trial, done="uninstalled", nothing="was not installed")


def _check_family() -> None:
    """Refuse to put in what could make no page.

    Raises:
        ToolError: the Maven family lacks its extra.
    """
    missing = [module for module in FAMILY.modules if find_spec(module) is None]
    if missing:
        listed = ", ".join(f"`{each}`" for each in missing)
        problem = f"`pageful run` needs what is not installed: {listed}."
        raise ToolError(problem, f"Install pageful with its extra: `pageful[{FAMILY.name}]`.")


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


def _finish(
    pairs: Sequence[tuple[Target, FileChange]], *, is_trial: bool, done: str, nothing: str
) -> None:
    for _, change in pairs:
        for line in change.diff():
            print(line)
    # A diff that can't be written is an error before anything is changed.
    sys.stdout.flush()
    if not is_trial:
        apply_all([change for _, change in pairs])
    for target, change in pairs:
        what = (f"would be {done}" if is_trial else done) if change.is_one else nothing
        print(f"{target.title}: {what} ({change.path})", file=sys.stderr)


def _tell_limits(
    target: Target, change: FileChange, program: str, *, rules: bool, project: Path | None
) -> None:
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
