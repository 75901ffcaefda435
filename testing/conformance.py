"""A kit of checks for any target, built-in or from another package:

    faults = Conformance("toyvliw").run(["a.vert", "b.vert"])

- `record`: what the record itself must fulfil, and bounds that are missing
- `texts`: bytes survive decoding and encoding, text survives printing and parsing
- `semantics`: programs agree with LLVM's JIT, natively and in float32
- `rules`: the rules of selection are proved with z3 (optional extra `testing`)
- `programs`: small random shaders
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from gpucc import driver
from gpucc.driver import CompiledProgram
from gpucc.errors import GpuccError, Miscompiled, Unsupported, UsageError
from gpucc.isel.cover import Selector
from gpucc.isel.rules import refuse_overlaps_of
from gpucc.program import Stage
from gpucc.records import dataclass
from gpucc.targets import registry
from gpucc.targets.composed import missing_bounds
from gpucc.targets.record import check_options

# the lanes of a comparison
LANES = 64
Source = str | Path


@dataclass(frozen=True, slots=True)
class ConformanceFault:
    """A difference that a check found in `subject`: a source, a rule or a neutral op."""

    check: str
    subject: str
    problem: str

    def __str__(self) -> str:
        return f"{self.check}: {self.subject}: {self.problem}"


class Conformance:
    """The checks of one target. Shaders that the target refuses with a reason are left out; `refused` has them."""

    def __init__(self, isa: str) -> None:
        self.target = registry.find(isa)
        self.name = self.target.isa.name
        self.refused: list[tuple[str, str]] = []
        # each source is compiled once, for all checks
        self._programs: dict[Source, CompiledProgram | GpuccError] = {}

    def run(self, sources: Sequence[Source], proofs: bool = True, programs: int = 10) -> list[ConformanceFault]:
        """All checks, on these sources and so many random programs."""
        found = [*self.record(), *self.texts(sources), *self.semantics(sources)]
        return [*found, *(self.rules() if proofs else ()), *self.programs(programs)]

    def record(self) -> Iterator[ConformanceFault]:
        """The record gives every approximated operation a bound, and no two rules of a stage overlap."""
        for op in missing_bounds(self.target):
            yield ConformanceFault("record", op, "rules approximate it, and `Target.bounds` has no bound for it")
        for stage in self.stages():
            selector = self.selector(stage)
            if selector is not None:
                try:
                    refuse_overlaps_of(self.target.isa, selector.rules.ruleset, stage)
                except UsageError as error:
                    yield ConformanceFault("record", stage, error.message)

    def texts(self, sources: Sequence[Source]) -> Iterator[ConformanceFault]:
        """Assembling what a program prints gives its bytes again, and these the same text."""
        for source in sources:
            found = self._compiled(source)
            try:
                program = driver.compile(source, self.name, verify=None) if isinstance(found, Miscompiled) else found
                if isinstance(program, GpuccError):
                    raise program
                again = driver.assemble(program.asm(), program.isa, stage=program.stage)
                if again.code != program.code:
                    yield ConformanceFault("texts", str(source), "assembling what it prints gives other bytes")
                if self.target.disassemble(again.code) != self.target.disassemble(program.code):
                    yield ConformanceFault("texts", str(source), "its bytes give another text")
            except Unsupported:
                continue
            except GpuccError as error:
                yield ConformanceFault("texts", str(source), error.message)

    def semantics(self, sources: Sequence[Source]) -> Iterator[ConformanceFault]:
        """The simulated bytes agree with LLVM's JIT."""
        for source in sources:
            found = self._compiled(source)
            if isinstance(found, GpuccError) and not isinstance(found, Unsupported):
                yield _fault("semantics", str(source), found)

    def rules(self) -> Iterator[ConformanceFault]:
        """Each rule of selection is proved, or has no formula (rules for textures, for example)."""
        from gpucc.testing.proofs.prover import Prover

        for stage in self.stages():
            selector = self.selector(stage)
            if selector is None:
                continue
            prover = Prover(self.target.isa, selector.rules.ruleset)
            for rule in selector.rules.ruleset.rules:
                try:
                    proof = prover.prove(rule)
                except UsageError as error:
                    yield _fault("rules", rule.name, error)
                    continue
                if proof.verdict in ("refuted", "unknown"):
                    yield ConformanceFault("rules", rule.name, f"{proof.verdict} {proof.counterexample}".strip())

    def programs(self, count: int, seed: int = 0) -> Iterator[ConformanceFault]:
        """Random shaders agree with LLVM's JIT. A shader depends on the seed and its number only."""
        for number in range(count):
            stage = self.stages()[number % len(self.stages())]
            text = random_shader(f"{seed} {number}", stage)
            found = self._made(text, text, f"k{number}.{stage[:4]}")
            if isinstance(found, GpuccError) and not isinstance(found, Unsupported):
                yield _fault("programs", text, found)

    def stages(self) -> tuple[Stage, ...]:
        """Return the stages of shaders that the target has."""
        every: tuple[Stage, ...] = ("vertex", "fragment")
        return tuple(stage for stage in every if stage in self.target.isa.stages)

    def selector(self, stage: Stage) -> Selector | None:
        """Return the selector of a stage with the default switches, or None if the target selects no rules."""
        make = self.target.selector
        return None if make is None else make(stage, check_options(self.target.isa, {}))

    def _compiled(self, source: Source) -> CompiledProgram | GpuccError:
        """The verified program of a source, or the reason why there is none."""
        if source not in self._programs:
            self._programs[source] = self._made(source, str(source), None)
        return self._programs[source]

    def _made(self, source: Source, subject: str, name: str | None) -> CompiledProgram | GpuccError:
        try:
            return driver.compile(source, self.name, verify=LANES, name=name, allow_unverified=True)
        except Unsupported as error:
            self.refused.append((subject, error.message))
            return error
        except GpuccError as error:
            return error


def _fault(check: str, subject: str, error: GpuccError) -> ConformanceFault:
    return ConformanceFault(check, subject, "\n".join([error.message, *error.notes]))


# random shaders -------------------------------------------------------------------------------------------------------

LEAVES = ("a", "b.yzwx", "u", "v.wwxy", "vec4(0.5)", "vec4(-1.25, 0.0, 2.0, 1.0)", "a.xxyy")
FORMS = (
    "({} + {})", "({} - {})", "({} * {})", "min({}, {})", "max({}, {})", "abs({})", "floor({})", "fract({})", "(-{})",
    "vec4(dot({}, {}))", "(dot({}, u) < 0.5 ? {} : {})", "vec4(step({}.x, {}.y))", "clamp({}, 0.0, 1.0)",
    "({} / (1.0 + abs({})))", "sqrt(abs({}))", "exp2(min({}, 2.0))",
)  # fmt: skip


def random_shader(seed: str, stage: Stage) -> str:
    """A shader in GLSL ES of a few expressions of four components."""
    chance = random.Random(seed)

    def expression(depth: int) -> str:
        if depth == 0 or chance.random() < 0.15:
            return chance.choice(LEAVES)
        form = chance.choice(FORMS)
        return form.format(*(expression(depth - 1) for _ in range(form.count("{}"))))

    read, output = ("attribute", "gl_Position") if stage == "vertex" else ("varying", "gl_FragColor")
    lines = [f"{read} vec4 a, b;", "uniform vec4 u, v;", "void main() {"]
    return "\n".join(
        [
            "precision highp float;",
            *lines,
            f"  vec4 t = {expression(2)};",
            f"  {output} = t + {expression(3)};",
            "}",
            "",
        ]
    )
