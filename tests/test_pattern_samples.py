"""Real samples of the text that patterns read: each stands as a comment above its pattern."""

import ast
import importlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import regex

from pageful.lazy.lazy_pattern import LazyPattern

SOURCE = Path(__file__).parent.parent / "src" / "pageful"
SAMPLE = "# > "
UNSEEN = re.compile(r'".*\\[xruU].*"')
"""A sample with unseen characters: a Python string, with escapes for them."""
COMPLETE_ROOMS = (
    "anything",
    "builds",
    "clients",
    "code/chunking",
    "code/find",
    "code/languages",
    "code/ranking",
    "code/scan",
    "code/search",
    "code/show",
    "code/terms",
    "doctor",
    "gateway",
    "embedding",
    "hook",
    "jvm",
    "maven",
    "page",
    "serve",
    "setup",
    "shapes",
    "text",
    "tool",
    "vault/finding",
    "vault/javascript_regex",
    "vault/meaning",
    "vault/paths",
    "vault/queries",
    "vault/reading",
    "vault/search",
    "vault/snapshot",
    "vault/values",
    "vault/views",
)
"""Rooms, as paths below the package, in which every pattern has a sample."""


@dataclass(frozen=True)
class SampledPattern:
    """A module-level pattern and the samples in the comments above it."""

    module: str
    name: str
    samples: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.module}.{self.name}"


def _is_compilation(node: ast.expr | None) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "compile"
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id in ("patterns", "re", "regex")
    )


def _unescaped(sample: str) -> str:
    return str(ast.literal_eval(sample)) if UNSEEN.fullmatch(sample) else sample


def _samples_above(lines: list[str], number: int) -> tuple[str, ...]:
    """The samples in the block of comments that ends above line `number`, from 1."""
    block: list[str] = []
    for line in reversed(lines[: number - 1]):
        if not line.startswith("#"):
            break
        block.append(line)
    samples = (line.removeprefix(SAMPLE) for line in reversed(block) if line.startswith(SAMPLE))
    return tuple(map(_unescaped, samples))


def _patterns() -> Iterator[SampledPattern]:
    for path in sorted(SOURCE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "compile(" not in text:  # three quarters of all modules need not be parsed
            continue
        module = ".".join(("pageful", *path.relative_to(SOURCE).with_suffix("").parts))
        for node in ast.parse(text).body:
            if isinstance(node, ast.Assign) and _is_compilation(node.value):
                (target,) = node.targets
                assert isinstance(target, ast.Name)
                samples = _samples_above(text.splitlines(), node.lineno)
                yield SampledPattern(module, target.id, samples)


PATTERNS = tuple(_patterns())


@pytest.mark.parametrize("pattern", [pattern for pattern in PATTERNS if pattern.samples], ids=str)
def test_a_pattern_finds_each_sample_above_it(pattern: SampledPattern) -> None:
    compiled = getattr(importlib.import_module(pattern.module), pattern.name)
    assert isinstance(compiled, re.Pattern | regex.Pattern | LazyPattern)
    for sample in pattern.samples:
        text = sample.encode() if isinstance(compiled.pattern, bytes) else sample
        assert compiled.search(text), sample


def _room(pattern: SampledPattern) -> str:
    return pattern.module.removeprefix("pageful.").replace(".", "/")


@pytest.mark.parametrize("room", COMPLETE_ROOMS)
def test_every_pattern_of_a_room_has_a_sample(room: str) -> None:
    inside = [pattern for pattern in PATTERNS if f"{_room(pattern)}/".startswith(f"{room}/")]
    assert inside
    assert [str(pattern) for pattern in inside if not pattern.samples] == []
