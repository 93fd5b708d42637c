"""A compiler's message on one line, with the details that it prints below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from pageful.lazy import patterns
from pageful.text.elision import elision

# >              ^^^^^^
_CARETS = patterns.compile(r"\s*\^[\^~\-\s]*\Z")
# >    |                       Required: String
_GUTTER = patterns.compile(r" *(?:(?P<number>\d{1,9}) *)?\|(?P<text>.*)\Z")
# > longer explanation available when compiling with `-explain`
# > error at
_NOISE = patterns.compile(
    r"@\Z|(?:error|warning) at\Z|longer explanation available when compiling with "
)
# > (see https://errorprone.info/bugpattern/DeadException)
_LINK = patterns.compile(r"\(see https?://\S+\)\Z")
_SUGGESTION = "Did you mean "
_SENTENCE_ENDS = (".", "?", "!", ":")
_FRAME = "at "
# > at jdk.compiler/com.sun.tools.javac.Main.compile(Main.java:64)
_OWN_FRAME = patterns.compile(
    r"at (?:[\w.@-]+/)?(?:java|jdk|sun|com\.sun|org\.codehaus\.(?:plexus|groovy)|org\.apache)\."
)
_FRAMES = 3
_COMMON = 500
# > symbol: class Circle
_DETAIL = patterns.compile(r"(?P<label>symbol|location|required|found|reason) ?: *(?P<text>.*)\Z")
_REASONS = ("required", "found", "reason")
_LETTER = r"(?:[^\W\u3040-\u9fff]|\$)"
"""A character of a name: scripts without blanks do not extend the names in their text."""

# > com.example.geometry.Drawing
_QUALIFIED = patterns.compile(
    rf"(?<![.$])(?<![^\W\u3040-\u9fff])(?:[a-z_]{_LETTER}*\.)+"
    rf"(?P<simple>[A-Z]{_LETTER}*(?:\.[A-Z]{_LETTER}*)*)"
)
_ABOUT_PACKAGES = (
    *("package ", "class file for ", "cannot access ", "duplicate class: ", "import ", "module "),
    *("unable to resolve class ", "cannot be resolved", "not accessible", "パッケージ", "程序包"),
)
# > Found:    (times : Int)
_WIDE = patterns.compile(r"(?<=:) {2,}")
# > [E008]
_CODE = patterns.compile(r"\[\w+\]\Z")
# > at jdk.compiler/com.sun.tools.javac.tree.TreeScanner.scan(TreeScanner.java:49)
_OF_COMPILER = patterns.compile(r"(?<=^at )[\w.@-]+/")
# > com.example.Foo<java.util.List<T>>
_ANGLES = patterns.compile(r"([<>])")
_KINDS = ("class", "interface", "enum", "record", "@interface")


def message(text: str, lines: Sequence[str], file: str) -> str:
    """Return a message and the lines below it as one line.

    Excerpts of the source are left out, and all but the first frames of a stack trace. Types are
    named without their packages where that is clear; a location that is only the class which the
    file is named after is left out.
    """
    said = _WIDE.sub(" ", text.strip())
    if not lines:
        return _with_simple_names(said)
    parts, others = _sorted_details(_with_few_frames(list(_messages(lines))))
    suggested = [other for other in others if other.startswith(_SUGGESTION)]
    others = [other for other in others if not other.startswith(_SUGGESTION)]
    if len(others) > 1 or said:
        others = [other for other in others if not _LINK.match(other)]
    if others or parts:
        said = said.rstrip(";")
    said += _details_text(parts, _stem(file))
    for other in others:
        said += _separator(said, other) + other
    said = _with_simple_names(said)
    for suggestion in suggested:
        said += (" " if said.endswith(_SENTENCE_ENDS) else ". ") + suggestion
    return said


def _messages(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines without excerpts of the source, each of which is above its carets."""
    told: list[str] = []
    for line in lines:
        gutter = _GUTTER.match(line)
        text = gutter["text"] if gutter else line
        if _CARETS.match(text):
            told[-1:] = told[-1:] if gutter else ()
        elif not (gutter and gutter["number"]):
            told.append(" ".join(text.split()))
    return (text for text in told if text and not _NOISE.match(text))


def _with_few_frames(texts: Sequence[str]) -> Sequence[str]:
    """Return the lines with few frames of a stack trace, a processor's before the compiler's."""
    frames = [text for text in texts if _is_frame(text)]
    foreign = [frame for frame in frames if not _OWN_FRAME.match(frame)]
    kept = (foreign or frames)[:_FRAMES]
    left = len(frames) - len(kept)
    others = [text for text in texts if not _is_frame(text)]
    kept = [_OF_COMPILER.sub("", frame) for frame in kept]
    return [*others, *kept, *([elision(left, "more frame")] if left else [])]


def _is_frame(text: str) -> bool:
    return text.startswith(_FRAME) and text.endswith(")")


def _separator(said: str, other: str) -> str:
    if not said:
        return ""
    close = said.endswith(":") or _CODE.match(said) or other.startswith(("(", "…", _FRAME))
    return " " if close else "; "


def _details_text(parts: Mapping[str, str], own_class: str) -> str:
    """Return the labelled details as text behind the message."""
    text = f": {parts['symbol']}" if "symbol" in parts else ""
    if _is_informative(parts.get("location", ""), own_class):
        text += f" in {parts['location']}"
    reasons = [f"{label}: {parts[label]}" for label in _REASONS if label in parts]
    return f"{text} ({'; '.join(reasons)})" if reasons else text


def _sorted_details(texts: Iterable[str]) -> tuple[Mapping[str, str], Sequence[str]]:
    """Return the labelled details, each with the parentheses below it, and the other lines."""
    parts: dict[str, str] = {}
    others: list[str] = []
    label = ""
    for text in texts:
        match = _DETAIL.match(text)
        if match and match["label"] not in parts:
            label = match["label"]
            parts[label] = match["text"]
        elif label and text.startswith("("):
            parts[label] += f" {text}"
        else:
            label = ""
            others.append(text)
    return parts, others


def _stem(file: str) -> str:
    return file.rsplit("/", 1)[-1].split(".", 1)[0]


def _is_informative(location: str, own_class: str) -> bool:
    """Return whether a location says more than the class that the file is named after."""
    kind, _, name = location.partition(" ")
    own = kind in _KINDS and _simple(_without_type_arguments(name)) == own_class
    return bool(location) and not own


def _without_type_arguments(name: str) -> str:
    kept, depth = [], 0
    for part in _ANGLES.split(name):
        depth += (part == "<") - (part == ">" and depth > 0)
        if not depth and part != ">":
            kept.append(part)
    return "".join(kept)


def _simple(name: str) -> str:
    match = _QUALIFIED.fullmatch(name)
    return match["simple"] if match else name


def _with_simple_names(text: str) -> str:
    return _cached_simple_names(text) if len(text) <= _COMMON else _simple_names(text)


def _simple_names(text: str) -> str:
    """Return a text with types without their packages, as javac itself prints them.

    If two would look the same, or the message is about packages, they stay as they are.
    """
    packages: dict[str, set[str]] = {}
    for match in _QUALIFIED.finditer(text):
        packages.setdefault(match["simple"], set()).add(match[0])
    if not packages or _is_about_packages(text):
        return text
    return _QUALIFIED.sub(
        lambda match: match["simple"] if len(packages[match["simple"]]) == 1 else match[0], text
    )


_cached_simple_names = lru_cache(256)(_simple_names)
"""A cache, as most messages are printed many times, and errors twice."""


def _is_about_packages(text: str) -> bool:
    lowered = text.lower()
    return any(words in lowered for words in _ABOUT_PACKAGES)
