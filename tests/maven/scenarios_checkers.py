"""Small projects for checkers, and whatever else ends a build."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import dedent, indent

from scenarios import (
    CALCULATOR,
    CALCULATOR_TEST,
    JUNIT,
    Scenario,
    below,
    dependency,
    main_class,
    module_pom,
    plugin,
    plugins,
    pom,
    surefire,
    unit_test,
)

PARENT = "com.example:shop:1.0.0"

BASKET = main_class(
    "com.example.core.Basket",
    """
    import java.util.*;

    public class Basket {
        private final List<String> articles = new ArrayList<>();

        public void add(String article) {
            if (article != null) articles.add(article);
            int unused = articles.size();
        }
    }
    """,
)

TILL = main_class(
    "com.example.core.Till",
    """
    import java.util.*;

    public class Till {
        private final Map<String, Integer> prices = new HashMap<>();

        public int price(String article) {
            if (!prices.containsKey(article)) return 0;
            return prices.get(article);
        }

        private void open() {}
    }
    """,
)

STYLE = """\
<?xml version="1.0"?>
<!DOCTYPE module PUBLIC "-//Checkstyle//DTD Checkstyle Configuration 1.3//EN"
    "https://checkstyle.org/dtds/configuration_1_3.dtd">
<module name="Checker">
  <property name="severity" value="error"/>
  <module name="NewlineAtEndOfFile"/>
  <module name="FileTabCharacter">
    <property name="severity" value="warning"/>
  </module>
  <module name="TreeWalker">
    <module name="AvoidStarImport"/>
    <module name="NeedBraces"/>
  </module>
</module>
"""


def of_group(group: str, entry: str) -> str:
    """Return a plugin's entry as one of `group`."""
    return entry.replace("<plugin>", f"<plugin>\n  <groupId>{group}</groupId>", 1)


def check(
    group: str, artifact: str, version: str, goals: str, configuration: str = "", *, phase: str
) -> str:
    """Return a plugin that runs `goals` (with blanks between them) in `phase`."""
    named = "".join(f"\n      <goal>{goal}</goal>" for goal in goals.split())
    inner = (
        f"<configuration>\n{indent(_block(configuration), '  ')}\n</configuration>\n"
        "<executions>\n  <execution>\n    <id>verify-it</id>\n"
        f"    <phase>{phase}</phase>\n    <goals>{named}\n    </goals>\n"
        "  </execution>\n</executions>"
    )
    return of_group(group, plugin(artifact, version, inner))


def _block(text: str) -> str:
    return dedent(text).strip("\n")


APACHE = "org.apache.maven.plugins"


def _checkstyle(*, phase: str = "validate") -> str:
    return check(
        APACHE,
        "maven-checkstyle-plugin",
        "3.6.0",
        "check",
        "<configLocation>${maven.multiModuleProjectDirectory}/style.xml</configLocation>",
        phase=phase,
    )


def _pmd(goals: str = "check cpd-check") -> str:
    return check(
        APACHE,
        "maven-pmd-plugin",
        "3.26.0",
        goals,
        "<minimumTokens>20</minimumTokens>\n<printFailingErrors>true</printFailingErrors>",
        phase="process-classes",
    )


def _reactor(core: str, api: str, files: Mapping[str, str]) -> dict[str, str]:
    """Return a reactor of two modules with the plugins `core` and `api`."""
    group, artifact, version = PARENT.split(":")
    modules = """
        <packaging>pom</packaging>
        <modules>
          <module>core</module>
          <module>api</module>
        </modules>
        """

    def module(name: str, checker: str) -> str:
        return module_pom(
            parent=PARENT,
            artifact=f"shop-{name}",
            extra=f"<build>\n<plugins>\n{checker}\n</plugins>\n</build>",
        )

    return {
        "pom.xml": pom(
            group=group, artifact=artifact, version=version, extra=modules, dependencies=""
        ),
        "style.xml": STYLE,
        **below("core", {"pom.xml": module("core", core)}, BASKET, TILL),
        **below("api", {"pom.xml": module("api", api)}, files),
    }


def _checkers_in_a_reactor() -> Scenario:
    """Captured with Maven 3.9.9, which says where modules are."""
    files = _reactor(_checkstyle(), _pmd(), _api(TILL))
    return Scenario("checkers_in_a_reactor", files, ("-fae", "process-classes"))


def _api(files: Mapping[str, str]) -> dict[str, str]:
    moved = {path.replace("/core/", "/api/"): text for path, text in files.items()}
    return _renamed(moved, "example.core", "example.api")


def _renamed(files: Mapping[str, str], old: str, new: str) -> dict[str, str]:
    return {path.replace(old, new): text.replace(old, new) for path, text in files.items()}


def _bad_practice() -> Scenario:
    build = pom(artifact="styled", plugins=plugins(_pmd("check")))
    return Scenario("bad_practice", {"pom.xml": build, **BASKET, **TILL}, ("process-classes",))


def _copied() -> Scenario:
    build = pom(artifact="styled", plugins=plugins(_pmd("cpd-check")))
    files = {"pom.xml": build, **TILL, **_renamed(TILL, "Till", "Purse")}
    return Scenario("copied_code", files, ("process-classes",))


def _spotbugs() -> Scenario:
    bugs = check(
        "com.github.spotbugs",
        "spotbugs-maven-plugin",
        "4.8.6.6",
        "check",
        "<effort>Min</effort>",
        phase="process-classes",
    )
    files = {
        "pom.xml": pom(artifact="buggy", plugins=plugins(bugs)),
        **main_class(
            "com.example.core.Account",
            """
            public class Account {
                private final byte[] key = {1, 2, 3};

                public byte[] key() {
                    return key;
                }

                public int length(String name) {
                    if (name == null) {
                        return name.length();
                    }
                    return new Entry().size;
                }

                class Entry {
                    int size;

                    boolean same(String other) {
                        return other == "none";
                    }
                }
            }
            """,
        ),
    }
    return Scenario("spotbugs", files, ("process-classes",))


def _coverage() -> Scenario:
    configuration = """
        <rules>
          <rule>
            <limits>
              <limit>
                <counter>LINE</counter>
                <minimum>0.90</minimum>
              </limit>
              <limit>
                <counter>BRANCH</counter>
                <minimum>0.80</minimum>
              </limit>
            </limits>
          </rule>
        </rules>
        """
    executions = """
        <executions>
          <execution>
            <id>agent</id>
            <goals>
              <goal>prepare-agent</goal>
            </goals>
          </execution>
          <execution>
            <id>coverage</id>
            <phase>test</phase>
            <goals>
              <goal>check</goal>
            </goals>
          </execution>
        </executions>
        """
    inner = f"<configuration>\n{_block(configuration)}\n</configuration>\n{_block(executions)}"
    jacoco = of_group("org.jacoco", plugin("jacoco-maven-plugin", "0.8.12", inner))
    uncovered = main_class(
        "com.example.service.Interest",
        """
        public class Interest {
            public int of(int amount) {
                return amount > 1000 ? amount / 50 : amount / 100;
            }
        }
        """,
    )
    build = pom(artifact="calculator", plugins=plugins(jacoco))
    files = {"pom.xml": build, **CALCULATOR, **uncovered, **CALCULATOR_TEST}
    return Scenario("coverage_too_low", files)


def _enforcer() -> Scenario:
    enforcer = check(
        APACHE,
        "maven-enforcer-plugin",
        "3.5.0",
        "enforce",
        """
        <rules>
          <requireJavaVersion>
            <version>[21,)</version>
          </requireJavaVersion>
          <bannedDependencies>
            <excludes>
              <exclude>junit:junit</exclude>
              <exclude>commons-logging</exclude>
            </excludes>
            <message>Use JUnit 5 and SLF4J.</message>
          </bannedDependencies>
          <dependencyConvergence/>
        </rules>
        """,
        phase="test",
    )
    needed = "\n".join(
        [
            JUNIT,
            dependency("junit", "junit", "4.12", scope="test"),
            dependency("org.hamcrest", "hamcrest-library", "1.1", scope="test"),
            dependency("org.slf4j", "jcl-over-slf4j", "1.7.36"),
            dependency("org.slf4j", "slf4j-simple", "2.0.9"),
            dependency("commons-logging", "commons-logging", "1.2"),
        ]
    )
    build = pom(artifact="calculator", dependencies=needed, plugins=plugins(enforcer))
    return Scenario("enforcer_rules", {"pom.xml": build, **CALCULATOR, **CALCULATOR_TEST})


def _program_fails() -> Scenario:
    program = check(
        "org.codehaus.mojo",
        "exec-maven-plugin",
        "3.5.0",
        "exec",
        """
        <executable>sh</executable>
        <arguments>
          <argument>bundle.sh</argument>
        </arguments>
        """,
        phase="generate-resources",
    )
    script = (
        "echo 'bundling 3 scripts'\n"
        "echo 'app/cart.js: 14 modules'\n"
        "echo \"ERROR in app/till.js: Module not found: './prices'\" >&2\n"
        "echo '  at line 3, column 8' >&2\n"
        "echo 'bundle failed with 1 error'\n"
        "exit 2\n"
    )
    files = {"pom.xml": pom(artifact="calculator", plugins=plugins(program)), "bundle.sh": script}
    return Scenario("program_fails", {**files, **CALCULATOR})


def _spotless() -> Scenario:
    spotless = check(
        "com.diffplug.spotless",
        "spotless-maven-plugin",
        "2.43.0",
        "check",
        """
        <formats>
          <format>
            <includes>
              <include>src/**/*.java</include>
            </includes>
            <indent>
              <tabs>true</tabs>
            </indent>
            <endWithNewline/>
          </format>
        </formats>
        """,
        phase="validate",
    )
    build = pom(artifact="styled", plugins=plugins(spotless))
    return Scenario("spotless", {"pom.xml": build, **BASKET, **TILL}, ("compile",))


def _forbidden() -> Scenario:
    forbidden = check(
        "de.thetaphi",
        "forbiddenapis",
        "3.8",
        "check",
        """
        <bundledSignatures>
          <bundledSignature>jdk-unsafe</bundledSignature>
          <bundledSignature>jdk-system-out</bundledSignature>
        </bundledSignatures>
        """,
        phase="process-classes",
    )
    printer = main_class(
        "com.example.core.Printer",
        """
        public class Printer {
            public void print(byte[] text) {
                System.out.println(new String(text));
            }

            public String shout(String text) {
                return text.toUpperCase();
            }
        }
        """,
    )
    build = pom(artifact="styled", plugins=plugins(forbidden))
    return Scenario("forbidden_apis", {"pom.xml": build, **printer}, ("process-classes",))


KOTLIN_TILL = {
    "src/main/kotlin/com/example/core/Till.kt": dedent(
        """\
        package com.example.core

        class Till {
            private fun open() {}

            fun price(article: String): Int = article.length * 42
        }
        """
    )
}


def _detekt() -> Scenario:
    detekt = check("com.github.ozsie", "detekt-maven-plugin", "1.23.8", "check", phase="validate")
    build = pom(artifact="styled", plugins=plugins(detekt))
    return Scenario("detekt", {"pom.xml": build, **KOTLIN_TILL}, ("validate",))


def _detekt_in_ant() -> Scenario:
    """The way that detekt's own documentation shows."""
    ant = plugin(
        "maven-antrun-plugin",
        "3.1.0",
        """
        <executions>
          <execution>
            <id>detekt</id>
            <phase>validate</phase>
            <goals>
              <goal>run</goal>
            </goals>
            <configuration>
              <target name="detekt">
                <java taskname="detekt" dir="${basedir}" fork="true" failonerror="true"
                    classname="io.gitlab.arturbosch.detekt.cli.Main"
                    classpathref="maven.plugin.classpath">
                  <arg value="--input"/>
                  <arg value="${basedir}/src/main/kotlin"/>
                </java>
              </target>
            </configuration>
          </execution>
        </executions>
        <dependencies>
          <dependency>
            <groupId>io.gitlab.arturbosch.detekt</groupId>
            <artifactId>detekt-cli</artifactId>
            <version>1.23.8</version>
          </dependency>
        </dependencies>
        """,
    )
    build = pom(artifact="styled", plugins=plugins(ant))
    return Scenario("detekt_in_ant", {"pom.xml": build, **KOTLIN_TILL}, ("validate",))


def _licence() -> Scenario:
    licence = check(
        "com.mycila",
        "license-maven-plugin",
        "4.6",
        "check",
        """
        <licenseSets>
          <licenseSet>
            <inlineHeader>Copyright Example</inlineHeader>
            <includes>
              <include>src/**</include>
            </includes>
          </licenseSet>
        </licenseSets>
        """,
        phase="validate",
    )
    build = pom(artifact="styled", plugins=plugins(licence))
    return Scenario("licence_headers", {"pom.xml": build, **BASKET, **TILL}, ("compile",))


def _undeclared() -> Scenario:
    analyze = check(
        APACHE,
        "maven-dependency-plugin",
        "3.8.1",
        "analyze-only",
        "<failOnWarning>true</failOnWarning>",
        phase="test",
    )
    build = pom(
        artifact="calculator",
        dependencies=f"{JUNIT}\n{dependency('org.slf4j', 'slf4j-api', '2.0.9')}",
        plugins=plugins(analyze),
    )
    return Scenario("undeclared_dependencies", {"pom.xml": build, **CALCULATOR, **CALCULATOR_TEST})


def _exiting(name: str, code: int) -> dict[str, str]:
    return unit_test(
        f"com.example.service.{name}",
        f"""
        import org.junit.jupiter.api.Test;

        class {name} {{
            @Test
            void stopsEverything() {{
                Runtime.getRuntime().halt({code});
            }}
        }}
        """,
    )


def _several_forks() -> Scenario:
    forks = surefire("<forkCount>2</forkCount>\n<reuseForks>false</reuseForks>")
    files = {
        "pom.xml": pom(artifact="crash", plugins=plugins(test_with=forks)),
        **CALCULATOR,
        **CALCULATOR_TEST,
        **_exiting("ShutdownTest", 3),
        **_exiting("PurgeTest", 137),
    }
    return Scenario("several_forks_crash", files)


def _fork_timeout() -> Scenario:
    limited = surefire("<forkedProcessTimeoutInSeconds>4</forkedProcessTimeoutInSeconds>")
    sleeping = unit_test(
        "com.example.service.ImportTest",
        """
        import org.junit.jupiter.api.Test;

        class ImportTest {
            @Test
            void importsAll() throws Exception {
                Thread.sleep(60_000);
            }
        }
        """,
    )
    build = pom(artifact="slow", plugins=plugins(test_with=limited))
    return Scenario("fork_timeout", {"pom.xml": build, **sleeping})


def _fork_never_starts() -> Scenario:
    wrong = surefire("<argLine>-Xmx64m -XX:+NoSuchOption</argLine>")
    build = pom(artifact="calculator", plugins=plugins(test_with=wrong))
    return Scenario("fork_never_starts", {"pom.xml": build, **CALCULATOR, **CALCULATOR_TEST})


def _repository(url: str) -> str:
    return f"""
        <repositories>
          <repository>
            <id>intranet</id>
            <url>{url}</url>
          </repository>
        </repositories>
        """


def _pricing(*names: str) -> str:
    return "\n".join(dependency("com.example.pricing", name, "1.4.2") for name in names)


def _of_dependencies(
    name: str, needed: str, *command: str, url: str = "", others: tuple[str, ...] = ()
) -> Scenario:
    build = pom(
        artifact="calculator",
        extra=_repository(url) if url else "",
        dependencies=needed,
        plugins=plugins(*others),
    )
    return Scenario(name, {"pom.xml": build, **CALCULATOR}, command or ("compile",))


def _missing_plugin() -> Scenario:
    house = check("com.example.build", "house-maven-plugin", "2.0", "go", phase="validate")
    return _of_dependencies("missing_plugin", "", others=(house,))


def _missing_in_modules() -> Scenario:
    """Fails in each of two modules, by Maven 3.9.9."""
    group, artifact, version = PARENT.split(":")
    modules = """
        <packaging>pom</packaging>
        <modules>
          <module>core</module>
          <module>api</module>
        </modules>
        """
    core = module_pom(parent=PARENT, artifact="shop-core", dependencies=_pricing("tariffs"))
    needed = _pricing("pricing-client", "pricing-server")
    files = {
        "pom.xml": pom(
            group=group, artifact=artifact, version=version, extra=modules, dependencies=""
        ),
        **below("core", {"pom.xml": core}),
        **below(
            "api", {"pom.xml": module_pom(parent=PARENT, artifact="shop-api", dependencies=needed)}
        ),
    }
    return Scenario("missing_in_modules", files, ("-fae", "compile"))


CHECKERS: tuple[Scenario, ...] = (
    _checkers_in_a_reactor(),
    _bad_practice(),
    _copied(),
    _spotbugs(),
    _coverage(),
    _enforcer(),
    _program_fails(),
    _spotless(),
    _forbidden(),
    _detekt(),
    _detekt_in_ant(),
    _licence(),
    _undeclared(),
    _several_forks(),
    _fork_timeout(),
    _fork_never_starts(),
    _of_dependencies("missing_artifacts", _pricing("pricing-client", "pricing-server")),
    _of_dependencies("missing_artifacts_again", _pricing("pricing-client", "pricing-server")),
    _of_dependencies("offline_artifacts", _pricing("tariffs", "rates"), "-o", "compile"),
    _of_dependencies("unreachable_repository", _pricing("quotes"), url="http://127.0.0.1:1/maven"),
    _of_dependencies(
        "unreachable_repository_maven4", _pricing("quotes"), url="http://127.0.0.1:1/maven"
    ),
    _of_dependencies("blocked_repository", _pricing("quotes"), url="http://intranet.invalid/maven"),
    _of_dependencies("unknown_prefix", "", "docker:build"),
    _missing_plugin(),
    _missing_in_modules(),
)
