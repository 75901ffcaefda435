"""Who may ask: requests to this machine's own address, from the page itself, with the token of the start line.

A page of another origin can make a browser send requests here, and a name that is made to point at 127.0.0.1 (DNS
rebinding) even lets it read the answers. So the Host must be an address that the server listens on, the Origin must be
the same, and everything but the page's own files needs the token, which other pages do not know.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

# what the page may load: its own files, and pictures that it makes itself
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data: blob:; connect-src"
    " 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SAFE_SITES = ("same-origin", "none")


class Guard:
    """Refuses requests from anywhere else, before anything reads them."""

    def __init__(self, app: ASGIApp, token: str, hosts: Iterable[str], nonce: str) -> None:
        self.app, self.token, self.hosts = app, token, frozenset(hosts)
        policy = POLICY.format(nonce=nonce)
        self.headers = [
            (b"content-security-policy", policy.encode()),
            (b"x-content-type-options", b"nosniff"),
            (b"referrer-policy", b"no-referrer"),
            (b"cross-origin-opener-policy", b"same-origin"),
            (b"cross-origin-resource-policy", b"same-origin"),
            (b"cache-control", b"no-store"),
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}

        async def with_headers(message: Mapping[str, object]) -> None:
            if message["type"] == "http.response.start":
                given = message.get("headers", ())
                assert isinstance(given, Iterable)
                message = {**message, "headers": [*given, *self.headers]}
            await send(dict(message))

        refusal = self.refusal(headers, scope["path"], [name for name, _ in scope["headers"]].count(b"host"))
        if refusal is None:
            await self.app(scope, receive, with_headers)
            return
        code, reason = refusal
        await PlainTextResponse(reason + "\n", code)(scope, receive, with_headers)

    def refusal(self, headers: Mapping[str, str], path: str, hosts: int = 1) -> tuple[int, str] | None:
        """The code and the reason why a request is refused."""
        host = headers.get("host", "")
        if hosts != 1 or host not in self.hosts:
            return 403, f"This server answers only to {' and '.join(sorted(self.hosts))}."
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{host}":
            return 403, "This server answers only to its own page."
        if headers.get("sec-fetch-site", "none") not in SAFE_SITES and path.startswith("/api/"):
            return 403, "This server answers only to its own page."
        if path.startswith("/api/"):
            given = headers.get("authorization", "").removeprefix("Bearer ")
            if not hmac.compare_digest(given.encode(), self.token.encode()):
                return 401, "The token of the line that gpucc serve printed is missing or wrong."
        return None
