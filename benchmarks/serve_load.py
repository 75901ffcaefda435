"""`gpucc serve` with many users at once: `python -P benchmarks/serve_load.py [USERS]`, with gpucc[serve] and httpx2.

Each user opens the page, asks for two compilations at the same moment as all others, edits once while waiting (which
cancels the first request), and waits for the results. One user asks for many jobs before all others. Reported are the
times until the page, the first word about a place in the queue, and the end of a cancelled request; and how many of the
greedy user's results came before all others had got one. In turns these are the two that ran when the others came, and
one for each turn of the others, of which an edit costs one.
"""

from __future__ import annotations

import asyncio
import json
import re
import signal
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import httpx2

USERS = 20
GREEDY = 12
LIMIT = 2.0
SHADER = """precision mediump float;
varying vec2 uv;
uniform float size;
void main() {
  gl_FragColor = vec4(uv * %d.0, sin(uv.x * size), 1.0);
}
"""


@dataclass
class Measured:
    """Seconds of each kind, and who got a result, in order."""

    page: list[float] = field(default_factory=list)
    place: list[float] = field(default_factory=list)
    cancel: list[float] = field(default_factory=list)
    results: list[str] = field(default_factory=list)
    wait: list[float] = field(default_factory=list)


def request(seed: int, count: int) -> dict[str, Any]:
    targets = [{"name": f"t{n}", "isa": ("agal", "lima-pp")[n % 2], "options": ""} for n in range(count)]
    return {"source": SHADER % seed, "language": "frag", "targets": targets}


async def told(client: httpx2.AsyncClient, name: str, body: dict[str, Any]) -> AsyncIterator[dict[str, Any]]:
    async with client.stream("POST", "/api/compile", json=body, headers={"x-client": name}) as answer:
        answer.raise_for_status()
        async for line in answer.aiter_lines():
            yield json.loads(line)


async def user(client: httpx2.AsyncClient, number: int, begun: asyncio.Event, found: Measured) -> None:
    name = f"user {number}"
    await begun.wait()
    start = time.monotonic()
    (await client.get("/")).raise_for_status()
    (await client.get("/static/serve.js")).raise_for_status()
    found.page.append(time.monotonic() - start)
    start = time.monotonic()
    async for _ in told(client, name, request(number, 2)):
        found.place.append(time.monotonic() - start)
        break
    # the edit: leaving the loop has closed the first request
    start = time.monotonic()
    first = True
    async for event in told(client, name, request(number + 100, 2)):
        if first:
            found.cancel.append(time.monotonic() - start)
            first = False
        if event["event"] == "made":
            found.results.append(name)
            found.wait.append(time.monotonic() - start)
        elif event["event"] == "failed":
            raise RuntimeError(event)


async def greedy(client: httpx2.AsyncClient, found: Measured) -> None:
    async def one(number: int) -> None:
        async for event in told(client, "greedy", request(number, 2)):
            if event["event"] == "made":
                found.results.append("greedy")

    await asyncio.gather(*(one(200 + number) for number in range(GREEDY // 2)))


def ahead(results: list[str]) -> int:
    """The number of results that the greedy user had when the last of the others got a first one."""
    last = max(results.index(name) for name in set(results))
    return results[:last].count("greedy")


async def main(users: int) -> None:
    command = [sys.executable, "-P", "-m", "gpucc", "serve", "--port", "0", "-j", "2"]
    server = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    assert server.stderr is not None
    line = (await server.stderr.readline()).decode()
    address = re.search(r"(http://[\d.:]+)/\?token=(\S+)", line)
    assert address is not None, line
    found, begun = Measured(), asyncio.Event()
    limits = httpx2.Limits(max_connections=None)
    headers = {"authorization": f"Bearer {address[2]}"}
    async with httpx2.AsyncClient(base_url=address[1], headers=headers, limits=limits, timeout=600) as client:
        async for _ in told(client, "warm", request(1, 2)):
            pass
        everybody = [asyncio.create_task(greedy(client, found))]
        await asyncio.sleep(0.2)
        everybody += [asyncio.create_task(user(client, number, begun, found)) for number in range(users)]
        begun.set()
        start = time.monotonic()
        await asyncio.gather(*everybody)
        whole = time.monotonic() - start
    server.send_signal(signal.SIGINT)
    await server.wait()
    print(f"| {users} users | mean | most |\n| --- | --- | --- |")
    for title, values in (
        ("the page", found.page),
        ("the place in the queue", found.place),
        ("cancelling, and the place of the next request", found.cancel),
        ("a result", found.wait),
    ):
        print(f"| {title} | {sum(values) / len(values):.2f} s | {max(values):.2f} s |")
    print(f"\n{len(found.results)} results in {whole:.1f} s. When the last user got a first result, the user who had")
    print(f"asked for {GREEDY} before all others had {ahead(found.results)} of them.")
    if max(*found.page, *found.place, *found.cancel) > LIMIT or ahead(found.results) > GREEDY // 2:
        sys.exit(1)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else USERS))
