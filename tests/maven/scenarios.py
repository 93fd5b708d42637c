"""Small Java projects that make Maven produce each kind of result worth reporting on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent, indent


@dataclass(frozen=True)
class Scenario:
    """A named Maven project and the arguments Maven is called with."""

    name: str
    files: Mapping[str, str]
    command: tuple[str, ...] = ("test",)

    def write(self, root: Path) -> Path:
        """Write the project below `root` and return `root`."""
        for relative, text in self.files.items():
            target = root / relative
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        return root


def _block(text: str) -> str:
    """Strip the common indentation and surrounding blank lines from `text`."""
    return dedent(text).strip("\n")


def dependency(group: str, artifact: str, version: str, *, scope: str = "") -> str:
    """Return one POM dependency."""
    lines = [
        f"  <groupId>{group}</groupId>",
        f"  <artifactId>{artifact}</artifactId>",
        f"  <version>{version}</version>",
    ]
    if scope:
        lines.append(f"  <scope>{scope}</scope>")
    return "\n".join(["<dependency>", *lines, "</dependency>"])


def plugin(artifact: str, version: str, inner: str = "") -> str:
    """Return one Apache Maven plugin entry with `inner` as its further content."""
    lines = [f"  <artifactId>{artifact}</artifactId>", f"  <version>{version}</version>"]
    if inner:
        lines.append(indent(_block(inner), "  "))
    return "\n".join(["<plugin>", *lines, "</plugin>"])


def compiler(*arguments: str, inner: str = "") -> str:
    """Return the compiler plugin with extra javac `arguments`."""
    parts = [_block(inner)] if inner else []
    if arguments:
        listed = "".join(f"\n  <arg>{argument}</arg>" for argument in arguments)
        parts.append(f"<compilerArgs>{listed}\n</compilerArgs>")
        parts.append("<showWarnings>true</showWarnings>")
    return plugin("maven-compiler-plugin", "3.13.0", _configuration("\n".join(parts)))


def surefire(inner: str = "") -> str:
    """Return the Surefire plugin with `inner` as its configuration."""
    return plugin("maven-surefire-plugin", "3.2.5", _configuration(_block(inner)))


def _configuration(inner: str) -> str:
    """Wrap `inner` in a configuration element unless it is empty."""
    return f"<configuration>\n{indent(inner, '  ')}\n</configuration>" if inner else ""


JUNIT = dependency("org.junit.jupiter", "junit-jupiter", "5.11.4", scope="test")
JUNIT4 = dependency("junit", "junit", "4.13.2", scope="test")
TESTNG = dependency("org.testng", "testng", "7.10.2", scope="test")
CLEAN = plugin("maven-clean-plugin", "3.2.0")
RESOURCES = plugin("maven-resources-plugin", "3.3.1")


def plugins(
    *more: str, clean: str = CLEAN, compile_with: str = "", test_with: str = ""
) -> tuple[str, ...]:
    """Return the pinned plugins of a project, followed by `more`."""
    return (clean, RESOURCES, compile_with or compiler(), test_with or surefire(), *more)


def pom(
    *,
    group: str = "com.example",
    artifact: str,
    version: str = "1.0.0",
    extra: str = "",
    dependencies: str = JUNIT,
    plugins: tuple[str, ...] = plugins(),
) -> str:
    """Return a standalone POM; `extra` goes right below the coordinates."""
    own_version = f"\n  <version>{version}</version>" if version else ""
    head = _block(
        f"""
        <?xml version="1.0" encoding="UTF-8"?>
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>{group}</groupId>
          <artifactId>{artifact}</artifactId>
        """
    )
    body = [
        _block(extra),
        "<properties>",
        "  <maven.compiler.release>17</maven.compiler.release>",
        "  <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>",
        "</properties>",
        _element("dependencies", dependencies),
        _element("build", _element("plugins", "\n".join(plugins))),
    ]
    text = "\n".join(indent(part, "  ") for part in body if part)
    return f"{head}{own_version}\n{text}\n</project>\n"


def module_pom(
    *, parent: str, artifact: str, group: str = "", dependencies: str = "", extra: str = ""
) -> str:
    """Return the POM of a module below the parent `group:artifact:version`."""
    parent_group, parent_artifact, parent_version = parent.split(":")
    body = [
        "<modelVersion>4.0.0</modelVersion>",
        "<parent>",
        f"  <groupId>{parent_group}</groupId>",
        f"  <artifactId>{parent_artifact}</artifactId>",
        f"  <version>{parent_version}</version>",
        "</parent>",
        f"<groupId>{group}</groupId>" if group else "",
        f"<artifactId>{artifact}</artifactId>",
        _block(extra),
        _element("dependencies", dependencies),
    ]
    text = "\n".join(indent(part, "  ") for part in body if part)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<project xmlns="http://maven.apache.org/POM/4.0.0">\n{text}\n</project>\n'
    )


def _element(name: str, content: str) -> str:
    """Wrap `content` in an element unless it is empty."""
    return f"<{name}>\n{indent(content, '  ')}\n</{name}>" if content else ""


def _source(folder: str, qualified: str, body: str) -> dict[str, str]:
    """Return the file of the class `qualified` below `folder`."""
    package, _, _ = qualified.rpartition(".")
    path = f"{folder}/java/{qualified.replace('.', '/')}.java"
    return {path: f"package {package};\n\n{_block(body)}\n"}


def main_class(qualified: str, body: str) -> dict[str, str]:
    """Return the main source file of the class `qualified`."""
    return _source("src/main", qualified, body)


def unit_test(qualified: str, body: str) -> dict[str, str]:
    """Return the test source file of the class `qualified`."""
    return _source("src/test", qualified, body)


def below(module: str, *parts: Mapping[str, str]) -> dict[str, str]:
    """Move the files of `parts` into the directory `module`."""
    return {f"{module}/{path}": text for part in parts for path, text in part.items()}


CALCULATOR = main_class(
    "com.example.service.Calculator",
    """
    public class Calculator {
        public int add(int left, int right) {
            return left + right;
        }

        public int divide(int dividend, int divisor) {
            if (divisor == 0) {
                throw new IllegalArgumentException("divisor must not be zero");
            }
            return dividend / divisor;
        }
    }
    """,
)

CALCULATOR_TEST = unit_test(
    "com.example.service.CalculatorTest",
    """
    import static org.junit.jupiter.api.Assertions.assertEquals;
    import static org.junit.jupiter.api.Assertions.assertThrows;

    import org.junit.jupiter.api.Test;

    class CalculatorTest {
        private final Calculator calculator = new Calculator();

        @Test
        void addsTwoNumbers() {
            assertEquals(5, calculator.add(2, 3));
        }

        @Test
        void refusesToDivideByZero() {
            assertThrows(IllegalArgumentException.class, () -> calculator.divide(1, 0));
        }
    }
    """,
)


def _green() -> Scenario:
    files = {
        "pom.xml": pom(artifact="calculator"),
        **CALCULATOR,
        **main_class(
            "com.example.App",
            """
            import com.example.service.Calculator;

            public class App {
                public static String greet(String name) {
                    return "Hello, " + name + ": " + new Calculator().add(20, 22);
                }
            }
            """,
        ),
        **CALCULATOR_TEST,
        **unit_test(
            "com.example.AppTest",
            """
            import static org.junit.jupiter.api.Assertions.assertEquals;

            import org.junit.jupiter.api.Test;

            class AppTest {
                @Test
                void greetsWithTheAnswer() {
                    assertEquals("Hello, Ada: 42", App.greet("Ada"));
                }
            }
            """,
        ),
    }
    return Scenario("green", files)


LEGACY = {
    **main_class(
        "com.example.legacy.Registry",
        """
        import java.util.ArrayList;
        import java.util.Date;
        import java.util.List;

        public class Registry {
            private final List entries = new ArrayList();

            public void register(String name) {
                entries.add(name);
            }

            public List<String> names() {
                return (List<String>) entries;
            }

            public int yearOf(Date date) {
                return date.getYear() + 1900;
            }
        }
        """,
    ),
    **main_class(
        "com.example.legacy.Counter",
        """
        import java.io.Serializable;

        public class Counter implements Serializable {
            public Integer start() {
                return new Integer(0);
            }

            public int weight(String kind) {
                int weight = 0;
                switch (kind) {
                    case "heavy":
                        weight += 10;
                    case "light":
                        weight += 1;
                        break;
                    default:
                }
                return weight;
            }
        }
        """,
    ),
}

REGISTRY_TEST = unit_test(
    "com.example.legacy.RegistryTest",
    """
    import static org.junit.jupiter.api.Assertions.assertEquals;

    import java.util.List;
    import org.junit.jupiter.api.Test;

    class RegistryTest {
        @Test
        void remembersNames() {
            Registry registry = new Registry();
            registry.register("first");
            assertEquals(List.of("first"), registry.names());
        }
    }
    """,
)


def _green_warnings() -> Scenario:
    build = pom(artifact="legacy", plugins=plugins(compile_with=compiler("-Xlint:all")))
    return Scenario("green_warnings", {"pom.xml": build, **LEGACY, **REGISTRY_TEST})


def _werror() -> Scenario:
    strict = compiler("-Xlint:all", "-Werror")
    build = pom(artifact="legacy", plugins=plugins(compile_with=strict))
    return Scenario("werror", {"pom.xml": build, **LEGACY, **REGISTRY_TEST})


SHAPE = main_class(
    "com.example.geometry.Shape",
    """
    public interface Shape {
        double area();

        static Shape square(double side) {
            return () -> side * side;
        }
    }
    """,
)


def _compile_errors() -> Scenario:
    files = {
        "pom.xml": pom(artifact="geometry"),
        **SHAPE,
        **main_class(
            "com.example.geometry.AreaReport",
            """
            import java.util.List;

            public class AreaReport {
                private final StringBuilder text = new StringBuilder();

                public String render(List<Shape> shapes) {
                    for (Shape shape : shapes) {
                        text.append(shape.perimeter()).append(separator);
                    }
                    int total = "none";
                    finish(total);
                    return text.toString();
                }

                private Shape largest(List<Shape> shapes) {
                    return Shape.square("ten", 2);
                }
            }
            """,
        ),
        **main_class(
            "com.example.geometry.ShapeParser",
            """
            import com.example.text.Tokenizer;

            public class ShapeParser {
                private Tokenizer tokenizer;

                public Shape parse(String line) {
                    Circle circle = new Circle(Integer.parseInt(line));
                    return new Square(line.size());
                }

                public static final class Square implements Shape {
                    private final long side;

                    Square(int side) {
                        this.side = side;
                    }

                    double area() {
                        return side * side;
                    }

                    int rounded() {
                        return side;
                    }
                }
            }
            """,
        ),
    }
    return Scenario("compile_errors", files)


def _flow_errors() -> Scenario:
    files = {
        "pom.xml": pom(artifact="geometry"),
        **main_class(
            "com.example.geometry.Grades",
            """
            import java.io.FileReader;

            public class Grades {
                private final int limit;

                public String grade(int points) {
                    if (points > 90) {
                        return "A";
                    }
                }

                public int worst() {
                    int lowest;
                    return lowest;
                }

                public void load(String file) {
                    new FileReader(file);
                }
            }
            """,
        ),
    }
    return Scenario("flow_errors", files)


def _test_compile_error() -> Scenario:
    files = {
        "pom.xml": pom(artifact="calculator"),
        **CALCULATOR,
        **unit_test(
            "com.example.service.CalculatorTest",
            """
            import static org.junit.jupiter.api.Assertions.assertEquals;

            import org.junit.jupiter.api.Test;

            class CalculatorTest {
                private final Calculator calculator = new Calculator();

                @Test
                void multiplies() {
                    assertEquals(6, calculator.multiply(2, 3));
                }

                @Test
                void divides() {
                    assertEquals(2, calculator.divide(4));
                }
            }
            """,
        ),
    }
    return Scenario("test_compile_error", files)


def _syntax_error() -> Scenario:
    files = {
        "pom.xml": pom(artifact="calculator"),
        **main_class(
            "com.example.service.Calculator",
            """
            public class Calculator {
                public int add(int left, int right) {
                    return left + right
                }

                public int twice(int value {
                    return 2 * value;
                }
            """,
        ),
    }
    return Scenario("syntax_error", files)


def _annotation_processor_error() -> Scenario:
    processor = compiler(
        inner="""
        <annotationProcessorPaths>
          <path>
            <groupId>com.google.auto.value</groupId>
            <artifactId>auto-value</artifactId>
            <version>1.10.4</version>
          </path>
        </annotationProcessorPaths>
        """
    )
    annotations = dependency("com.google.auto.value", "auto-value-annotations", "1.10.4")
    files = {
        "pom.xml": pom(
            artifact="money",
            dependencies=annotations,
            plugins=plugins(compile_with=processor),
        ),
        **main_class(
            "com.example.money.Money",
            """
            import com.google.auto.value.AutoValue;

            @AutoValue
            public interface Money {
                long cents();

                default Money twice() {
                    return of(2 * cents());
                }

                static Money of(long cents) {
                    return () -> cents;
                }
            }
            """,
        ),
    }
    return Scenario("annotation_processor_error", files)


SHOP = {
    **main_class(
        "com.example.orders.PriceList",
        """
        import java.util.HashMap;
        import java.util.Map;

        public class PriceList {
            private final Map<String, Integer> cents = new HashMap<>(Map.of("tea", 250));

            public int priceOf(String article) {
                return cents.get(article);
            }

            public int total(String... articles) {
                int sum = 0;
                for (String article : articles) {
                    sum += priceOf(article);
                }
                return sum;
            }
        }
        """,
    ),
    **main_class(
        "com.example.orders.Validator",
        """
        public class Validator {
            public boolean accepts(String code) {
                return code.length() > 3;
            }

            public String describe(String code) {
                return "order " + code + " is " + (accepts(code) ? "valid" : "invalid");
            }
        }
        """,
    ),
    **main_class(
        "com.example.customers.Validator",
        """
        public class Validator {
            public boolean accepts(String mail) {
                return mail.contains("@");
            }
        }
        """,
    ),
    **main_class(
        "com.example.rates.RateTable",
        """
        public class RateTable {
            private final boolean loaded = false;

            public double rateFor(String currency) {
                if (!loaded) {
                    throw new IllegalStateException("rate table has not been loaded");
                }
                return 1.0;
            }
        }
        """,
    ),
    **main_class(
        "com.example.net.Server",
        """
        import java.io.IOException;
        import java.io.UncheckedIOException;
        import java.net.BindException;

        public class Server {
            private final int port;

            public Server(int port) {
                this.port = port;
            }

            public void start() {
                try {
                    open();
                } catch (IOException e) {
                    throw new IllegalStateException("server did not start", e);
                }
            }

            private void open() throws IOException {
                try {
                    bind();
                } catch (UncheckedIOException e) {
                    throw new IOException("connector failed", e);
                }
            }

            private void bind() {
                BindException cause = new BindException("Address already in use: " + port);
                throw new UncheckedIOException("cannot listen on port " + port, cause);
            }
        }
        """,
    ),
    **main_class(
        "com.example.reports.Report",
        """
        public class Report {
            public String title() {
                return "Weekly <sales> & \\"returns\\"";
            }

            public String body() {
                return "total: 10\\ncount: 2\\n";
            }

            public void print() {
                System.out.println("\\u001b[32mINFO\\u001b[0m printing report");
                System.out.println("bell:\\u0007 end ]]> done");
                System.err.println("WARN: \\u001b[1;31mprinter\\u001b[0m is low on paper");
                throw new UnsupportedOperationException("no printer");
            }
        }
        """,
    ),
}

SHOP_TESTS = {
    **unit_test(
        "com.example.orders.PriceListTest",
        """
        import static org.junit.jupiter.api.Assertions.assertEquals;
        import static org.junit.jupiter.api.Assertions.assertThrows;

        import org.junit.jupiter.api.Disabled;
        import org.junit.jupiter.api.Test;

        class PriceListTest {
            private final PriceList prices = new PriceList();

            @Test
            void knowsThePriceOfTea() {
                assertEquals(250, prices.priceOf("tea"));
            }

            @Test
            void sumsUp() {
                assertEquals(600, prices.total("tea", "tea"));
            }

            @Test
            void sumsUpUnknownArticles() {
                assertEquals(0, prices.total("tea", "coffee"));
            }

            @Test
            void refusesEmptyOrders() {
                assertThrows(IllegalArgumentException.class, () -> prices.total());
            }

            @Test
            @Disabled("prices in foreign currencies are not supported yet")
            void convertsCurrencies() {
                assertEquals(1, prices.total("yen"));
            }
        }
        """,
    ),
    **unit_test(
        "com.example.orders.ValidatorTest",
        """
        import static org.junit.jupiter.api.Assertions.assertEquals;
        import static org.junit.jupiter.api.Assertions.assertTrue;

        import org.junit.jupiter.api.DisplayName;
        import org.junit.jupiter.api.Nested;
        import org.junit.jupiter.api.Test;

        class ValidatorTest {
            private final Validator validator = new Validator();

            @Test
            void acceptsShortCodes() {
                assertTrue(validator.accepts("ab"));
            }

            @Test
            void acceptsOneLetter() {
                assertTrue(validator.accepts("x"));
            }

            @Nested
            @DisplayName("when the code is empty")
            class WhenEmpty {
                @Test
                @DisplayName("it says so, politely")
                void saysSo() {
                    assertEquals("order is empty", validator.describe(""));
                }

                @Nested
                class AndNull {
                    @Test
                    void isRejected() {
                        assertEquals(false, validator.accepts(null));
                    }
                }
            }
        }
        """,
    ),
    **unit_test(
        "com.example.customers.ValidatorTest",
        """
        import static org.junit.jupiter.api.Assertions.assertFalse;
        import static org.junit.jupiter.api.Assertions.assertTrue;

        import org.junit.jupiter.params.ParameterizedTest;
        import org.junit.jupiter.params.provider.CsvSource;
        import org.junit.jupiter.params.provider.ValueSource;

        class ValidatorTest {
            private final Validator validator = new Validator();

            @ParameterizedTest
            @ValueSource(strings = {"ada@example.com", "bob", "a@b", ""})
            void acceptsMail(String mail) {
                assertTrue(validator.accepts(mail), "should accept '" + mail + "'");
            }

            @ParameterizedTest(name = "{0} -> {1}")
            @CsvSource({"@, false", "x, false"})
            void rejectsMail(String mail, boolean expected) {
                assertFalse(validator.accepts(mail));
            }
        }
        """,
    ),
    **unit_test(
        "com.example.rates.RateTableTest",
        """
        import static org.junit.jupiter.api.Assertions.assertEquals;

        import org.junit.jupiter.api.Test;

        class RateTableTest {
            private final RateTable rates = new RateTable();

            @Test
            void euro() {
                assertEquals(1.0, rates.rateFor("EUR"));
            }

            @Test
            void dollar() {
                assertEquals(1.1, rates.rateFor("USD"));
            }

            @Test
            void yen() {
                assertEquals(160.0, rates.rateFor("JPY"));
            }

            @Test
            void pound() {
                assertEquals(0.8, rates.rateFor("GBP"));
            }
        }
        """,
    ),
    **unit_test(
        "com.example.net.ServerTest",
        """
        import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

        import java.time.Duration;
        import org.junit.jupiter.api.Test;
        import org.junit.jupiter.api.Timeout;

        class ServerTest {
            @Test
            void starts() {
                new Server(8080).start();
            }

            @Test
            void answersInTime() {
                assertTimeoutPreemptively(Duration.ofMillis(50), () -> Thread.sleep(2_000));
            }

            @Test
            @Timeout(1)
            void stopsInTime() throws InterruptedException {
                Thread.sleep(5_000);
            }
        }
        """,
    ),
    **unit_test(
        "com.example.net.DatabaseTest",
        """
        import org.junit.jupiter.api.BeforeAll;
        import org.junit.jupiter.api.Test;

        class DatabaseTest {
            @BeforeAll
            static void connect() {
                throw new IllegalStateException("database is not reachable");
            }

            @Test
            void reads() {}

            @Test
            void writes() {}
        }
        """,
    ),
    **unit_test(
        "com.example.reports.ReportTest",
        """
        import static org.junit.jupiter.api.Assertions.assertAll;
        import static org.junit.jupiter.api.Assertions.assertEquals;
        import static org.junit.jupiter.api.Assertions.fail;

        import org.junit.jupiter.api.DisplayName;
        import org.junit.jupiter.api.Test;

        @DisplayName("A report")
        class ReportTest {
            private final Report report = new Report();

            @Test
            void matchesTheTemplate() {
                fail("template differs:\\n\\n# Heading\\n- item\\n"
                        + "| cell |\\n```\\ncode\\n```\\nend");
            }

            @Test
            void rendersBody() {
                assertEquals("total: 12\\ncount: 2\\n", report.body());
            }

            @Test
            void isComplete() {
                assertAll(
                        "report",
                        () -> assertEquals("Weekly sales", report.title()),
                        () -> assertEquals(3, report.body().length()));
            }

            @Test
            @DisplayName("prints & \\"quotes\\" <nicely>")
            void prints() {
                report.print();
            }
        }
        """,
    ),
    **unit_test(
        "com.example.reports.QuietTest",
        """
        import static org.junit.jupiter.api.Assertions.assertEquals;

        import org.junit.jupiter.api.Test;

        class QuietTest {
            @Test
            void passesWhileTalking() {
                System.out.println("opening report");
                System.err.println("closing report");
                assertEquals(4, 2 + 2);
            }
        }
        """,
    ),
}


def _failing_tests() -> Scenario:
    return Scenario("failing_tests", {"pom.xml": pom(artifact="shop"), **SHOP, **SHOP_TESTS})


def _flaky() -> Scenario:
    rerun = surefire("<rerunFailingTestsCount>2</rerunFailingTestsCount>")
    files = {
        "pom.xml": pom(artifact="flaky", plugins=plugins(test_with=rerun)),
        **unit_test(
            "com.example.flaky.ConnectionTest",
            """
            import static org.junit.jupiter.api.Assertions.assertEquals;
            import static org.junit.jupiter.api.Assertions.assertTrue;

            import org.junit.jupiter.api.Test;

            class ConnectionTest {
                private static int attempts;

                @Test
                void connects() {
                    attempts++;
                    System.out.println("attempt " + attempts);
                    assertTrue(attempts > 1, "connection refused on attempt " + attempts);
                }

                @Test
                void staysConnected() {
                    assertEquals("open", "closed");
                }

                @Test
                void disconnects() {}
            }
            """,
        ),
    }
    return Scenario("flaky", files)


def _flaky_green() -> Scenario:
    rerun = surefire("<rerunFailingTestsCount>2</rerunFailingTestsCount>")
    files = {
        "pom.xml": pom(artifact="flaky", plugins=plugins(test_with=rerun)),
        **unit_test(
            "com.example.flaky.CacheTest",
            """
            import org.junit.jupiter.api.Test;

            class CacheTest {
                private static int attempts;

                @Test
                void warmsUp() {
                    if (++attempts == 1) {
                        throw new IllegalStateException("cache is cold");
                    }
                }

                @Test
                void staysWarm() {}
            }
            """,
        ),
    }
    return Scenario("flaky_green", files)


def _fork_crash() -> Scenario:
    files = {
        "pom.xml": pom(artifact="crash"),
        **CALCULATOR,
        **CALCULATOR_TEST,
        **main_class(
            "com.example.service.Shutdown",
            """
            public class Shutdown {
                public void now() {
                    Runtime.getRuntime().halt(3);
                }
            }
            """,
        ),
        **unit_test(
            "com.example.service.ShutdownTest",
            """
            import org.junit.jupiter.api.Test;

            class ShutdownTest {
                @Test
                void stopsTheService() {
                    new Shutdown().now();
                }
            }
            """,
        ),
    }
    return Scenario("fork_crash", files)


def _fork_exit() -> Scenario:
    files = {
        "pom.xml": pom(artifact="crash"),
        **unit_test(
            "com.example.service.ExitTest",
            """
            import org.junit.jupiter.api.Test;

            class ExitTest {
                @Test
                void leavesEarly() {
                    System.out.println("about to leave");
                    System.exit(1);
                }
            }
            """,
        ),
    }
    return Scenario("fork_exit", files)


def _fork_oom() -> Scenario:
    small = surefire("<argLine>-Xmx48m -XX:+ExitOnOutOfMemoryError</argLine>")
    files = {
        "pom.xml": pom(artifact="memory", plugins=plugins(test_with=small)),
        **main_class(
            "com.example.memory.Archive",
            """
            import java.util.ArrayList;
            import java.util.List;

            public class Archive {
                private final List<byte[]> pages = new ArrayList<>();

                public void fill(int megabytes) {
                    for (int i = 0; i < megabytes; i++) {
                        pages.add(new byte[1 << 20]);
                    }
                }
            }
            """,
        ),
        **unit_test(
            "com.example.memory.ArchiveTest",
            """
            import org.junit.jupiter.api.Test;

            class ArchiveTest {
                @Test
                void holdsManyPages() {
                    new Archive().fill(1_000);
                }
            }
            """,
        ),
    }
    return Scenario("fork_oom", files)


FAILING_CALCULATOR_TEST = unit_test(
    "com.example.service.CalculatorTest",
    """
    import static org.junit.jupiter.api.Assertions.assertEquals;

    import org.junit.jupiter.api.Test;

    class CalculatorTest {
        @Test
        void adds() {
            assertEquals(5, new Calculator().add(2, 2));
        }

        @Test
        void divides() {
            assertEquals(2, new Calculator().divide(4, 2));
        }
    }
    """,
)


def _failure_ignored() -> Scenario:
    tolerant = surefire("<testFailureIgnore>true</testFailureIgnore>")
    build = pom(artifact="calculator", plugins=plugins(test_with=tolerant))
    return Scenario("failure_ignored", {"pom.xml": build, **CALCULATOR, **FAILING_CALCULATOR_TEST})


def _green_but_plugin_fails() -> Scenario:
    enforcer = plugin(
        "maven-enforcer-plugin",
        "3.5.0",
        """
        <executions>
          <execution>
            <id>release-notes</id>
            <phase>test</phase>
            <goals>
              <goal>enforce</goal>
            </goals>
            <configuration>
              <rules>
                <requireFilesExist>
                  <message>The release notes are missing.</message>
                  <files>
                    <file>${project.basedir}/NOTES.txt</file>
                  </files>
                </requireFilesExist>
              </rules>
            </configuration>
          </execution>
        </executions>
        """,
    )
    build = pom(artifact="calculator", plugins=plugins(enforcer))
    return Scenario("green_but_plugin_fails", {"pom.xml": build, **CALCULATOR, **CALCULATOR_TEST})


def _antrun_fails() -> Scenario:
    antrun = plugin(
        "maven-antrun-plugin",
        "3.1.0",
        """
        <executions>
          <execution>
            <id>check-licence</id>
            <phase>test</phase>
            <goals>
              <goal>run</goal>
            </goals>
            <configuration>
              <target>
                <fail message="The licence header is out of date." />
              </target>
            </configuration>
          </execution>
        </executions>
        """,
    )
    build = pom(artifact="calculator", plugins=plugins(antrun))
    return Scenario("antrun_fails", {"pom.xml": build, **CALCULATOR, **CALCULATOR_TEST})


def _checkstyle_fails() -> Scenario:
    checkstyle = plugin(
        "maven-checkstyle-plugin",
        "3.4.0",
        """
        <executions>
          <execution>
            <id>style</id>
            <phase>validate</phase>
            <goals>
              <goal>check</goal>
            </goals>
            <configuration>
              <configLocation>checkstyle.xml</configLocation>
              <consoleOutput>true</consoleOutput>
            </configuration>
          </execution>
        </executions>
        """,
    )
    rules = _block(
        """
        <?xml version="1.0"?>
        <!DOCTYPE module PUBLIC "-//Checkstyle//DTD Checkstyle Configuration 1.3//EN"
            "https://checkstyle.org/dtds/configuration_1_3.dtd">
        <module name="Checker">
          <property name="severity" value="error"/>
          <module name="TreeWalker">
            <module name="AvoidStarImport"/>
            <module name="NeedBraces"/>
          </module>
        </module>
        """
    )
    files = {
        "pom.xml": pom(artifact="styled", plugins=plugins(checkstyle)),
        "checkstyle.xml": rules + "\n",
        **main_class(
            "com.example.styled.Basket",
            """
            import java.util.*;

            public class Basket {
                private final List<String> articles = new ArrayList<>();

                public void add(String article) {
                    if (article != null) articles.add(article);
                }
            }
            """,
        ),
    }
    return Scenario("checkstyle_fails", files)


def _hanging() -> Scenario:
    ordered = surefire("<runOrder>alphabetical</runOrder>")
    files = {
        "pom.xml": pom(artifact="jobs", plugins=plugins(test_with=ordered)),
        **main_class(
            "com.example.jobs.JobQueue",
            """
            public class JobQueue {
                private int pending = 1;

                public int size() {
                    return pending;
                }

                public void awaitIdle() throws InterruptedException {
                    while (pending > 0) {
                        Thread.sleep(600_000);
                        pending--;
                    }
                }
            }
            """,
        ),
        **unit_test(
            "com.example.jobs.AFirstTest",
            """
            import static org.junit.jupiter.api.Assertions.assertEquals;

            import org.junit.jupiter.api.Test;

            class AFirstTest {
                @Test
                void startsWithOneJob() {
                    assertEquals(1, new JobQueue().size());
                }
            }
            """,
        ),
        **unit_test(
            "com.example.jobs.JobQueueTest",
            """
            import org.junit.jupiter.api.Test;

            class JobQueueTest {
                @Test
                void becomesIdle() throws InterruptedException {
                    System.out.println("waiting for the queue");
                    new JobQueue().awaitIdle();
                }
            }
            """,
        ),
    }
    return Scenario("hanging", files)


CALCULATOR_PROJECT = {"pom.xml": pom(artifact="calculator"), **CALCULATOR, **CALCULATOR_TEST}


def _no_tests_match() -> Scenario:
    return Scenario("no_tests_match", CALCULATOR_PROJECT, ("test", "-Dtest=Nope"))


def _no_tests_at_all() -> Scenario:
    return Scenario("no_tests_at_all", {"pom.xml": pom(artifact="calculator"), **CALCULATOR})


def _bad_pom_xml() -> Scenario:
    broken = pom(artifact="calculator").replace("</dependencies>", "</dependency>")
    return Scenario("bad_pom_xml", {"pom.xml": broken, **CALCULATOR})


def _pom_missing_version() -> Scenario:
    build = pom(artifact="calculator", version="")
    return Scenario("pom_missing_version", {"pom.xml": build, **CALCULATOR})


def _pom_missing_dependency_version() -> Scenario:
    unversioned = JUNIT.replace("  <version>5.11.4</version>\n", "")
    build = pom(artifact="calculator", dependencies=unversioned)
    return Scenario("pom_missing_dependency_version", {"pom.xml": build, **CALCULATOR})


def _missing_dependency() -> Scenario:
    repository = """
        <repositories>
          <repository>
            <id>intranet</id>
            <url>file:///nonexistent-repo</url>
          </repository>
        </repositories>
        """
    build = pom(
        artifact="calculator",
        extra=repository,
        dependencies=dependency("com.example.pricing", "pricing-client", "1.4.2") + "\n" + JUNIT,
    )
    return Scenario("missing_dependency", {"pom.xml": build, **CALCULATOR}, ("-o", "test"))


def _unknown_phase() -> Scenario:
    return Scenario("unknown_phase", CALCULATOR_PROJECT, ("tset",))


def _unknown_profile() -> Scenario:
    return Scenario("unknown_profile", CALCULATOR_PROJECT, ("test", "-Pnightly"))


def _unknown_option() -> Scenario:
    return Scenario("unknown_option", CALCULATOR_PROJECT, ("test", "--no-such-option"))


def _clean_fails() -> Scenario:
    """The file named in `capture.IMMUTABLE` has to be made immutable before Maven runs."""
    files = {**CALCULATOR_PROJECT, "target/service.lock": "4711\n"}
    return Scenario("clean_fails", files, ("clean", "test"))


REACTOR_PARENT = "com.example.parent:shop-parent:2.1.0"

REACTOR_CORE = below(
    "core",
    {"pom.xml": module_pom(parent=REACTOR_PARENT, artifact="shop-core")},
    main_class(
        "com.example.core.Money",
        """
        public record Money(long cents) {
            public Money plus(Money other) {
                return new Money(cents + other.cents);
            }
        }
        """,
    ),
    unit_test(
        "com.example.core.MoneyTest",
        """
        import static org.junit.jupiter.api.Assertions.assertEquals;

        import org.junit.jupiter.api.Test;

        class MoneyTest {
            @Test
            void addsUp() {
                assertEquals(new Money(3), new Money(1).plus(new Money(2)));
            }
        }
        """,
    ),
)

REACTOR_WEB = below(
    "web",
    {
        "pom.xml": module_pom(
            parent=REACTOR_PARENT,
            artifact="shop-web",
            dependencies=dependency("com.example.api", "shop-api", "2.1.0"),
        )
    },
    main_class(
        "com.example.web.Page",
        """
        import com.example.api.Invoice;
        import com.example.core.Money;

        public class Page {
            public String show() {
                return new Invoice().add(new Money(100)).text();
            }
        }
        """,
    ),
)

INVOICE = """
    import com.example.core.Money;

    public class Invoice {
        private Money total = new Money(0);

        public Invoice add(Money amount) {
            total = total.plus(amount);
            return this;
        }

        public String text() {
            return "total " + total.cents();
        }
    }
    """

INVOICE_TEST = """
    import static org.junit.jupiter.api.Assertions.assertEquals;

    import com.example.core.Money;
    import org.junit.jupiter.api.Test;

    class InvoiceTest {
        @Test
        void printsTotal() {
            assertEquals("total 1.00", new Invoice().add(new Money(100)).text());
        }

        @Test
        void startsAtZero() {
            assertEquals("total 0", new Invoice().text());
        }
    }
    """


def _reactor_files(invoice: str) -> dict[str, str]:
    """Return a parent with three modules around the given `Invoice` class."""
    group, artifact, version = REACTOR_PARENT.split(":")
    modules = """
        <packaging>pom</packaging>
        <modules>
          <module>core</module>
          <module>api</module>
          <module>web</module>
        </modules>
        """
    api = module_pom(
        parent=REACTOR_PARENT,
        artifact="shop-api",
        group="com.example.api",
        extra="<name>Shop API</name>",
        dependencies=dependency(group, "shop-core", version),
    )
    return {
        "pom.xml": pom(group=group, artifact=artifact, version=version, extra=modules),
        **REACTOR_CORE,
        **below(
            "api",
            {"pom.xml": api},
            main_class("com.example.api.Invoice", invoice),
            unit_test("com.example.api.InvoiceTest", INVOICE_TEST),
        ),
        **REACTOR_WEB,
    }


def _reactor() -> Scenario:
    return Scenario("reactor", _reactor_files(INVOICE))


def _reactor_compile_error() -> Scenario:
    broken = INVOICE.replace("total.cents()", "total.euros()")
    return Scenario("reactor_compile_error", _reactor_files(broken))


def _reactor_fail_at_end() -> Scenario:
    return Scenario("reactor_fail_at_end", _reactor_files(INVOICE), ("-fae", "test"))


def _junit4() -> Scenario:
    files = {
        "pom.xml": pom(artifact="calculator", dependencies=JUNIT4),
        **CALCULATOR,
        **unit_test(
            "com.example.service.CalculatorTest",
            """
            import static org.junit.Assert.assertEquals;
            import static org.junit.Assume.assumeTrue;

            import org.junit.Ignore;
            import org.junit.Test;

            public class CalculatorTest {
                private final Calculator calculator = new Calculator();

                @Test
                public void adds() {
                    assertEquals("sum of two and two", 5, calculator.add(2, 2));
                }

                @Test
                public void divides() {
                    calculator.divide(1, 0);
                }

                @Test
                public void needsFastMachine() {
                    assumeTrue("machine is too slow", calculator.add(1, 1) == 3);
                }

                @Test
                @Ignore("subtraction is not written yet")
                public void subtracts() {}

                @Test(expected = IllegalStateException.class)
                public void expectsFailure() {}
            }
            """,
        ),
    }
    return Scenario("junit4", files)


def _testng() -> Scenario:
    files = {
        "pom.xml": pom(artifact="calculator", dependencies=TESTNG),
        **CALCULATOR,
        **unit_test(
            "com.example.service.CalculatorTest",
            """
            import static org.testng.Assert.assertEquals;

            import org.testng.annotations.DataProvider;
            import org.testng.annotations.Test;

            public class CalculatorTest {
                @DataProvider
                public Object[][] sums() {
                    return new Object[][] {{1, 2, 3}, {2, 2, 5}, {0, 0, 0}};
                }

                @Test(dataProvider = "sums")
                public void adds(int left, int right, int expected) {
                    assertEquals(new Calculator().add(left, right), expected);
                }

                @Test(dependsOnMethods = "adds")
                public void divides() {
                    assertEquals(new Calculator().divide(4, 2), 2);
                }
            }
            """,
        ),
    }
    return Scenario("testng", files)


_ALL = (
    _green(),
    _green_warnings(),
    _compile_errors(),
    _flow_errors(),
    _test_compile_error(),
    _werror(),
    _syntax_error(),
    _annotation_processor_error(),
    _failing_tests(),
    _flaky(),
    _flaky_green(),
    _fork_crash(),
    _fork_exit(),
    _fork_oom(),
    _failure_ignored(),
    _green_but_plugin_fails(),
    _antrun_fails(),
    _checkstyle_fails(),
    _hanging(),
    _no_tests_match(),
    _no_tests_at_all(),
    _bad_pom_xml(),
    _pom_missing_version(),
    _pom_missing_dependency_version(),
    _missing_dependency(),
    _unknown_phase(),
    _unknown_profile(),
    _unknown_option(),
    _clean_fails(),
    _reactor(),
    _reactor_compile_error(),
    _reactor_fail_at_end(),
    _junit4(),
    _testng(),
)

SCENARIOS: Mapping[str, Scenario] = {scenario.name: scenario for scenario in _ALL}
