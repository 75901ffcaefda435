"""What gpucc compiles for: per target the record of facts and the functions that act on it, stage by stage."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from gpucc.emit import agal as agal_code
from gpucc.emit import agal_assembler, agal_text
from gpucc.errors import InternalError, LimitExceeded, UsageError
from gpucc.interp import agal_rules
from gpucc.interp.agal_rules import Violation
from gpucc.interp.data import Outcome
from gpucc.interp.simulate import simulate
from gpucc.isa.agal import AGAL
from gpucc.isa.model import Isa, SamplerState
from gpucc.isel.agal import AGAL_RULES
from gpucc.isel.cover import Selector
from gpucc.lowering.graph import Graph
from gpucc.program import Interface, Program, Shader, Stage, file_size
from gpucc.sched.limits import check_interface
from gpucc.sched.registers import schedule_vectors

Observe = Callable[[str, object], None]
Options = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Target:
    """`generate` is the back end, from legal graph to program; `neutral` names the neutral ops that its rules select."""

    isa: Isa
    neutral: Callable[[Options], frozenset[str]]
    generate: Callable[[Graph, Shader, Options, Observe], Program]
    simulate: Callable[..., Outcome]
    print_program: Callable[[Program], str]
    assemble: Callable[[str, str, Options, Stage | None], Program]
    disassemble: Callable[[bytes], str]
    read: Callable[[bytes], Program]
    check: Callable[[bytes, str], list[Violation]]
    link: Callable[[bytes, bytes, str], list[Violation]]
    profiles: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()


def names() -> tuple[str, ...]:
    return tuple(sorted(TARGETS))


def find(name: str) -> Target:
    if name in TARGETS:
        return TARGETS[name]
    close = get_close_matches(name, names(), 1)
    hint = (f"did you mean {close[0]!r}?",) if close else ()
    raise UsageError(f"unknown target {name!r}", notes=(*hint, f"targets: {', '.join(names())}"))


def check_options(isa: Isa, options: Options) -> dict[str, str]:
    """The target's switches with defaults filled in; the first choice of a switch is its default."""
    for key, value in options.items():
        if key not in isa.options:
            known = "; ".join(f"{k}={'|'.join(v)}" for k, v in isa.options.items()) or "none"
            raise UsageError(f"target {isa.name} has no switch {key!r}", notes=(f"switches of {isa.name}: {known}",))
        if value not in isa.options[key]:
            raise UsageError(f"{key}={value} is not a choice of target {isa.name}", notes=(f"choices: {', '.join(isa.options[key])}",))
    return {key: options.get(key, choices[0]) for key, choices in isa.options.items()}


# AGAL ---------------------------------------------------------------------------------------------------------------


def _generate_agal(graph: Graph, shader: Shader, options: Options, observe: Observe) -> Program:
    version, stage = int(options["version"]), shader.stage
    check_interface(shader.interface, AGAL, stage, version)
    selected = Selector(AGAL, AGAL_RULES, {"version": version, "stage": stage}).select(graph.entry)
    observe("select", selected)
    uniforms = file_size(shader.interface.uniforms)
    samplers = {slot.register: slot.sampler or SamplerState() for slot in shader.interface.samplers}
    scheduled = schedule_vectors(selected, AGAL, stage, version, uniforms, samplers)
    observe("schedule", scheduled)
    code = agal_code.encode(scheduled.instructions, stage, version)
    _insist_on_the_rules(code)
    count = len(scheduled.instructions)
    stats = {
        "instructions": count,
        "words": 6 * count,
        "registers": scheduled.registers,
        "spills": 0,
        "lower_bound": scheduled.lower_bound,
        "optimal": count == scheduled.lower_bound,
        "slots": {},
    }
    return Program("agal", stage, code, shader.interface, scheduled.constants, shader.entry, tuple(sorted(options.items())), stats)


def _insist_on_the_rules(code: bytes) -> None:
    for profile in ("adobe2012", "player"):
        for violation in agal_rules.validate(code, profile):
            raise InternalError(f"gpucc wrote AGAL that breaks rule {violation.rule} ({profile}): {violation.message}")


TARGETS: dict[str, Target] = {}
