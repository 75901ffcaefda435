"""Mutants of the compiler's copy of the lima-pp record: `python -P benchmarks/mutate_lima_pp_compiler.py [--write]`.

benchmarks/compiler_mutants.py explains the judgement and the meaning of survival. `--write` lists the survivors in
docs/tables/mutants-lima-pp-compiler.md by name.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "benchmarks"), str(ROOT / "tests" / "lima_pp")]

from compiler_mutants import Kernel, prepare  # noqa: E402
from lima_pp_sources import record  # noqa: E402
from mutants import Campaign, first_objection  # noqa: E402
from mutate_lima_pp import mutants  # noqa: E402

from gpucc.emit import lima_pp as code  # noqa: E402
from gpucc.frontend.compile import compile_source  # noqa: E402
from gpucc.interp import lima_pp_check  # noqa: E402
from gpucc.isa.lima_pp import LIMA_PP  # noqa: E402
from gpucc.isa.lima_pp_program import OUTPUTS_OPTION  # noqa: E402
from gpucc.isa.pipeline import PipeIsa  # noqa: E402
from gpucc.isel.cover import Selection as Selection  # noqa: E402
from gpucc.isel.cover import Selector  # noqa: E402
from gpucc.isel.lima_pp import BRANCH_CONDITION, rules_of  # noqa: E402
from gpucc.isel.sections import select_sections  # noqa: E402
from gpucc.lowering.parts.lay_out import lay_out  # noqa: E402
from gpucc.program import Program  # noqa: E402
from gpucc.sched.pipe.schedule import schedule_pipeline  # noqa: E402
from gpucc.targets.lima_pp import builtins_of  # noqa: E402

# kernels that use the most features come first, so that most mutants are killed early
NAMES = (
    "scalar_ops", "front_facing", "compare_all", "texture2d_bias_var", "fwidth", "texture2d_proj4",
    "texture_cube_reflect", "frag_coord",
    "point_coord", "exp2_log2", "sin_cos", "rsqrt_sqrt", "rcp", "sign", "select_scalar", "equal_vec", "logic",
    "swizzle", "texture2d_zw",
    "varying_array", "uniform_array_dyn", "discard_in_if", "loop_break", "if_else", "dfdx_dfdy", "floor_ceil", "dot",
    "spill",
    "texture_cube", "constants_many", "texture2d_proj3", "abs_neg", "max_zero", "mul_pow2", "mat4_vec4", "select_vec",
)  # fmt: skip


# an example with what no recorded program has: a result of the combine unit that is stored in the same instruction
EXAMPLE = ROOT / "examples" / "toys" / "cube.frag"


@cache
def prepared() -> tuple[Kernel, ...]:
    sources = {name: record(name)["glsl"] for name in NAMES} | {EXAMPLE.stem: EXAMPLE.read_text()}
    return tuple(_prepare(name, source) for name, source in sources.items())


def _prepare(name: str, source: str) -> Kernel:
    text = compile_source(source, f"{name}.frag", "glsl", "fragment")
    return prepare(LIMA_PP.name, text, name, facts="documented")


def wrong_with(kernel: Kernel, isa: PipeIsa) -> str | None:
    """The judges' objection to a compilation with this record."""
    selector = Selector(isa, rules_of("documented"), Selection("fragment", matrices="never"))
    sections = select_sections(selector, lay_out(kernel.graph(), discards_end=True), BRANCH_CONDITION)
    interface = kernel.shader.interface
    scheduled = schedule_pipeline(sections, isa, "documented", 0, builtins_of(interface))
    words = code.encode(code.link(scheduled.instructions, isa), isa)
    options = {**kernel.options, OUTPUTS_OPTION: ",".join(map(str, scheduled.outputs))}
    program = Program(LIMA_PP.name, "fragment", words, interface, options=tuple(sorted(options.items())))
    return kernel.verdict(program, lambda made: lima_pp_check.check(made.code, "documented"), lanes=32)


def judge(isa: PipeIsa) -> str | None:
    """The first objection of any judge to any program, or None."""
    return first_objection(wrong_with, prepared(), isa)


CAMPAIGN = Campaign(LIMA_PP, mutants, judge, "docs/tables/mutants-lima-pp-compiler.md", "compiler survivors")

if __name__ == "__main__":
    CAMPAIGN.run(__doc__)
