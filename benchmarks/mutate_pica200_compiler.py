"""Mutants of the compiler's copy of the pica200 record: `python -P benchmarks/mutate_pica200_compiler.py [--write]`.

benchmarks/compiler_mutants.py explains the judgement and the meaning of survival. `--write` lists the survivors in
docs/tables/mutants-pica200-compiler.md by name.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "benchmarks"))

from compiler_mutants import Kernel, prepare  # noqa: E402
from mutants import Campaign, first_objection  # noqa: E402
from mutate_pica200 import mutants  # noqa: E402

from gpucc.interp import pica200_check  # noqa: E402
from gpucc.isa.pica200 import PICA200, PicaIsa  # noqa: E402
from gpucc.targets.pica200 import selector_for, stages_of  # noqa: E402
from gpucc.targets.record import CompileJob  # noqa: E402

KERNELS = ROOT / "tests" / "kernels"
BARS = ROOT / "tests" / "quality" / "pica200" / "kernels.ll"
FEATURES = ROOT / "tests" / "pica200" / "features.ll"
LIMITS = ROOT / "tests" / "pica200" / "limits.ll"
# (file, entry, binds): realistic kernels, then programs that together use every op, field and comparison that gpucc
# emits, and as many registers and ifs as there are
NAMES: tuple[tuple[Path, str | None, tuple[str, ...]], ...] = (
    (KERNELS / "transform_colour.ll", "transform_colour", ()),
    (BARS, "forced", ()),
    (KERNELS / "normal_transform.ll", "normal_transform", ()),
    (KERNELS / "struct_outputs.ll", "struct_outputs", ()),
    *((FEATURES, name, ()) for name in ("scalars", "products", "distances", "truths", "extremes", "indexed", "forms")),
    *((FEATURES, name, ()) for name in ("limits", "switched", "pairs", "jumps", "told", "rounds", "orders")),
    *((LIMITS, name, ()) for name in ("most", "deep")),
    (BARS, "skinned", ("bones=uniform:8:60",)),
    (KERNELS / "wave.ll", "wave", ()),
)


@cache
def prepared() -> tuple[Kernel, ...]:
    return tuple(prepare(PICA200.name, path, entry=entry, bind=binds) for path, entry, binds in NAMES)


def wrong_with(kernel: Kernel, isa: PicaIsa) -> str | None:
    """The judges' objection to a compilation with this record."""
    stages = stages_of(isa, lambda options: selector_for(isa))
    job = CompileJob(
        shader=kernel.shader, options=kernel.options, opt=2, warn=lambda text: None, count=lambda uses: None
    )
    selected = stages.select.run(kernel.graph(), job)
    program = stages.encode.run(stages.allocate.run(stages.schedule.run(selected, job), job), job)
    return kernel.verdict(program, lambda made: pica200_check.check(made.code))


def judge(isa: PicaIsa) -> str | None:
    """The first objection of any judge to any kernel, or None."""
    return first_objection(wrong_with, prepared(), isa)


CAMPAIGN = Campaign(PICA200, mutants, judge, "docs/tables/mutants-pica200-compiler.md", "compiler survivors")

if __name__ == "__main__":
    CAMPAIGN.run(__doc__)
