"""The command `gpucc serve`: binds to loopback, prints the address with its token, and serves until Ctrl-C."""

from __future__ import annotations

import errno
import os
import secrets
import socket
import webbrowser
from typing import TYPE_CHECKING

from gpucc.errors import UsageError
from gpucc.terminal import console

if TYPE_CHECKING:
    from gpucc.serve.app import ServeSettings

LOOPBACK = "127.0.0.1"
TOKEN_BYTES = 18
# the variable that holds a token, for scripts that have to know it
TOKEN = "GPUCC_SERVE_TOKEN"


def serve_page(port: int, jobs: int, browse: bool, compilers: bool) -> None:
    """Serve until the process is interrupted."""
    if not hasattr(os, "fork"):
        raise UsageError("gpucc serve needs processes that can be copied, as Linux and macOS have them")
    try:
        import starlette  # noqa: F401
        import uvicorn
    except ImportError:
        raise UsageError("gpucc serve needs starlette and uvicorn", notes=("pip install 'gpucc[serve]'",)) from None
    from gpucc.serve.app import ServeSettings, application
    from gpucc.serve.compilers import usable_compilers

    found = usable_compilers() if compilers else ()
    bound = _bound(port)
    port = bound.getsockname()[1]
    settings = ServeSettings(port, os.environ.get(TOKEN) or secrets.token_urlsafe(TOKEN_BYTES), jobs, found)
    config = uvicorn.Config(
        application(settings), log_level="warning", access_log=False, server_header=False, date_header=False,
        timeout_graceful_shutdown=1, ws="none",
    )  # fmt: skip

    class Server(uvicorn.Server):
        """Tells the address only when requests are answered and Ctrl-C is listened to."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            _tell(settings)
            if browse:
                webbrowser.open(address_of(settings))

    Server(config).run(sockets=[bound])


def address_of(settings: ServeSettings) -> str:
    return f"http://{LOOPBACK}:{settings.port}/?token={settings.token}"


def _tell(settings: ServeSettings) -> None:
    console.say(f"gpucc serve: {address_of(settings)}")
    if settings.compilers:
        console.say(f"C and Rust are compiled by {' and '.join(settings.compilers)}, without network and files")
    console.say("Ctrl-C ends it")


def _bound(port: int) -> socket.socket:
    """A socket on the loopback address, which other machines cannot reach."""
    bound = socket.socket()
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((LOOPBACK, port))
    except OSError as error:
        bound.close()
        notes = ("--port 0 takes a free one",) if error.errno == errno.EADDRINUSE else ()
        raise UsageError(f"cannot listen on port {port} of {LOOPBACK}: {error.strerror}", notes=notes) from None
    return bound
