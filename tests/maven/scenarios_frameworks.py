"""Small projects for test frameworks and what they report."""

from __future__ import annotations

from textwrap import dedent

from scenarios import (
    CALCULATOR,
    JUNIT,
    TESTNG,
    Scenario,
    dependency,
    main_class,
    plugin,
    plugins,
    pom,
    surefire,
    unit_test,
)

SPRING = "6.1.14"
KOTLIN = "2.0.21"


def _file(path: str, text: str) -> dict[str, str]:
    """Return a file of any language at `path`."""
    return {path: dedent(text).strip("\n") + "\n"}


def _jupiter() -> Scenario:
    files = {
        "pom.xml": pom(artifact="orders"),
        **unit_test(
            "com.example.orders.OrderTest",
            """
            import static org.junit.jupiter.api.Assertions.assertEquals;
            import static org.junit.jupiter.api.Assertions.assertNotNull;
            import static org.junit.jupiter.api.Assertions.assertTrue;
            import static org.junit.jupiter.api.Assumptions.assumeTrue;
            import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
            import static org.junit.jupiter.api.DynamicTest.dynamicTest;

            import java.util.stream.Stream;
            import org.junit.jupiter.api.Disabled;
            import org.junit.jupiter.api.DisplayName;
            import org.junit.jupiter.api.DynamicNode;
            import org.junit.jupiter.api.Nested;
            import org.junit.jupiter.api.RepeatedTest;
            import org.junit.jupiter.api.RepetitionInfo;
            import org.junit.jupiter.api.Test;
            import org.junit.jupiter.api.TestFactory;
            import org.junit.jupiter.api.condition.EnabledOnOs;
            import org.junit.jupiter.api.condition.OS;
            import org.junit.jupiter.params.ParameterizedTest;
            import org.junit.jupiter.params.provider.CsvSource;
            import org.junit.jupiter.params.provider.EnumSource;
            import org.junit.jupiter.params.provider.MethodSource;
            import org.junit.jupiter.params.provider.ValueSource;

            @DisplayName("An order")
            class OrderTest {
                enum Size { SMALL, LARGE }

                static Stream<String> oddNames() {
                    String huge = "x".repeat(10_000);
                    return Stream.of("a,b", "[x](y)", "two\\nlines", "tab\\t#3", huge);
                }

                @ParameterizedTest(name = "{index}: named {0}")
                @MethodSource("oddNames")
                void isNamed(String name) {
                    assertEquals("plain", name.substring(0, Math.min(9, name.length())));
                }

                @ParameterizedTest
                @CsvSource({"1, 2, 3", "2, 2, 5"})
                void adds(int left, int right, int expected) {
                    assertEquals(expected, left + right);
                }

                @ParameterizedTest
                @EnumSource(Size.class)
                void fits(Size size) {
                    assertEquals(Size.SMALL, size);
                }

                @ParameterizedTest
                @ValueSource(strings = {"one", "two"})
                void countsWords(String word) {
                    assertEquals(3, word.length());
                }

                @RepeatedTest(3)
                void survivesRetries(RepetitionInfo info) {
                    assertTrue(info.getCurrentRepetition() != 2, "second time");
                }

                @TestFactory
                Stream<DynamicNode> rules() {
                    return Stream.of(
                            dynamicTest("has items", () -> assertEquals(1, 0)),
                            dynamicContainer("prices", Stream.of(
                                    dynamicTest("are positive", () -> assertTrue(false)),
                                    dynamicTest("are, rounded (half up)", () -> {}))));
                }

                @Test
                @DisplayName("ships, \\"express\\" & <insured>")
                void ships() {
                    assertNotNull(null, "no parcel");
                }

                @Test
                @Disabled("until shipping is back, see SHOP-12")
                void tracks() {}

                @Test
                @Disabled
                void archives() {}

                @Test
                void needsScale() {
                    assumeTrue(false, "no scale is connected");
                }

                @Test
                @EnabledOnOs(OS.WINDOWS)
                void printsOnWindows() {}

                @Nested
                @DisplayName("when empty")
                class WhenEmpty {
                    @Test
                    void costsNothing() {
                        assertEquals(0, 1);
                    }

                    @Nested
                    class AndCancelled {
                        @ParameterizedTest
                        @ValueSource(ints = {1, 2})
                        void refunds(int amount) {
                            assertEquals(1, amount);
                        }
                    }
                }

                @Nested
                @Disabled("refunds are not written yet")
                class WhenRefunded {
                    @Test
                    void paysBack() {}
                }
            }
            """,
        ),
    }
    return Scenario("jupiter", files)


def _class_failures() -> Scenario:
    def two_tests(name: str, inside: str) -> dict[str, str]:
        return unit_test(
            f"com.example.setup.{name}",
            f"""
            import org.junit.jupiter.api.AfterAll;
            import org.junit.jupiter.api.BeforeAll;
            import org.junit.jupiter.api.BeforeEach;
            import org.junit.jupiter.api.Test;

            class {name} {{
                {inside}

                @Test
                void first() {{}}

                @Test
                void second() {{}}
            }}
            """,
        )

    files = {
        "pom.xml": pom(artifact="setup"),
        **main_class(
            "com.example.setup.Settings",
            """
            public class Settings {
                public static final int PORT = Integer.parseInt("eighty");

                public static void open() {
                    Exception cause = new java.io.IOException("disk full");
                    throw new IllegalStateException("no settings", cause);
                }
            }
            """,
        ),
        **two_tests("BeforeAllTest", "@BeforeAll static void open() { Settings.open(); }"),
        **two_tests("BeforeEachTest", "@BeforeEach void open() { Settings.open(); }"),
        **two_tests("AfterAllTest", "@AfterAll static void close() { Settings.open(); }"),
        **two_tests("ConstructorTest", "ConstructorTest() { Settings.open(); }"),
        **two_tests("InitialiserTest", "static final int PORT = Settings.PORT;"),
        **two_tests("OtherInitialiserTest", "final int port = Settings.PORT;"),
    }
    return Scenario("class_failures", files)


def _testng_configuration() -> Scenario:
    files = {
        "pom.xml": pom(artifact="calculator", dependencies=TESTNG),
        **CALCULATOR,
        **unit_test(
            "com.example.service.SetUpTest",
            """
            import static org.testng.Assert.assertEquals;

            import org.testng.annotations.BeforeMethod;
            import org.testng.annotations.Test;

            public class SetUpTest {
                @BeforeMethod
                public void connect() {
                    throw new IllegalStateException("no connection");
                }

                @Test
                public void adds() {
                    assertEquals(new Calculator().add(1, 1), 2);
                }

                @Test
                public void divides() {}
            }
            """,
        ),
        **unit_test(
            "com.example.service.ProvidedTest",
            """
            import static org.testng.Assert.assertEquals;
            import static org.testng.Assert.assertTrue;

            import org.testng.SkipException;
            import org.testng.annotations.DataProvider;
            import org.testng.annotations.Factory;
            import org.testng.annotations.Test;
            import org.testng.asserts.SoftAssert;

            public class ProvidedTest {
                private final int base;

                @Factory(dataProvider = "bases")
                public ProvidedTest(int base) {
                    this.base = base;
                }

                @DataProvider
                public static Object[][] bases() {
                    return new Object[][] {{1}, {2}};
                }

                @DataProvider
                public Object[][] texts() {
                    return new Object[][] {{"a, b"}, {"x]y(1)"}};
                }

                @Test(dataProvider = "texts")
                public void reads(String text) {
                    assertEquals(text.length(), base, "length of " + text);
                }

                @Test
                public void checksAll() {
                    SoftAssert all = new SoftAssert();
                    all.assertEquals(base, 7, "first");
                    all.assertTrue(base > 7, "second");
                    all.assertAll();
                }

                @Test
                public void skips() {
                    throw new SkipException("not on Sundays");
                }

                @Test(invocationCount = 3)
                public void repeats() {
                    assertTrue(base < 2);
                }
            }
            """,
        ),
    }
    return Scenario("testng_configuration", files)


def _testng_suite() -> Scenario:
    test_class = """
        import static org.testng.Assert.assertEquals;

        import org.testng.annotations.Test;

        public class {name} {{
            @Test
            public void adds() {{
                assertEquals(new Calculator().add(1, 1), {expected});
            }}
        }}
        """
    suite = surefire(
        "<suiteXmlFiles><suiteXmlFile>src/test/testng.xml</suiteXmlFile></suiteXmlFiles>"
    )
    files = {
        "pom.xml": pom(
            artifact="calculator", dependencies=TESTNG, plugins=plugins(test_with=suite)
        ),
        **CALCULATOR,
        **unit_test("com.example.service.FastTest", test_class.format(name="FastTest", expected=3)),
        **unit_test("com.example.service.SlowTest", test_class.format(name="SlowTest", expected=2)),
        **_file(
            "src/test/testng.xml",
            """
            <!DOCTYPE suite SYSTEM "https://testng.org/testng-1.0.dtd">
            <suite name="All">
              <test name="Fast"><classes>
                <class name="com.example.service.FastTest"/>
              </classes></test>
              <test name="Slow"><classes>
                <class name="com.example.service.SlowTest"/>
                <class name="com.example.service.FastTest"/>
              </classes></test>
            </suite>
            """,
        ),
    }
    return Scenario("testng_suite", files)


def _spock() -> Scenario:
    gmavenplus = """
        <plugin>
          <groupId>org.codehaus.gmavenplus</groupId>
          <artifactId>gmavenplus-plugin</artifactId>
          <version>4.0.1</version>
          <executions><execution><goals><goal>compileTests</goal></goals></execution></executions>
        </plugin>
        """
    specs = surefire("<includes><include>**/*Spec.class</include></includes>")
    files = {
        "pom.xml": pom(
            artifact="calculator",
            dependencies=dependency(
                "org.spockframework", "spock-core", "2.3-groovy-4.0", scope="test"
            ),
            plugins=plugins(gmavenplus, test_with=specs),
        ),
        **CALCULATOR,
        **_file(
            "src/test/groovy/com/example/service/CalculatorSpec.groovy",
            """
            package com.example.service

            import spock.lang.Ignore
            import spock.lang.Requires
            import spock.lang.Specification
            import spock.lang.Unroll

            class CalculatorSpec extends Specification {
                def calculator = new Calculator()

                def "adds, as one expects (always)"() {
                    given:
                    def numbers = [1, 2, 3]

                    expect:
                    numbers.collect { it * 2 }.sum() == calculator.add(numbers[0], numbers[1]) + 1
                }

                @Unroll("#a plus #b is #sum")
                def "sums"() {
                    expect:
                    calculator.add(a, b) == sum

                    where:
                    a | b || sum
                    1 | 2 || 3
                    2 | 2 || 5
                }

                def "divides #dividend by #divisor"() {
                    when:
                    calculator.divide(dividend, divisor)

                    then:
                    thrown(IllegalStateException)

                    where:
                    dividend | divisor
                    1        | 0
                    4        | 2
                }

                @Ignore("roots are not written yet")
                def "takes roots"() {
                    expect:
                    false
                }

                def "calls its listener"() {
                    given:
                    def listener = Mock(Runnable)

                    when:
                    calculator.add(1, 1)

                    then:
                    1 * listener.run()
                }

                def "compares texts"() {
                    expect:
                    "one\\ntwo" == "one\\nthree"
                }
            }

            class BrokenSetupSpec extends Specification {
                def setupSpec() {
                    throw new IllegalStateException("no calculator", new IOException("no paper"))
                }

                def "never runs"() {
                    expect:
                    true
                }
            }
            """,
        ),
    }
    return Scenario("spock", files)


KOTLIN_PLUGIN = f"""
<plugin>
  <groupId>org.jetbrains.kotlin</groupId>
  <artifactId>kotlin-maven-plugin</artifactId>
  <version>{KOTLIN}</version>
  <executions><execution>
    <id>test-compile</id>
    <goals><goal>test-compile</goal></goals>
    <configuration><sourceDirs><d>src/test/kotlin</d></sourceDirs></configuration>
  </execution></executions>
</plugin>
"""


def _kotlin_tests() -> Scenario:
    dependencies = "\n".join(
        (
            JUNIT,
            dependency("org.jetbrains.kotlin", "kotlin-test-junit5", KOTLIN, scope="test"),
            dependency("org.jetbrains.kotlinx", "kotlinx-coroutines-core-jvm", "1.8.1"),
        )
    )
    build = plugins(KOTLIN_PLUGIN)
    files = {
        "pom.xml": pom(artifact="kitchen", dependencies=dependencies, plugins=build),
        **_file(
            "src/test/kotlin/com/example/kitchen/OvenTest.kt",
            """
            package com.example.kitchen

            import kotlin.test.assertEquals
            import kotlin.test.assertFailsWith
            import kotlinx.coroutines.async
            import kotlinx.coroutines.delay
            import kotlinx.coroutines.runBlocking
            import org.junit.jupiter.api.Nested
            import org.junit.jupiter.api.Test
            import org.junit.jupiter.params.ParameterizedTest
            import org.junit.jupiter.params.provider.ValueSource

            data class Cake(val name: String, val layers: Int)

            object Oven {
                suspend fun bake(cake: Cake): Cake {
                    delay(1)
                    return check(cake)
                }

                private fun check(cake: Cake): Cake =
                    if (cake.layers > 3) throw IllegalStateException("too high: $cake") else cake
            }

            class OvenTest {
                @Test
                fun `bakes a cake, slowly - as ever`() {
                    assertEquals(Cake("plain", 1), Cake("nut", 2), "which cake")
                }

                @Test
                fun `bakes while waiting`() = runBlocking<Unit> {
                    async { Oven.bake(Cake("tower", 9)) }.await()
                }

                @Test
                fun `refuses raw dough`() {
                    assertFailsWith<IllegalArgumentException> {
                        listOf(1).forEach { _ -> error("raw") }
                    }
                }

                @ParameterizedTest
                @ValueSource(strings = ["hot", "cold, wet"])
                fun `is at temperature`(state: String) {
                    assertEquals("hot", state)
                }

                @Nested
                inner class `when it is cold` {
                    @Test
                    fun `does not bake`() {
                        listOf("a", "b").map { it.length / (it.length - 1) }
                    }
                }
            }
            """,
        ),
    }
    return Scenario("kotlin_tests", files)


def _kotest() -> Scenario:
    platform = "org.junit.platform"
    dependencies = "\n".join(
        (
            JUNIT,
            dependency(platform, "junit-platform-engine", "1.11.4", scope="test"),
            dependency(platform, "junit-platform-launcher", "1.11.4", scope="test"),
            dependency("io.kotest", "kotest-runner-junit5-jvm", "5.9.1", scope="test"),
        )
    )
    specs = surefire(
        """
        <includes><include>**/*Spec.class</include></includes>
        <trimStackTrace>true</trimStackTrace>
        """
    )
    build = plugins(KOTLIN_PLUGIN, test_with=specs)
    files = {
        "pom.xml": pom(artifact="kitchen", dependencies=dependencies, plugins=build),
        **_file(
            "src/test/kotlin/com/example/kitchen/MixerSpec.kt",
            """
            package com.example.kitchen

            import io.kotest.assertions.assertSoftly
            import io.kotest.core.spec.style.BehaviorSpec
            import io.kotest.core.spec.style.FunSpec
            import io.kotest.core.spec.style.StringSpec
            import io.kotest.matchers.collections.shouldContainExactly
            import io.kotest.matchers.shouldBe
            import io.kotest.matchers.string.shouldStartWith

            class MixerSpec : FunSpec({
                test("mixes dough") { "dough" shouldBe "dough" }
                context("with eggs, fresh (or not)") {
                    test("counts 1.5 eggs") { 3 shouldBe 4 }
                    context("beaten") {
                        test("are yellow") {
                            listOf("yellow", "white") shouldContainExactly listOf("yellow")
                        }
                    }
                }
                xtest("washes up") { }
            })

            class BowlSpec : BehaviorSpec({
                given("a bowl") {
                    `when`("it is full") {
                        then("it spills") {
                            assertSoftly("bowl") {
                                it shouldStartWith "c"
                                it.length shouldBe 9
                            }
                        }
                    }
                }
            })

            class SpoonSpec : StringSpec({
                "stirs: left & right" {
                    throw IllegalStateException("bent", RuntimeException("iron fatigue"))
                }
            })

            class ForkSpec : StringSpec() {
                init {
                    error("no fork in the drawer")
                }
            }
            """,
        ),
    }
    return Scenario("kotest", files)


def _phrased_names() -> Scenario:
    reporter = surefire(
        """
        <statelessTestsetReporter
            implementation="org.apache.maven.plugin.surefire.extensions.junit5.JUnit5Xml30StatelessReporter">
          <usePhrasedFileName>true</usePhrasedFileName>
          <usePhrasedTestSuiteClassName>true</usePhrasedTestSuiteClassName>
          <usePhrasedTestCaseClassName>true</usePhrasedTestCaseClassName>
          <usePhrasedTestCaseMethodName>true</usePhrasedTestCaseMethodName>
        </statelessTestsetReporter>
        """
    )
    files = {
        "pom.xml": pom(artifact="invoices", plugins=plugins(test_with=reporter)),
        **unit_test(
            "com.example.invoices.InvoiceTest",
            """
            import static org.junit.jupiter.api.Assertions.assertEquals;

            import org.junit.jupiter.api.DisplayName;
            import org.junit.jupiter.api.Nested;
            import org.junit.jupiter.api.Test;
            import org.junit.jupiter.params.ParameterizedTest;
            import org.junit.jupiter.params.provider.ValueSource;

            @DisplayName("An invoice: v1.2")
            class InvoiceTest {
                @Test
                @DisplayName("is numbered, from 1 (not 0)")
                void isNumbered() {
                    assertEquals(1, 0);
                }

                @ParameterizedTest(name = "in {0}")
                @ValueSource(strings = {"euro", "yen"})
                @DisplayName("is paid")
                void isPaid(String currency) {
                    assertEquals("euro", currency);
                }

                @Nested
                @DisplayName("once overdue")
                class Overdue {
                    @Test
                    @DisplayName("is dunned")
                    void isDunned() {
                        throw new IllegalStateException("no address");
                    }
                }
            }
            """,
        ),
        **unit_test(
            "com.example.invoices.PlainTest",
            """
            import static org.junit.jupiter.api.Assertions.assertEquals;

            import org.junit.jupiter.api.Test;

            class PlainTest {
                @Test
                void isPlain() {
                    assertEquals(1, 0);
                }
            }
            """,
        ),
    }
    return Scenario("phrased_names", files)


def _spring_context() -> Scenario:
    def test_class(name: str, configuration: str) -> dict[str, str]:
        return unit_test(
            f"com.example.shop.{name}",
            f"""
            import static org.junit.jupiter.api.Assertions.assertNotNull;

            import org.junit.jupiter.api.Test;
            import org.springframework.beans.factory.annotation.Autowired;
            import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

            @SpringJUnitConfig({configuration}.class)
            class {name} {{
                @Autowired Shop shop;

                @Test
                void opens() {{
                    assertNotNull(shop);
                }}

                @Test
                void sells() {{
                    assertNotNull(shop);
                }}
            }}
            """,
        )

    dependencies = "\n".join(
        (
            JUNIT,
            dependency("org.springframework", "spring-context", SPRING),
            dependency("org.springframework", "spring-test", SPRING, scope="test"),
        )
    )
    files = {
        "pom.xml": pom(artifact="shop", dependencies=dependencies),
        **main_class(
            "com.example.shop.Shop",
            """
            public class Shop {
                private final Till till;

                public Shop(Till till) {
                    this.till = till;
                }
            }
            """,
        ),
        **main_class(
            "com.example.shop.Till",
            """
            public class Till {
                private final int port;

                public Till(String port) {
                    try {
                        this.port = Integer.parseInt(port);
                    } catch (NumberFormatException wrong) {
                        throw new IllegalArgumentException("The till can't be opened", wrong);
                    }
                }
            }
            """,
        ),
        **main_class(
            "com.example.shop.ShopConfiguration",
            """
            import org.springframework.context.annotation.Bean;
            import org.springframework.context.annotation.Configuration;

            @Configuration
            public class ShopConfiguration {
                @Bean
                public Till till() {
                    return new Till("${till.port}");
                }

                @Bean
                public Shop shop(Till till) {
                    return new Shop(till);
                }
            }
            """,
        ),
        **main_class(
            "com.example.shop.ClosedConfiguration",
            """
            import org.springframework.context.annotation.Bean;
            import org.springframework.context.annotation.Configuration;
            import org.springframework.context.annotation.Import;

            @Configuration
            @Import(ShopConfiguration.class)
            public class ClosedConfiguration {
                @Bean
                public String sign() {
                    return "closed";
                }
            }
            """,
        ),
        **main_class(
            "com.example.shop.EmptyConfiguration",
            """
            import org.springframework.context.annotation.Bean;
            import org.springframework.context.annotation.Configuration;

            @Configuration
            public class EmptyConfiguration {
                @Bean
                public Shop shop(Till till) {
                    return new Shop(till);
                }
            }
            """,
        ),
        **test_class("FirstShopTest", "ShopConfiguration"),
        **test_class("SecondShopTest", "ShopConfiguration"),
        **test_class("ClosedShopTest", "ClosedConfiguration"),
        **test_class("EmptyShopTest", "EmptyConfiguration"),
    }
    return Scenario("spring_context", files)


def _flaky_reruns() -> Scenario:
    rerun = surefire("<rerunFailingTestsCount>3</rerunFailingTestsCount>")
    files = {
        "pom.xml": pom(artifact="flaky", plugins=plugins(test_with=rerun)),
        **unit_test(
            "com.example.flaky.LineTest",
            """
            import static org.junit.jupiter.api.Assertions.assertEquals;
            import static org.junit.jupiter.api.Assertions.assertTrue;

            import org.junit.jupiter.api.Nested;
            import org.junit.jupiter.api.Test;
            import org.junit.jupiter.params.ParameterizedTest;
            import org.junit.jupiter.params.provider.ValueSource;

            class LineTest {
                private static int attempts;
                private static int rings;

                @Test
                void connects() {
                    System.out.println("attempt " + ++attempts);
                    if (attempts == 1) {
                        throw new IllegalStateException("line is busy");
                    }
                    assertTrue(attempts > 2, "refused on attempt " + attempts);
                }

                @Test
                void breaks() {
                    throw new IllegalStateException("line is broken");
                }

                @ParameterizedTest
                @ValueSource(ints = {1, 2, 3})
                void rings(int number) {
                    assertTrue(number != 2 || ++rings > 1, "no ring on line " + number);
                }

                @Nested
                class WhenFar {
                    private static int calls;

                    @Test
                    void answers() {
                        assertEquals(2, ++calls);
                    }
                }
            }
            """,
        ),
        **unit_test(
            "com.example.flaky.SwitchTest",
            """
            import org.junit.jupiter.api.BeforeAll;
            import org.junit.jupiter.api.Test;

            class SwitchTest {
                private static int starts;

                @BeforeAll
                static void start() {
                    if (++starts < 2) {
                        throw new IllegalStateException("no power");
                    }
                }

                @Test
                void dials() {}

                @Test
                void hangsUp() {}
            }
            """,
        ),
    }
    return Scenario("flaky_reruns", files)


def _assertions() -> Scenario:
    dependencies = "\n".join(
        (
            JUNIT,
            dependency("org.assertj", "assertj-core", "3.26.3", scope="test"),
            dependency("org.hamcrest", "hamcrest", "2.2", scope="test"),
            dependency("com.tngtech.archunit", "archunit-junit5", "1.3.0", scope="test"),
        )
    )
    files = {
        "pom.xml": pom(artifact="stock", dependencies=dependencies),
        **main_class(
            "com.example.stock.Shelf",
            """
            public class Shelf implements AutoCloseable {
                public void fill() {
                    throw new IllegalStateException("shelf is full");
                }

                public static void fall() {
                    Exception first = new java.io.IOException("first fell");
                    Exception second = new IllegalArgumentException("second fell", first);
                    first.initCause(second);
                    throw new IllegalStateException("all fell", second);
                }

                @Override
                public void close() {
                    throw new UnsupportedOperationException("shelf has no door");
                }
            }
            """,
        ),
        **unit_test(
            "com.example.stock.StockTest",
            """
            import static org.assertj.core.api.Assertions.assertThat;
            import static org.hamcrest.MatcherAssert.assertThat;
            import static org.hamcrest.Matchers.hasItem;
            import static org.hamcrest.Matchers.hasSize;
            import static org.junit.jupiter.api.Assertions.assertAll;
            import static org.junit.jupiter.api.Assertions.assertEquals;
            import static org.junit.jupiter.api.Assertions.assertThrows;
            import static org.junit.jupiter.api.Assertions.assertTrue;

            import java.util.List;
            import org.assertj.core.api.SoftAssertions;
            import org.junit.jupiter.api.Test;

            class StockTest {
                @Test
                void countsSoftly() {
                    SoftAssertions softly = new SoftAssertions();
                    softly.assertThat(List.of(1, 2)).as("stock").containsExactly(1, 3);
                    softly.assertThat("nail").isEqualTo("screw");
                    softly.assertAll();
                }

                @Test
                void countsAll() {
                    assertAll(
                            "stock",
                            () -> assertEquals(2, 1, "nails"),
                            () -> new Shelf().fill());
                }

                @Test
                void matches() {
                    assertThat("the shelf", List.of("nail"), hasItem("screw"));
                }

                @Test
                void matchesSize() {
                    assertThat(List.of("nail"), hasSize(2));
                }

                @Test
                void comparesObjects() {
                    assertThat(List.of("nail", "screw")).hasSize(1).contains("bolt");
                }

                @Test
                void fills() throws Exception {
                    try (Shelf shelf = new Shelf()) {
                        shelf.fill();
                    }
                }

                @Test
                void falls() {
                    Shelf.fall();
                }

                @Test
                void hasRoom() {
                    assertTrue(false);
                }

                @Test
                void hasNails() {
                    assertTrue(false);
                }

                @Test
                void throwsTheWrongOne() {
                    assertThrows(java.io.IOException.class, () -> new Shelf().fill());
                }
            }
            """,
        ),
        **unit_test(
            "com.example.stock.LayersTest",
            """
            import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

            import com.tngtech.archunit.junit.AnalyzeClasses;
            import com.tngtech.archunit.junit.ArchTest;
            import com.tngtech.archunit.lang.ArchRule;

            @AnalyzeClasses(packages = "com.example.stock")
            class LayersTest {
                @ArchTest
                static final ArchRule shelvesAreInterfaces =
                        classes().that().haveSimpleName("Shelf").should().beInterfaces();
            }
            """,
        ),
    }
    return Scenario("assertions", files)


def _cucumber() -> Scenario:
    version = "7.20.1"
    dependencies = "\n".join(
        (
            JUNIT,
            dependency("org.junit.platform", "junit-platform-suite", "1.11.4", scope="test"),
            dependency("io.cucumber", "cucumber-java", version, scope="test"),
            dependency("io.cucumber", "cucumber-junit-platform-engine", version, scope="test"),
        )
    )
    files = {
        "pom.xml": pom(artifact="bakery", dependencies=dependencies),
        **unit_test(
            "com.example.bakery.FeaturesTest",
            """
            import static io.cucumber.junit.platform.engine.Constants.GLUE_PROPERTY_NAME;

            import org.junit.platform.suite.api.ConfigurationParameter;
            import org.junit.platform.suite.api.IncludeEngines;
            import org.junit.platform.suite.api.SelectClasspathResource;
            import org.junit.platform.suite.api.Suite;

            @Suite
            @IncludeEngines("cucumber")
            @SelectClasspathResource("bakery.feature")
            @ConfigurationParameter(key = GLUE_PROPERTY_NAME, value = "com.example.bakery")
            public class FeaturesTest {}
            """,
        ),
        **unit_test(
            "com.example.bakery.AllTest",
            """
            import org.junit.platform.suite.api.SelectClasses;
            import org.junit.platform.suite.api.Suite;

            @Suite
            @SelectClasses({BreadCases.class, RollCases.class})
            public class AllTest {}
            """,
        ),
        **unit_test(
            "com.example.bakery.BreadCases",
            """
            import static org.junit.jupiter.api.Assertions.assertEquals;

            import org.junit.jupiter.api.Test;

            class BreadCases {
                @Test
                void rises() {
                    assertEquals("risen", "flat");
                }
            }
            """,
        ),
        **unit_test(
            "com.example.bakery.RollCases",
            """
            import org.junit.jupiter.api.Test;

            class RollCases {
                @Test
                void rolls() {}
            }
            """,
        ),
        **unit_test(
            "com.example.bakery.Steps",
            """
            import static org.junit.jupiter.api.Assertions.assertEquals;

            import io.cucumber.java.en.Given;
            import io.cucumber.java.en.Then;

            public class Steps {
                private int loaves;

                @Given("{int} loaves")
                public void loaves(int number) {
                    loaves = number;
                }

                @Then("{int} are left")
                public void left(int number) {
                    assertEquals(number, loaves);
                }
            }
            """,
        ),
        **_file(
            "src/test/resources/bakery.feature",
            """
            Feature: Bread, v1.2 (daily)

              Scenario: Nothing is sold
                Given 3 loaves
                Then 3 are left

              Scenario: One is sold
                Given 3 loaves
                Then 2 are left

              Scenario: One is stolen
                Given 3 loaves
                Then a thief was there

              Scenario Outline: Counting <number>
                Given <number> loaves
                Then 5 are left

                Examples:
                  | number |
                  | 5      |
                  | 6      |
            """,
        ),
    }
    return Scenario("cucumber", files)


def _errors_alone() -> Scenario:
    """Errors and no failures: newer versions of Surefire then say no word of why they fail."""
    newer = plugin("maven-surefire-plugin", "3.5.6")
    files = {
        "pom.xml": pom(artifact="calculator", plugins=plugins(test_with=newer)),
        **CALCULATOR,
        **unit_test(
            "com.example.service.CalculatorTest",
            """
            import org.junit.jupiter.api.Test;

            class CalculatorTest {
                @Test
                void divides() {
                    new Calculator().divide(1, 0);
                }
            }
            """,
        ),
    }
    return Scenario("errors_alone", files)


FRAMEWORKS: tuple[Scenario, ...] = (
    _jupiter(),
    _class_failures(),
    _testng_configuration(),
    _testng_suite(),
    _spock(),
    _kotlin_tests(),
    _kotest(),
    _phrased_names(),
    _spring_context(),
    _flaky_reruns(),
    _assertions(),
    _cucumber(),
    _errors_alone(),
)
