"""Spring's application contexts that fail to load, and the tests that fail because of each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pageful.lazy import patterns

_FAILED = "Failed to load ApplicationContext"
_REPEATED = "skipping repeated attempt to load context"
# > [MergedContextConfiguration@551de37d testClass = com.example.shop.PortTest, locations = []
_BEGINNING = patterns.compile(r"\[\w*ContextConfiguration@[0-9a-f]+ ")
# > [MergedContextConfiguration@551de37d testClass
_HASH = patterns.compile(r"@[0-9a-f]+")
# > testClass = com.example.shop.PortTest, locations = []
_TEST_CLASS = patterns.compile(r"testClass = [^,\]]*,? ?")
# > []
# > null
_EMPTY = patterns.compile(r"(?:\w+(?:<\w+>)?)?\[(?:\[empty\])?\]|'?\{\}'?|null")
# > ["org.springframework.boot.test.context.SpringBootTestContextBootstrapper=true"]
_ALWAYS_SET = patterns.compile(
    r'"org\.springframework\.boot\.test\.context\.SpringBootTestContextBootstrapper=true"(?:, )?'
)
_TELLING = ("locations", "classes", "activeProfiles", "propertySourceProperties")
_LONGEST = 100_000


def is_context_failure(message: str) -> bool:
    """Return whether a message says that a context failed to load, now or before."""
    return _FAILED in message[:_LONGEST] or is_repeated(message)


def is_repeated(message: str) -> bool:
    """Return whether a context was not tried again, as it had failed before."""
    return _REPEATED in message[:_LONGEST]


def configurations(message: str) -> tuple[str, str]:
    """Return the identity of a message's context: with its test class, and without.

    Both are empty if the message does not name the context.
    """
    part = _configuration(message)
    return part, _TEST_CLASS.sub("", _HASH.sub("", part))


def without_defaults(message: str) -> str:
    """Return the message with only those settings of its context that a test made."""
    part = _configuration(message)
    if not part:
        return message
    settings = (setting.partition(" = ") for setting in _settings(part))
    told = ((key, _ALWAYS_SET.sub("", value)) for key, _, value in settings if key in _TELLING)
    short = ", ".join(f"{key} = {value}" for key, value in told if not _EMPTY.fullmatch(value))
    return message.replace(part, f"[{short}]", 1)


@lru_cache(256)
def _configuration(message: str) -> str:
    """Find the context's description in a message, brackets included."""
    match = _BEGINNING.search(message, 0, _LONGEST)
    if not match:
        return ""
    depth = 0
    for end in range(match.start(), min(len(message), _LONGEST)):
        depth += {"[": 1, "]": -1}.get(message[end], 0)
        if not depth:
            return message[match.start() : end + 1]
    return ""


def _settings(configuration: str) -> Iterator[str]:
    """Split a description into settings `key = value`; values may have commas in brackets."""
    text = configuration[configuration.index(" ") + 1 : -1]
    start = depth = 0
    for end, character in enumerate(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(character, 0)
        if character == "," and not depth:
            yield text[start:end].strip()
            start = end + 1
    yield text[start:].strip()
