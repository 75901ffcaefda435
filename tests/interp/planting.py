"""Programs that are judged by a source which is not theirs, as if the compiler had made the mistake between the two."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from gpucc import driver
from gpucc.interp.report import Report
from gpucc.interp.verify import verify_program
from gpucc.lowering.legalise.functions import FUNCTION_BOUNDS, FUNCTION_DOMAINS
from gpucc.program import Program, Stage
from gpucc.sched.core.allowance import Allowance
from gpucc.targets import registry

STAGES: dict[str, Stage] = {
    "agal": "fragment",
    "agsl": "fragment",
    "lima-pp": "fragment",
    "lima-vp": "vertex",
    "pica200": "vertex",
}


@lru_cache(256)
def built(text: str, isa: str, stage: Stage | None = None, version: str = "") -> driver.Built:
    """A program before it is judged, made without a search: that changes where an instruction stands, not what it
    computes. The language of the text is told from it, and its stage if none is given."""
    if "define " in text:
        name, stage = "k.ll", stage or STAGES[isa]
    elif "gl_Position" in text:
        name, stage = "k.vert", "vertex"
    else:
        name, stage = "k.agsl" if "half4 main" in text else "k.frag", "fragment"
    target = {"version": version} if version else None
    goal, allowance = registry.find(isa), Allowance(0)
    return driver._build(text, goal, None, stage, 2, None, target, name, driver.silent, allowance=allowance)


def judged(source: driver.Built, program: Program | None = None, **options: Any) -> Report:
    """The report on a program, or on the source's own one, compared with the source."""
    goal, program = source.goal, program or source.program
    given = {
        "optimised_text": source.optimised,
        "bounds": {**FUNCTION_BOUNDS, **goal.bounds},
        "domains": {**FUNCTION_DOMAINS, **goal.domains},
        "half": source.half,
        "make": source.make,
        **options,
    }
    fitting = replace(program, interface=source.program.interface)
    return verify_program(source.shader, fitting, goal.isa, goal.simulate, **given)
