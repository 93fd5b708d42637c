"""Small projects whose tests end badly: with their JVM, without end, twice, or in much output."""

from __future__ import annotations

from scenarios import (
    JUNIT4,
    Scenario,
    dependency,
    main_class,
    plugin,
    plugins,
    pom,
    unit_test,
)

SPRING_BOOT = "3.3.5"


def _surefire(*settings: str) -> str:
    """Return Surefire 3.5.4 with `settings`, each an element."""
    inner = "\n".join(f"  {setting}" for setting in settings)
    return plugin("maven-surefire-plugin", "3.5.4", f"<configuration>\n{inner}\n</configuration>")


def _overflow_and_exit() -> Scenario:
    ordered = _surefire(
        "<runOrder>alphabetical</runOrder>",
        "<argLine>-XX:MaxJavaStackTraceDepth=60</argLine>",
    )
    files = {
        "pom.xml": pom(artifact="parts", plugins=plugins(test_with=ordered)),
        **main_class(
            "com.example.parts.Part",
            """
            public class Part {
                public int depth() {
                    return 1 + depth();
                }

                public boolean isEven(int number) {
                    return number == 0 || isOdd(number - 1);
                }

                private boolean isOdd(int number) {
                    return number != 0 && isEven(number - 1);
                }
            }
            """,
        ),
        **unit_test(
            "com.example.parts.AOverTest",
            """
            import static org.junit.jupiter.api.Assertions.assertEquals;
            import static org.junit.jupiter.api.Assertions.assertTrue;

            import org.junit.jupiter.api.Test;

            class AOverTest {
                @Test
                void countsParts() {
                    assertEquals(3, new Part().depth());
                }

                @Test
                void tellsEvenNumbers() {
                    assertTrue(new Part().isEven(-2));
                }
            }
            """,
        ),
        **unit_test(
            "com.example.parts.ZExitTest",
            """
            import org.junit.jupiter.api.Test;

            class ZExitTest {
                @Test
                void leavesEarly() {
                    System.out.println("going down");
                    System.exit(7);
                }
            }
            """,
        ),
    }
    return Scenario("overflow_and_exit", files)


def _fork_out_of_memory() -> Scenario:
    small = _surefire("<runOrder>alphabetical</runOrder>", "<argLine>-Xmx64m</argLine>")
    files = {
        "pom.xml": pom(artifact="memory", plugins=plugins(test_with=small)),
        **unit_test(
            "com.example.memory.ArchiveTest",
            """
            import org.junit.jupiter.api.Test;

            class ArchiveTest {
                @Test
                void holdsOnePage() {}
            }
            """,
        ),
        **unit_test(
            "com.example.memory.OomTest",
            """
            import org.junit.jupiter.api.Test;

            class OomTest {
                @Test
                void holdsManyPages() {
                    System.out.println("filling the archive");
                    // All at once: filled bit by bit, another thread may be the one that fails.
                    byte[] pages = new byte[1 << 30];
                    System.out.println(pages.length);
                }
            }
            """,
        ),
    }
    return Scenario("fork_out_of_memory", files)


def _fails_twice() -> Scenario:
    ordered = _surefire("<runOrder>alphabetical</runOrder>")
    files = {
        "pom.xml": pom(artifact="till", dependencies=JUNIT4, plugins=plugins(test_with=ordered)),
        **unit_test(
            "com.example.till.AfterTest",
            """
            import static org.junit.Assert.assertEquals;

            import org.junit.After;
            import org.junit.Test;

            public class AfterTest {
                private boolean open;

                @After
                public void close() {
                    if (open) {
                        throw new IllegalStateException("the till is still open");
                    }
                }

                @Test
                public void counts() {
                    open = true;
                    assertEquals("coins in the till", 5, 4);
                }

                @Test
                public void staysShut() {}
            }
            """,
        ),
        **unit_test(
            "com.example.till.CollectorTest",
            """
            import static org.hamcrest.CoreMatchers.is;

            import org.junit.Ignore;
            import org.junit.Rule;
            import org.junit.Test;
            import org.junit.rules.ErrorCollector;

            public class CollectorTest {
                @Rule public final ErrorCollector collector = new ErrorCollector();

                @Test
                public void sums() {
                    collector.checkThat("net", 90, is(100));
                    collector.checkThat("gross", 107, is(119));
                }

                @Test
                @Ignore("no tax yet")
                public void taxes() {}
            }
            """,
        ),
    }
    return Scenario("fails_twice", files)


def _spring_boot() -> Scenario:
    boot = "org.springframework.boot"
    files = {
        "pom.xml": pom(
            artifact="shop",
            dependencies="\n".join(
                (
                    dependency(boot, "spring-boot-starter", SPRING_BOOT),
                    dependency(boot, "spring-boot-starter-test", SPRING_BOOT, scope="test"),
                )
            ),
            plugins=plugins(test_with=_surefire("<runOrder>alphabetical</runOrder>")),
        ),
        **main_class(
            "com.example.shop.ShopApplication",
            """
            import org.springframework.boot.SpringApplication;
            import org.springframework.boot.SpringBootConfiguration;
            import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
            import org.springframework.boot.autoconfigure.context.*;
            import org.springframework.context.annotation.ComponentScan;

            @SpringBootConfiguration
            @ComponentScan
            @ImportAutoConfiguration({
                MessageSourceAutoConfiguration.class,
                PropertyPlaceholderAutoConfiguration.class
            })
            public class ShopApplication {
                public static void main(String[] args) {
                    SpringApplication.run(ShopApplication.class, args);
                }
            }
            """,
        ),
        **main_class(
            "com.example.shop.Till",
            """
            import org.springframework.beans.factory.annotation.Value;
            import org.springframework.stereotype.Component;

            @Component
            public class Till {
                public Till(@Value("${till.port:80}") int port) {
                    System.out.println("till at " + port);
                }

                public int coins() {
                    return 4;
                }
            }
            """,
        ),
        **unit_test(
            "com.example.shop.PortTest",
            """
            import org.junit.jupiter.api.Test;
            import org.springframework.beans.factory.annotation.Autowired;
            import org.springframework.boot.test.context.SpringBootTest;

            @SpringBootTest(properties = "till.port=eighty")
            class PortTest {
                @Autowired private Till till;

                @Test
                void opens() {}
            }
            """,
        ),
        **unit_test(
            "com.example.shop.TillTest",
            """
            import static org.junit.jupiter.api.Assertions.assertEquals;

            import org.junit.jupiter.api.Test;
            import org.springframework.beans.factory.annotation.Autowired;
            import org.springframework.boot.test.context.SpringBootTest;

            @SpringBootTest
            class TillTest {
                @Autowired private Till till;

                @Test
                void counts() {
                    System.out.println("counting coins");
                    assertEquals(5, till.coins());
                }
            }
            """,
        ),
    }
    return Scenario("spring_boot", files)


ENDINGS = (
    _overflow_and_exit(),
    _fork_out_of_memory(),
    _fails_twice(),
    _spring_boot(),
)
