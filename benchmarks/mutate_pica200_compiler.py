"""Mutants of the compiler's copy of the pica200 record: `python -P benchmarks/mutate_pica200_compiler.py [--write]`.

Selection, scheduling and encoding see the mutant; decoder, lint and simulator see the record, as they do in every compilation. A
mutant is noticed when a kernel does not compile, when the lint or the simulator objects, or when results differ from LLVM's JIT. What
survives either costs instructions only, or is not used by any of the kernels; `--write` lists it in docs/pica200.md by name.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "benchmarks"))

from mutate_pica200 import run  # noqa: E402

from gpucc import driver, targets  # noqa: E402
from gpucc.errors import GpuccError  # noqa: E402
from gpucc.interp import pica200_check  # noqa: E402
from gpucc.interp.verify import verify_program  # noqa: E402
from gpucc.isa.pica200 import PICA200, PicaIsa  # noqa: E402
from gpucc.lowering.build import build  # noqa: E402
from gpucc.lowering.graph import Graph  # noqa: E402
from gpucc.lowering.interface import canonicalise  # noqa: E402
from gpucc.lowering.optimise import optimise  # noqa: E402
from gpucc.lowering.reader import read  # noqa: E402
from gpucc.lowering.source import load  # noqa: E402
from gpucc.program import Program, Shader  # noqa: E402
from gpucc.target import check_options  # noqa: E402
from gpucc.target_pica200 import generate, selector_for  # noqa: E402

KERNELS = ROOT / "tests" / "kernels"
BARS = ROOT / "tests" / "quality" / "pica200" / "kernels.ll"
SECTION = "compiler survivors"
# (file, entry, binds); small ones first: most mutants fall at once
NAMES: tuple[tuple[Path, str, tuple[str, ...]], ...] = (
    (KERNELS / "transform_colour.ll", "transform_colour", ()),
    (BARS, "forced", ()),
    (KERNELS / "normal_transform.ll", "normal_transform", ()),
    (KERNELS / "struct_outputs.ll", "struct_outputs", ()),
    (KERNELS / "lima_vp" / "compare_vec.ll", "", ()),
    (KERNELS / "lima_vp" / "floor_ceil_fract.ll", "", ()),
    (KERNELS / "lima_vp" / "exp_log_pow.ll", "", ()),
    (BARS, "skinned", ("bones=uniform:8:60",)),
    (KERNELS / "lima_vp" / "loop_break.ll", "", ()),
    (KERNELS / "lima_vp" / "while_nested.ll", "", ()),
    (KERNELS / "wave.ll", "wave", ()),
)


@dataclass(frozen=True)
class Prepared:
    """A kernel up to the graph that the back end gets, which no mutant changes; `graph` is made anew, since the back end completes it."""

    name: str
    shader: Shader
    optimised: str
    file: str

    def graph(self) -> Graph:
        goal, options = targets.find(PICA200.name), check_options(PICA200, {})
        return driver.lower(build(read(self.optimised, self.file), self.shader, self.file), self.shader, goal, options, driver.silent)


@cache
def prepared() -> tuple[Prepared, ...]:
    return tuple(_prepare(*wishes) for wishes in NAMES)


def _prepare(path: Path, entry: str, binds: tuple[str, ...]) -> Prepared:
    goal = targets.find(PICA200.name)
    canonical = canonicalise(load(path), entry=entry or None, stage="vertex", bind=list(binds), default_stage="vertex")
    shader = goal.prepare(canonical, check_options(PICA200, {}))
    return Prepared(entry or path.stem, shader, optimise(shader.text, level=2, unroll=True, most=PICA200.unrolling), path.name)


def wrong_with(isa: PicaIsa, number: int) -> str | None:
    """How the judges object to a compilation by this record."""
    kernel = prepared()[number]
    made = generate(isa, selector_for(isa), kernel.graph(), kernel.shader, check_options(PICA200, {}), driver.silent)
    return verdict(number, made)


@cache
def _known() -> dict[tuple[int, bytes], str | None]:
    return {}


def verdict(number: int, program: Program) -> str | None:
    """Most mutants that survive make the same file as the record, which need not be judged again."""
    known = _known()
    if (number, program.code) not in known:
        known[number, program.code] = _judged(prepared()[number], program)
    return known[number, program.code]


def _judged(kernel: Prepared, program: Program) -> str | None:
    for violation in pica200_check.check(program.code):
        return f"lint: {violation.message}"
    goal = targets.find(PICA200.name)
    report = verify_program(
        kernel.shader, program, PICA200, goal.simulate, lanes=64, optimised_text=kernel.optimised,
        bounds={**driver.FUNCTION_BOUNDS, **goal.bounds}, domains={**driver.FUNCTION_DOMAINS, **goal.domains},
    )  # fmt: skip
    return None if report.passed else "results differ from the JIT"


def judge(isa: PicaIsa) -> str | None:
    """The first objection of any judge to any kernel, or None. A compiler that fails notices by itself."""
    for number, kernel in enumerate(prepared()):
        try:
            wrong = wrong_with(isa, number)
        except (GpuccError, LookupError, ValueError, AssertionError, TypeError, StopIteration, ArithmeticError) as error:
            wrong = f"{type(error).__name__}: {error}".splitlines()[0]
        if wrong:
            return f"{kernel.name}: {wrong}"
    return None


if __name__ == "__main__":
    run(judge, SECTION, __doc__)
