"""The gateway as an HTTP server for several clients, behind the checks that every server has."""

from __future__ import annotations

import asyncio
import signal
from ipaddress import ip_address

from pageful.gateway.http_application import HttpApplication, MakeSession, MakeUpstream
from pageful.serve.http_address import HttpAddress
from pageful.serve.http_guard import HttpGuard, local_hosts
from pageful.serve.http_transport import serve_application


def serve_clients(
    address: HttpAddress, make_upstream: MakeUpstream, make_session: MakeSession
) -> int:
    """Serve clients at an address until a signal comes; return the exit code.

    Raises:
        ToolError: the address can't be listened on, or other machines could reach it and may not.
    """
    return asyncio.run(_serve(address, HttpApplication(make_upstream, make_session)))


async def _serve(address: HttpAddress, application: HttpApplication) -> int:
    with address.listen() as listener:
        bound = str(listener.getsockname()[0])
        is_local = ip_address(bound.partition("%")[0]).is_loopback
        hosts = local_hosts(address.host, bound) if is_local else None
        guard = HttpGuard(application, hosts, address.token)
        serving = asyncio.ensure_future(serve_application(guard, listener))
        received: list[int] = []
        ending = asyncio.Event()

        def leave(number: int) -> None:
            received.append(number)
            ending.set()

        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(number, leave, number)
        waiting = asyncio.ensure_future(ending.wait())
        await asyncio.wait([serving, waiting], return_when=asyncio.FIRST_COMPLETED)
        await application.end()
        serving.cancel()
    return 128 + received[0] if received else 0
