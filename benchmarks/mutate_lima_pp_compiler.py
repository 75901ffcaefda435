"""Mutants of the compiler's copy of the lima-pp record: `python -P benchmarks/mutate_lima_pp_compiler.py [--write]`.

Selection, scheduling and encoding see the mutant; decoder, checker and simulator see the record, as they do in every compilation.
A mutant is noticed when a program does not compile, when the checker or the simulator objects, or when results differ from
LLVM's JIT. What survives either costs instructions only, or is not used by any of the programs; `--write` lists it in
docs/lima-pp.md by name.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "benchmarks"), str(ROOT / "tests" / "lima_pp")]

from lima_pp_sources import record  # noqa: E402
from mutate_lima_pp import run  # noqa: E402

from gpucc import driver, targets  # noqa: E402
from gpucc.emit import lima_pp as code  # noqa: E402
from gpucc.errors import GpuccError  # noqa: E402
from gpucc.frontend.compile import compile_source  # noqa: E402
from gpucc.interp import lima_pp_check  # noqa: E402
from gpucc.interp.lima_pp import OUTPUTS  # noqa: E402
from gpucc.interp.verify import verify_program  # noqa: E402
from gpucc.isa.lima_pp import LIMA_PP  # noqa: E402
from gpucc.isa.pipeline import PipeIsa  # noqa: E402
from gpucc.isel.cover import Options as Selection  # noqa: E402
from gpucc.isel.cover import Selector  # noqa: E402
from gpucc.isel.lima_pp import BRANCH_CONDITION, rules_of  # noqa: E402
from gpucc.isel.sections import select_sections  # noqa: E402
from gpucc.lowering.build import build  # noqa: E402
from gpucc.lowering.graph import Graph  # noqa: E402
from gpucc.lowering.interface import canonicalise  # noqa: E402
from gpucc.lowering.optimise import optimise  # noqa: E402
from gpucc.lowering.parts import lay_out  # noqa: E402
from gpucc.lowering.reader import read  # noqa: E402
from gpucc.lowering.source import load  # noqa: E402
from gpucc.program import Program, Shader  # noqa: E402
from gpucc.sched.pipe import schedule_pipeline  # noqa: E402
from gpucc.target import check_options  # noqa: E402
from gpucc.target_lima_pp import builtins_of  # noqa: E402

MARKS = ("<!-- compiler survivors: written by benchmarks/mutate_lima_pp_compiler.py -->", "<!-- end of compiler survivors -->")
OPTIONS = {"facts": "documented"}
# those that use most come first: most mutants fall at once
NAMES = (
    "scalar_ops", "front_facing", "compare_all", "texture2d_bias_var", "fwidth", "texture2d_proj4", "texture_cube_reflect", "frag_coord",
    "point_coord", "exp2_log2", "sin_cos", "rsqrt_sqrt", "rcp", "sign", "select_scalar", "equal_vec", "logic", "swizzle", "texture2d_zw",
    "varying_array", "uniform_array_dyn", "discard_in_if", "loop_break", "if_else", "dfdx_dfdy", "floor_ceil", "dot", "spill",
    "texture_cube", "constants_many", "texture2d_proj3", "abs_neg", "max_zero", "mul_pow2", "mat4_vec4", "select_vec",
)  # fmt: skip


@dataclass(frozen=True)
class Prepared:
    """A program up to the graph that the back end gets, which no mutant changes."""

    name: str
    shader: Shader
    optimised: str
    graph: Graph


@cache
def prepared() -> tuple[Prepared, ...]:
    return tuple(map(_prepare, NAMES))


def _prepare(name: str) -> Prepared:
    goal, options = targets.find(LIMA_PP.name), check_options(LIMA_PP, OPTIONS)
    text = compile_source(record(name)["glsl"], f"{name}.frag", "glsl", "fragment")
    shader = goal.prepare(canonicalise(load(text), entry=None, stage="fragment", bind=[], default_stage="fragment"), options)
    optimised = optimise(shader.text, level=2, unroll=True, most=LIMA_PP.unrolling)
    graph = driver.lower(build(read(optimised, name), shader, name), shader, goal, options, driver.silent)
    return Prepared(name, shader, optimised, graph)


def wrong_with(isa: PipeIsa, program: Prepared) -> str | None:
    """How the judges object to a compilation by this record."""
    selector = Selector(isa, rules_of("documented"), Selection("fragment", matrices="never"))
    sections = select_sections(selector, lay_out(program.graph, discards_end=True), BRANCH_CONDITION)
    scheduled = schedule_pipeline(sections, isa, "documented", 0, builtins_of(program.shader.interface))
    words = code.encode(code.link(scheduled.packets, isa), isa)
    return verdict(NAMES.index(program.name), words, ",".join(map(str, scheduled.outputs)))


@cache
def verdict(number: int, words: bytes, outputs: str) -> str | None:
    """Most mutants that survive make the same words as the record, which need not be judged again."""
    program = prepared()[number]
    for violation in lima_pp_check.check(words, "documented"):
        return f"checker: {violation.message}"
    options = tuple(sorted({**OPTIONS, OUTPUTS: outputs}.items()))
    made = Program(LIMA_PP.name, "fragment", words, program.shader.interface, options=options)
    goal = targets.find(LIMA_PP.name)
    report = verify_program(
        program.shader, made, LIMA_PP, goal.simulate, lanes=32, optimised_text=program.optimised,
        bounds={**driver.FUNCTION_BOUNDS, **goal.bounds}, domains={**driver.FUNCTION_DOMAINS, **goal.domains},
    )  # fmt: skip
    return None if report.passed else "results differ from the JIT"


def judge(isa: PipeIsa) -> str | None:
    """The first objection of any judge to any program, or None. A compiler that fails notices by itself."""
    for program in prepared():
        try:
            wrong = wrong_with(isa, program)
        except (GpuccError, LookupError, ValueError, AssertionError, TypeError, StopIteration, ArithmeticError) as error:
            wrong = f"{type(error).__name__}: {error}".splitlines()[0]
        if wrong:
            return f"{program.name}: {wrong}"
    return None


if __name__ == "__main__":
    run(judge, MARKS, __doc__)
