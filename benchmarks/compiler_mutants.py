"""A compiler that uses a wrong record: kernels as graphs for the back end, and the judges' verdicts on its programs.

Selection, scheduling and encoding see the mutant; decoder, checker and simulator see the correct record, as in every
compilation. A mutant is noticed when a kernel does not compile, when the checker or the simulator objects, or when
results differ from LLVM's JIT. A surviving mutant either only costs instructions, or is not exercised by any of the
kernels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gpucc import driver
from gpucc.interp.verify import verify_program
from gpucc.lowering.build.build import build
from gpucc.lowering.graph import Graph
from gpucc.lowering.interface.canonicalise import canonicalise
from gpucc.lowering.optimise.unrollings import unrollings
from gpucc.lowering.reader.read import read
from gpucc.lowering.source import load
from gpucc.program import Program, Shader, relocate
from gpucc.targets import registry
from gpucc.targets.record import Target, Violation, check_options


@dataclass(frozen=True)
class Kernel:
    """A program up to the graph, which no mutant changes. Most surviving mutants produce the same program, so verdicts
    are cached."""

    name: str
    goal: Target
    options: Mapping[str, str]
    shader: Shader
    optimised: str
    judged: dict[object, str | None] = field(default_factory=dict)

    def graph(self) -> Graph:
        """Build a new graph, since a back end may modify it."""
        graph = build(read(self.optimised, self.name), self.shader, self.name)
        return driver.lower(graph, self.shader, self.goal, self.options, driver.silent)

    def verdict(self, program: Program, check: Callable[[Program], Sequence[Violation]], lanes: int = 64) -> str | None:
        """The judges' objection to the program; None if there is none."""
        key = program.code, program.constants, program.options, program.interface
        if key not in self.judged:
            wrong = self._verdict(program, check, lanes)
            self.judged[key] = f"{self.name}: {wrong}" if wrong else None
        return self.judged[key]

    def _verdict(self, program: Program, check: Callable[[Program], Sequence[Violation]], lanes: int) -> str | None:
        for violation in check(program):
            return f"checker: {violation.message}"
        report = verify_program(
            relocate(self.shader, program.interface), program, self.goal.isa, self.goal.simulate,
            lanes=lanes, optimised_text=self.optimised,
            bounds={**driver.FUNCTION_BOUNDS, **self.goal.bounds},
            domains={**driver.FUNCTION_DOMAINS, **self.goal.domains},
        )  # fmt: skip
        return None if report.passed else "results differ from the JIT"


def prepare(
    isa: str, source: Path | str, name: str = "", entry: str | None = None, bind: Sequence[str] = (), **switches: str
) -> Kernel:
    """Prepare a kernel for the target's first stage."""
    goal = registry.find(isa)
    stage = goal.isa.stages[0]
    options = check_options(goal.isa, switches)
    canonical = canonicalise(load(source), entry=entry, stage=stage, bind=list(bind), default_stage=stage)
    shader = goal.prepare(canonical, options)
    optimised, *_ = unrollings(shader.text, loops=True, level=2, most=goal.isa.unrolling, branches=goal.isa.branching)
    return Kernel(name or entry or Path(source).stem, goal, options, shader, optimised)
