"""Small changes of sources, which `make mutants` makes."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from mutants import CORE, HOME, SOURCE, alike
from mutations import mutations

MODULES = sorted(path for room in CORE for path in (HOME / SOURCE / room).rglob("*.py"))


@pytest.mark.parametrize(
    ("source", "changes"),
    [
        ("a < 3", ["a <= 3", "a < 4"]),
        ("x = not a", ["x = a"]),
        ("if a:\n    f()", ["if (not a):\n    f()", "if a:\n    pass"]),
        ("if a is None: x", ["if (a is not None): x"]),
        ("def f(): return a and b", ["def f(): return None", "def f(): return (a or b)"]),
        ("x = f('ß', b'', 'two words')", ["'ßx'", "b'x'", "''"]),
        (
            "x = f'{a:>3} of {b[1]}'",
            ["f'{a:>3x} of {b[1]}'", "f'{a:>3} of x{b[1]}'", "f'{a:>3} of {b[2]}'"],
        ),
    ],
)
def test_one_thing_is_changed_at_a_time(source: str, changes: list[str]) -> None:
    made = [each.apply(source) for each in mutations(source)]
    assert len(made) == len(changes)
    for change in changes:
        assert any(change in each for each in made), (change, made)


@pytest.mark.parametrize(
    "source",
    [
        '"""A docstring of a module."""',
        'def f(a: "int" = x) -> "str":\n    """A docstring."""',
        'R = TypeVar("R", bound="Base")',
        "def __repr__(self): return str(self.size > 3)",
        'if sys.platform == "win32":\n    close()',
        "assert_never(style)",
    ],
)
def test_what_nobody_could_notice_is_left_as_it_is(source: str) -> None:
    assert mutations(source) == []


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(HOME / SOURCE)))
@pytest.mark.slow
def test_every_change_of_the_core_is_python_and_changes_something(module: Path) -> None:
    source = module.read_text(encoding="utf-8")
    for each in mutations(source)[::25]:
        assert ast.dump(ast.parse(each.apply(source))) != ast.dump(ast.parse(source)), each


def test_what_is_known_to_change_nothing_is_still_a_change_of_a_module() -> None:
    for module, within, change in alike():
        source = (HOME / SOURCE / module).read_text(encoding="utf-8")
        assert (within, change) in [(each.within, str(each)) for each in mutations(source)], module
