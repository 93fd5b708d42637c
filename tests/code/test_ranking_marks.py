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
        ("src/app/cart.component.html", (Mark.MARKUP,)),
        ("src/styles/cart.scss", (Mark.MARKUP,)),
        ("okhttp-testing-support/src/Faker.kt", (Mark.SUPPORT,)),
        ("core/src/androidTest/kotlin/Rule.kt", (Mark.SUPPORT,)),
        ("src/locale/messages.de_DE.xlf", (Mark.LOCALE,)),
        ("app/i18n/pt-BR/conf.php", (Mark.LOCALE,)),
        ("src/i18n/fr.ts", (Mark.LOCALE,)),
        ("src/i18n/router.ts", ()),
        ("src/languages/table.py", ()),
        ("database/migrations/2024_03_01_add_index.php", (Mark.DATA,)),
        ("alembic/versions/2023-02-21-22.03.19_labels.py", (Mark.DATA,)),
        ("db/migrations/writer.py", ()),
        ("src/__snapshots__/cart.ts", (Mark.DATA,)),
        ("docs/changelogs/changelog_3x.md", (Mark.EXAMPLE, Mark.PROSE, Mark.CHANGELOG)),
        ("src/history.py", ()),
        ("assets/manual/tool.1", (Mark.PLAIN,)),
        ("api/server.api", (Mark.PLAIN,)),
    ],
)
def test_a_path_tells_what_kind_of_file_it_is(path: str, marks: tuple[Mark, ...]) -> None:
    assert marks_of(path) == marks


@given(st.text())
def test_any_path_can_be_asked(path: str) -> None:
    assert set(marks_of(path)) <= set(Mark)
