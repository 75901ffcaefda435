"""Mutants of the compiler's copy of the lima-vp record: `python -P benchmarks/mutate_lima_vp_compiler.py [--write]`.

benchmarks/compiler_mutants.py explains the judgement and the meaning of survival. `--write` lists the survivors in
docs/tables/mutants-lima-vp-compiler.md by name.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "benchmarks"))

from compiler_mutants import Kernel, prepare  # noqa: E402
from mutants import Campaign, first_objection  # noqa: E402
from mutate_lima_vp import mutants  # noqa: E402

from gpucc.emit import lima_vp as code  # noqa: E402
from gpucc.interp import lima_vp_check  # noqa: E402
from gpucc.isa.lima_vp import LIMA_VP  # noqa: E402
from gpucc.isa.wide import WideIsa  # noqa: E402
from gpucc.isel.cover import Selection as Selection  # noqa: E402
from gpucc.isel.cover import Selector  # noqa: E402
from gpucc.isel.lima_vp import BRANCH_CONDITION, rules_of  # noqa: E402
from gpucc.isel.sections import select_sections  # noqa: E402
from gpucc.lowering.parts.lay_out import lay_out  # noqa: E402
from gpucc.program import Program, file_size  # noqa: E402
from gpucc.sched.wide.schedule import schedule_wide  # noqa: E402

# small kernels come first: most mutants are killed early
NAMES = (
    "lima_vp/mov", "lima_vp/floor_ceil_fract", "lima_vp/min_max", "lima_vp/select", "lima_vp/compare_vec",
    "lima_vp/exp2_log2",
    "lima_vp/rcp_rsqrt_sqrt", "lima_vp/abs_sign_neg", "lima_vp/clamp_step", "lima_vp/mat4", "lima_vp/uniform_array_dyn",
    "lima_vp/loop_uniform", "lima_vp/while_nested", "histogram", "skinning",
)  # fmt: skip


@cache
def prepared() -> tuple[Kernel, ...]:
    kernels = ROOT / "tests" / "kernels"
    return tuple(prepare(LIMA_VP.name, kernels / f"{name}.ll", facts="documented", viewport="32768") for name in NAMES)


def wrong_with(kernel: Kernel, isa: WideIsa) -> str | None:
    """The judges' objection to a compilation with this record."""
    selector = Selector(isa, rules_of("documented"), Selection("vertex", matrices="never"))
    sections = select_sections(selector, lay_out(kernel.graph()), BRANCH_CONDITION)
    interface = kernel.shader.interface
    scheduled = schedule_wide(sections, isa, "documented", file_size(interface.uniforms), 1)
    words = code.encode(scheduled.instructions, isa)
    program = Program(
        LIMA_VP.name, "vertex", words, interface, scheduled.constants, options=tuple(sorted(kernel.options.items()))
    )
    return kernel.verdict(program, lambda made: lima_vp_check.check(made.code, "documented", made.constants))


def judge(isa: WideIsa) -> str | None:
    """The first objection of any judge to any kernel, or None."""
    return first_objection(wrong_with, prepared(), isa)


CAMPAIGN = Campaign(LIMA_VP, mutants, judge, "docs/tables/mutants-lima-vp-compiler.md", "compiler survivors")

if __name__ == "__main__":
    CAMPAIGN.run(__doc__)
