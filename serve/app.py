"""The server: the page's files, what the page has to know, and jobs whose events are streamed as lines of JSON."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from gpucc import driver
from gpucc.page.assets import FOLDER as PANES
from gpucc.page.assets import panes_style
from gpucc.records import dataclass
from gpucc.serve.farm import CLOCK_SECONDS, CPU_SECONDS, Farm, ServedJob, TooMuch
from gpucc.serve.guard import Guard
from gpucc.serve.languages import LANGUAGES, MOST_SOURCE
from gpucc.terminal.versions import versions

STATIC = Path(__file__).resolve().parent / "static"
EXAMPLES = Path(__file__).resolve().parent / "examples"
TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
# bytes of a request: a source, and of a request to draw also a program and pictures
MOST_BODY = {"compile": 2 * MOST_SOURCE, "draw": 12 << 20}
MOST_TARGETS = 8
NONCE = "{{nonce}}"


@dataclass(frozen=True, slots=True)
class ServeSettings:
    """The port, the token, the number of workers, and whether clang and rustc may run."""

    port: int
    token: str
    workers: int = 2
    compilers: tuple[str, ...] = ()
    # for one job, by the clock and of the processor
    seconds: float = CLOCK_SECONDS
    cpu: int = CPU_SECONDS
    hosts: tuple[str, ...] = field(default_factory=tuple)

    def addresses(self) -> tuple[str, ...]:
        return self.hosts or tuple(f"{name}:{self.port}" for name in ("127.0.0.1", "localhost", "[::1]"))


def application(settings: ServeSettings) -> ASGIApp:
    """The whole application, with its farm of workers, which starts and ends with it."""
    nonce = secrets.token_urlsafe(16)
    farm: list[Farm] = []

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        farm.append(Farm(settings.workers, settings.seconds, settings.cpu))
        # loads while the user opens the page
        loading = asyncio.create_task(farm[0].start())
        try:
            yield
        finally:
            # what still loads is not waited for
            loading.cancel()
            with contextlib.suppress(OSError, TimeoutError, asyncio.CancelledError):
                await loading
            await farm.pop().close()

    files = _files(nonce)

    async def static(request: Request) -> Response:
        found = files.get(request.path_params.get("name", "index.html"))
        if found is None:
            return JSONResponse({"error": "there is no such file"}, 404)
        return Response(found[0], media_type=found[1])

    async def about(request: Request) -> Response:
        return JSONResponse(_about(settings))

    async def work(request: Request) -> Response:
        return await _work(request, farm[0], settings)

    routes = [
        Route("/", static),
        Route("/static/{name}", static),
        Route("/api/about", about),
        Route("/api/compile", work, methods=["POST"]),
        Route("/api/draw", work, methods=["POST"]),
    ]
    return Guard(Starlette(routes=routes, lifespan=lifespan), settings.token, settings.addresses(), nonce)


def _files(nonce: str) -> dict[str, tuple[bytes, str]]:
    """The files of the page by name, with their types. Nothing else on the disk can be asked for."""
    found = {}
    for path in (*STATIC.iterdir(), *PANES.iterdir()):
        if path.suffix in TYPES:
            found[path.name] = path.read_bytes(), TYPES[path.suffix]
    found["panes.css"] = panes_style().encode(), TYPES[".css"]
    page = found["index.html"][0].replace(NONCE.encode(), nonce.encode())
    found["index.html"] = page, TYPES[".html"]
    return found


def _about(settings: ServeSettings) -> dict[str, Any]:
    examples = [
        {"name": path.name, "title": title, "language": language, "source": path.read_text("utf-8"), "targets": targets}
        for path, title, language, targets in _examples()
    ]
    languages = {
        name: {
            "title": one.title,
            "file": one.file,
            "available": not one.compiler or one.compiler in settings.compilers,
        }
        for name, one in LANGUAGES.items()
    }
    return {
        "targets": driver.isas(),
        "languages": languages,
        "examples": examples,
        "most": MOST_SOURCE,
        "editor": (STATIC / "codemirror.js").exists(),
        "versions": dict(versions()),
    }


def _examples() -> list[tuple[Path, str, str, list[str]]]:
    """The files that index.json lists, with their titles, languages and targets."""
    listed = json.loads((EXAMPLES / "index.json").read_text("utf-8"))
    return [(EXAMPLES / one["file"], one["title"], one["language"], one["targets"]) for one in listed]


# jobs -----------------------------------------------------------------------------------------------------------------


class JobStream(Response):
    """Streams events of jobs until all are done. If the browser closes the connection, the jobs are cancelled."""

    def __init__(self, farm: Farm, jobs: Mapping[str, ServedJob]) -> None:
        super().__init__(media_type="application/x-ndjson")
        self.farm, self.jobs = farm, jobs
        del self.headers["content-length"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        sending = asyncio.create_task(self._send(send))
        leaving = asyncio.create_task(_left(receive))
        try:
            await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, leaving):
                task.cancel()
            for job in self.jobs.values():
                self.farm.cancel(job)
            await asyncio.gather(sending, leaving, return_exceptions=True)

    async def _send(self, send: Send) -> None:
        lock = asyncio.Lock()

        async def one(name: str, job: ServedJob) -> None:
            async for event in self.farm.answers(job):
                line = json.dumps({"target": name, **event}).encode() + b"\n"
                async with lock:
                    await send({"type": "http.response.body", "body": line, "more_body": True})

        await asyncio.gather(*(one(name, job) for name, job in self.jobs.items()))
        await send({"type": "http.response.body", "body": b'{"event": "end"}\n', "more_body": False})


async def _left(receive: Receive) -> None:
    """Return when the browser has closed the connection."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _work(request: Request, farm: Farm, settings: ServeSettings) -> Response:
    kind = request.url.path.rsplit("/", 1)[1]
    try:
        wanted = json.loads(await _body(request, MOST_BODY[kind]))
        requests = _requests(kind, wanted, bool(settings.compilers))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        return _refused(400, f"the request cannot be read: {error}")
    except TooMuch as error:
        return _refused(413, error.message, error.notes)
    except ClientDisconnect:
        return _refused(400, "the connection was closed")
    client = request.headers.get("x-client", "")[:64]
    jobs: dict[str, ServedJob] = {}
    try:
        for name, one in requests.items():
            jobs[name] = farm.submit(client, one)
    except TooMuch as error:
        for job in jobs.values():
            farm.cancel(job)
        return _refused(429, error.message, error.notes)
    return JobStream(farm, jobs)


async def _body(request: Request, most: int) -> bytes:
    """The body, refused as soon as it is larger than the most that is taken."""
    found = bytearray()
    async for part in request.stream():
        found += part
        if len(found) > most:
            raise TooMuch(
                f"the request is larger than {most >> 10} KiB",
                notes=(f"a source may have {MOST_SOURCE // 1000} kB; gpucc on the command line takes larger ones",),
            )
    return bytes(found)


def _requests(kind: str, wanted: Mapping[str, Any], compilers: bool) -> dict[str, dict[str, Any]]:
    """A job for each target of a request, by the names that the page gives to them."""
    source, targets = wanted["source"], wanted["targets"]
    if not isinstance(source, str) or not isinstance(targets, list):
        raise ValueError("source is a text, and targets are a list")
    if len(source.encode("utf-8", "replace")) > MOST_SOURCE:
        raise TooMuch(
            f"the source is larger than {MOST_SOURCE // 1000} kB",
            notes=("gpucc on the command line takes larger ones",),
        )
    if not 1 <= len(targets) <= MOST_TARGETS:
        raise ValueError(f"1 to {MOST_TARGETS} targets, and these are {len(targets)}")
    language = str(wanted["language"])
    # only workers that run a compiler may start programs
    compilers = compilers and language in LANGUAGES and bool(LANGUAGES[language].compiler)
    shared = {"kind": kind, "source": source, "language": language, "compilers": compilers}
    if kind == "draw":
        shared |= {name: wanted[name] for name in ("size", "frames", "uniforms", "textures")}
    own = ("isa", "options", "program") if kind == "draw" else ("isa", "options")
    return {str(one["name"]): {**shared, **{name: str(one[name]) for name in own}} for one in targets}


def _refused(code: int, message: str, notes: Sequence[str] = ()) -> Response:
    return JSONResponse({"error": message, "notes": list(notes)}, code)
