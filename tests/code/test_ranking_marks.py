"""Marks: which paths tell of tests, examples, old versions, prose and the like."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.code.terms.marks import Mark, marks_of


@pytest.mark.parametrize(
    ("path", "marks"),
    [
        ("src/app/store.py", ()),
        ("lib/test_functions.bash", ()),
        ("src/contest.py", ()),
        ("src/latest/attest.go", ()),
        ("bin/tool", ()),
        ("Makefile", ()),
        ("src/testing_room.rs", ()),
        ("tests/helpers.py", (Mark.TEST,)),
        ("app/test_store.py", (Mark.TEST,)),
        ("tree_test.go", (Mark.TEST,)),
        ("src/store.test.tsx", (Mark.TEST,)),
        ("src/java/FooTests.java", (Mark.TEST,)),
        ("Foo.Tests/Reader.cs", (Mark.TEST,)),
        ("spec/models/user_spec.rb", (Mark.TEST,)),
        ("_examples/rest/main.go", (Mark.EXAMPLE, Mark.PRIVATE)),
        ("src/compat/old.py", (Mark.COMPAT,)),
        ("app/_compat.py", (Mark.COMPAT, Mark.PRIVATE)),
        ("pydantic/__init__.py", (Mark.BARREL,)),
        ("src/index.ts", (Mark.BARREL,)),
        ("types/api.d.ts", (Mark.DECLARATIONS,)),
        ("include/fmt/base.h", (Mark.HEADER,)),
        ("pydantic/_internal/fields.py", (Mark.PRIVATE,)),
        ("README.md", (Mark.PROSE,)),
        ("LICENSE", (Mark.PROSE,)),
        (".gitignore", (Mark.PROSE,)),
        ("package.json", (Mark.PROSE,)),
    ],
)
def test_a_path_tells_what_kind_of_file_it_is(path: str, marks: tuple[Mark, ...]) -> None:
    assert marks_of(path) == marks


@given(st.text())
def test_any_path_can_be_asked(path: str) -> None:
    assert set(marks_of(path)) <= set(Mark)
