"""Large projects, generated: thousands of tests, a dozen modules."""

from __future__ import annotations

from collections.abc import Iterator

from scenarios import JUNIT, Scenario, below, main_class, module_pom, plugins, pom, unit_test

_TESTS_A_CLASS = 100

_STOCK = main_class(
    "com.example.stock.Stock",
    """
    import java.util.Map;

    public class Stock {
        private final Map<Integer, Integer> counts;

        public Stock(Map<Integer, Integer> counts) {
            this.counts = counts;
        }

        public int count(int article) {
            Integer count = counts.get(article);
            if (count == null) {
                throw new IllegalStateException("article " + article + " is not in stock");
            }
            return count;
        }
    }
    """,
)


def many_tests(tests: int, failing: int) -> Scenario:
    """A project with so many tests, of which so many fail, each in its own way."""
    every = max(1, tests // failing) if failing else tests + 1
    fails = set(range(0, every * failing, every))
    files = {"pom.xml": pom(artifact="warehouse"), **_STOCK}
    for first in range(0, tests, _TESTS_A_CLASS):
        numbers = range(first, min(first + _TESTS_A_CLASS, tests))
        name = f"Stock{first // _TESTS_A_CLASS:03}Test"
        methods = "".join(_method(number, fails=number in fails) for number in numbers)
        files |= unit_test(
            f"com.example.stock.{name}",
            "import static org.junit.jupiter.api.Assertions.assertEquals;\n\n"
            "import java.util.Map;\nimport org.junit.jupiter.api.Test;\n\n"
            f"class {name} {{\n"
            "    private final Stock stock = new Stock(Map.of(1, 10));\n"
            f"{methods}}}\n",
        )
    return Scenario(f"many_tests_{tests}_{failing}", files)


def _method(number: int, *, fails: bool) -> str:
    if not fails:
        body = "assertEquals(10, stock.count(1));"
    elif number % 4:
        body = f"stock.count({1000 + number});"
    else:
        body = f'assertEquals("article {number}", "article " + stock.count(1));'
    return f"\n    @Test\n    void counts{number:04}() {{\n        {body}\n    }}\n"


def wide_reactor(modules: int, failing: int) -> Scenario:
    """A chain of modules, each needing the one before, with a failing test in number `failing`."""
    names = [f"part{number:02}" for number in range(1, modules + 1)]
    listed = "".join(f"\n  <module>{name}</module>" for name in names)
    extra = f"<packaging>pom</packaging>\n<modules>{listed}\n</modules>"
    files = {
        "pom.xml": pom(artifact="assembly", extra=extra, dependencies=JUNIT, plugins=plugins())
    }
    for number, name in enumerate(names, 1):
        needed = names[number - 2] if number > 1 else ""
        files |= below(name, dict(_part(name, needed, fails=number == failing)))
    return Scenario(f"wide_reactor_{modules}_{failing}", files)


def _part(name: str, needed: str, *, fails: bool) -> Iterator[tuple[str, str]]:
    parent = "com.example:assembly:1.0.0"
    needs = (
        "<dependency>\n  <groupId>com.example</groupId>\n"
        f"  <artifactId>{needed}</artifactId>\n  <version>1.0.0</version>\n</dependency>"
    )
    yield "pom.xml", module_pom(parent=parent, artifact=name, dependencies=needs if needed else "")
    simple = name.capitalize()
    source = f"public class {simple} {{\n    public int weight() {{ return 3; }}\n}}\n"
    yield from main_class(f"com.example.{name}.{simple}", source).items()
    expected = 4 if fails else 3
    test = (
        "import static org.junit.jupiter.api.Assertions.assertEquals;\n\n"
        "import org.junit.jupiter.api.Test;\n\n"
        f"class {simple}Test {{\n    @Test\n    void weighs() {{\n"
        f"        assertEquals({expected}, new {simple}().weight());\n    }}\n}}\n"
    )
    yield from unit_test(f"com.example.{name}.{simple}Test", test).items()
