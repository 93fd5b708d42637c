"""Forked JVMs that died or ran out of time, with their test classes and the output of these."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

from pageful.builds.junit.class_names import is_dotted_name, outer_class
from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass
from pageful.maven.logs.log import LogLine
from pageful.maven.logs.test_classes import PrintedLine, TestClasses

# > The forked VM terminated without properly saying goodbye. VM crash or System.exit called?
# > There was an error in the forked process
_DIED = patterns.compile(r"The forked VM terminated|There was an error in the forked process")
"""The texts of Surefire on a JVM that died, with or without a reason."""

# > There was a timeout or other error in the fork
_TIMED_OUT = patterns.compile(r"There was a timeout (?:or other error )?in the fork")
_CRASHED = "Crashed tests:"
# > Process Exit Code: 137
_EXIT_CODE = patterns.compile(r"Process Exit Code: (?P<code>\d{1,9})\Z")
# > Error occurred in starting fork, check output in log
# > Command was /bin/sh -c cd '/project'
_BESIDE = patterns.compile(
    r"Command was |Error occurred in starting fork|\s*\Z|\s+at |-> \[Help|Caused by"
)
_MEANINGS = {
    "134": "it aborted",
    "137": "it was killed, mostly for lack of memory",
    "139": "a segmentation fault",
    "143": "it was told to end",
}
# > java.lang.OutOfMemoryError: Java heap space
_ERRORS = patterns.compile(r"OutOfMemoryError|StackOverflowError")
# > Terminating due to java.lang.OutOfMemoryError: Java heap space
# > # A fatal error has been detected by the Java Runtime Environment:
# > Unrecognized VM option 'NoSuchOption'
_OF_DYING = patterns.compile(
    r"(?:Terminating|Aborting) due to java\.lang\.OutOfMemoryError"
    r"|A fatal error has been detected|hs_err"
    r"|Unrecognized (?:VM )?option|Could not create the Java Virtual Machine"
    r"|Could not reserve enough space"
    r"|Invalid (?:maximum|initial) heap size|insufficient memory for the Java Runtime"
    r"|Error opening zip file or JAR manifest missing|Error: Could not find or load main class"
)
"""Words that only a dying JVM prints; a test may print other errors and live."""

_MOST_WORDS = 8


@dataclass(frozen=True, slots=True)
class Crash:
    """A forked JVM that died: the test classes that it was running, and Surefire's words on it.

    `output` is what these classes printed, as far as the log separates it from other output;
    `whole` says that it is known to be complete.
    """

    classes: tuple[str, ...]
    said: tuple[str, ...]
    output: tuple[str, ...] = ()
    whole: bool = True


def is_crash(text: str) -> bool:
    """Return whether a line of a failed goal reports that a forked JVM died or ran out of time."""
    return _DIED.search(text) is not None or _TIMED_OUT.search(text) is not None


def named_classes(texts: Sequence[str]) -> frozenset[str]:
    """Return the test classes that a failed goal names as those of JVMs that died."""
    return frozenset(name for block in _blocks(texts) for name in _classes(block))


def crashes(
    texts: Sequence[str], log: Sequence[LogLine], elsewhere: frozenset[str] = frozenset()
) -> tuple[Crash, ...]:
    """Return the crashes that a failed goal reports, each once; `log` is its output.

    `elsewhere` are the classes that other goals name, whose tests may have run side by side.
    """
    tests = TestClasses.read(log)
    named, nameless = _deaths(texts)
    every = elsewhere.union(*named)
    found = [_crash(classes, said, every, tests) for classes, said in named.items()]
    if nameless:
        classes = tuple(name for name in tests.unfinished if name not in every)
        found.append(_crash(classes, nameless, every | {*classes}, tests))
    return tuple(found)


def _deaths(
    texts: Sequence[str],
) -> tuple[Mapping[tuple[str, ...], tuple[str, ...]], tuple[str, ...]]:
    """Return the messages of each crash by its classes, and those of crashes without classes."""
    named: dict[tuple[str, ...], tuple[str, ...]] = {}
    nameless: dict[str, None] = {}
    for block in _blocks(texts):
        said = tuple(_messages(block))
        if classes := tuple(_classes(block)):
            named.setdefault(classes, said)
        else:
            nameless |= dict.fromkeys(said)
    repeated = {text for said in named.values() for text in said}
    return named, () if repeated.issuperset(nameless) else tuple(nameless)


def _crash(
    classes: tuple[str, ...], said: tuple[str, ...], crashed: frozenset[str], tests: TestClasses
) -> Crash:
    """Return one crash; `crashed` are the classes of all crashes."""
    words = _last_words(classes, crashed, tests)
    outputs = [tests.output_of(name) for name in dict.fromkeys(map(outer_class, classes))]
    told = {*said, *filter(_OF_DYING.search, words)}
    lines = (line for each in outputs for line in each.lines)
    return Crash(
        classes,
        (*said, *words),
        tuple(line for line in lines if line not in told),
        all(each.whole for each in outputs),
    )


def _blocks(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    starts = [number for number, text in enumerate(texts) if is_crash(text)]
    for start, end in itertools.pairwise([*starts, len(texts)]):
        yield texts[start:end]


def _classes(block: Sequence[str]) -> Iterator[str]:
    start = block.index(_CRASHED) + 1 if _CRASHED in block else len(block)
    for text in block[start:]:
        if not is_dotted_name(text):
            return
        yield text


def _messages(block: Sequence[str]) -> Iterator[str]:
    """Yield a goal's message on one crash: its first line from the report on, and the others."""
    first = block[0]
    timed_out = _TIMED_OUT.search(first)
    died = timed_out or _DIED.search(first)
    at = died.start() if died else 0
    limit = " (forkedProcessTimeoutInSeconds)" if timed_out else ""
    yield first[at:].partition(" -> [Help ")[0] + limit
    for text in block[1:]:
        if text == _CRASHED or text.startswith("\t"):
            return
        if code := _EXIT_CODE.match(text):
            meaning = _MEANINGS.get(code["code"])
            yield f"{text} ({meaning})" if meaning else text
        elif not _BESIDE.match(text):
            yield text


def _last_words(
    classes: tuple[str, ...], crashed: frozenset[str], tests: TestClasses
) -> tuple[str, ...]:
    """Return the last lines of the JVM, without those that may be another's."""
    mine = frozenset(map(outer_class, classes)) & frozenset(map(outer_class, tests.begun))
    others = frozenset(map(outer_class, crashed)) - mine
    said = dict.fromkeys(
        line.text.removeprefix("[ERROR] ")
        for line in tests.printed
        if _is_last_word(line, mine, others) and not _BESIDE.match(line.text)
    )
    return tuple(said)[-_MOST_WORDS:]


def _is_last_word(line: PrintedLine, mine: frozenset[str], others: frozenset[str]) -> bool:
    """Return whether a line is of a dying JVM that ran `mine`; with an empty `mine`, no class.

    `others` are the classes of JVMs that died as well.
    """
    dying = _OF_DYING.search(line.text) is not None
    if not dying and not _ERRORS.search(line.text):
        return False
    running = frozenset(map(outer_class, line.running))
    if not mine:
        return not running
    return bool(running & mine) and not running & others and (dying or running <= mine)
