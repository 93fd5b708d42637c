"""The decision on a shell command before it runs: where `pageful run` goes, or why nowhere.

Of the standard library alone and in one file, since `entry` loads it before commands, in a Python
that finds no other module of this package.
"""

from __future__ import annotations

import os
import re
from collections import namedtuple

# The name that type checkers know: `typing` itself takes a tenth of the hook's time to load.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any, NamedTuple, TypeAlias
else:

    class _NamedTupleMaker(type):
        """A maker of classes like those of `typing.NamedTuple`, from the same declarations."""

        def __new__(cls, name, bases, members):
            if not bases:
                return super().__new__(cls, name, bases, members)
            fields = members.get("__annotations__", {})
            made = namedtuple(name, fields, defaults=[members[f] for f in fields if f in members])
            for key, value in members.items():
                if key not in fields and key not in ("__annotations__", "__qualname__"):
                    setattr(made, key, value)
            return made

    NamedTuple = type.__new__(_NamedTupleMaker, "NamedTuple", (), {})

# ---- The line, in words ----------------------------------------------------------------------

_LONGEST_LINE = 4096
"""Characters: longer commands are scripts, which nobody types."""

_NAME = "[A-Za-z_][A-Za-z0-9_]*"
# > $HOME
# > ${MODULE:-web}
# > $?
_VARIABLE = rf"\$(?:{_NAME}|\{{{_NAME}(?::?[-+=?][\w ./:=,+@%~-]*|\[\d+\])?\}}|[?0-9#@*$!-])"
# > $(/usr/libexec/java_home -v 21)
_SUBSTITUTION = r"\$\([\w ./:=,+@%~-]+\)"
# One piece of a word: plain, an escaped character, in single quotes, in double quotes, expanded.
# > -Dtest=Cart*
# > \#
# > 'Cart Test'
# > "$HOME/shop"
_PIECE = re.compile(
    r"(?P<plain>[\w./:=,+@%^~!*?\[\]-](?:[\w./:=,+@%^~!*?\[\]#-])*)"
    r"|\\(?P<escaped>[^\s\w]|[ A-Za-z0-9_])"
    r"|'(?P<single>[^']*)'"
    rf'|"(?P<double>(?:[^"\\$`]|\\[^\n]|{_VARIABLE}|{_SUBSTITUTION})*)"'
    rf"|(?P<variable>{_VARIABLE})"
    rf"|(?P<substitution>{_SUBSTITUTION})"
)
# Blanks, continued lines and comments between two words.
# > # all tests
_GAP = re.compile(r"(?:[ \t]|(?<=[ \t\n])\\\n)*(?:(?<![^\s;&|])#[^\n]*)?")
# > 2>&
_REDIRECTION = re.compile(r"(\d*)(>>|>&|>|<&|<)(?![<>(&|])")
# > &&
_OPERATOR = re.compile(r"&&|\|\||[|;\n](?![|&;])|[|;](?=\n)|\n")
# > JAVA_HOME=
_ASSIGNMENT = re.compile(rf"({_NAME})\+?=")
# Control characters, halves of pairs of surrogates, blanks that a shell takes for letters.
# > "a\x1bb"
_UNPRINTABLE = "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u00a0\u2028\u2029\ufeff]"


class LineRefusal(Exception):
    """The reason for which a line stays as it was typed."""


class Word(NamedTuple):
    """A word: its place, its literal text, and how it is written.

    `kinds` are the kinds of its pieces; `text` has no value where something is expanded in it.
    """

    start: int
    end: int
    text: str
    kinds: frozenset[str]

    @property
    def is_plain(self) -> bool:
        """Tell whether the shell takes the word as it is: no quotes, nothing expanded."""
        return self.kinds == {"plain"} and not set(self.text) & set("*?[]")

    @property
    def is_literal(self) -> bool:
        """Tell whether the text of the word is known, and is one word whatever is in it."""
        is_glob = (
            "plain" in self.kinds and set(self.text) & set("*?[") and self.text not in ("[", "[[")
        )
        return not self.kinds & {"variable", "substitution", "expanded"} and not is_glob


class Command(NamedTuple):
    """A simple command: what is assigned before it, its words, where its streams go."""

    assignments: tuple[Word, ...]
    words: tuple[Word, ...]
    redirections: tuple[tuple[str, Word], ...]


Pipeline = tuple[Command, ...]


class _Lexer:
    """A reader of the lines that are understood: lists of pipelines of simple commands."""

    def __init__(self, line: str) -> None:
        self.line = line
        self.position = 0
        self.separators: list[str] = []

    def read(self) -> list[Pipeline]:
        pipelines: list[Pipeline] = []
        self._skip(newlines=True)
        while self.position < len(self.line):
            pipelines.append(self._pipeline())
            operator = self._operator()
            if operator == "|":
                raise LineRefusal("compound")
            if operator:
                self.separators.append(operator)
            self._skip(newlines=True)
            if operator in ("&&", "||") and self.position == len(self.line):
                raise LineRefusal("unreadable")
        return pipelines

    def _pipeline(self) -> Pipeline:
        commands = [self._command()]
        while self.line[self.position : self.position + 1] == "|" and self._peek() == "|":
            self.position += 1
            self._skip(newlines=True)
            commands.append(self._command())
        return tuple(commands)

    def _command(self) -> Command:
        assignments: list[Word] = []
        words: list[Word] = []
        redirections: list[tuple[str, Word]] = []
        while True:
            self._skip()
            if redirection := _REDIRECTION.match(self.line, self.position):
                self.position = redirection.end()
                self._skip()
                redirections.append((redirection[0], self._word()))
            elif self.position == len(self.line) or self._peek():
                break
            else:
                word = self._word()
                is_assignment = not words and _ASSIGNMENT.match(self.line, word.start, word.end)
                (assignments if is_assignment else words).append(word)
        if not words and not assignments:
            raise LineRefusal("unreadable")
        return Command(tuple(assignments), tuple(words), tuple(redirections))

    def _word(self) -> Word:
        start, texts, kinds = self.position, [], set[str]()
        while piece := _PIECE.match(self.line, self.position):
            kind = piece.lastgroup or "plain"
            text = piece[kind]
            if kind == "double":
                if "`" in text.replace("\\`", "") or "$" in text.replace("\\$", ""):
                    kinds.add("expanded")
                text = re.sub(r'\\([\\"$`])', r"\1", text)
            kinds.add(kind)
            texts.append(text)
            self.position = piece.end()
        if self.position == start:
            raise LineRefusal(self._why_no_word())
        following = self.line[self.position : self.position + 1]
        text = "".join(texts)
        # > 2>2>&1
        # > export A=<1
        is_number = (text.isdigit() or text.endswith("=")) and following in ("<", ">")
        # In the middle of a word it is no comment, which not every parser knows.
        is_odd = "#" in self.line[start : self.position] and "plain" in kinds
        is_odd = is_odd and self.line[start] not in "-'\""
        if is_number or is_odd or (following and following not in " \t\n|&;<>"):
            raise LineRefusal(self._why_no_word())
        return Word(start, self.position, "".join(texts), frozenset(kinds))

    def _why_no_word(self) -> str:
        rest = self.line[self.position : self.position + 3]
        if rest[:2] in ("$(", '"') or rest[:1] in ("`", '"', "$"):
            return "substitution"
        if rest[:2] == "<<":
            return "heredoc"
        if rest[:1] == "&":
            return "background"
        if rest[:1] in tuple("(){}"):
            return "compound"
        if rest[:1] in ("<", ">"):
            return "redirected"
        return "unreadable"

    def _peek(self) -> str:
        found = _OPERATOR.match(self.line, self.position)
        return found[0] if found else ""

    def _operator(self) -> str:
        self._skip()
        operator = self._peek()
        if not operator and self.position < len(self.line):
            raise LineRefusal(self._why_no_word())
        self.position += len(operator)
        return operator

    def _skip(self, *, newlines: bool = False) -> None:
        while True:
            match = _GAP.match(self.line, self.position)
            self.position = match.end() if match else self.position
            if not newlines or self.line[self.position : self.position + 1] != "\n":
                return
            self.position += 1


# ---- Commands that are understood ------------------------------------------------------------

_UNSAFE = frozenset(
    "! [[ alias bind break builtin case compgen complete continue coproc do done elif else emulate"
    " enable esac eval exec fc fi for function if in let noglob nocorrect select set setopt shopt"
    " source . then time trap unalias unsetopt until while { }".split()
)
"""Words after which a command is not what it seems: syntax, and what changes the shell itself."""

_DECLARING = frozenset("declare export local readonly typeset unset".split())
_MOVING = frozenset("cd pushd popd".split())
_STRICT = frozenset("-e -eu -ex -eux -u -x -ux -euo -eo -euxo -o pipefail +e +x".split())
"""Words of `set` that leave a line without pipes what it was."""

# > JAVA_HOME
# > -x
_DECLARED = re.compile(rf"{_NAME}|-[a-zA-Z]+")
# Variables that change what any program is, ours included.
# > LD_PRELOAD
_UNSAFE_VARIABLE = re.compile(r"(?:PYTHON|LD_|DYLD_|BASH_|PAGEFUL)\w*|IFS|ENV|ZDOTDIR")

# > 40
_NUMBER = re.compile(r"[1-9]\d{0,4}")
# > -40
# > -n40
# > --lines=40
_SHORT_NUMBER = re.compile(r"(?:-n?|--lines=)([1-9]\d{0,4})")


def _line_count(viewer: Command) -> int:
    """Return how many lines `tail` or `head` shows, 0 for all (`cat`).

    Raises:
        LineRefusal: it is no viewer, or another one.
    """
    if viewer.assignments or viewer.redirections:
        raise LineRefusal("pipe")
    name, *options = (word.text if word.is_plain else "" for word in viewer.words)
    if name == "cat" and not options:
        return 0
    if name in ("tail", "head"):
        if not options:
            return 10
        if len(options) == 1 and (match := _SHORT_NUMBER.fullmatch(options[0])):
            return int(match[1])
        if len(options) == 2 and options[0] in ("-n", "--lines") and _NUMBER.fullmatch(options[1]):
            return int(options[1])
    known = (
        name if name in ("awk", "cat", "grep", "head", "jq", "sed", "tail", "tee", "xargs") else ""
    )
    raise LineRefusal(f"pipe-{known}" if known else "pipe")


# ---- Maven -----------------------------------------------------------------------------------

_PHASES = frozenset(
    "validate initialize generate-sources process-sources generate-resources process-resources"
    " compile process-classes generate-test-sources process-test-sources generate-test-resources"
    " process-test-resources test-compile process-test-classes test prepare-package package"
    " pre-integration-test integration-test post-integration-test verify install pre-clean clean"
    " post-clean pre-site site post-site".split()
)
_PUBLISHING = frozenset("deploy site-deploy".split())
_GOALS: Mapping[str, frozenset[str] | None] = {
    "clean": None,
    "compiler": None,
    "resources": None,
    "surefire": frozenset({"test"}),
    "failsafe": frozenset({"integration-test", "verify"}),
    "jar": frozenset({"jar", "test-jar"}),
    "war": frozenset({"war"}),
    "install": frozenset({"install"}),
    "jacoco": frozenset({"prepare-agent", "report", "report-aggregate", "check"}),
    "checkstyle": frozenset({"check"}),
    "pmd": frozenset({"check", "cpd-check"}),
    "spotbugs": frozenset({"check"}),
    "enforcer": frozenset({"enforce"}),
    "spotless": None,
    "formatter": None,
    "fmt": None,
    "impsort": None,
    "quarkus": frozenset({"build"}),
    "spring-boot": frozenset({"repackage"}),
}
"""Plugins whose goals only build, test, check or format; which goals, or all."""

_SERVERS = frozenset(
    "run run-war run-exploded start stop dev remote-dev test-run exec java".split()
)
_FLAGS = frozenset(
    "-q --quiet -B --batch-mode -ntp --no-transfer-progress -o --offline -U --update-snapshots"
    " -nsu --no-snapshot-updates -e --errors -am --also-make -amd --also-make-dependents -fae"
    " --fail-at-end -ff --fail-fast -fn --fail-never -C --strict-checksums -c --lax-checksums -N"
    " --non-recursive -npr --no-plugin-registry -npu --no-plugin-updates -cpu"
    " --check-plugin-updates -up --update-plugins -llr --legacy-local-repository -itr"
    " --ignore-transitive-repositories -r --resume -ntp --non-interactive --raw-streams -canf"
    " --cache-artifact-not-found -sadp --strict-artifact-descriptor-policy".split()
)
_VALUED = frozenset(
    "-f --file -pl --projects -P --activate-profiles -rf --resume-from -s --settings -gs"
    " --global-settings -ps --project-settings -is --install-settings -t --toolchains -gt"
    " --global-toolchains -it --install-toolchains -T --threads -b --builder -D --define --color"
    " -itr".split()
) - {"-itr"}
_SHOWING = frozenset("-v --version -V --show-version -h --help -X --debug --verbose -x".split())
"""Options whose own text is wanted."""

# Short options that are joined to their value.
# > -DskipTests
# > -T1C
_JOINED = re.compile(r"-(?:[DPT](?=.)|(?:pl|rf|f|s|t|gs|b)=)")
# > -Dtest=CartTest
_PROPERTY = re.compile(r"([\w.-]+)(?:=|$)")
# Properties that wait for a debugger, or send text elsewhere.
# > maven.surefire.debug
_UNSAFE_PROPERTY = re.compile(
    r"maven\.(?:surefire|failsafe)\.debug|forceStdout|output|outputFile|outputDirectory"
    r"|org\.slf4j\.simpleLogger\.(?!log\.).*|(?:maven\.)?logFile"
)
# > maven-surefire-plugin
# > spring-boot-maven-plugin
_PLUGIN = re.compile(r"(?:maven-)?([\w.-]+?)(?:-maven)?-plugin")


def _check_maven(words: Sequence[Word]) -> None:
    """Refuse what does more or else than build, test, check or format.

    Raises:
        LineRefusal: it does, or may.
    """
    goals = 0
    rest = iter(words)
    for word in rest:
        text = word.text
        if not text.startswith("-"):
            _check_goal(word)
            goals += 1
        elif text in _SHOWING or text in ("-emp", "-ep"):
            raise LineRefusal("shows-text")
        elif text in ("-l", "--log-file") or text.startswith(("--log-file=", "-l=")):
            raise LineRefusal("log-file")
        elif text in _FLAGS and word.is_literal:
            continue
        elif text in _VALUED and word.is_literal:
            value = next(rest, None)
            if value is None:
                raise LineRefusal("unknown-option")
            _check_value(value, text in ("-D", "--define"))
        else:
            _check_joined(word)
    if not goals:
        raise LineRefusal("default-goal")


def _check_joined(word: Word) -> None:
    text = word.text
    name, equals, _ = text.partition("=")
    if not ((equals and name in _VALUED) or _JOINED.match(text)):
        raise LineRefusal("unknown-option" if word.is_literal else "expansion")
    _check_expansion(word)
    if text.startswith("-D"):
        _check_property(text[2:])
    elif name == "--define":
        _check_property(text.partition("=")[2])


def _check_value(word: Word, is_property: bool) -> None:
    _check_expansion(word)
    if is_property:
        _check_property(word.text)
    elif word.text.startswith("-") and "expanded" not in word.kinds:
        raise LineRefusal("unknown-option")


def _check_expansion(word: Word) -> None:
    """Refuse a value that may become several words."""
    if word.kinds & {"variable", "substitution"}:
        raise LineRefusal("expansion")
    if "plain" in word.kinds and set(word.text) & set("*?[") and not word.text.startswith("-D"):
        raise LineRefusal("expansion")


def _check_property(text: str) -> None:
    name = _PROPERTY.match(text)
    if name is None:
        raise LineRefusal("unknown-option")
    if _UNSAFE_PROPERTY.fullmatch(name[1]):
        raise LineRefusal("debugger" if name[1].endswith(".debug") else "shows-text")


def _check_goal(word: Word) -> None:
    if not word.is_literal:
        raise LineRefusal("expansion")
    text = word.text
    if text in _PHASES:
        return
    if text in _PUBLISHING:
        raise LineRefusal("publishing")
    *plugin, goal = text.partition("@")[0].split(":")
    if not plugin:
        raise LineRefusal("unknown-goal")
    # `PREFIX:GOAL`, `GROUP:ARTIFACT:GOAL` or `GROUP:ARTIFACT:VERSION:GOAL`.
    name = plugin[0] if len(plugin) == 1 else plugin[1]
    match = _PLUGIN.fullmatch(name)
    prefix = match[1] if match and len(plugin) > 1 else name
    if prefix in _GOALS and goal != "help" and len(plugin) < 4:
        allowed = _GOALS[prefix]
        if allowed is None or goal in allowed:
            return
    raise LineRefusal("server" if goal in _SERVERS else "goal")


class Program(NamedTuple):
    """A program whose builds are understood: how it is called, and what refuses its words."""

    names: frozenset[str]
    scripts: frozenset[str]
    check: Callable[[Sequence[Word]], None]


PROGRAMS: Mapping[str, Program] = {
    "mvn": Program(frozenset({"mvn", "mvnw", "mvnd"}), frozenset({"mvnw"}), _check_maven),
}
"""The programs, each by a text that is in every line that calls it."""

_DEBUGGER = "mvnDebug"


def _called_program(command: Command) -> tuple[Program, int] | None:
    """Return the program that a command calls, and how many words name it."""
    for number, word in enumerate(command.words[:2]):
        # Quoted whole or not at all: in parts, a word may begin like one of the shell's own.
        is_name = word.is_literal and len(word.kinds) == 1
        base = word.text.rpartition("/")[2] if is_name else ""
        for program in PROGRAMS.values():
            if number == 0 and base in program.names:
                return program, 1
            is_script = number == 1 and base in program.scripts and command.words[0].is_plain
            if is_script and command.words[0].text in ("sh", "bash"):
                return program, 2
    return None


# ---- The decision ----------------------------------------------------------------------------


class Insertion(NamedTuple):
    """A change of a line: `pageful run` before a program, or `cat` in a viewer's place."""

    start: int
    end: int
    lines: int = -1
    is_head: bool = False


class Decision(NamedTuple):
    """A line that is understood: where `pageful run` goes, or why it stays as it is."""

    reason: str = ""
    shape: str = ""
    insertions: tuple[Insertion, ...] = ()
    viewers: tuple[Insertion, ...] = ()
    needs_full_path: bool = False


class _Judge:
    """The judgement of one line, command by command."""

    def __init__(self, line: str) -> None:
        self.line = line
        self.insertions: list[Insertion] = []
        self.viewers: list[Insertion] = []
        self.reasons: list[str] = []
        self.needs_full_path = False
        self.is_strict = False
        self.place = ""
        self.places: set[str] = set()

    def decide(self) -> Decision:
        lexer = _Lexer(self.line)
        pipelines = lexer.read()
        shapes = [self._judge(pipeline) for pipeline in pipelines]
        if self.insertions and len(self.places) > 1:
            raise LineRefusal("two-projects")
        shape = shapes[0] if shapes else ""
        for separator, each in zip(lexer.separators, shapes[1:], strict=False):
            shape += (";" if separator == "\n" else separator) + each
        if not self.insertions:
            return Decision(self.reasons[0] if self.reasons else "no-program", shape)
        return Decision(
            "", shape, tuple(self.insertions), tuple(self.viewers), self.needs_full_path
        )

    def _judge(self, pipeline: Pipeline) -> str:
        called = [_called_program(command) for command in pipeline]
        for command, program in zip(pipeline, called, strict=True):
            self._check_variables(command)
            if program is None:
                self._check_simple(command)
        if not any(called):
            return "-"
        try:
            return self._judge_program(pipeline, called[0])
        except LineRefusal as left:
            self.reasons.append(str(left))
            return "p" if len(pipeline) == 1 else "p|-"

    def _judge_program(self, pipeline: Pipeline, called: tuple[Program, int] | None) -> str:
        if called is None:
            raise LineRefusal("piped-into")
        command, (program, count) = pipeline[0], called
        self._check_redirections(command)
        program.check(command.words[count:])
        lines, is_head = -1, False
        if len(pipeline) > 1:
            lines, is_head = _line_count(pipeline[1]), pipeline[1].words[0].text == "head"
            if len(pipeline) > 2:
                raise LineRefusal("pipe")
            if self.is_strict:
                raise LineRefusal("strict-pipe")
        start = command.words[0].start
        self.places.add(self.place + _project_file(command))
        self.insertions.append(Insertion(start, start, max(lines, 0), is_head))
        if lines > 0:
            viewer = pipeline[1].words
            self.viewers.append(Insertion(viewer[0].start, viewer[-1].end, lines))
        return "p" if lines < 0 else f"p|{pipeline[1].words[0].text}"

    def _check_redirections(self, command: Command) -> None:
        for operator, target in command.redirections:
            is_merged = operator == "2>&" and target.text == "1" and target.is_plain
            is_empty = operator in ("<", "0<") and target.text == "/dev/null"
            if not is_merged and not is_empty:
                raise LineRefusal("redirected")

    def _check_variables(self, command: Command) -> None:
        words = list(command.assignments)
        if command.words and command.words[0].text in _DECLARING:
            words += command.words[1:]
        for word in words:
            name = self.line[word.start : word.end].partition("=")[0].rstrip("+")
            if not _DECLARED.fullmatch(name):
                raise LineRefusal("unreadable")
            if name == "PAGEFUL":
                raise LineRefusal("asked-raw")
            if _UNSAFE_VARIABLE.fullmatch(name):
                raise LineRefusal("environment")
            self.needs_full_path = self.needs_full_path or name == "PATH"

    def _check_simple(self, command: Command) -> None:
        if not command.words:
            return
        first, *rest = command.words
        if not first.is_literal:
            raise LineRefusal("variable-program")
        name, texts = first.text, [word.text for word in rest]
        if name == "[" and texts[-1:] != ["]"]:
            raise LineRefusal("unreadable")
        if name == "set" and texts and set(texts) <= _STRICT:
            self.is_strict = True
        elif name in _UNSAFE or (name == "unset" and "-f" in texts):
            raise LineRefusal("compound")
        if name in _MOVING:
            self.place += f"/{' '.join(texts)}"
        if any(key in text for key in PROGRAMS for text in [name, *texts]):
            is_debugger = name.rpartition("/")[2] == _DEBUGGER
            self.reasons.append("debugger" if is_debugger else "wrapper")


def _project_file(command: Command) -> str:
    texts = [word.text for word in command.words]
    for position, text in enumerate(texts[:-1]):
        if text in ("-f", "--file"):
            return f"//{texts[position + 1]}"
    return ""


def decide(line: str) -> Decision:
    """Decide which programs of a line are run by `pageful run`."""
    if len(line) > _LONGEST_LINE:
        return Decision("long")
    # Hardly any line needs the pattern, which takes a fifth of the time of all patterns to compile.
    if not line.isprintable() and re.search(_UNPRINTABLE, line):
        return Decision("unreadable")
    try:
        return _Judge(line).decide()
    except LineRefusal as left:
        return Decision(str(left))


def rewrite(line: str, decision: Decision, runner: str, options: Sequence[str] | None = ()) -> str:
    """Put `RUNNER run OPTIONS` before programs, and `cat` in place of viewers.

    Without options (None), no option at all is put in: the rules of a client would not know them.
    """
    edits = [(each.start, each.end, "cat") for each in decision.viewers]
    for each in decision.insertions:
        words = [runner, "run"]
        if options is not None:
            name = "--head" if each.is_head else "--lines"
            words += [f"{name}={each.lines}"] if each.lines else []
            words += options
        edits.append((each.start, each.end, " ".join(words) + " "))
    for start, end, text in sorted(edits, reverse=True):
        line = line[:start] + text + line[end:]
    return line


# ---- Rules of the client ---------------------------------------------------------------------

_LARGEST_RULES = 1_000_000
"""Bytes of a file of rules; a larger one is not read, and nothing is rewritten."""

_DEEPEST = 40
"""Directories that are looked up for a project's rules."""

# > "Bash(mvn deploy:*)"
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"' + r"|'([^'\n]*)'")

_VIEWERS = ("cat", "head", "tail")
"""Viewers that go, and the one that comes in their place."""

_ANCESTORS = 3
"""Processes above this one whose options are looked at: the client, and what started it."""


class Call(NamedTuple):
    """A shell command that a client is about to run, and how it was asked for."""

    line: str
    directory: str = ""
    is_background: bool = False
    mode: str = ""
    seconds: int = 0
    tool_input: Mapping[str, Any] = {}
    key: str = ""


def _project_directories(directory: str) -> Iterator[str]:
    for _ in range(_DEEPEST):
        if not directory or not os.path.isabs(directory):
            return
        yield directory
        parent = os.path.dirname(directory)
        if parent == directory:
            return
        directory = parent


def _read(path: str) -> str:
    """Read a file of rules; a missing file has none.

    Raises:
        LineRefusal: it can't be read.
    """
    try:
        with open(path, "rb") as file:
            data = file.read(_LARGEST_RULES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except OSError:
        raise LineRefusal("rules-unreadable") from None
    if len(data) > _LARGEST_RULES:
        raise LineRefusal("rules-unreadable")
    return data.decode(errors="replace")


def _concerns(pattern: str, decision: Decision, programs: Sequence[str]) -> bool:
    """Tell whether a rule may mean the typed line and the rewritten one differently."""
    names = (*PROGRAMS, "pageful", *(_VIEWERS if decision.viewers else ()))
    if any(re.search(rf"(?<![\w.-]){name}|{name}(?![\w-])", pattern) for name in names):
        return True
    beginning = re.split(r"[*:?]", pattern, maxsplit=1)[0]
    has_wildcard = beginning != pattern
    return has_wildcard and bool(beginning) and any(each.startswith(beginning) for each in programs)


def _matches(rule: str, command: str) -> bool:
    """Tell whether a rule of Claude Code allows a command: exact, `PREFIX:*`, or with `*`."""
    rule = rule[:-2] + " *" if rule.endswith(":*") else rule
    if rule.endswith(" *") and command == rule[:-2]:
        return True
    parts = map(re.escape, rule.split("*"))
    return re.fullmatch(".*".join(parts), command, re.DOTALL) is not None


def _claude_settings(directory: str) -> Iterator[Any]:
    """Yield the settings of Claude Code that hold in a directory.

    Raises:
        LineRefusal: one of them can't be read.
    """
    import json

    home = os.environ.get("CLAUDE_CONFIG_DIR") or os.path.expanduser("~/.claude")
    places = [os.path.join(home, "settings.json")]
    for base in ("/etc/claude-code", "/Library/Application Support/ClaudeCode"):
        places.append(f"{base}/managed-settings.json")
        extra = f"{base}/managed-settings.d"
        if os.path.isdir(extra):
            places += [os.path.join(extra, name) for name in sorted(os.listdir(extra))]
    project = os.environ.get("CLAUDE_PROJECT_DIR", "")
    for each in dict.fromkeys([project, *_project_directories(directory)]):
        if each:
            places += [f"{each}/.claude/settings.json", f"{each}/.claude/settings.local.json"]
    for place in dict.fromkeys(places):
        text = _read(place)
        if text.strip():
            try:
                yield json.loads(text)
            except ValueError:
                raise LineRefusal("rules-unreadable") from None
    yield from _settings_of_ancestors()


def _settings_of_ancestors() -> Iterator[Any]:
    """Yield what options of the client itself say, where the system tells them.

    Raises:
        LineRefusal: they name a file that can't be read.
    """
    import json

    process = os.getppid()
    for _ in range(_ANCESTORS):
        try:
            with open(f"/proc/{process}/cmdline", "rb") as file:
                words = file.read(_LARGEST_RULES).decode(errors="replace").split("\0")
            with open(f"/proc/{process}/stat", "rb") as file:
                process = int(file.read().rpartition(b")")[2].split()[1])
        except (OSError, ValueError, IndexError):
            return
        denied: list[str] = []
        is_denying = False
        for number, word in enumerate(words):
            option, equals, value = word.partition("=")
            if word.startswith("--"):
                is_denying = option in ("--disallowedTools", "--disallowed-tools")
                denied += [value] if equals and is_denying else []
            elif is_denying:
                denied.append(word)
            if option == "--settings":
                text = value if equals else "".join(words[number + 1 : number + 2])
                try:
                    yield json.loads(text if text.lstrip().startswith("{") else _read(text))
                except ValueError:
                    raise LineRefusal("rules-unreadable") from None
        if denied:
            yield {"permissions": {"deny": re.findall(r"\w+\([^)]*\)|\w+", " ".join(denied))}}


# > Bash(mvn test:*)
_BASH_RULE = re.compile(r"Bash\((.*)\)", re.DOTALL)


def _strings(value: Any) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def _check_claude(call: Call, decision: Decision, runner: str) -> bool:
    """Tell whether options may be put in: no rule has to know the rewritten line.

    Raises:
        LineRefusal: a rule names the program, or would allow the typed line alone.
    """
    programs = [call.line[each.start :].split()[0] for each in decision.insertions]
    allowed: list[str] = []
    for settings in _claude_settings(call.directory):
        permissions = settings.get("permissions") if isinstance(settings, dict) else None
        permissions = permissions if isinstance(permissions, dict) else {}
        for rule in _strings(permissions.get("deny")) + _strings(permissions.get("ask")):
            match = _BASH_RULE.fullmatch(rule)
            if match and _concerns(match[1], decision, programs):
                raise LineRefusal("rule")
        sandbox = settings.get("sandbox") if isinstance(settings, dict) else None
        excluded = sandbox.get("excludedCommands") if isinstance(sandbox, dict) else None
        if any(_concerns(each, decision, programs) for each in _strings(excluded)):
            raise LineRefusal("rule")
        rules = map(_BASH_RULE.fullmatch, _strings(permissions.get("allow")))
        allowed += [match[1] for match in rules if match]
    if call.mode == "bypassPermissions":
        return True
    may_have_options = True
    for each in decision.insertions:
        typed = _command_text(call.line, each.start)
        if any(_matches(rule, typed) for rule in allowed):
            if not any(_matches(rule, f"{runner} run {typed}") for rule in allowed):
                raise LineRefusal("allow-rule")
            may_have_options = False
    return may_have_options


def _command_text(line: str, start: int) -> str:
    """Return a command from its program's name to its last word, as rules are held against it."""
    lexer = _Lexer(line)
    lexer.position = start
    words = lexer._command().words  # noqa: SLF001
    return line[start : words[-1].end]


def _check_files(*places: str) -> Callable[[Call, Decision, str], bool]:
    """Make the check of a client that says nothing of how it reads its rules.

    Any text in them that may mean the two lines differently is enough to leave the line alone.
    """

    def check(call: Call, decision: Decision, _runner: str) -> bool:
        programs = [call.line[each.start :].split()[0] for each in decision.insertions]
        for place in _expand(places, call.directory):
            for double, single in _STRING.findall(_read(place)):
                if (
                    _concerns(double or single, decision, programs)
                    and "entry.py" not in double + single
                ):
                    raise LineRefusal("rule")
        return True

    return check


def _expand(places: Sequence[str], directory: str) -> Iterator[str]:
    """Yield files: those below the home, and those in the directory and all above it."""
    for place in places:
        for base in [""] if place.startswith("~") else _project_directories(directory):
            path = os.path.join(base, os.path.expanduser(place))
            folder, _, name = path.rpartition("/")
            if not name.startswith("*"):
                yield path
            elif os.path.isdir(folder):
                yield from (
                    f"{folder}/{each}"
                    for each in sorted(os.listdir(folder))
                    if each.endswith(name[1:])
                )


def _check_codex(call: Call, decision: Decision, runner: str) -> bool:
    """Refuse to rewrite where the answer would approve what Codex would ask about.

    Raises:
        LineRefusal: it would, or a rule names the program.
    """
    if call.mode != "bypassPermissions":
        raise LineRefusal("would-approve")
    return _check_files("~/.codex/rules/*.rules", ".codex/rules/*.rules")(call, decision, runner)


# ---- Clients ---------------------------------------------------------------------------------

Answer: TypeAlias = "dict[str, Any]"


class Client(NamedTuple):
    """A client: the tools that take a line, how it asks, its rules, and the answer it takes."""

    tools: frozenset[str]
    read: Callable[[Mapping[str, Any]], Call]
    check: Callable[[Call, Decision, str], bool]
    answer: Callable[[Call, str], Answer]
    nothing: str = ""
    shares_path: bool = False
    """True where commands have the hook's PATH: elsewhere a login shell may set another one."""


def _read_call(event: Mapping[str, Any], seconds: int = 0) -> Call:
    """Read the call of a client that speaks as Claude Code does."""
    given = event.get("tool_input")
    given = given if isinstance(given, dict) else {}
    timeout = given.get("timeout")
    if isinstance(timeout, (int, float)) and not isinstance(timeout, bool) and timeout >= 1000:
        seconds = int(min(timeout, 86_400_000) / 1000)
    return Call(
        _text(given.get("command")),
        _text(event.get("cwd")) or _text(given.get("working_directory")),
        bool(given.get("run_in_background") or given.get("isBackground")),
        _text(event.get("permission_mode")),
        seconds,
        given,
        _text(event.get("tool_use_id")),
    )


_CLAUDE_SECONDS = 120
"""Seconds after which Claude Code ends a command unless it is told otherwise."""


def _read_claude(event: Mapping[str, Any]) -> Call:
    told = os.environ.get("BASH_DEFAULT_TIMEOUT_MS", "")
    seconds = int(told) // 1000 if told.isascii() and told.isdigit() else 0
    return _read_call(event, seconds or _CLAUDE_SECONDS)


def _read_copilot(event: Mapping[str, Any]) -> Call:
    import json

    given = event.get("toolArgs")
    given = json.loads(given) if isinstance(given, str) else given
    given = given if isinstance(given, dict) else {}
    is_background = given.get("mode") in ("async", "detached") or bool(given.get("async"))
    line, directory = _text(given.get("command")), _text(event.get("cwd"))
    return Call(line, directory, is_background, tool_input=given)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _new_input(call: Call, line: str) -> Answer:
    return {**call.tool_input, "command": line}


def _hook_output(call: Call, line: str, **decision: str) -> Answer:
    output = {"hookEventName": "PreToolUse", **decision, "updatedInput": _new_input(call, line)}
    return {"hookSpecificOutput": output}


CLIENTS: Mapping[str, Client] = {
    "claude": Client(
        frozenset({"Bash"}), _read_claude, _check_claude, _hook_output, shares_path=True
    ),
    "codex": Client(
        frozenset({"Bash", "shell", "exec_command", "shell_command"}),
        _read_call,
        _check_codex,
        lambda call, line: _hook_output(call, line, permissionDecision="allow"),
    ),
    "gemini": Client(
        frozenset({"run_shell_command"}),
        _read_call,
        _check_files(
            *("~/.gemini/settings.json", "~/.gemini/policies/*.toml"),
            *(".gemini/settings.json", ".gemini/policies/*.toml"),
        ),
        lambda _call, line: {"hookSpecificOutput": {"tool_input": {"command": line}}},
        "{}",
    ),
    "cursor": Client(
        frozenset({"Shell"}),
        _read_call,
        _check_files("~/.cursor/cli-config.json", ".cursor/cli.json", "~/.cursor/permissions.json"),
        lambda call, line: {"permission": "ask", "updated_input": _new_input(call, line)},
        "{}",
    ),
    "copilot": Client(
        frozenset({"bash"}),
        _read_copilot,
        _check_files("~/.copilot/config.json", "~/.copilot/permissions-config.json"),
        lambda call, line: {"modifiedArgs": _new_input(call, line)},
    ),
    "vscode": Client(
        frozenset({"run_in_terminal", "runInTerminal"}),
        _read_call,
        _check_files(
            *(".vscode/settings.json", "~/.config/Code/User/settings.json"),
            "~/Library/Application Support/Code/User/settings.json",
        ),
        _hook_output,
    ),
    "opencode": Client(
        frozenset({"bash"}),
        _read_call,
        _check_files(
            *("~/.config/opencode/opencode.json", "~/.config/opencode/opencode.jsonc"),
            *("opencode.json", "opencode.jsonc", ".opencode/opencode.json"),
            *(".opencode/opencode.jsonc", "~/.config/opencode/config.json"),
        ),
        lambda _call, line: {"command": line},
    ),
    "pi": Client(
        frozenset({"bash"}),
        _read_call,
        _check_files("~/.pi/agent/settings.json", ".pi/settings.json"),
        lambda _call, line: {"command": line},
    ),
    "omp": Client(
        frozenset({"bash"}),
        _read_call,
        _check_files("~/.omp/agent/config.yml", ".omp/config.yml"),
        lambda _call, line: {"command": line},
    ),
}

# ---- Places and statistics -------------------------------------------------------------------

_LARGEST_LOG = 4 * 1024 * 1024
"""Bytes of the log, some 30,000 lines; then a new one begins, and one stays."""


def state_directory() -> str:
    """Return the directory of what the hooks keep: the log, and where they are switched off."""
    home = os.environ.get("XDG_STATE_HOME", "")
    if not os.path.isabs(home):
        home = os.path.expanduser("~/.local/state")
    return os.path.join(home, "pageful")


def is_off(directory: str) -> bool:
    """Tell whether hooks are switched off in a directory, or in one above it."""
    if os.environ.get("PAGEFUL", "").lower() == "off":
        return True
    try:
        with open(os.path.join(state_directory(), "hook-off"), encoding="utf-8") as file:
            places = file.read().splitlines()
    except (OSError, ValueError):
        return False
    above = set(_project_directories(os.path.realpath(directory) if directory else ""))
    return "*" in places or bool(above & set(places))


_COUNTING = frozenset({"", "1", "on", "true", "yes"})
"""Values of PAGEFUL_STATS with which runs are counted at the usual place."""


def _place_of_runs() -> str | None:
    """Return the file in which runs are counted, empty for the usual one; absent where none are."""
    value = os.environ.get("PAGEFUL_STATS", "").strip()
    if value.lower() in _COUNTING:
        return ""
    return value if os.path.isabs(value) else None


def _note(client: str, call: Call, decision: Decision, reason: str, line: str) -> None:
    """Add a line to the log: no word of the command, only what became of it.

    Nothing is noted where runs are not: without them, each answer would seem to be lost.
    """
    runs = _place_of_runs()
    if runs is None:
        return
    import json
    import time

    record = {
        "time": round(time.time(), 3),
        "client": client,
        "reason": reason,
        "shape": decision.shape[:80],
        "lines": max((each.lines for each in decision.insertions), default=0),
        "place": _mark(os.path.realpath(call.directory) if call.directory else ""),
        "line": _mark(f"{call.directory}\0{call.line}"),
        "call": _mark(call.key),
        "inserted": len(line) - len(call.line),
    }
    if runs:
        record["runs"] = runs
    path = os.path.join(state_directory(), "hook.jsonl")
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        if os.fstat(handle).st_size >= _LARGEST_LOG:
            os.replace(path, path.replace(".jsonl", ".old.jsonl"))
        os.write(handle, json.dumps(record, separators=(",", ":")).encode() + b"\n")
    finally:
        os.close(handle)


def _mark(text: str) -> str:
    """Return a number that is equal for equal texts and tells nothing else on another machine."""
    import zlib

    salt = f"{os.path.expanduser('~')}\0{os.uname().nodename if hasattr(os, 'uname') else ''}\0"
    return f"{zlib.crc32((salt + text).encode(errors='replace')):08x}" if text else ""


# ---- The program -----------------------------------------------------------------------------


def runner(full_path: str, *, must_be_full: bool) -> str:
    """Return how `pageful` is called: by its name alone where the PATH leads to the same file."""
    if not os.path.isfile(full_path):
        raise LineRefusal("no-pageful")
    name = os.path.basename(full_path)
    quoted = full_path if re.fullmatch(r"[\w./+@%-]+", full_path) else _quote(full_path)
    if must_be_full:
        return quoted
    for directory in os.environ.get("PATH", "").split(os.pathsep):
        candidate = os.path.join(directory, name)
        if os.path.isabs(directory) and os.path.isfile(candidate) and os.access(candidate, os.X_OK):
            return name if os.path.samefile(candidate, full_path) else quoted
    return quoted


def _quote(text: str) -> str:
    return "'" + text.replace("'", "'\"'\"'") + "'"


def _rewrite(client: Client, call: Call, decision: Decision, program: str) -> str:
    """Return the line as it is to be run.

    Raises:
        LineRefusal: it is to be run as it was typed.
    """
    if decision.reason:
        raise LineRefusal(decision.reason)
    if call.is_background:
        raise LineRefusal("background")
    if is_off(call.directory):
        raise LineRefusal("off")
    must_be_full = decision.needs_full_path or not client.shares_path
    name = runner(program, must_be_full=must_be_full)
    may_have_options = client.check(call, decision, name)
    options = [f"--deadline={call.seconds}"] if call.seconds else []
    return rewrite(call.line, decision, name, options if may_have_options else None)


def answer(name: str, program: str, data: bytes) -> str:
    """Return what a client is told of the event that it gave: JSON, or nothing."""
    client = CLIENTS[name]
    if not any(key.encode() in data for key in PROGRAMS) or len(data) > _LARGEST_RULES:
        return client.nothing
    import json

    event = json.loads(data)
    tool = event.get("tool_name", event.get("toolName"))
    if tool not in client.tools:
        return client.nothing
    call = client.read(event)
    if not any(key in call.line for key in PROGRAMS):
        return client.nothing
    decision, reason, line = decide(call.line), "", call.line
    try:
        line = _rewrite(client, call, decision, program)
    except LineRefusal as left:
        reason = str(left)
    try:
        if reason != "no-program":
            _note(name, call, decision, reason, line)
    except Exception:  # noqa: S110
        pass  # a log that can't be written is no reason to lose the answer
    return json.dumps(client.answer(call, line)) if line != call.line else client.nothing
