"""How compilers name places."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.jvm.compilers.locations import Location, location_below, location_in, relative


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("/p/F.java:[1,2] m", Location("/p/F.java", 1, 2, "m")),
        ("/p/F.java:[1:2] m", Location("/p/F.java", 1, 2, "m")),
        ("/p/F.java:[1] ", Location("/p/F.java", 1, None, "")),
        ("/p/F.xtend:[1,2] m", Location("/p/F.xtend", 1, 2, "m")),
        (r"D:\a b\F.java:[1,2] m", Location(r"D:\a b\F.java", 1, 2, "m")),
        ("/p/F.kt: (1, 2) m", Location("/p/F.kt", 1, 2, "m")),
        ("e: /p/F.kt: (1, 2): m", Location("/p/F.kt", 1, 2, "m")),
        ("file:///p/F.kts:1:2 m", Location("/p/F.kts", 1, 2, "m")),
        ("e: file:///C:/p/F.kt:1:2 m", Location("C:/p/F.kt", 1, 2, "m")),
        ("w: file:///p/F.kt:1:2 m", Location("/p/F.kt", 1, 2, "m", warning=True)),
        ("/p/F.groovy: 12: m", Location("/p/F.groovy", 12, None, "m")),
        ("/p/F.scala:3: m", Location("/p/F.scala", 3, None, "m")),
        ("/p/F.scala:3:19: m: n", Location("/p/F.scala", 3, 19, "m: n")),
        ("/p/F.scala:3: error: m", Location("/p/F.scala", 3, None, "m", raw=True)),
        ("/p/F.java:3: error: m", Location("/p/F.java", 3, None, "m", raw=True)),
        ("/p/F.java:3: Fehler: m", Location("/p/F.java", 3, None, "m", raw=True)),
        ("/p/F.java:3: エラー: m", Location("/p/F.java", 3, None, "m", raw=True)),
        (
            "/p/F.java:3: warning: [x] m",
            Location("/p/F.java", 3, None, "[x] m", warning=True, raw=True),
        ),
        ("Exit code: 1 - /p/F.java:3: error: m", Location("/p/F.java", 3, None, "m", raw=True)),
        ("[javac] /p/F.java:3: error: m", Location("/p/F.java", 3, None, "m", raw=True)),
        ("/p/F.java:3:0::0 m", Location("/p/F.java", 3, None, "m")),
        ("/p/F.java: m", Location("/p/F.java", None, None, "m")),
        ("1. ERROR in /p/F.java (at line 3)", Location("/p/F.java", 3, None, "", raw=True)),
        (
            "12. WARNING in /p/F.java (at line 3)",
            Location("/p/F.java", 3, None, "", warning=True, raw=True),
        ),
        ("-- Error: /p/F.scala:3:19 ------", Location("/p/F.scala", 3, 19, "", raw=True)),
        (
            "-- [E007] Type Mismatch Error: /p/F.scala:3:19 ",
            Location("/p/F.scala", 3, 19, "[E007]", raw=True),
        ),
        (
            "-- [E198] Unused Symbol Warning: /p/F.scala:3:19 -",
            Location("/p/F.scala", 3, 19, "[E198]", warning=True, raw=True),
        ),
    ],
)
def test_a_place_is_taken_off_its_line(line: str, place: Location) -> None:
    assert location_in(line) == place


@pytest.mark.parametrize(
    "line",
    [
        "no place",
        "as seen in F.java: nothing",
        "/p/F.java:3:17: a style checker's form",
        "/p/F.java:3 m",
        "FooTest.adds:10 expected: <5>",
        "http://localhost:8080/a.b:1:2 m",
        "-- [E007] Type Mismatch Error: nowhere",
        "see also (at line 3)",
        "Using com.example.Foo: fine",
    ],
)
def test_other_lines_begin_with_no_place(line: str) -> None:
    assert location_in(line) is None


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("\t/p/F.java:3", Location("/p/F.java", 3, None, "")),
        ("    at api/src/F.java[3,4]", Location("api/src/F.java", 3, 4, "")),
        (r"    at api\src\F.java[3]", Location(r"api\src\F.java", 3, None, "")),
        ("\tat com.example.Foo.run(Foo.java:3)", None),
        ("\t<unknown source file>:<no line information>", None),
        ("/p/F.java:3", None),
    ],
)
def test_a_place_may_stand_below(line: str, place: Location | None) -> None:
    assert location_below(line) == place


def test_drives_are_the_same_in_either_case() -> None:
    assert relative(r"c:\p\src\A.java", "C:\\p") == "src/A.java"


@given(st.text(alphabet="aF.:[](), 12-\t/\\ejavkt\n", max_size=60))
def test_any_text_has_a_place_or_none(text: str) -> None:
    for place in (location_in(text), location_below(text)):
        assert place is None or place.file in text or place.file in text.replace("file://", "")
