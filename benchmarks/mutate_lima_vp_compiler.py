"""Mutants of the compiler's copy of the lima-vp record: `python -P benchmarks/mutate_lima_vp_compiler.py [--write]`.

Selection, scheduling and encoding see the mutant; decoder, checker and simulator see the record, as they do in every compilation.
A mutant is noticed when a kernel does not compile, when the checker or the simulator objects, or when results differ from
LLVM's JIT. What survives either costs instructions only, or is not used by any of the kernels; `--write` lists it in
docs/lima-vp.md by name.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "benchmarks"))

from mutate_lima_vp import run  # noqa: E402

from gpucc import driver, targets  # noqa: E402
from gpucc.emit import lima_vp as code  # noqa: E402
from gpucc.errors import GpuccError  # noqa: E402
from gpucc.interp import lima_vp_check  # noqa: E402
from gpucc.interp.verify import verify_program  # noqa: E402
from gpucc.isa.lima_vp import LIMA_VP  # noqa: E402
from gpucc.isa.wide import WideIsa  # noqa: E402
from gpucc.isel.cover import Options as Selection  # noqa: E402
from gpucc.isel.cover import Selector  # noqa: E402
from gpucc.isel.lima_vp import BRANCH_CONDITION, rules_of  # noqa: E402
from gpucc.isel.sections import select_sections  # noqa: E402
from gpucc.lowering.build import build  # noqa: E402
from gpucc.lowering.graph import Graph  # noqa: E402
from gpucc.lowering.interface import canonicalise  # noqa: E402
from gpucc.lowering.optimise import optimise  # noqa: E402
from gpucc.lowering.parts import lay_out  # noqa: E402
from gpucc.lowering.reader import read  # noqa: E402
from gpucc.lowering.source import load  # noqa: E402
from gpucc.program import Program, Shader, file_size  # noqa: E402
from gpucc.sched.wide import schedule_wide  # noqa: E402
from gpucc.target import check_options  # noqa: E402

MARKS = ("<!-- compiler survivors: written by benchmarks/mutate_lima_vp_compiler.py -->", "<!-- end of compiler survivors -->")
KERNELS = ROOT / "tests" / "kernels"
OPTIONS = {"facts": "documented", "viewport": "32768"}
# small ones first: most mutants fall at once
NAMES = (
    "lima_vp/mov", "lima_vp/floor_ceil_fract", "lima_vp/min_max", "lima_vp/select", "lima_vp/compare_vec", "lima_vp/exp2_log2",
    "lima_vp/rcp_rsqrt_sqrt", "lima_vp/abs_sign_neg", "lima_vp/clamp_step", "lima_vp/mat4", "lima_vp/uniform_array_dyn",
    "lima_vp/loop_uniform", "lima_vp/while_nested", "histogram", "skinning",
)  # fmt: skip


@dataclass(frozen=True)
class Prepared:
    """A kernel up to the graph that the back end gets, which no mutant changes."""

    name: str
    shader: Shader
    graph: Graph


@cache
def prepared() -> tuple[Prepared, ...]:
    return tuple(map(_prepare, NAMES))


def _prepare(name: str) -> Prepared:
    goal, options = targets.find(LIMA_VP.name), check_options(LIMA_VP, OPTIONS)
    path = KERNELS / f"{name}.ll"
    shader = goal.prepare(canonicalise(load(path), entry=None, stage="vertex", bind=[], default_stage="vertex"), options)
    optimised = optimise(shader.text, level=2, unroll=True, most=LIMA_VP.unrolling)
    graph = driver.lower(build(read(optimised, path.name), shader, path.name), shader, goal, options, driver.silent)
    return Prepared(name, shader, graph)


def wrong_with(isa: WideIsa, kernel: Prepared) -> str | None:
    """How the judges object to a compilation by this record."""
    selector = Selector(isa, rules_of("documented"), Selection("vertex", matrices="never"))
    sections = select_sections(selector, lay_out(kernel.graph), BRANCH_CONDITION)
    scheduled = schedule_wide(sections, isa, "documented", file_size(kernel.shader.interface.uniforms), 1)
    words = code.encode(scheduled.bundles, isa)
    for violation in lima_vp_check.check(words, "documented", scheduled.constants):
        return f"checker: {violation.message}"
    program = Program(LIMA_VP.name, "vertex", words, kernel.shader.interface, scheduled.constants, options=tuple(sorted(OPTIONS.items())))
    goal = targets.find(LIMA_VP.name)
    report = verify_program(
        kernel.shader, program, LIMA_VP, goal.simulate, lanes=64, bounds={**driver.FUNCTION_BOUNDS, **goal.bounds},
        domains={**driver.FUNCTION_DOMAINS, **goal.domains},
    )  # fmt: skip
    return None if report.passed else "results differ from the JIT"


def judge(isa: WideIsa) -> str | None:
    """The first objection of any judge to any kernel, or None. A compiler that fails notices by itself."""
    for kernel in prepared():
        try:
            wrong = wrong_with(isa, kernel)
        except (GpuccError, LookupError, ValueError, AssertionError, TypeError, StopIteration, ArithmeticError) as error:
            wrong = f"{type(error).__name__}: {error}".splitlines()[0]
        if wrong:
            return f"{kernel.name}: {wrong}"
    return None


if __name__ == "__main__":
    run(judge, MARKS, __doc__)
