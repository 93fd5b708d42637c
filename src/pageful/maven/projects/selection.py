"""The modules of a reactor that a caller names, as Maven's arguments take them."""

from __future__ import annotations

import difflib
import posixpath
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from pageful.maven.projects.module import Member
from pageful.tool.errors import ToolError

_FEW = 30
_CLOSEST = 10


def selecting(names: Sequence[str], members: Sequence[Member]) -> tuple[str, ...]:
    """Maven's arguments for some modules and those that they need; none for no names.

    A module is named by its artifactId, `group:artifactId`, or its directory relative to the
    root; with `!` before it, it is left out. One that lists others means those too.

    Raises:
        ToolError: a name is no module's, or there are none.
    """
    names = [name.strip() for each in names for name in each.split(",")]
    if not names:
        return ()
    if not members:
        raise ToolError(
            "`modules` names modules of a project that has several, and this one has none.",
            "Call it again without `modules`.",
        )
    chosen = {name: [*_meant(name.removeprefix("!"), members)] for name in names}
    selectors = _selectors(members)
    asked = [selectors[each] for name in names if name[:1] != "!" for each in chosen[name]]
    left_out = [f"!{selectors[each]}" for name in names if name[:1] == "!" for each in chosen[name]]
    listed = ",".join(dict.fromkeys((*asked, *left_out)))
    return ("-pl", listed, "-am") if asked else ("-pl", listed)


def chosen_members(names: Sequence[str], members: Sequence[Member]) -> tuple[Member, ...]:
    """The modules that are named; all of them for no names, or for those that are left out."""
    names = [name.strip() for each in names for name in each.split(",")]
    out = {each for name in names if name[:1] == "!" for each in _meant(name[1:], members)}
    asked = {each for name in names if name[:1] != "!" for each in _meant(name, members)}
    return tuple(each for each in members if each not in out and (each in asked or not asked))


def shortest_names(members: Sequence[Member]) -> dict[Member, str]:
    """The name that a caller can give for each module: its artifactId, where it is the only one."""
    return {member: each.removeprefix(":") for member, each in _selectors(members).items()}


def _selectors(members: Sequence[Member]) -> dict[Member, str]:
    artifacts = Counter(member.artifact for member in members)
    keys = Counter(member.key for member in members)
    return {
        member: f":{member.artifact}"
        if artifacts[member.artifact] == 1 and _is_plain(member.artifact)
        else member.key
        if keys[member.key] == 1 and _is_plain(member.key)
        else member.directory
        for member in members
    }


def _is_plain(name: str) -> bool:
    """Whether a name is known: no property that only Maven knows, nothing that `-pl` splits at."""
    return bool(name) and not set(name) & set("${},! ")


def _meant(name: str, members: Sequence[Member]) -> Iterator[Member]:
    found = [member for member in members if is_called(member, name)]
    if not found:
        raise _unknown(name, members)
    for each in members:
        if each in found or (not each.in_profile and any(_is_below(each, one) for one in found)):
            yield each


def is_called(member: Member, name: str) -> bool:
    """Whether a name is a module's own: its artifactId, `group:artifactId`, or its directory."""
    plain = name.removeprefix(":")
    directory = posixpath.normpath(name.replace("\\", "/"))
    return bool(plain) and (plain in (member.artifact, member.key) or directory == member.directory)


def _is_below(member: Member, aggregator: Member) -> bool:
    """Whether a module is one of those below a directory that only lists them."""
    if aggregator.packaging != "pom" or member.directory.startswith("../"):
        return False
    return aggregator.directory == "." or member.directory.startswith(f"{aggregator.directory}/")


def _unknown(name: str, members: Sequence[Member]) -> ToolError:
    """All modules, or the closest where there are many, the closest first."""
    names = shortest_names(members)
    closest = sorted(members, key=lambda each: -_likeness(name, each))
    shown = closest if len(closest) <= _FEW else closest[:_CLOSEST]
    more = len(closest) - len(shown)
    rest = f" and {more} more" if more else ""
    listed = ", ".join(_quoted(names[each] for each in shown))
    return ToolError(
        f"There is no module {name!r} in this project.",
        f"Name modules by artifactId or directory: {listed}{rest}.",
    )


def _likeness(name: str, member: Member) -> float:
    known = (member.artifact, member.key, member.directory)
    return max(difflib.SequenceMatcher(None, name[:200], each[:200]).ratio() for each in known)


def _quoted(names: Iterable[str]) -> Iterator[str]:
    return (name if name.isprintable() else repr(name) for name in names)
