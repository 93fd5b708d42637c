"""Serve a toolset over MCP, on stdio or streamable HTTP. Only this module knows the MCP SDK."""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib.metadata import version
from ipaddress import ip_address
from typing import Any, Protocol, runtime_checkable

import anyio
import anyio.from_thread
import anyio.to_thread
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    ToolAnnotations,
)
from mcp_types import Tool as WireTool

from pageful.lazy.dataclasses import dataclass, field
from pageful.serve.client_meta import shows_meta
from pageful.serve.http_address import HttpAddress
from pageful.serve.http_guard import HttpGuard, local_hosts
from pageful.serve.stdio_transport import converse
from pageful.tool.context import Caller, Progress, Session
from pageful.tool.errors import Cancelled, ToolError
from pageful.tool.tool import Answer, Tool, Toolset
from pageful.usage.answer_size import AnswerSize, measure
from pageful.usage.counts import NoteUsage, usage_of
from pageful.usage.switch import usage_counter

_log = logging.getLogger("pageful")
# Claude Code puts an answer of more characters into a file, unless the tool's metadata allow more.
_CLIENT_LIMIT = 50_000
# Sessions over HTTP that are remembered: those of a busy day. One that is not is told a tip anew.
_SESSIONS = 1_000
# Seconds for calls to end once they are asked to: a Maven that does not is killed after two.
_LAST_WISHES = 10.0

Context = ServerRequestContext[Any]


@runtime_checkable
class BriefedToolset(Protocol):
    """A toolset whose instructions say something of what it is served for."""

    def briefing(self) -> str:
        """Return the instructions, in about a second at most."""
        ...


@dataclass
class McpService:
    """A toolset's answers to MCP requests, and the calls that are under way.

    `count` counts answers, where the user wants that.
    """

    toolset: Toolset
    count: NoteUsage | None = None
    under_way: set[Caller] = field(default_factory=set)
    sessions: OrderedDict[str, Session] = field(default_factory=OrderedDict)

    def server(self) -> Server[Any]:
        """Make the SDK's server with this service behind it."""
        return Server(
            f"pageful-{self.toolset.name}",
            version=version("pageful"),
            instructions=self._instructions,
            on_list_tools=self.list_tools,
            on_call_tool=self.call_tool,
        )

    @property
    def _instructions(self) -> str:
        toolset: object = self.toolset
        return (
            toolset.briefing() if isinstance(toolset, BriefedToolset) else self.toolset.instructions
        )

    async def list_tools(
        self, _context: Context, _params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        """List every tool, without an output schema: clients would show the model that instead."""
        return ListToolsResult(tools=[self._wire_tool(tool) for tool in self.toolset.served])

    def _wire_tool(self, tool: Tool[Any]) -> WireTool:
        budget = self.toolset.style.budget
        return WireTool(
            name=tool.name,
            description=tool.description,
            input_schema=tool.schema(self.toolset.style),
            annotations=ToolAnnotations(read_only_hint=tool.read_only, open_world_hint=False),
            _meta={"anthropic/maxResultSizeChars": budget} if budget > _CLIENT_LIMIT else None,
        )

    async def call_tool(self, context: Context, params: CallToolRequestParams) -> CallToolResult:
        """Run a tool in a thread; a cancelled request asks it to stop, and waits for it."""
        names = ", ".join(tool.name for tool in self.toolset.served)
        if params.name not in names.split(", "):
            raise MCPError(INVALID_PARAMS, f"There is no tool {params.name!r}. Tools: {names}.")
        measured = not shows_meta(_client_name(context))
        async with _reporting_caller(context, self._session(context)) as caller:
            self.under_way.add(caller)
            try:
                answer, size = await anyio.to_thread.run_sync(
                    self._measured_answer, params.name, params.arguments or {}, caller, measured
                )
            finally:
                self.under_way.discard(caller)
        return CallToolResult(
            content=[TextContent(type="text", text=answer.text)],
            # Clients show the model this instead of the text, so it never stands beside a page.
            structured_content=None if answer.data is None else dict(answer.data),
            is_error=answer.failed,
            _meta=dict(size.as_meta()) if size and measured else None,
        )

    def _session(self, context: Context) -> Session:
        """Return the client's session; on stdio it is all that the server lives for."""
        headers = getattr(context.request, "headers", {})
        name = headers.get("mcp-session-id", "")
        session = self.sessions.setdefault(name, Session())
        if len(self.sessions) > _SESSIONS:
            self.sessions.popitem(last=False)
        return session

    def _measured_answer(
        self, name: str, arguments: dict[str, Any], caller: Caller, measured: bool
    ) -> tuple[Answer, AnswerSize | None]:
        """Run a tool, and measure its answer where the client or the user's counts take it."""
        answer = self._answer(name, arguments, caller)
        size = measure(answer) if measured or self.count else None
        if size and self.count:
            self.count(usage_of("server", self.toolset.name, name, answer, size))
        return answer, size

    def _answer(self, name: str, arguments: dict[str, Any], caller: Caller) -> Answer:
        try:
            return self.toolset.call(name, arguments, caller)
        except Cancelled:
            return Answer.of(ToolError(f"{name} was cancelled."))
        except Exception as error:
            _log.exception("%s failed", name)
            problem = f"{name} has a fault of its own: {type(error).__name__}: {error}"
            return Answer.of(ToolError(problem, "The server's log on stderr has the traceback."))

    async def end(self) -> None:
        """Ask every call under way to stop, and wait a little until they have."""
        for caller in tuple(self.under_way):
            caller.cancel()
        with anyio.move_on_after(_LAST_WISHES):
            while self.under_way:
                await anyio.sleep(0.05)  # seconds between two looks: a person does not notice them
        await anyio.to_thread.run_sync(self.toolset.end)


def _client_name(context: Context) -> str:
    params = context.session.client_params
    return params.client_info.name if params else ""


@asynccontextmanager
async def _reporting_caller(context: Context, session: Session) -> AsyncIterator[Caller]:
    """Make a caller whose progress goes to the client, and who gives up when the client cancels."""
    # Reports that may wait for a slow client; further ones are dropped.
    send, receive = anyio.create_memory_object_stream[Progress](100)

    def listen(progress: Progress) -> None:
        # Progress is a courtesy: a client that does not read it misses it.
        with suppress(anyio.WouldBlock, anyio.BrokenResourceError, anyio.ClosedResourceError):
            anyio.from_thread.run_sync(send.send_nowait, progress)

    async def tell() -> None:
        # MCP wants each report to be above the last: by so little that no step is passed.
        step = 0.0
        async for progress in receive:
            step = max(step + 0.01, progress.done or 0)
            await context.session.report_progress(step, progress.total, progress.message)

    caller = Caller(listen, session)

    async def watch() -> None:
        try:
            await anyio.sleep_forever()
        finally:
            caller.cancel()

    async with send, receive, anyio.create_task_group() as tasks:
        tasks.start_soon(tell)
        tasks.start_soon(watch)
        yield caller
        tasks.cancel_scope.cancel()


async def serve_stdio(toolset: Toolset) -> None:
    """Serve one client over this process's stdin and stdout until it leaves or a signal comes."""
    service = McpService(toolset, usage_counter(os.environ))
    toolset.start()
    server = service.server()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_end_on_signal, service)
        await converse(server)
        tasks.cancel_scope.cancel()
    toolset.end()


async def _end_on_signal(service: McpService) -> None:
    if sys.platform == "win32":
        return
    numbers = [signal.SIGTERM, signal.SIGINT]
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        numbers.append(signal.SIGHUP)
    with anyio.open_signal_receiver(*numbers) as signals:
        async for number in signals:
            await service.end()
            # A thread that waits on stdin can't be woken: leave without joining it.
            os._exit(128 + number)


async def serve_http(toolset: Toolset, address: HttpAddress) -> None:
    """Serve streamable HTTP at `/mcp`; requests with a foreign `Host` or `Origin` are refused.

    Raises:
        ToolError: the address can't be listened on, or other machines could reach it and may not.
    """
    from pageful.serve.http_transport import serve_application

    service = McpService(toolset, usage_counter(os.environ))
    with address.listen() as listener:
        bound = str(listener.getsockname()[0])
        is_local = ip_address(bound.partition("%")[0]).is_loopback
        hosts = local_hosts(address.host, bound) if is_local else None
        # The guard is exact; the SDK's own check takes whatever begins like a known name.
        unchecked = TransportSecuritySettings(enable_dns_rebinding_protection=False)
        toolset.start()
        app = service.server().streamable_http_app(host=address.host, transport_security=unchecked)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_end_on_signal, service)
            await serve_application(HttpGuard(app, hosts, address.token), listener)
            tasks.cancel_scope.cancel()
        toolset.end()
