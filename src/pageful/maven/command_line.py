"""A command line of Maven's as it was typed: its goals, its options, and the POM that it names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass
from pageful.maven.projects.lifecycle import reaches


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_FLAGS = _words(
    "-q --quiet -B --batch-mode -ntp --no-transfer-progress -o --offline -U --update-snapshots "
    "-e --errors -am --also-make -amd --also-make-dependents -fae --fail-at-end -ff --fail-fast "
    "-fn --fail-never -C --strict-checksums -c --lax-checksums -N --non-recursive "
    "-nsu --no-snapshot-updates -up --update-plugins -npu --no-plugin-updates "
    "-cpu --check-plugin-updates -npr --no-plugin-registry -llr --legacy-local-repository "
    "-itr --ignore-transitive-repositories -itre --ignore-transitive-repositories "
    "-canf --cache-artifact-not-found -sadp --strict-artifact-descriptor-policy "
    "--non-interactive --fail-on-severity -r --resume -1 --serial"
)
"""Options without a value, of Maven 3 and 4 and of the Daemon."""

_WITH_VALUE = _words(
    "-f --file -s --settings -gs --global-settings -is --install-settings -ps --project-settings "
    "-t --toolchains -gt --global-toolchains -it --install-toolchains -pl --projects "
    "-rf --resume-from -P --activate-profiles -T --threads -D --define -b --builder "
    "-fos --fail-on-severity --color --raw-streams"
)
"""Options with a value, which may be joined to them: `-Pdev`, `-T2`, `--file=x`."""

_QUIET = ("-q", "--quiet")
_POM = ("-f", "--file")
_FILES = (*_POM, "-s", "--settings", "-gs", "--global-settings", "-t", "--toolchains")
"""Options that name files, in the directory where they are typed."""

_JOINED = ("-D", "-P", "-T", "-pl", "-rf", "-f", "-s", "-gs", "-t", "-gt")
"""The short options that may be followed by their value at once."""

_OTHER_PHASES = _words("pre-clean clean post-clean pre-site site post-site")
_PUBLISHES = "deploy"

# > surefire:test@unit
# > org.apache.maven.plugins:maven-compiler-plugin:3.13.0:testCompile
_GOAL = patterns.compile(
    r"(?:[\w.-]+:)?(?P<plugin>[\w.-]+?)(?::\d[\w.-]*)?:(?P<goal>[A-Za-z][\w-]*)(?:@[\w.-]+)?\Z"
)
_BUILDING_GOALS = {
    "surefire": frozenset({"test"}),
    "failsafe": frozenset({"integration-test", "verify"}),
    "compiler": frozenset({"compile", "testCompile"}),
    "resources": frozenset({"resources", "testResources"}),
    "jar": frozenset({"jar", "test-jar"}),
    "war": frozenset({"war"}),
    "spotless": frozenset({"apply", "check"}),
    "checkstyle": frozenset({"check"}),
    "pmd": frozenset({"check", "cpd-check"}),
    "spotbugs": frozenset({"check"}),
    "jacoco": frozenset({"report", "check", "prepare-agent"}),
    "formatter": frozenset({"format", "validate"}),
    "license": frozenset({"check", "format"}),
    "clean": frozenset({"clean"}),
    "install": frozenset({"install"}),
    "kotlin": frozenset({"compile", "test-compile"}),
}
"""Goals that only build, test, check or format; the text of all others may be their purpose."""

_DEBUGGERS = frozenset({"maven.surefire.debug", "maven.failsafe.debug", "forceStdout"})
"""Properties that have a test wait for a debugger, or a value printed."""

_OUTPUT_FILES = frozenset({"outputFile", "output", "org.slf4j.simpleLogger.logFile"})


@dataclass(frozen=True, slots=True)
class CommandLine:
    """A command line of Maven's: `args` are all its options as they were typed.

    `pom` is what it names with `-f`, `modules` what with `-pl`, absent without.
    """

    goals: tuple[str, ...]
    args: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()

    @property
    def is_quiet(self) -> bool:
        """Tell whether Maven prints errors alone."""
        return any(name in _QUIET for name, _ in self.options)

    @property
    def pom(self) -> str | None:
        """The POM, or its directory, that is named."""
        return self._last(*_POM)

    @property
    def modules(self) -> str | None:
        """The modules that are named."""
        return self._last("-pl", "--projects")

    @property
    def properties(self) -> dict[str, str]:
        """The properties that are defined."""
        defined = (value for name, value in self.options if name in ("-D", "--define"))
        parts = (each.partition("=") for each in defined)
        return {name.strip(): value if mark else "true" for name, mark, value in parts}

    def _last(self, *names: str) -> str | None:
        return next((value for name, value in reversed(self.options) if name in names), None)


def read_command_line(words: Sequence[str]) -> CommandLine | None:
    """Read the words behind `mvn`; nothing where one is unknown or asks for no build.

    Nor where a goal's text may be its purpose, or there is no goal at all: what a POM does by
    default may be to serve.
    """
    options: list[tuple[str, str]] = []
    goals: list[str] = []
    args: list[str] = []
    left = iter(words)
    for word in left:
        if not word.startswith("-"):
            goals.append(word)
            continue
        args.append(word)
        option = _option(word)
        if option is None:
            return None
        name, value = option
        if value is None:
            value = next(left, None)
            if value is None:
                return None
            args.append(value)
        options.append((name, value))
    line = CommandLine(tuple(goals), tuple(args), tuple(options))
    return line if goals and all(map(_builds, goals)) and _has_usual_output(line) else None


def place_args(args: Sequence[str], directory: Path) -> tuple[tuple[str, ...], Path]:
    """Return arguments so that they can be used in the directory of the POM that they name.

    Names of files are those in `directory`, which is returned where no POM is named. What makes
    Maven quiet is left out: a page is short, and Maven says more of how it came about.
    """
    placed: list[str] = []
    root = directory
    left = iter(args)
    for arg in left:
        name, value = _option(arg) or (arg, "")
        if name in _QUIET:
            continue
        if name not in _FILES:
            placed.append(arg)
            continue
        value = next(left, None) if value is None else value
        path = str((directory / value).resolve()) if value else ""
        placed += [name, path] if value else [name]
        if name in _POM and value:
            root = Path(path) if Path(path).is_dir() else Path(path).parent
    return tuple(placed), root


def named_pom(args: Sequence[str]) -> str | None:
    """Return the POM, or its directory, that arguments name, if they name one."""
    left, named = iter(args), None
    for arg in left:
        name, value = _option(arg) or (arg, "")
        value = next(left, "") if value is None else value
        named = value if name in _POM else named
    return named or None


def _option(word: str) -> tuple[str, str | None] | None:
    """Split a word into an option and its value, which is absent where the next word is it."""
    if word in _FLAGS:
        return word, ""
    if word in _WITH_VALUE:
        return word, None
    name, mark, value = word.partition("=")
    if mark and name in _WITH_VALUE:
        return name, value
    return next(_split_joined(word), None)


def _split_joined(word: str) -> Iterator[tuple[str, str]]:
    if not word.startswith("--"):
        yield from ((name, word[len(name) :]) for name in _JOINED if word.startswith(name))


def _builds(goal: str) -> bool:
    """Tell whether a goal only builds."""
    if goal == _PUBLISHES:
        return False
    if goal in _OTHER_PHASES or reaches((goal,), "validate"):
        return True
    match = _GOAL.match(goal)
    if not match:
        return False
    plugin = match["plugin"].removesuffix("-maven-plugin").removesuffix("-plugin")
    return match["goal"] in _BUILDING_GOALS.get(plugin.removeprefix("maven-"), ())


def _has_usual_output(line: CommandLine) -> bool:
    return not (_DEBUGGERS | _OUTPUT_FILES) & line.properties.keys()
