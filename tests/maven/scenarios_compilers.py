"""Small projects for every compiler that Maven runs."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import dedent, indent

from scenarios import (
    JUNIT,
    Scenario,
    below,
    compiler,
    dependency,
    main_class,
    module_pom,
    plugin,
    plugins,
    pom,
)

GERMAN = {".mvn/jvm.config": "-Dfile.encoding=UTF-8 -Dsun.stdout.encoding=UTF-8 -Duser.language=de"}
JAPANESE = {path: text.replace("=de", "=ja") for path, text in GERMAN.items()}
TIME_STAMPS = {
    ".mvn/jvm.config": "-Dorg.slf4j.simpleLogger.showDateTime=true "
    "-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss,SSS"
}
JAVAC = ("api", "code", "comp", "file", "main", "model", "parser", "processing", "tree", "util")
EXPORTS = "\n".join(
    f"--add-{'opens' if part in ('code', 'comp') else 'exports'}"
    f"=jdk.compiler/com.sun.tools.javac.{part}=ALL-UNNAMED"
    for part in JAVAC
)
SEVERAL = "<packaging>pom</packaging>\n<modules>\n{}\n</modules>"
ANNOTATION = (
    'package com.example.rules;\n\npublic @interface Rule {\n    String value() default "";\n}\n'
)


def of_group(group: str, entry: str) -> str:
    """Return the plugin `entry` as one of `group`."""
    return entry.replace("<plugin>", f"<plugin>\n  <groupId>{group}</groupId>", 1)


def source(text: str) -> str:
    """Return `text` as it stands in a file."""
    return dedent(text).lstrip("\n")


def modules(*names: str) -> str:
    """Return what a POM says of being the parent of the modules `names`."""
    return SEVERAL.format("\n".join(f"  <module>{name}</module>" for name in names))


def executions(*parts: tuple[str, str, str]) -> str:
    """Return the executions of a plugin: id, phase and goal of each."""
    listed = "\n".join(
        f"<execution>\n  <id>{name}</id>\n{'  <phase>' + phase + '</phase>' if phase else ''}\n"
        f"  <goals>\n    <goal>{goal}</goal>\n  </goals>\n</execution>"
        for name, phase, goal in parts
    )
    return f"<executions>\n{indent(listed, '  ')}\n</executions>"


def compiled_by(compiler_id: str, *dependencies: str, inner: str = "") -> str:
    """Return the compiler plugin with another compiler than javac."""
    configuration = f"<compilerId>{compiler_id}</compilerId>\n{dedent(inner).strip()}"
    return plugin(
        "maven-compiler-plugin",
        "3.13.0",
        f"<configuration>\n{indent(configuration, '  ')}\n</configuration>\n"
        f"<dependencies>\n{indent(chr(10).join(dependencies), '  ')}\n</dependencies>",
    )


def processors(*coordinates: str) -> str:
    """Return the configuration that lets javac run annotation processors."""
    paths = "\n".join(
        "  <path>\n    <groupId>{}</groupId>\n    <artifactId>{}</artifactId>\n"
        "    <version>{}</version>\n  </path>".format(*each.split(":"))
        for each in coordinates
    )
    return f"<annotationProcessorPaths>\n{paths}\n</annotationProcessorPaths>"


def _kotlin(name: str, version: str) -> Scenario:
    """Kotlin fails in one module, Java in another, beside Kotlin with warnings."""
    kotlin = of_group(
        "org.jetbrains.kotlin",
        plugin(
            "kotlin-maven-plugin",
            version,
            executions(("compile", "process-sources", "compile"))
            + "\n<configuration>\n  <sourceDirs>\n    <sourceDir>src/main/kotlin</sourceDir>\n"
            "    <sourceDir>src/main/java</sourceDir>\n  </sourceDirs>\n</configuration>",
        ),
    )
    parent = "com.example:depot:1.0.0"
    files = {
        "pom.xml": pom(
            artifact="depot",
            extra=modules("stock", "orders"),
            dependencies=dependency("org.jetbrains.kotlin", "kotlin-stdlib", version),
            plugins=plugins(kotlin),
        ),
        **below("stock", {"pom.xml": module_pom(parent=parent, artifact="depot-stock")}, STOCK),
        **below("orders", {"pom.xml": module_pom(parent=parent, artifact="depot-orders")}, ORDERS),
    }
    return Scenario(name, files, ("-fae", "-Dkotlin.compiler.daemon=false", "compile"))


STOCK = {
    "src/main/kotlin/com/example/stock/Shelf.kt": source(
        """
        package com.example.stock

        class Shelf(private val limit: Int) : Rack() {
            private val items = mutableListOf<Item>()

            fun put(item: Item): Boolean {
                val unused = 1
                if (items.size == "limit") return false
                items.add(item.label())
                return items.addd(item)
            }

            fun heaviest(): Item = items.maxByOrNull { it.weight }

            override fun describe(style: String): String = "shelf of $style"
        }

        sealed interface Size

        object Small : Size

        object Large : Size

        fun name(size: Size): String = when (size) {
            Small -> "small"
        }
        """
    ),
    "src/main/kotlin/com/example/stock/Broken.kt": source(
        """
        package com.example.stock

        fun broken(shelf: Shelf): Int {
            val label: String = null
            return shelf.heaviest().weight.let { w -> w * label?.length }
        }
        """
    ),
    **main_class(
        "com.example.stock.Item",
        """
        public record Item(String label, int weight) {
        }
        """,
    ),
    **main_class(
        "com.example.stock.Rack",
        """
        public abstract class Rack {
            public abstract String describe();
        }
        """,
    ),
}

ORDERS = {
    "src/main/kotlin/com/example/orders/Order.kt": source(
        """
        package com.example.orders

        data class Order(val number: Int, val note: String?) {
            @Deprecated("use note", ReplaceWith("note"))
            fun remark(): String = note!!

            fun lengthOfNote(): Int = remark()!!.length
        }
        """
    ),
    **main_class(
        "com.example.orders.Desk",
        """
        public class Desk {
            public String accept(Order order) {
                int number = order.getNote();
                return order.price().toString();
            }
        }
        """,
    ),
}


def _groovy(name: str, files: Mapping[str, str]) -> Scenario:
    gmavenplus = of_group(
        "org.codehaus.gmavenplus",
        plugin("gmavenplus-plugin", "4.1.1", executions(("groovy", "", "compile"))),
    )
    build = pom(
        artifact="press",
        dependencies=dependency("org.apache.groovy", "groovy", "4.0.24"),
        plugins=plugins(gmavenplus),
    )
    return Scenario(name, {"pom.xml": build, **files}, ("compile",))


SHEET = "src/main/groovy/com/example/press/Sheet.groovy"
MACHINE = "src/main/groovy/com/example/press/Machine.groovy"
GROOVY = {
    SHEET: source(
        """
        package com.example.press

        import groovy.transform.CompileStatic

        @CompileStatic
        class Sheet {
            int pages

            String title() {
                return pages.toUpperCase()
            }

            int count(List<String> lines) {
                int total = lines.first()
                return total + missing
            }
        }
        """
    ),
    MACHINE: source(
        """
        package com.example.press

        class Machine implements Runnable {
            void run(int speed) {
            }
        }
        """
    ),
}


def _groovy_unresolved() -> Scenario:
    files = {
        SHEET: GROOVY[SHEET].replace("import", "import com.example.ink.Colour\nimport", 1),
        MACHINE: GROOVY[MACHINE].replace(
            "    void", "    Roller roller = new Roller()\n\n    void"
        ),
    }
    return _groovy("groovy_unresolved", files)


def _groovy_syntax_error() -> Scenario:
    files = {**GROOVY, MACHINE: GROOVY[MACHINE].replace("(int speed)", "(")}
    return _groovy("groovy_syntax_error", files)


def _groovy_eclipse_errors() -> Scenario:
    eclipse = compiled_by(
        "groovy-eclipse-compiler",
        dependency("org.codehaus.groovy", "groovy-eclipse-compiler", "3.7.0"),
        dependency("org.codehaus.groovy", "groovy-eclipse-batch", "3.0.8-01"),
    )
    build = pom(
        artifact="press",
        dependencies=dependency("org.codehaus.groovy", "groovy", "3.0.8"),
        plugins=plugins(compile_with=eclipse),
    ).replace("release>17<", "release>11<")
    java = main_class("com.example.press.Press", "public class Press {\n    Missing missing;\n}")
    return Scenario("groovy_eclipse_errors", {"pom.xml": build, **GROOVY, **java}, ("compile",))


def _scala(version: str, library: str, mode: str = "incremental") -> Scenario:
    """Return a project that Zinc compiles, or `scalac` itself where the mode is `all`."""
    scala = of_group(
        "net.alchim31.maven",
        plugin(
            "scala-maven-plugin",
            "4.9.2",
            executions(("scala", "process-sources", "compile"))
            + f"\n<configuration>\n  <scalaVersion>{version}</scalaVersion>\n"
            f"  <recompileMode>{mode}</recompileMode>\n  <args>\n"
            "    <arg>-deprecation</arg>\n    <arg>-feature</arg>\n  </args>\n</configuration>",
        ),
    )
    files = {
        "pom.xml": pom(
            artifact="ledger",
            dependencies=dependency("org.scala-lang", library, version),
            plugins=plugins(scala),
        ),
        "src/main/scala/com/example/ledger/Ledger.scala": source(
            """
            package com.example.ledger

            import com.example.money.Currency

            sealed trait Entry
            case class Credit(cents: Long) extends Entry
            case class Debit(cents: Long) extends Entry

            class Ledger(entries: List[Entry]) {
              @deprecated("use total", "1.1")
              def sum: Long = 0

              def total: Long = entries.map {
                case Credit(cents) => cents
              }.sum

              def first: Long = entries.headd

              def report: String = total
              def twice(times: Int): Long = List(1, 2).map(n => n * total).sum(times).toString

              def old: Long = sum
              def lookup(key: String)(implicit table: Map[String, Long]): Long = table(key)
              def found: Long = lookup("a")
            }
            """
        ),
        **main_class(
            "com.example.ledger.Clerk",
            """
            public class Clerk {
                public long read(Ledger ledger) {
                    return ledger.total();
                }
            }
            """,
        ),
    }
    name = f"scala{version.partition('.')[0]}_{'zinc' if mode == 'incremental' else 'errors'}"
    return Scenario(name, files, ("compile",))


ECLIPSE_SOURCES = {
    **main_class(
        "com.example.geometry.Shape",
        """
        import java.util.List;
        import java.util.Vector;

        public class Shape {
            private int unused;

            public List sides() {
                return new Vector();
            }
        }
        """,
    ),
    **main_class(
        "com.example.geometry.Drawing",
        """
        import com.example.text.Pen;

        public class Drawing {
            private Pen pen;

            public int count(Shape shape) {
                int sides = shape.sides(1);
                String name = sides;
                return shape.missing
            }
        }
        """,
    ),
    **main_class(
        "com.example.geometry.Circle",
        """
        public class Circle extends Shape implements Runnable {
            public double area(double radius) {
                return "none";
            }
        }
        """,
    ),
}


def _ecj_errors() -> Scenario:
    ecj = compiled_by(
        "eclipse",
        dependency("org.codehaus.plexus", "plexus-compiler-eclipse", "2.13.0"),
        inner="<showWarnings>true</showWarnings>",
    )
    files = {"pom.xml": pom(artifact="geometry", plugins=plugins(compile_with=ecj))}
    return Scenario("ecj_errors", {**files, **ECLIPSE_SOURCES}, ("compile",))


def _jdt_errors() -> Scenario:
    jdt = compiled_by(
        "jdt",
        dependency("org.eclipse.tycho", "tycho-compiler-jdt", "4.0.8"),
        inner="<showWarnings>true</showWarnings>",
    )
    files = {"pom.xml": pom(artifact="geometry", plugins=plugins(compile_with=jdt))}
    return Scenario("jdt_errors", {**files, **ECLIPSE_SOURCES}, ("compile",))


def _error_prone() -> Scenario:
    checked = compiler(
        "-XDcompilePolicy=simple",
        "--should-stop=ifError=FLOW",
        "-Xplugin:ErrorProne",
        inner=processors("com.google.errorprone:error_prone_core:2.36.0"),
    )
    files = {
        "pom.xml": pom(artifact="legacy", plugins=plugins(compile_with=checked)),
        ".mvn/jvm.config": EXPORTS,
        **main_class(
            "com.example.legacy.Ticket",
            """
            import java.util.HashSet;
            import java.util.Set;

            public class Ticket {
                private final Set<Long> seats = new HashSet<>();

                public boolean frees(int seat) {
                    return seats.remove(seat);
                }

                public boolean isPaid(String state) {
                    return state == "paid";
                }

                public void check(int count) {
                    if (count < 0) {
                        new IllegalArgumentException("negative");
                    }
                }

                public String name(String text) {
                    text.trim();
                    return new String(text.getBytes());
                }
            }
            """,
        ),
    }
    return Scenario("error_prone", files, ("compile",))


def _mapstruct_error() -> Scenario:
    mapped = compiler(inner=processors("org.mapstruct:mapstruct-processor:1.6.3"))
    files = {
        "pom.xml": pom(
            artifact="mapping",
            dependencies=dependency("org.mapstruct", "mapstruct", "1.6.3"),
            plugins=plugins(compile_with=mapped),
        ),
        **main_class(
            "com.example.mapping.Person",
            """
            public class Person {
                private String name;
                private String age;

                public String getName() {
                    return name;
                }

                public String getAge() {
                    return age;
                }
            }
            """,
        ),
        **main_class(
            "com.example.mapping.PersonDto",
            """
            import java.util.List;

            public class PersonDto {
                public void setName(String name) {
                }

                public void setAge(List<Thread> age) {
                }

                public void setShoeSize(int size) {
                }
            }
            """,
        ),
        **main_class(
            "com.example.mapping.PersonMapper",
            """
            import org.mapstruct.Mapper;
            import org.mapstruct.Mapping;

            @Mapper
            public interface PersonMapper {
                @Mapping(source = "firstName", target = "name")
                PersonDto toDto(Person person);
            }
            """,
        ),
    }
    return Scenario("mapstruct_error", files, ("compile",))


def _lombok(name: str, version: str, body: str) -> Scenario:
    lombok = compiler(inner=processors(f"org.projectlombok:lombok:{version}"))
    files = {
        "pom.xml": pom(
            artifact="accounts",
            dependencies=dependency("org.projectlombok", "lombok", version, scope="provided"),
            plugins=plugins(compile_with=lombok),
        ),
        **main_class("com.example.accounts.Account", body),
    }
    return Scenario(name, files, ("compile",))


def _lombok_error() -> Scenario:
    return _lombok(
        "lombok_error",
        "1.18.36",
        """
        import lombok.Builder;
        import lombok.Data;
        import lombok.NonNull;
        import lombok.SneakyThrows;
        import lombok.Value;

        @Data
        public class Account extends Thread {
            @NonNull private int number;
            private String owner;

            @Builder.Default private int limit = 3;

            @SneakyThrows
            abstract void close();

            void rename() {
                setOwnr("Ada");
            }
        }
        """,
    )


def _lombok_too_old() -> Scenario:
    """This Lombok reaches into a javac that does not let it: the compiler dies."""
    return _lombok("lombok_too_old", "1.18.16", "@lombok.Data\npublic class Account {\n}")


PROCESSOR = main_class(
    "com.example.rules.RuleProcessor",
    """
    import java.io.IOException;
    import java.io.Writer;
    import java.util.Set;
    import javax.annotation.processing.AbstractProcessor;
    import javax.annotation.processing.RoundEnvironment;
    import javax.annotation.processing.SupportedAnnotationTypes;
    import javax.lang.model.SourceVersion;
    import javax.lang.model.element.Element;
    import javax.lang.model.element.TypeElement;
    import javax.tools.Diagnostic.Kind;

    @SupportedAnnotationTypes("com.example.rules.Rule")
    public class RuleProcessor extends AbstractProcessor {
        @Override
        public SourceVersion getSupportedSourceVersion() {
            return SourceVersion.latest();
        }

        @Override
        public boolean process(Set<? extends TypeElement> found, RoundEnvironment round) {
            var messager = processingEnv.getMessager();
            for (Element element : round.getElementsAnnotatedWith(Rule.class)) {
                String rule = element.getAnnotation(Rule.class).value();
                switch (rule) {
                    case "placed" -> messager.printMessage(
                        Kind.ERROR, "rules need a name:\\n  none is given\\n  here", element);
                    case "warned" -> messager.printMessage(
                        Kind.WARNING, "rule is old", element);
                    case "general" -> {
                        messager.printMessage(Kind.WARNING, "no rules file found");
                        messager.printMessage(Kind.ERROR, "rules can't be read:\\nfile is empty");
                    }
                    case "crash" -> throw new IllegalStateException("rule base is broken");
                    default -> generate(rule);
                }
            }
            return true;
        }

        private void generate(String name) {
            try (Writer out = processingEnv.getFiler().createSourceFile(name).openWriter()) {
                out.write("class " + name + " { int rule() { return \\"none\\"; } }");
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }
    """,
)


def _with_rules(name: str, body: str, inner: str = "<showWarnings>true</showWarnings>") -> Scenario:
    """Return a project whose module `app` is compiled with the processor of its module `rules`."""
    parent = "com.example:ruled:1.0.0"
    rules = dependency("com.example", "ruled-rules", "1.0.0")
    processed = compiler(
        inner=f"{inner}\n<annotationProcessors>\n"
        "  <annotationProcessor>com.example.rules.RuleProcessor</annotationProcessor>\n"
        "</annotationProcessors>"
    )
    app = module_pom(
        parent=parent,
        artifact="ruled-app",
        dependencies=rules,
        extra=f"<build>\n  <plugins>\n{indent(processed, '    ')}\n  </plugins>\n</build>",
    )
    files = {
        "pom.xml": pom(artifact="ruled", extra=modules("rules", "app"), dependencies=""),
        **below(
            "rules",
            {"pom.xml": module_pom(parent=parent, artifact="ruled-rules")},
            {"src/main/java/com/example/rules/Rule.java": ANNOTATION},
            PROCESSOR,
        ),
        **below("app", {"pom.xml": app}, main_class("com.example.app.App", body)),
    }
    return Scenario(name, files, ("compile",))


def _processor_errors() -> Scenario:
    return _with_rules(
        "processor_errors",
        """
        import com.example.rules.Rule;

        public class App {
            @Rule("placed")
            void placed() {
            }

            @Rule("warned")
            void warned() {
            }

            @Rule("general")
            void general() {
            }
        }
        """,
    )


def _generated_source_error() -> Scenario:
    body = '@com.example.rules.Rule("Generated")\npublic class App {\n}'
    return _with_rules("generated_source_error", body)


def _processor_crash() -> Scenario:
    return _with_rules("processor_crash", '@com.example.rules.Rule("crash")\npublic class App {\n}')


def _processor_crash_forked() -> Scenario:
    body = '@com.example.rules.Rule("crash")\npublic class App {\n}'
    return _with_rules("processor_crash_forked", body, "<fork>true</fork>")


def _javac_crash() -> Scenario:
    """A sum of thousands of terms is too deep for the compiler's stack."""
    terms = " + ".join(["a"] * 12_000)
    body = f"public class Sum {{\n    int sum(int a) {{\n        return {terms};\n    }}\n}}"
    files = {"pom.xml": pom(artifact="sums"), **main_class("com.example.sums.Sum", body)}
    return Scenario("javac_crash", files, ("compile",))


FOREIGN = {
    "pom.xml": pom(artifact="geometry", plugins=plugins(compile_with=compiler("-Xlint:all"))),
    **main_class(
        "com.example.geometry.Drawing",
        """
        import java.util.List;

        public class Drawing {
            private List shapes;

            public int count(String name) {
                int sides = name.sides(1);
                name.substring("one");
                return missing;
            }

            public String name() {
                return 3;
            }
        }
        """,
    ),
}


def _german() -> Scenario:
    """To be captured with the JDK 25, as no earlier one speaks German."""
    return Scenario("german_javac", {**FOREIGN, **GERMAN}, ("compile",))


def _japanese() -> Scenario:
    return Scenario("japanese_javac", {**FOREIGN, **JAPANESE}, ("compile",))


def _module_info_error() -> Scenario:
    files = {
        "pom.xml": pom(artifact="geometry"),
        "src/main/java/module-info.java": source(
            """
            module com.example.geometry {
                requires java.sqll;
                exports com.example.shapes;
            }
            """
        ),
        **main_class(
            "com.example.geometry.Area",
            """
            public class Area {
                java.sql.Connection connection;
            }
            """,
        ),
    }
    return Scenario("module_info_error", files, ("compile",))


def _release_unknown() -> Scenario:
    build = pom(artifact="geometry").replace("release>17<", "release>99<")
    files = {"pom.xml": build, **main_class("com.example.A", "public class A {\n}")}
    return Scenario("release_unknown", files, ("compile",))


def _source_too_old() -> Scenario:
    old = "maven.compiler.source>1.5</maven.compiler.source"
    build = pom(artifact="geometry").replace(
        "maven.compiler.release>17</maven.compiler.release", old
    )
    files = {"pom.xml": build, **main_class("com.example.A", "public class A {\n}")}
    return Scenario("source_too_old", files, ("compile",))


def _javadoc_errors() -> Scenario:
    javadoc = plugin(
        "maven-javadoc-plugin", "3.11.2", executions(("docs", "process-classes", "jar"))
    )
    files = {
        "pom.xml": pom(artifact="documented", dependencies="", plugins=plugins(javadoc)),
        **main_class(
            "com.example.documented.Guide",
            """
            /** Guides through {@link Missing} & more. */
            public class Guide {
                /**
                 * Shows the way.
                 *
                 * @param place where to
                 * @return nothing
                 * @throws Nothing ever
                 */
                public void show(String target) {
                }

                /** Counts <b>steps. */
                public int steps() {
                    return 0;
                }
            }
            """,
        ),
    }
    return Scenario("javadoc_errors", files, ("process-classes",))


def _time_stamped() -> Scenario:
    """Two modules fail at once, in a build with two threads and time stamps."""
    parent = "com.example:twins:1.0.0"
    body = "public class {0} {{\n    int size = missing;\n    String name = size(1, 2);\n}}"
    files = {
        "pom.xml": pom(artifact="twins", extra=modules("left", "right")),
        **TIME_STAMPS,
        **{
            path: text
            for name in ("left", "right")
            for path, text in below(
                name,
                {"pom.xml": module_pom(parent=parent, artifact=f"twins-{name}")},
                main_class(
                    f"com.example.{name}.{name.title()}",
                    body.replace("{0}", name.title()).replace("{{", "{").replace("}}", "}"),
                ),
            ).items()
        },
    }
    return Scenario("time_stamped_threads", files, ("-T2", "-fae", "compile"))


def _maven4_compiler() -> Scenario:
    """To be captured with Maven 4, whose compiler plugin names places below the messages."""
    newer = compiler("-Xlint:all").replace("3.13.0", "4.0.0-beta-4")
    sources = {path: text for path, text in FOREIGN.items() if path != "pom.xml"}
    module = module_pom(parent="com.example:drawings:1.0.0", artifact="geometry")
    files = {
        "pom.xml": pom(
            artifact="drawings",
            extra=modules("geometry"),
            dependencies="",
            plugins=plugins(compile_with=newer),
        ),
        ".mvn/maven.config": "",
        **below("geometry", {"pom.xml": module}, sources),
    }
    return Scenario("maven4_compiler", files, ("compile",))


CALM = main_class("com.example.A", "public class A {\n}")


def _pom_warnings() -> Scenario:
    """Maven warns of a dependency that is there twice and of a plugin without a version."""
    twice = module_pom(
        parent="com.example:shop:1.0.0",
        artifact="shop-api",
        dependencies=f"{JUNIT.replace('5.11.4', '5.10.0')}\n{JUNIT}",
    )
    files = {
        "pom.xml": pom(artifact="shop", extra=modules("api"), dependencies="").replace(
            "<version>3.2.5</version>", ""
        ),
        "api/pom.xml": twice,
    }
    return Scenario("pom_warnings", files, ("validate",))


def _pom_missing_module() -> Scenario:
    build = pom(artifact="shop", extra=modules("api", "web"), dependencies="")
    return Scenario("pom_missing_module", {"pom.xml": build}, ("validate",))


def _pom_missing_bom() -> Scenario:
    bom = dependency("com.example.boms", "shop-bom", "3.0.0", scope="import").replace(
        "</version>", "</version>\n  <type>pom</type>"
    )
    managed = (
        f"<dependencyManagement>\n  <dependencies>\n{indent(bom, '    ')}\n"
        "  </dependencies>\n</dependencyManagement>"
    )
    build = pom(artifact="calm", extra=managed)
    return Scenario("pom_missing_bom", {"pom.xml": build, **CALM}, ("-o", "compile"))


def _pom_missing_parent() -> Scenario:
    build = module_pom(parent="com.example.parents:shop-parent:7.1.0", artifact="calm")
    return Scenario("pom_missing_parent", {"pom.xml": build, **CALM}, ("-o", "compile"))


def _pom_errors_in_modules() -> Scenario:
    """One module's POM names no version, another has a tag that Maven does not know."""
    parent = "com.example:shop:1.0.0"
    unversioned = JUNIT.replace("  <version>5.11.4</version>\n", "")
    wrong = "<licence>none</licence>"
    files = {
        "pom.xml": pom(artifact="shop", extra=modules("api", "web"), dependencies=""),
        "api/pom.xml": module_pom(parent=parent, artifact="shop-api", dependencies=unversioned),
        "web/pom.xml": module_pom(parent=parent, artifact="shop-web", extra=wrong),
    }
    return Scenario("pom_errors_in_modules", files, ("compile",))


def _maven4_pom_errors() -> Scenario:
    """The same, to be captured with Maven 4."""
    return Scenario("maven4_pom_errors", _pom_errors_in_modules().files, ("compile",))


def _pom_broken_in_module() -> Scenario:
    files = {
        "pom.xml": pom(artifact="shop", extra=modules("api"), dependencies=""),
        "api/pom.xml": module_pom(parent="com.example:shop:1.0.0", artifact="shop-api").replace(
            "</parent>", ""
        ),
    }
    return Scenario("pom_broken_in_module", files, ("compile",))


def _aspectj_errors() -> Scenario:
    tools = dependency("org.aspectj", "aspectjtools", "1.9.21.2")
    aspectj = of_group(
        "dev.aspectj",
        plugin(
            "aspectj-maven-plugin",
            "1.14",
            executions(("weave", "process-sources", "compile"))
            + "\n<configuration>\n  <complianceLevel>17</complianceLevel>\n"
            "  <source>17</source>\n  <target>17</target>\n</configuration>\n"
            f"<dependencies>\n{indent(tools, '  ')}\n</dependencies>",
        ),
    )
    build = pom(
        artifact="geometry",
        dependencies=dependency("org.aspectj", "aspectjrt", "1.9.21.2"),
        plugins=plugins(aspectj),
    )
    return Scenario("aspectj_errors", {"pom.xml": build, **ECLIPSE_SOURCES}, ("compile",))


COMPILERS: tuple[Scenario, ...] = (
    _kotlin("kotlin1_errors", "1.9.25"),
    _kotlin("kotlin2_errors", "2.1.20"),
    _kotlin("kotlin2_uri_errors", "2.3.0"),
    _groovy("groovy_errors", GROOVY),
    _groovy_unresolved(),
    _groovy_syntax_error(),
    _groovy_eclipse_errors(),
    _scala("2.13.16", "scala-library"),
    _scala("2.13.16", "scala-library", "all"),
    _scala("3.6.4", "scala3-library_3"),
    _scala("3.6.4", "scala3-library_3", "all"),
    _ecj_errors(),
    _jdt_errors(),
    _aspectj_errors(),
    _error_prone(),
    _mapstruct_error(),
    _lombok_error(),
    _lombok_too_old(),
    _processor_errors(),
    _generated_source_error(),
    _processor_crash(),
    _processor_crash_forked(),
    _javac_crash(),
    _german(),
    _japanese(),
    _module_info_error(),
    _release_unknown(),
    _source_too_old(),
    _javadoc_errors(),
    _time_stamped(),
    _maven4_compiler(),
    _maven4_pom_errors(),
    _pom_warnings(),
    _pom_missing_module(),
    _pom_missing_bom(),
    _pom_missing_parent(),
    _pom_errors_in_modules(),
    _pom_broken_in_module(),
)
