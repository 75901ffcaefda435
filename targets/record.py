"""What a target is to the driver: its record of facts and the functions that act on it, stage by stage."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from gpucc.errors import UsageError
from gpucc.interp.data import Outcome
from gpucc.isa.model import Bound, Isa
from gpucc.lowering.arrays.addresses import Addressing
from gpucc.lowering.graph import Graph
from gpucc.lowering.interface.absent import leave_out
from gpucc.program import Program, Shader, Stage

Observe = Callable[[str, object], None]


class TargetOptions(dict[str, str]):
    """The target's switches. `disabled` are the full names (`book/name`) of rules that are left out, of whatever stage."""

    disabled: frozenset[str] = frozenset()

    def disabled_in(self, book: str) -> frozenset[str]:
        """The names, within a book, of its disabled rules."""
        return frozenset(name.partition("/")[2] for name in self.disabled if name.partition("/")[0] == book)


Options = TargetOptions


class Violation(Protocol):
    """A rule that a program breaks."""

    @property
    def rule(self) -> object: ...

    @property
    def message(self) -> str: ...

    @property
    def remedy(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Target:
    """`generate` is the back end, from legal graph to program; `neutral` names the neutral ops that its rules select.

    `prepare` adds what the target does to some outputs to the canonical shader. `bounds` are those of neutral operations that
    the rules make of others, `domains` say up to what size of the argument they hold.
    """

    isa: Isa
    neutral: Callable[[Stage, Options], frozenset[str]]
    generate: Callable[[Graph, Shader, Options, int, Observe], Program]
    simulate: Callable[..., Outcome]
    assemble: Callable[[str, str, Options, Stage | None], Program]
    disassemble: Callable[[bytes], str]
    check: Callable[[bytes, str], Sequence[Violation]]
    link: Callable[[bytes, bytes, str], Sequence[Violation]]
    profiles: tuple[str, ...] = ()
    prepare: Callable[[Shader, Options], Shader] = lambda shader, options: shader
    bounds: Mapping[str, Bound] = field(default_factory=dict)
    domains: Mapping[str, float] = field(default_factory=dict)
    addressing: Callable[[Options], Addressing] = lambda options: Addressing()
    # built-in calls of a source stay calls; a math profile that expands built-ins then only fixes evaluation order
    keeps_functions: bool = False
    # the names of the rules of selection
    rules: Callable[[Stage, Options], Sequence[str]] = lambda stage, options: ()


def prepared(goal: Target, shader: Shader, options: Options) -> Shader:
    """The canonical shader as the target takes it: without the outputs that it has no hardware for."""
    return goal.prepare(leave_out(shader, goal.isa.absent, goal.isa.name), options)


def check_options(isa: Isa, options: Mapping[str, str]) -> Options:
    """The target's switches with defaults filled in; the first choice of a switch is its default."""
    options = {key: str(value) for key, value in options.items()}
    for key, value in options.items():
        if key not in isa.options:
            known = "; ".join(f"{k}={'|'.join(v)}" for k, v in isa.options.items()) or "none"
            raise UsageError(f"target {isa.name} has no switch {key!r}", notes=(f"switches of {isa.name}: {known}",))
        if value not in isa.options[key]:
            raise UsageError(f"{key}={value} is not a choice of target {isa.name}", notes=(f"choices: {', '.join(isa.options[key])}",))
    return Options({key: options.get(key, choices[0]) for key, choices in isa.options.items()})
