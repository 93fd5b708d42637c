"""Refusals of Maven before it builds anything: a wrong phase, prefix, goal or JVM."""

from __future__ import annotations

from difflib import get_close_matches

from pageful.lazy import patterns
from pageful.maven import notes

# > Unknown lifecycle phase "tset". You must specify a valid lifecycle phase or a goal
_PHASE = patterns.compile(r'Unknown lifecycle phase "(?P<phase>[^"]{1,200})"')
# > Available lifecycle phases are: pre-clean, clean, post-clean, validate, initialize.
_PHASES = patterns.compile(r"Available lifecycle phases are: (?P<phases>[^\n]*?)\.(?: -> |\n|\Z)")
_NO_GOAL = "No goals have been specified for this build."
# > No plugin found for prefix 'docker' in the current project and in the plugin groups [a]
_PREFIX = patterns.compile(
    r"No plugin found for prefix '(?P<prefix>[^']*)' in the current project"
    r"(?: and in the plugin groups \[(?P<groups>[^\]]*)\])?"
)
# > The projects in the reactor contain a cyclic reference: in the graph a:b:1 --> a:c:1 --> a:b:1
_CYCLE = patterns.compile(
    r"The projects in the reactor contain a cyclic reference: .{0,2000}?(?:in the graph |: )"
    r"(?P<cycle>\S+(?: --> \S+)+)"
)
# > java.lang.OutOfMemoryError: Metaspace
_MEMORY = patterns.compile(
    r"(?:java\.lang\.OutOfMemoryError: )?(?P<what>Java heap space|Metaspace|GC .*)"
)
_USUAL = ("clean", "compile", "test", "package", "verify", "install", "deploy")
# > (class file version 65.0), this version only recognizes class file versions up to 61.0
_CLASS_FILE = patterns.compile(
    r"class file version (?P<needed>\d{2,3})(?:\.\d+)?\)?.{0,200}?"
    r"class file versions up to (?P<known>\d{2,3})|"
    r"class file has wrong version (?P<is>\d{2,3})(?:\.\d+)?, should be (?P<should>\d{2,3})"
)
_JAVA_1 = 44
"""The difference between a class file's version and the Java version that it needs."""


def launch_error(text: str) -> str | None:
    """Return a known refusal in few words, None for any other text."""
    if phase := _PHASE.match(text):
        return _unknown_phase(phase["phase"], text)
    if text.startswith(_NO_GOAL):
        return f"No goal was given, and the POM has no default one. Usual ones: {_list(_USUAL)}."
    if prefix := _PREFIX.match(text):
        groups = f" and in {prefix['groups']}" if prefix["groups"] else ""
        return (
            f'No plugin has the prefix "{prefix["prefix"]}" in the project{groups}:'
            " name it group:artifact:version:goal, or declare it in the POM."
        )
    if cycle := _CYCLE.match(text):
        return f"The modules need each other in a circle: {cycle['cycle']}"
    if memory := _MEMORY.match(text):
        return (
            f"Maven itself ran out of memory: {memory['what']}."
            " MAVEN_OPTS and .mvn/jvm.config set its -Xmx."
        )
    return None


def java_versions_note(text: str) -> str:
    """Return the Java versions behind the class file versions in a text, empty without any."""
    match = _CLASS_FILE.search(text[:20_000])
    if not match:
        return ""
    names = ("needed", "known") if match["needed"] else ("is", "should")
    needed, known = match.group(*names)
    return notes.JAVA_TOO_OLD.format(int(needed) - _JAVA_1, int(known) - _JAVA_1)


def _unknown_phase(phase: str, text: str) -> str:
    listed = _PHASES.search(text)
    phases = [each for each in listed["phases"].split(", ") if ":" not in each] if listed else []
    near = get_close_matches(phase, phases[:200], n=2, cutoff=0.6)
    hint = f"is it {' or '.join(near)}?" if near else f"usual ones are {_list(_USUAL)}."
    return f'Unknown lifecycle phase "{phase}": {hint}'


def _list(names: tuple[str, ...]) -> str:
    return ", ".join(names)
