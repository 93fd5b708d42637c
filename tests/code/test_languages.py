"""A file's language is told by its name, its extension or its first line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.code.chunking.syntax import PARSED
from pageful.code.languages.detection import fence_of, language_of
from pageful.code.languages.table import LANGUAGES


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("src/a.py", "python"),
        ("A.JAVA", "java"),
        ("a.test.tsx", "tsx"),
        ("lib\\a.kts", "kotlin"),
        ("a.cs", "csharp"),
        ("a.hpp", "cpp"),
        ("a.bats", "bash"),
        ("Gemfile", "ruby"),
        ("Dockerfile.dev", "dockerfile"),
        ("CMakeLists.txt", "cmake"),
        (".bashrc", "bash"),
        ("README", "text"),
        ("docs/a.md", "markdown"),
        ("build.zig", "zig"),
        ("a.ex", "elixir"),
        ("a.unknown", None),
        ("noextension", None),
        (".hidden", None),
        ("", None),
    ],
)
def test_a_name_tells_the_language(path: str, language: str | None) -> None:
    assert language_of(path) == language


@pytest.mark.parametrize(
    ("head", "language"),
    [
        ("#!/bin/sh\n", "bash"),
        ("#! /usr/bin/env python3.11 -u\n", "python"),
        ("#!/usr/bin/env -S deno run --allow-net\n", "javascript"),
        ("#!/usr/bin/env -S FOO=1 ruby\n", "ruby"),
        ("\ufeff#!/usr/bin/perl -w\n", "perl"),
        ("#!/opt/unknown\n", None),
        ("#!\n", None),
        ("#!/usr/bin/env\n", None),
        ("plain", None),
    ],
)
def test_a_script_without_extension_tells_by_its_first_line(head: str, language: str) -> None:
    assert language_of("bin/script", head) == language


@pytest.mark.parametrize(
    ("head", "language"),
    [
        ("", "c"),
        ("#include <stdio.h>\nint f(void);\n", "c"),
        ("struct class_list;\n", "c"),
        ("#include <vector>\n", "cpp"),
        ("namespace a {\n", "cpp"),
        ("template <typename T>\n", "cpp"),
        ("@interface Foo : NSObject\n", "objectivec"),
    ],
)
def test_a_header_tells_by_its_text(head: str, language: str) -> None:
    assert language_of("include/a.h", head) == language


@given(st.text(), st.text())
def test_any_name_and_head_have_an_answer(path: str, head: str) -> None:
    language = language_of(path, head)
    assert language is None or language == language.lower()
    assert language_of(path, "#!" + head) == language_of(path, "#!" + head)


def test_a_fence_names_what_highlighters_know() -> None:
    assert [fence_of(one) for one in ("python", "make", "text", None)] == [
        "python",
        "makefile",
        "",
        "",
    ]
    assert all(fence_of(language) for language in PARSED)


def test_no_extension_name_or_program_belongs_to_two_languages() -> None:
    for field in ("name", "extensions", "names", "interpreters"):
        words = [word for each in LANGUAGES for word in getattr(each, field).split()]
        assert len(words) == len(set(words)), field
