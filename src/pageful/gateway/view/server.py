"""The local server of the web page: this machine alone, and only who has the printed address."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from urllib.parse import unquote, urlsplit

from pageful.gateway.recorded_result import Recorded
from pageful.gateway.settings import Settings
from pageful.gateway.view.comparison import Comparison, compare
from pageful.gateway.view.html import FORMS, empty_page, whole_page
from pageful.gateway.view.recorded import Results
from pageful.gateway.view.token_counts import Count
from pageful.lazy.dataclasses import dataclass, field
from pageful.tool.errors import ToolError

_FILES = {"style.css": "text/css", "page.js": "text/javascript"}
_PATIENCE = 10
"""Seconds until a connection that says nothing is closed."""
_REMEMBERED = 64
"""Comparisons that are kept: to count the tokens of a large result takes a moment."""

_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


@dataclass(frozen=True)
class Answer:
    """An answer to a request."""

    status: int
    text: str
    kind: str = "text/plain"


@dataclass
class ResultPages:
    """The pages of results, by the last part of their paths.

    `settings_of` gives the settings of a gateway in front of a server.
    """

    results: Results
    counters: Mapping[str, Count]
    settings_of: Callable[[str], Settings]
    _compared: dict[str, Comparison] = field(default_factory=dict)

    def answer(self, name: str) -> Answer:
        """Answer with the page of a result by its id, of the first without; or a file of it."""
        if name in _FILES:
            return Answer(200, _read_file(name), _FILES[name])
        every = self.results.list_all()
        if name == "newest":
            return Answer(200, every[0].id if every else "")
        if not every and not name:
            return Answer(200, empty_page(), "text/html")
        identifier, _, form = name.removesuffix(".txt").partition(".")
        chosen = [each for each in every if each.id == identifier] if name else every[:1]
        if not chosen or (form and form not in FORMS):
            return Answer(404, "There is no such result; it may have gone.\n")
        comparison = self._compare(chosen[0])
        if form:
            return Answer(200, getattr(comparison, form))
        page = whole_page(comparison, every, is_growing=self.results.is_growing)
        return Answer(200, page, "text/html")

    def _compare(self, recorded: Recorded) -> Comparison:
        known = self._compared.get(recorded.id)
        if known is None or known.recorded.time != recorded.time:
            known = compare(recorded, self.counters, self.settings_of(recorded.server))
            self._compared[recorded.id] = known
            if len(self._compared) > _REMEMBERED:
                self._compared.pop(next(iter(self._compared)), None)
        return known


class ViewServer(ThreadingHTTPServer):
    """An HTTP server on 127.0.0.1 whose every path begins with a random token."""

    daemon_threads = True

    def __init__(self, pages: ResultPages, port: int) -> None:
        """Listen on a port, a free one for 0.

        Raises:
            ToolError: the port is taken, or is none.
        """
        self.pages = pages
        self.token = secrets.token_urlsafe(24)
        try:
            super().__init__(("127.0.0.1", port), _Handler)
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or error
            problem = f"`--port {port}` can't be listened on: {reason}."
            raise ToolError(problem, "Leave it out: a free one is taken.") from None

    @property
    def url(self) -> str:
        """The address to be opened: whoever has it can read the results."""
        return f"http://127.0.0.1:{self.server_port}/{self.token}/"

    def refusal(self, hosts: list[str], origins: list[str]) -> Answer | None:
        """Refuse requests that others' pages make, also under a name of theirs for this machine."""
        names = {f"{name}:{self.server_port}" for name in ("127.0.0.1", "localhost")}
        if len(hosts) != 1 or hosts[0].lower() not in names:
            return Answer(421, "Invalid Host header: use the address that was printed.\n")
        if any(origin.lower() != f"http://{hosts[0].lower()}" for origin in origins):
            return Answer(403, "Invalid Origin header: pages of other servers may not connect.\n")
        return None

    def answer(self, path: str) -> Answer:
        """Answer a request for a path."""
        _, token, *names = [*urlsplit(path).path.split("/"), ""][:4]
        if not hmac.compare_digest(token.encode(errors="replace"), self.token.encode()):
            return Answer(404, "Use the whole address that was printed: it ends with a token.\n")
        return self.pages.answer(unquote(names[0]) if names else "")


class _Handler(BaseHTTPRequestHandler):
    server: ViewServer
    timeout = _PATIENCE

    def do_GET(self) -> None:
        """Answer a request."""
        headers = self.headers
        refused = self.server.refusal(headers.get_all("Host", []), headers.get_all("Origin", []))
        answer = refused or self.server.answer(self.path)
        body = answer.text.encode(errors="replace")
        self.send_response(answer.status)
        self.send_header("Content-Type", f"{answer.kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    do_HEAD = do_GET  # noqa: N815 -- the name that the base class calls

    def version_string(self) -> str:
        """Name the server without versions."""
        return "pageful"

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 -- its name there
        """Log nothing: paths have the token."""


def _read_file(name: str) -> str:
    return (files("pageful.gateway.view") / name).read_text(encoding="utf-8")
