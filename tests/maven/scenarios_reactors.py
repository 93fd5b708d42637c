"""Small projects for many modules, packaging and integration tests."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from scenarios import (
    Scenario,
    below,
    dependency,
    main_class,
    module_pom,
    plugin,
    plugins,
    pom,
    unit_test,
)

_GROUP, _VERSION = "com.example.shop", "1.0.0"
_PARENT = f"{_GROUP}:shop:{_VERSION}"
_PACKAGING = (plugin("maven-jar-plugin", "3.4.1"), plugin("maven-war-plugin", "3.4.0"))


def _root(*modules: str, more: tuple[str, ...] = ()) -> dict[str, str]:
    """Return the POM that lists `modules` and pins the plugins of them all."""
    listed = "\n".join(f"<module>{module}</module>" for module in modules)
    extra = f"<name>Shop</name>\n<packaging>pom</packaging>\n<modules>\n{listed}\n</modules>"
    return {
        "pom.xml": pom(
            group=_GROUP,
            artifact="shop",
            version=_VERSION,
            extra=extra,
            plugins=plugins(*_PACKAGING, *more),
        )
    }


def _module(
    directory: str,
    name: str,
    *parts: Mapping[str, str],
    needs: tuple[str, ...] = (),
    packaging: str = "",
    extra: str = "",
) -> dict[str, str]:
    """Return the files of the module `shop-<directory>` that `needs` other modules."""
    kind = f"\n<packaging>{packaging}</packaging>" if packaging else ""
    build = module_pom(
        parent=_PARENT,
        artifact=f"shop-{directory.rpartition('/')[2]}",
        extra=f"<name>{name}</name>{kind}\n{extra}",
        dependencies="\n".join(dependency(_GROUP, f"shop-{need}", _VERSION) for need in needs),
    )
    return below(directory, {"pom.xml": build}, *parts)


_MONEY = main_class(
    "com.example.shop.core.Money",
    """
    public record Money(long cents) {
        public Money plus(Money other) {
            return new Money(cents + other.cents);
        }
    }
    """,
)

_MONEY_TEST = unit_test(
    "com.example.shop.core.MoneyTest",
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
)

_CART = main_class(
    "com.example.shop.model.Cart",
    """
    import com.example.shop.core.Money;
    import java.util.ArrayList;
    import java.util.List;

    public class Cart {
        private final List<Money> prices = new ArrayList<>();

        public Cart put(long cents) {
            prices.add(new Money(cents));
            return this;
        }

        public Money total() {
            return prices.stream().reduce(new Money(0), Money::plus);
        }
    }
    """,
)

_CART_TEST = unit_test(
    "com.example.shop.model.CartTest",
    """
    import static org.junit.jupiter.api.Assertions.assertEquals;

    import com.example.shop.core.Money;
    import org.junit.jupiter.api.Test;

    class CartTest {
        @Test
        void isEmptyAtFirst() {
            assertEquals(new Money(0), new Cart().total());
        }

        @Test
        void addsUpItsPrices() {
            assertEquals(new Money(EXPECTED), new Cart().put(120).put(80).total());
        }
    }
    """,
)

_INVOICE = main_class(
    "com.example.shop.api.Invoice",
    """
    import com.example.shop.core.Money;

    public class Invoice {
        private final Money total;

        public Invoice(Money total) {
            this.total = total;
        }

        public String text() {
            return "total " + total.cents();
        }
    }
    """,
)

_INVOICE_TEST = unit_test(
    "com.example.shop.api.InvoiceTest",
    """
    import static org.junit.jupiter.api.Assertions.assertEquals;

    import com.example.shop.core.Money;
    import org.junit.jupiter.api.Test;

    class InvoiceTest {
        @Test
        void printsItsTotal() {
            assertEquals("total 200", new Invoice(new Money(200)).text());
        }
    }
    """,
)

_PAGE = main_class(
    "com.example.shop.web.CartPage",
    """
    import com.example.shop.api.Invoice;
    import com.example.shop.model.Cart;

    public class CartPage {
        public String show(Cart cart) {
            return new Invoice(cart.total()).text();
        }
    }
    """,
)

_PAGE_TEST = unit_test(
    "com.example.shop.web.CartPageTest",
    """
    import static org.junit.jupiter.api.Assertions.assertEquals;

    import com.example.shop.model.Cart;
    import org.junit.jupiter.api.Test;

    class CartPageTest {
        @Test
        void showsTheTotal() {
            assertEquals("total 5", new CartPage().show(new Cart().put(5)));
        }
    }
    """,
)

_MAIN = main_class(
    "com.example.shop.app.Main",
    """
    import com.example.shop.model.Cart;
    import com.example.shop.web.CartPage;

    public class Main {
        public static void main(String[] arguments) {
            System.out.println(new CartPage().show(new Cart().put(arguments.length)));
        }
    }
    """,
)


def _put(files: Mapping[str, str], old: str, new: str) -> dict[str, str]:
    """Replace `old`, which must be there, by `new`."""
    assert any(old in text for text in files.values())
    return {path: text.replace(old, new) for path, text in files.items()}


def _shop(
    *,
    invoice: Mapping[str, str] = _INVOICE,
    invoice_test: Mapping[str, str] = _INVOICE_TEST,
    cart_total: str = "200",
) -> dict[str, str]:
    """Return five modules; app needs web, web needs model and api, which need core alone."""
    cart_test = _put(_CART_TEST, "EXPECTED", cart_total)
    return {
        **_root("core", "model", "api", "web", "app"),
        **_module("core", "Shop Core", _MONEY, _MONEY_TEST),
        **_module("model", "Shop Model", _CART, cart_test, needs=("core",)),
        **_module("api", "Shop API", invoice, invoice_test, needs=("core",)),
        **_module("web", "Shop Web", _PAGE, _PAGE_TEST, needs=("model", "api")),
        **_module("app", "Shop App", _MAIN, needs=("web",)),
    }


_BROKEN_INVOICE = _put(_INVOICE, "total.cents()", "total.euros()")


def _five_modules_compile_error() -> Scenario:
    return Scenario("five_modules_compile_error", _shop(invoice=_BROKEN_INVOICE))


def _five_modules_fail_at_end() -> Scenario:
    files = _shop(cart_total="210")
    return Scenario("five_modules_fail_at_end", files, ("-fae", "test"))


def _selected_modules() -> Scenario:
    """Web and what it needs: app is left out."""
    command = ("test", "-pl", ":shop-web", "-am")
    return Scenario("selected_modules", _shop(cart_total="210"), command)


def _five_modules_installed() -> Scenario:
    """Captured with Maven 3.9: what was built before the error is in a repository of its own."""
    repository = Path.home() / ".m2" / "repository"
    command = (
        "install",
        "-Dmaven.repo.local=target/repository",
        f"-Dmaven.repo.local.tail={repository}",
    )
    files = _shop(invoice=_BROKEN_INVOICE)
    return Scenario("five_modules_installed", files, command)


def _five_modules_maven4() -> Scenario:
    """Captured with Maven 4, which keeps what was packaged for the build that goes on."""
    return Scenario("five_modules_maven4", _shop(invoice=_BROKEN_INVOICE), ("package",))


def _five_modules_hanging() -> Scenario:
    """Has to be stopped while api is tested."""
    hangs = _put(_INVOICE_TEST, 'assertEquals("', 'while (true) Thread.onSpinWait(); // ("')
    files = _shop(invoice_test=hangs)
    return Scenario("five_modules_hanging", files)


_WEB_XML = {
    "src/main/webapp/WEB-INF/web.xml": '<web-app xmlns="https://jakarta.ee/xml/ns/jakartaee"/>\n'
}

_SOURCES = plugin(
    "maven-source-plugin",
    "3.3.1",
    """
    <executions>
      <execution>
        <goals>
          <goal>jar-no-fork</goal>
        </goals>
      </execution>
    </executions>
    """,
)


def _jar_and_war() -> Scenario:
    files = {
        **_root("core", "web", more=(_SOURCES,)),
        **_module("core", "Shop Core", _MONEY, _MONEY_TEST),
        **_module("web", "Shop Web", _WEB_XML, needs=("core",), packaging="war"),
    }
    return Scenario("jar_and_war", files, ("package",))


_FAILSAFE = plugin(
    "maven-failsafe-plugin",
    "3.2.5",
    """
    <executions>
      <execution>
        <goals>
          <goal>integration-test</goal>
          <goal>verify</goal>
        </goals>
      </execution>
    </executions>
    """,
)

_INVOICE_IT = unit_test(
    "com.example.shop.api.InvoiceIT",
    """
    import static org.junit.jupiter.api.Assertions.assertEquals;

    import com.example.shop.core.Money;
    import org.junit.jupiter.api.Test;

    class InvoiceIT {
        @Test
        void isServedInEuros() {
            System.out.println("GET /invoice/1");
            assertEquals("total 2.00", new Invoice(new Money(200)).text());
        }

        @Test
        void isServedEmpty() {
            assertEquals("total 0", new Invoice(new Money(0)).text());
        }
    }
    """,
)


def _unit_and_integration_tests() -> Scenario:
    """A unit test of model fails and an integration test of api; web needs both."""
    files = {
        **_root("core", "model", "api", "web", more=(_FAILSAFE,)),
        **_module("core", "Shop Core", _MONEY, _MONEY_TEST),
        **_module(
            "model", "Shop Model", _CART, _put(_CART_TEST, "EXPECTED", "210"), needs=("core",)
        ),
        **_module("api", "Shop API", _INVOICE, _INVOICE_TEST, _INVOICE_IT, needs=("core",)),
        **_module("web", "Shop Web", _PAGE, _PAGE_TEST, needs=("model", "api")),
    }
    return Scenario("unit_and_integration_tests", files, ("-fae", "verify"))


_SERVER = plugin(
    "maven-antrun-plugin",
    "3.1.0",
    """
    <executions>
      <execution>
        <id>start-server</id>
        <phase>pre-integration-test</phase>
        <configuration>
          <target>
            <echo>server started on port 8080</echo>
          </target>
        </configuration>
        <goals>
          <goal>run</goal>
        </goals>
      </execution>
      <execution>
        <id>stop-server</id>
        <phase>post-integration-test</phase>
        <configuration>
          <target>
            <echo>server stopped</echo>
          </target>
        </configuration>
        <goals>
          <goal>run</goal>
        </goals>
      </execution>
    </executions>
    """,
)


def _standalone(*parts: Mapping[str, str]) -> dict[str, str]:
    """Return one module with a server around its integration tests."""
    build = pom(
        group="com.example.orders",
        artifact="orders",
        plugins=plugins(_PACKAGING[0], _FAILSAFE, _SERVER),
    )
    return {"pom.xml": build, **{path: text for part in parts for path, text in part.items()}}


_ORDERS = main_class(
    "com.example.orders.Orders",
    """
    public class Orders {
        public int status(String path) {
            return path.equals("/orders") ? 200 : 500;
        }
    }
    """,
)

_ORDERS_TEST = unit_test(
    "com.example.orders.OrdersTest",
    """
    import static org.junit.jupiter.api.Assertions.assertEquals;

    import org.junit.jupiter.api.Test;

    class OrdersTest {
        @Test
        void areListed() {
            assertEquals(200, new Orders().status("/orders"));
        }
    }
    """,
)


def _orders_it(body: str) -> dict[str, str]:
    return unit_test(
        "com.example.orders.OrdersIT",
        f"""
        import static org.junit.jupiter.api.Assertions.assertEquals;

        import org.junit.jupiter.api.Test;

        class OrdersIT {{
            @Test
            void answersForUnknownOrders() {{
                {body}
            }}
        }}
        """,
    )


def _failing_integration_test() -> Scenario:
    test = _orders_it('assertEquals(404, new Orders().status("/orders/0"));')
    return Scenario(
        "failing_integration_test", _standalone(_ORDERS, _ORDERS_TEST, test), ("verify",)
    )


def _integration_fork_crash() -> Scenario:
    test = _orders_it("Runtime.getRuntime().halt(3);")
    return Scenario("integration_fork_crash", _standalone(_ORDERS, _ORDERS_TEST, test), ("verify",))


_LEDGER = main_class(
    "com.example.shop.billing.Ledger",
    """
    import com.example.shop.core.Money;

    public class Ledger {
        private Money balance = new Money(0);

        public Ledger book(Money amount) {
            balance = amount;
            return this;
        }

        public Money balance() {
            return balance;
        }
    }
    """,
)

_LEDGER_TEST = unit_test(
    "com.example.shop.billing.LedgerTest",
    """
    import static org.junit.jupiter.api.Assertions.assertEquals;

    import com.example.shop.core.Money;
    import org.junit.jupiter.api.Test;

    class LedgerTest {
        @Test
        void addsUpWhatIsBooked() {
            Ledger ledger = new Ledger().book(new Money(2)).book(new Money(3));
            assertEquals(new Money(5), ledger.balance());
        }
    }
    """,
)


def _nested_aggregator() -> Scenario:
    """Modules below an aggregator, one of them with a long name and all with other versions."""
    inner = "<module>billing</module>\n<module>stock</module>"
    services = _module(
        "services",
        "Shop Services",
        packaging="pom",
        extra=f"<version>2.0.0</version>\n<modules>\n{inner}\n</modules>",
    )
    long_name = "Shop Billing: ledgers, invoices and whatever else is paid"
    files = {
        **_root("core", "services", "app"),
        **_module("core", "Shop Core", _MONEY, _MONEY_TEST),
        **services,
        **_relative(_module("services/billing", long_name, _LEDGER, _LEDGER_TEST, needs=("core",))),
        **_relative(_module("services/stock", "Shop Stock", needs=("core",))),
        **_module("app", "Shop App", needs=("billing", "stock")),
    }
    return Scenario("nested_aggregator", files)


def _relative(files: Mapping[str, str]) -> dict[str, str]:
    """Say where the parent is, two directories above."""
    return _put(files, "</parent>", "  <relativePath>../../pom.xml</relativePath>\n  </parent>")


REACTORS: tuple[Scenario, ...] = (
    _five_modules_compile_error(),
    _five_modules_fail_at_end(),
    _five_modules_hanging(),
    _five_modules_installed(),
    _five_modules_maven4(),
    _selected_modules(),
    _nested_aggregator(),
    _jar_and_war(),
    _unit_and_integration_tests(),
    _failing_integration_test(),
    _integration_fork_crash(),
)
