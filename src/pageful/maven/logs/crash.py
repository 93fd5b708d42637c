"""Forked JVMs that died or ran out of time: which tests they were at, and their last words."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pageful.maven.logs.log import LogLine

_DIED = "The forked VM terminated"
_TIMED_OUT = re.compile(r"There was a timeout (?:or other error )?in the fork")
_CRASHED = "Crashed tests:"
_CLASS = re.compile(r"[\w$]+(?:\.[\w$]+)*\Z")
_EXIT_CODE = re.compile(r"Process Exit Code: (?P<code>\d{1,9})\Z")
_BESIDE = re.compile(
    r"Command was |Error occurred in starting fork|\s*\Z|\s+at |-> \[Help|Caused by"
)
_MEANINGS = {
    "134": "it aborted",
    "137": "it was killed, mostly for lack of memory",
    "139": "a segmentation fault",
    "143": "it was told to end",
}
_LAST_WORDS = re.compile(
    r"OutOfMemoryError|StackOverflowError|A fatal error has been detected|hs_err"
    r"|Unrecognized (?:VM )?option|Could not create the Java Virtual Machine"
    r"|Could not reserve enough space"
    r"|Invalid (?:maximum|initial) heap size|insufficient memory for the Java Runtime"
    r"|Error opening zip file or JAR manifest missing|Error: Could not find or load main class"
)
_MOST_WORDS = 8
_RUNNING = re.compile(r"Running (?P<name>[\w.$]+)\Z")
_RAN = re.compile(r"Tests run: \d.* in (?P<name>[\w.$]+)\Z")


@dataclass(frozen=True, slots=True)
class Crash:
    """A forked JVM that died: the test classes it was running, and what was said of it."""

    classes: tuple[str, ...]
    said: tuple[str, ...]


def is_crash(text: str) -> bool:
    """Whether a failed goal says in this line that a forked JVM died, or ran out of time."""
    return _DIED in text or _TIMED_OUT.search(text) is not None


def crashes(texts: Sequence[str], log: Sequence[LogLine]) -> tuple[Crash, ...]:
    """The crashes that a failed goal speaks of, each once, with last words from the whole log."""
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for block in _blocks(texts):
        classes = tuple(_classes(block))
        found.setdefault(classes, tuple(_said(block)))
    if len(found) > 1:
        found.pop((), None)
    words = _last_words(log)
    if list(found) == [()]:
        return (Crash(_running(log), (*found[()], *words)),)
    return tuple(Crash(classes, (*said, *words)) for classes, said in found.items())


def _blocks(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    starts = [number for number, text in enumerate(texts) if is_crash(text)]
    for start, end in itertools.pairwise([*starts, len(texts)]):
        yield texts[start:end]


def _classes(block: Sequence[str]) -> Iterator[str]:
    start = block.index(_CRASHED) + 1 if _CRASHED in block else len(block)
    for text in block[start:]:
        if not _CLASS.match(text):
            return
        yield text


def _said(block: Sequence[str]) -> Iterator[str]:
    """What a goal says of one crash: the first line from where it speaks of it, and the others."""
    first = block[0]
    timed_out = _TIMED_OUT.search(first)
    at = timed_out.start() if timed_out else max(first.find(_DIED), 0)
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


def _last_words(log: Iterable[LogLine]) -> tuple[str, ...]:
    said = dict.fromkeys(
        line.text.removeprefix("[ERROR] ")
        for line in log
        if _LAST_WORDS.search(line.text) and not _BESIDE.match(line.text)
    )
    return tuple(said)[-_MOST_WORDS:]


def _running(log: Iterable[LogLine]) -> tuple[str, ...]:
    """The test classes that began and never ended, which old Surefire does not name."""
    running: dict[str, None] = {}
    for line in log:
        if began := _RUNNING.match(line.text):
            running[began["name"]] = None
        elif ran := _RAN.match(line.text):
            running.pop(ran["name"], None)
    return tuple(running)
