"""Checks of the goals and arguments for Maven: none may lead outside the project or hide its log.

This is no sandbox: a build runs code of its caller's choice. It keeps the builds of one project
within this project, so that what is recorded of them is true.
"""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Sequence

from pageful.lazy import patterns
from pageful.tool.errors import ToolError

_OUTSIDE = (
    "file",
    "settings",
    "global-settings",
    "install-settings",
    "project-settings",
    "toolchains",
    "global-toolchains",
    "install-toolchains",
)
"""Long options that name a file which replaces the project's or the user's own."""

_OUTSIDE_SHORT = ("-is", "-ps", "-it")
_OUTSIDE_LETTERS = "fgst"
"""The first letters of the short forms of these; values may be attached to them."""

_OUTSIDE_PROPERTIES = frozenset(
    (
        *("maven.multiModuleProjectDirectory", "maven.settings", "maven.home", "maven.conf"),
        *("maven.ext.class.path", "maven.settings.security", "settings.security"),
        *("maven.project.settings", "maven.project.extensions", "maven.project.conf"),
        *("user.home", "user.dir"),
        *("mvnd.home", "mvnd.registry", "mvnd.daemonStorage", "mvnd.propertiesPath"),
    )
)
_OUTSIDE_PREFIXES = ("maven.user.", "maven.installation.")
"""Prefixes of Maven 4's properties for paths of the user's files and of its installation."""

_FAIL_MODES = ("-fae", "-ff", "-fn", "-fail-at-end", "-fail-fast", "-fail-never")
_THREADS = "threads"
_PROJECTS = ("projects", "resume-from")
_PROJECTS_SHORT = ("-pl", "-rf")
_SILENT = ("quiet", "log-file")
# > org.slf4j.simpleLogger.defaultLogLevel
# > maven.logger.logFile
_SILENT_PROPERTY = patterns.compile(
    r"(?:org\.slf4j\.simpleLogger|maven\.logger)\."
    r"(?:defaultLogLevel|logFile|levelInBrackets|warnLevelString)\Z"
)
_NO_BUILD = (
    *("version", "help", "encrypt-password", "encrypt-master-password"),
    *("stop", "status", "purge", "diag", "completion"),  # the Maven Daemon's
)
_NO_BUILD_SHORT = ("-v", "-h", "-ep", "-emp")
_DEFINE = "define"

# > -Xf/some/pom.xml
_FLAGS = patterns.compile(r"\A-[BCceNoUvVXh]+(?=[fgslqtDvh])")
"""Flags that may be joined with another option: Maven 3.9 and later split them."""

# > verify
# > surefire:test@default-test
# > org.codehaus.mojo:exec-maven-plugin:3.5.0:java@run-it
_GOAL = patterns.compile(r"[A-Za-z][\w.-]*(?::[\w.-]+){0,3}(?:@\S+)?\Z")
_GOAL_FORMS = "Give a phase (`verify`) or a plugin's goal (`versions:set`, or with group and all)."

_LONGEST_NAME = 80


def check_args(args: Sequence[str], *, any_args: bool) -> None:
    """Check that extra arguments may be passed to Maven.

    Raises:
        ToolError: one leads outside the project (unless `any_args`), or hides what Maven says.
    """
    before = ""
    for arg in args:
        if not _is_passable(arg):
            raise ToolError(f"`args` holds {arg!r}, which can't be passed.", "Leave it out.")
        name, value = _option(arg)
        if _defines(before):
            name, value = "-D", arg.strip('"')
        name = f"-D{_property(value)}" if _defines(name) and value else name
        if _silences(name):
            raise ToolError(
                f"`args` must not hold `{arg}`: the page is made from what Maven prints.",
                "Leave it out; the page is short already.",
            )
        if name in _NO_BUILD_SHORT or _is_one_of(_NO_BUILD, name):
            problem = f"`args` must not hold `{arg}`: with it nothing is built."
            raise ToolError(problem, "Leave it out.")
        projects = arg if _names_projects(before) else value if _names_projects(name) else ""
        if not any_args and (_leads_outside(name) or _is_outside(projects)):
            raise ToolError(
                f"`args` must not hold `{arg}`: it would lead outside the project.",
                "Leave it out, or have the server started with `--allow-any-args`.",
            )
        before = name if not value else ""


def _is_passable(arg: str) -> bool:
    try:
        return bool(arg) and b"\0" not in os.fsencode(arg)
    except UnicodeEncodeError:
        return False


def _option(arg: str) -> tuple[str, str]:
    """Split an argument into option and attached value as Maven does, without quotes and flags."""
    arg = arg.strip('"')
    arg = arg if arg.startswith("-color") else _FLAGS.sub("-", arg, count=1)
    if arg.startswith("-D"):
        return "-D", arg[2:].removeprefix("=")
    name, _, value = arg.partition("=")
    return name.strip(), value


def _property(value: str) -> str:
    """Return the name in a definition of a property; Maven drops blanks and quotes around it."""
    return value.strip('" \t').partition("=")[0].strip()


def _is_one_of(options: Sequence[str], name: str) -> bool:
    """Tell if a name is one of some long options, or an abbreviation of one.

    Maven takes them with one dash, too.
    """
    plain = name.removeprefix("-").removeprefix("-")
    long_enough = len(plain) > (0 if name.startswith("--") else 1)
    is_option = name.startswith("-") and long_enough
    return is_option and any(option.startswith(plain) for option in options)


def _defines(option: str) -> bool:
    return option == "-D" or (len(option) > 4 and _is_one_of((_DEFINE,), option))


def _names_projects(option: str) -> bool:
    return option in _PROJECTS_SHORT or _is_one_of(_PROJECTS, option)


def _is_outside(projects: str) -> bool:
    """Return whether the path of a named project is outside the project."""
    for project in projects.split(","):
        path = project.strip('" ').lstrip("!+-?").replace("\\", "/")
        path = posixpath.normpath(path)
        if path == ".." or path.startswith(("/", "../")) or path[1:3] == ":/":
            return True
    return False


def _silences(name: str) -> bool:
    if name.startswith("-D"):
        return _SILENT_PROPERTY.match(name.removeprefix("-D")) is not None
    if _is_one_of(_SILENT, name):
        return True
    return name == "-q" or (name.startswith("-l") and not name.startswith(("-llr", "-legacy")))


def _leads_outside(name: str) -> bool:
    """Tell if an option names a POM, settings or toolchains, in a short, long or abbreviated form.

    Of properties it is those that tell where such files are, or what else Maven itself loads.
    """
    if name.startswith("-D"):
        name = name.removeprefix("-D")
        return name in _OUTSIDE_PROPERTIES or name.startswith(_OUTSIDE_PREFIXES)
    if name.startswith("--"):
        return len(name) > 2 and _is_one_of(_OUTSIDE, name)
    if name in _FAIL_MODES or (len(name) > 2 and _THREADS.startswith(name[1:])):
        return False
    is_short = name[:1] == "-" and name[1:2] != "" and name[1] in _OUTSIDE_LETTERS
    return is_short or name in _OUTSIDE_SHORT or _is_one_of(_OUTSIDE, name)


def check_goals(goals: Sequence[str]) -> tuple[str, ...]:
    """Return the goals that a caller gives, if they are phases or goals of plugins.

    Raises:
        ToolError: there is none, or one is an option or no goal.
    """
    if not goals:
        raise ToolError(
            "`goals` is empty, and Maven needs at least one.",
            'Give phases or goals, one each: ["clean", "verify"] or ["dependency:tree"].',
        )
    for goal in goals:
        if goal.startswith("-"):
            raise ToolError(f"`goals` holds {goal!r}, which is an option.", "Put it in `args`.")
        if not _GOAL.match(goal):
            split = [part for part in re.split(r"[\s,]+", goal) if part]
            one_each = len(split) > 1 and all(map(_GOAL.match, split))
            hint = f"Give them one each: {', '.join(split)}." if one_each else _GOAL_FORMS
            raise ToolError(f"`goals` holds {goal!r}, which is no phase or goal.", hint)
    return tuple(goals)


def name_operation(goals: Sequence[str]) -> str:
    """Name a run of some goals for its page: `Run clean verify`."""
    name = f"Run {' '.join(goals)}"
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
