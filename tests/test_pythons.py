"""On which further interpreters the tests run."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pythons import Interpreter, further, interpreter


def _python(*version: int) -> Interpreter:
    return Interpreter(version, Path("python"))


DEBIAN, OLD, NEW = _python(3, 11, 2), _python(3, 12, 9), _python(3, 13, 0)


@pytest.mark.parametrize(
    ("own", "debian", "others", "found", "missing"),
    [
        ((3, 11, 7), DEBIAN, [OLD, NEW, DEBIAN], [DEBIAN, NEW], []),
        ((3, 11, 2), DEBIAN, [NEW], [NEW], []),
        ((3, 13, 0), DEBIAN, [OLD, NEW], [DEBIAN], ["a Python newer than 3.13.0"]),
        ((3, 11, 1), DEBIAN, [DEBIAN], [DEBIAN], []),
        ((3, 12, 1), None, [], [], ["Debian's Python 3.11", "a Python newer than 3.12.1"]),
    ],
)
def test_debians_and_the_newest_are_run_on_and_what_is_missing_is_named(
    own: tuple[int, ...],
    debian: Interpreter | None,
    others: list[Interpreter],
    found: list[Interpreter],
    missing: list[str],
) -> None:
    assert further(own, debian, others) == (found, missing)


def test_a_later_patch_is_newer() -> None:
    assert further((3, 13, 9), None, [_python(3, 13, 10)])[0] == [_python(3, 13, 10)]


def test_what_is_no_python_is_none(tmp_path: Path) -> None:
    assert interpreter(tmp_path / "none") is None
    assert interpreter(Path("/bin/true")) is None
    known = interpreter(Path(sys.executable))
    assert known
    assert known.version == sys.version_info[:3]
