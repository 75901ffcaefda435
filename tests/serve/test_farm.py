"""Workers and their queue: cancelling, the clock, positions, and a worker that is killed."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

pytest.importorskip("starlette", reason="gpucc[serve] is not installed")

from gpucc.serve.farm import MOST_OF_ONE, Farm, TooMuch

QUICK = {"kind": "compile", "source": "void main() { gl_FragColor = vec4(1.0); }", "language": "frag"}
QUICK |= {"isa": "agal", "options": "--lanes 8"}
SLOW = {
    **QUICK,
    "isa": "lima-pp",
    "source": """precision highp float;
varying vec2 uv;
void main() {
  float a = uv.x;
  for (int i = 0; i < 60; i++) for (int j = 0; j < 60; j++) for (int k = 0; k < 60; k++)
    a = sin(a * 1.7) + a / (a + 2.0);
  gl_FragColor = vec4(a);
}
""",
}

Told = list[dict[str, Any]]


def run(work: Callable[[Farm], Coroutine[Any, Any, None]], **limits: Any) -> None:
    async def main() -> None:
        farm = Farm(1, **limits)
        try:
            await farm.start()
            await work(farm)
        finally:
            await farm.close()

    asyncio.run(main())


async def all_of(farm: Farm, job: Any) -> Told:
    return [event async for event in farm.answers(job)]


def test_cancelled_jobs_make_room_and_positions_are_told() -> None:
    async def work(farm: Farm) -> None:
        slow = farm.submit("a", SLOW)
        queued = [farm.submit("a", SLOW), farm.submit("a", QUICK), farm.submit("b", QUICK)]
        await asyncio.sleep(0.2)
        assert [job.position for job in queued] == [2, 3, 1], "b was never served, so it is next"
        farm.cancel(queued[0])
        assert [job.position for job in queued[1:]] == [2, 1]
        farm.cancel(slow)
        told = await asyncio.gather(*(all_of(farm, job) for job in queued[1:]))
        assert [events[-1]["event"] for events in told] == ["made", "made"]
        assert not farm.running

    run(work)


def test_a_job_is_stopped_by_the_clock_and_a_killed_worker_is_told() -> None:
    async def work(farm: Farm) -> None:
        told = await all_of(farm, farm.submit("a", SLOW))
        assert "was stopped after 0.5 seconds" in told[-1]["findings"][0]["message"]
        farm.seconds = 60.0
        job = farm.submit("a", SLOW)
        while not job.process:
            await asyncio.sleep(0.01)
        os.kill(job.process, signal.SIGKILL)
        told = await all_of(farm, job)
        assert "ended with signal SIGKILL" in told[-1]["findings"][0]["message"]

    run(work, seconds=0.5)


def test_a_farm_whose_first_process_dies_starts_another() -> None:
    async def work(farm: Farm) -> None:
        assert farm._zygote is not None
        farm._zygote.kill()
        farm._zygote.wait()
        told = await all_of(farm, farm.submit("a", QUICK))
        assert told[-1]["event"] == "made"

    run(work)


def test_one_client_cannot_fill_the_queue() -> None:
    async def work(farm: Farm) -> None:
        jobs = [farm.submit("a", SLOW) for _ in range(MOST_OF_ONE + 1)]
        with pytest.raises(TooMuch, match="too many jobs"):
            farm.submit("a", SLOW)
        other = farm.submit("b", QUICK)
        assert other.position == 1
        for job in [*jobs, other]:
            farm.cancel(job)

    run(work)
