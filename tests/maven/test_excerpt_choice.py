"""Which lines and declarations are shown for a failed build, and that none of others are."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from pageful.builds.results import Build, Counts, Failure, Problem, Status
from pageful.maven.projects.project import Project
from pageful.maven.sources.excerpts import with_excerpts
from pageful.maven.sources.java_members import java_members, member_of_frame
from pageful.maven.sources.source_texts import SourceTexts

_MAIN = "src/main/java/com/example/{}.java"
_TEST = "src/test/java/com/example/{}.java"
_POM = (
    "<project><modelVersion>4.0.0</modelVersion><groupId>com.example</groupId>"
    "<artifactId>till</artifactId><version>1</version></project>"
)
_APPLIED = "cannot be applied to given types"
_TILL = """package com.example;
class Till {
    int total() {
        return 1;
    }
}
"""
_PRICES = """package com.example;
class Prices {
    Prices cheap() { return this; }
    Prices cheap(int n) { return this; }
    int total() {
        return 7;
    }
}
"""
_TESTS = """package com.example;
class TillTest {
    private Till till = new Till();
    void chain() {
        Prices prices = new Prices();
        assertEquals(1, prices.cheap().total());
    }
    void created() {
        assertEquals(2, new Till().total());
    }
    void other() {
        Till box = new Till();
    }
    void variable() {
        var box = make();
        assertEquals(1, box.total());
    }
    void unknown() {
        var box = Unknown.make();
        assertEquals(1, box.total());
    }
    void literal() {
        assertEquals("till.total()", "x"); // till.total()
    }
    void lambda() {
        forEach(till -> till.total());
    }
    void field() {
        assertEquals(2, this.till.total() + till.total());
    }
    void chained() {
        var box = new Prices().cheap();
        assertEquals(1, box.total());
    }
    static Prices make() { return new Prices(); }
    void derived() {
        Prices dear = new Dear(2);
        assertEquals(1, dear.total());
    }
    void inherited() {
        Prices dear = new Dearer<>(2);
        assertEquals(1, dear.total());
    }
    void anonymous() {
        Prices own = new Prices() { int total() { return 1; } };
        assertEquals(2, own.total());
    }
    void either() {
        Prices any = new Dear(2);
        any = new Prices();
        assertEquals(1, any.total());
    }
}
"""
_DEAR = """package com.example;
class Dear extends Prices {
    int total() {
        return 70;
    }
}
"""
_DEARER = """package com.example;
class Dearer<T extends Comparable<T>> extends Dear {
}
"""
_ORDER = """package com.example;
public class Order {
    private List<String> orderIds;
    private String orderOwner;
    @Deprecated(since = "2", forRemoval = false)
    public int price(int amount, String unit) { return 1; }
    public static class Line {
        public int total(String s) { return 1; }
        public void addLine(int n) {}
    }
}
"""
_LINE = """package com.example;
public class Line {
    public int total(long wrong) { return 1; }
    public void addLineee(long wrong) { }
}
"""
_USE = """package com.example;
class Use {
    void a() {
        Order.Line line = new Order.Line();
        line.total(1, 2);
    }
    String help(int x) { return ""; }
    void b() {
        int n = 1; // help(2)
        int m = "help(1)";
    }
}
"""
_CLASSES = (("Order", _ORDER), ("Line", _LINE), ("Use", _USE))


def _shown(project: Path, build: Build, **sources: str) -> Build:
    for path, text in ({"pom.xml": _POM} | sources).items():
        (project / path).parent.mkdir(parents=True, exist_ok=True)
        (project / path).write_text(text, encoding="utf-8")
    texts = SourceTexts(project, Project(project).poms, time.time_ns() + 10**9)
    return with_excerpts(build, texts, ("com.example",))


def _failed(*trace: str) -> Build:
    failure = Failure(("TillTest#a",), "expected: <1> but was: <2>", trace)
    return Build("Test", Status.FAILURE, 900, tests=Counts(2, 1, 0), failures=(failure,))


@pytest.mark.parametrize(
    ("method", "line", "called"),
    [
        ("chain", 6, "Prices"),
        ("created", 9, "Till"),
        ("variable", 16, "Prices"),
        ("unknown", 20, ""),
        ("literal", 23, ""),
        ("lambda", 26, ""),
        ("field", 29, "Till"),
        ("chained", 33, "Prices"),
        ("derived", 38, "Dear"),
        ("inherited", 42, "Dear"),
        ("anonymous", 46, ""),
        ("either", 51, "Prices"),
    ],
)
def test_the_called_method_is_that_of_the_declared_or_the_created_type(
    method: str, line: int, called: str, tmp_path: Path
) -> None:
    files = {
        _MAIN.format("Till"): _TILL,
        _MAIN.format("Prices"): _PRICES,
        _MAIN.format("Dear"): _DEAR,
        _MAIN.format("Dearer"): _DEARER,
        _TEST.format("TillTest"): _TESTS,
    }
    build = _shown(tmp_path, _failed(f"at TillTest.{method}(TillTest.java:{line})"), **files)
    shown = [each.file for each in build.excerpts or ()]
    assert shown == [_TEST.format("TillTest"), *([_MAIN.format(called)] if called else [])]


@pytest.mark.parametrize(
    ("message", "line", "shown"),
    [
        (
            f"method total in class Line {_APPLIED} (required: String; found: int,int)",
            5,
            ["public int total(String s)"],
        ),
        (
            "cannot find symbol: method addLinee(int) in variable line of type Line",
            5,
            ["public void addLine(int n)"],
        ),
        (
            f"constructor Order in class Order {_APPLIED} (required: no arguments; found: int)",
            5,
            [],
        ),
        (
            f"method price in class Order {_APPLIED} (required: int,String; found: int)",
            5,
            ["public int price(int amount, String unit)"],
        ),
        (
            f"method price in class Order {_APPLIED} (required: long; found: int)",
            5,
            [],
        ),
        ("cannot find symbol: method price(int) in class Order", 5, []),
        ("incompatible types: String cannot be converted to int", 9, []),
        ("incompatible types: String cannot be converted to int", 10, []),
    ],
)
def test_an_error_has_declarations_of_the_class_that_is_meant(
    message: str, line: int, shown: list[str], tmp_path: Path
) -> None:
    files = {_MAIN.format(name): text for name, text in _CLASSES}
    error = Problem(message, _MAIN.format("Use"), line, 9)
    build = _shown(tmp_path, Build("Compile", Status.FAILURE, 900, errors=(error,)), **files)
    assert [place.text for place in build.places or ()][1:] == shown


def test_the_place_of_a_declaration_is_its_line_behind_annotations() -> None:
    price = next(each for each in java_members(_ORDER) if each.name == "price")
    assert (price.first, price.declared, price.last) == (5, 6, 6)


def test_nested_annotations_hide_neither_class_nor_method() -> None:
    text = """
@Table(name = "t", unique = @Unique("a"))
public class Entity {
    @Response(value = @Inner(code = 1, of = {@A(1), @A(2)}))
    public int first() {
        return 1;
    }
    public int second(@Max(value = 2) int a) { return 2; }
    String value() default "hunter2";
}
"""
    found = [(each.owner, each.name, each.declaration) for each in java_members(text)]
    assert found == [
        ("Entity", "first", "public int first()"),
        ("Entity", "second", "public int second( int a)"),
        ("Entity", "value", "String value()"),
    ]
    assert member_of_frame(java_members(text), "com.example.Entity", "first", 6)


def test_many_open_annotations_take_no_time() -> None:
    assert java_members("class A { " + "@A(" * 20_000) == ()


def test_the_innermost_line_of_a_long_method_is_within_its_excerpt(tmp_path: Path) -> None:
    filler = "".join(f"        int v{n} = {n};\n" for n in range(60))
    text = (
        "package com.example;\nclass Deep {\n    int walk(int n) {\n"
        "        if (n > 0) { return walk(n - 1); }\n"
        f"{filler}        return s.length();\n    }}\n}}\n"
    )
    frames = ("at Deep.walk(Deep.java:65)", "at Deep.walk(Deep.java:4)")
    build = _shown(tmp_path, _failed(*frames), **{_MAIN.format("Deep"): text})
    (excerpt,) = build.excerpts or ()
    assert [line.number for line in excerpt.lines if line.hit] == [65]
    assert [(place.line, place.text) for place in build.places or ()] == [
        (4, "if (n > 0) { return walk(n - 1); }")
    ]


@pytest.mark.parametrize("text", ["till, " * 15_000, "x.till()" + ".a()" * 15_000, "A<b, " * 9_000])
def test_a_long_method_takes_no_time(text: str, tmp_path: Path) -> None:
    source = f"package com.example;\nclass TillTest {{\n    void a() {{\n{text} till.b()\n}}\n}}\n"
    began = time.process_time()
    _shown(
        tmp_path, _failed("at TillTest.a(TillTest.java:4)"), **{_TEST.format("TillTest"): source}
    )
    assert time.process_time() - began < 5
