"""Small projects whose modules are built side by side, by threads of Maven or its Daemon.

Those whose name begins with `mvnd` are captured with the Maven Daemon 1.0.6.
"""

from __future__ import annotations

from dataclasses import replace

from scenarios import SCENARIOS, Scenario, below, main_class, module_pom, plugins, pom, unit_test

THREAD_NAMES = (
    "-Dorg.slf4j.simpleLogger.showThreadName=true",
    "-Dmaven.logger.showThreadName=true",
)
DAEMON = ("-Dmvnd.noModelCache=true", "-Dorg.jline.terminal.dumb=true")


def _module(name: str, *parts: dict[str, str], needs: str = "") -> dict[str, str]:
    """Return the files of the module `shop-<name>` that `needs` another."""
    dependency = f"<dependency><groupId>com.example.shop</groupId><artifactId>shop-{needs}"
    dependency += "</artifactId><version>1.0.0</version></dependency>"
    build = module_pom(
        parent="com.example.shop:shop:1.0.0",
        artifact=f"shop-{name}",
        dependencies=dependency if needs else "",
    )
    return below(name, {"pom.xml": build}, *parts)


def _talking_test(name: str, *, seconds: int, expected: int) -> dict[str, str]:
    """Return a test that prints for so many seconds, and fails unless it expects 3."""
    return unit_test(
        f"com.example.shop.{name.lower()}.{name}Test",
        f"""
        import static org.junit.jupiter.api.Assertions.assertEquals;

        import org.junit.jupiter.api.Test;

        class {name}Test {{
            @Test
            void addsUp() throws InterruptedException {{
                for (int n = 0; n < {seconds * 5}; n++) {{
                    System.out.println("{name} has counted to " + n);
                    Thread.sleep(200);
                }}
                assertEquals({expected}, 1 + 2);
            }}
        }}
        """,
    )


_CLOCK = main_class(
    "com.example.shop.clock.Clock",
    """
    public class Clock {
        int hours() {
            return minutes() / 60;
        }

        String face(java.time.LocalTime time) {
            return time.hour();
        }
    }
    """,
)


def _side_by_side(name: str, *options: str) -> Scenario:
    """Two modules fail their tests while a third is compiled, which fails too."""
    listed = "".join(f"<module>{each}</module>" for each in ("time", "clock", "orders", "stock"))
    files = {
        "pom.xml": pom(
            group="com.example.shop",
            artifact="shop",
            extra=f"<packaging>pom</packaging>\n<modules>{listed}</modules>",
            plugins=plugins(),
        ),
        **_module("time", _talking_test("Time", seconds=1, expected=3)),
        **_module("clock", _CLOCK, needs="time"),
        **_module("orders", _talking_test("Orders", seconds=8, expected=4)),
        **_module("stock", _talking_test("Stock", seconds=8, expected=5)),
    }
    return Scenario(name, files, ("-T3", "-fae", *options, "test"))


def _by_daemon(name: str) -> Scenario:
    """Return another scenario, for the Daemon to carry out."""
    known = SCENARIOS[name]
    return replace(known, name=f"mvnd_{name}", command=(*DAEMON, *known.command))


PARALLEL = (
    _side_by_side("threads_side_by_side", *THREAD_NAMES),
    _side_by_side("maven4_side_by_side", *THREAD_NAMES),
    _side_by_side("mvnd_side_by_side", *DAEMON),
    *map(_by_daemon, ("green", "failing_tests", "compile_errors", "fork_exit", "bad_pom_xml")),
)
