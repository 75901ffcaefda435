"""The interface of a target to the driver: its record of facts, the five stages from graph to code, and the functions
that act on its programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from gpucc.emit.files import OutputKind
from gpucc.errors import InternalError, Unsupported, UsageError
from gpucc.interp.data import Outcome
from gpucc.isa.model import LETTERS, Bound, Isa, SamplerState
from gpucc.lowering.arrays.addresses import Addressing
from gpucc.lowering.graph import Graph
from gpucc.lowering.interface.absent import leave_out
from gpucc.program import Constant, Interface, Program, Shader, Stage, file_size
from gpucc.records import dataclass
from gpucc.rules.uses import RuleUses
from gpucc.sched.core.allowance import Allowance

if TYPE_CHECKING:
    from gpucc.isel.cover import Selector


class Options(dict[str, str]):
    """The target's switches. `disabled` are the full names (`book/name`) of rules that are left out, in any stage.
    `prefer` decides between programs: "speed" by executed instructions, "size" by words. `allowance` limits
    searches, which note in it what they found out, so each compilation has its own."""

    def __init__(self, switches: Mapping[str, str]) -> None:
        super().__init__(switches)
        self.disabled: frozenset[str] = frozenset()
        self.prefer = "speed"
        self.allowance = Allowance()

    def disabled_in(self, book: str) -> frozenset[str]:
        """The names, within a book, of its disabled rules."""
        return frozenset(name.partition("/")[2] for name in self.disabled if name.partition("/")[0] == book)


BYTES_PER_LINE = 16


class Violation(Protocol):
    """A rule that a program breaks."""

    @property
    def rule(self) -> object:
        """The name or number of the rule."""

    @property
    def message(self) -> str:
        """The violation in a sentence, with its place."""

    @property
    def remedy(self) -> str:
        """The change that would avoid it."""


# stages ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class CompileJob:
    """One compilation, as each stage of a target sees it. `warn` takes a warning for the user, `count` the rules that a
    stage used."""

    shader: Shader
    options: Options
    opt: int
    warn: Callable[[str], None]
    count: Callable[[RuleUses], None]


Given = TypeVar("Given")
Made = TypeVar("Made")
Selection = TypeVar("Selection")
Schedule = TypeVar("Schedule")
Allocation = TypeVar("Allocation")
Code = TypeVar("Code")


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetStage(Generic[Given, Made]):
    """One stage: `run` computes its value from that of the previous stage, `show` is that value as text for people."""

    run: Callable[[Given, CompileJob], Made]
    show: Callable[[Made], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stages(Generic[Selection, Schedule, Allocation, Code]):
    """The back end of a target, from a legal graph to a checked program.

    - select: operations of the target for the graph, by rules; in several forms if the target has several ways to
      branch, or to make vectors
    - schedule: their order, and the contents of each instruction; a scheduler may choose registers, too
    - allocate: registers, constants and tables, checked against the limits of the target
    - encode: bits, decoded again to check that nothing was lost
    - check: the judge's static rules; a program that breaks one is a bug of gpucc
    """

    select: TargetStage[Graph, Selection]
    schedule: TargetStage[Selection, Schedule]
    allocate: TargetStage[Schedule, Allocation]
    encode: TargetStage[Allocation, Code]
    check: TargetStage[Code, Program]


def _no_assembler(text: str, name: str, options: Options, stage: Stage | None) -> Program:
    raise Unsupported("this target has no assembler", notes=("compile a source instead",))


def _no_disassembler(code: bytes) -> str:
    raise Unsupported("this target has no disassembler", notes=("the manifest, --emit json, has names and constants",))


def _no_rules(code: bytes, profile: str) -> Sequence[Violation]:
    return ()


def _no_pairs(vertex: bytes, fragment: bytes, profile: str) -> Sequence[Violation]:
    """Return no violations: the target runs one stage only, or links programs by the names of varyings (see
    `verdict.meet`)."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A target. Four fields are required; the others have defaults for a machine without the feature.

    Required:
    - isa: the record of facts, which selection, scheduling, encoding and simulation share
    - neutral: the neutral ops that the rules of selection cover in a stage of the shader; lowering replaces all others
    - stages: from a legal graph to a checked program
    - simulate: `interp.simulate.simulator(engine)`, whose engine runs the bytes of a program over numpy lanes

    Text and bytes:
    - print: a program as assembly, with interface and constants as comments; by default `disassemble` of its code
    - assemble: the program of a text (text, file name, switches, stage); it reads what `print` writes
    - disassemble: the assembly of the code alone
    - formats: the target's own file formats, besides those of all targets (`emit.files`); the first is what `gpucc asm`
      writes
    - raw: whether the code is a program by itself, so that `--emit bin` may write it

    Rules that the target's consumers enforce:
    - check, link: the violations of a code, or of a vertex and a fragment program together, in a profile
    - join: one file of a vertex program and the geometry program after it
    - profiles: the names of the sets of rules; the first is the default

    Meaning:
    - bounds: the errors of neutral ops that rules replace by approximations of several instructions. An op that one
      approximate instruction computes has the `bound` of this instruction
    - domains: the largest arguments for which such a bound holds
    - prepare: the target's own treatment of some outputs, on the canonical shader
    - addressing: how indices reach memory
    - uniform_end: the first register behind the uniforms that hold numbers
    - rules: the names of the rules of selection, which users may disable
    - selector: the selector of a stage, if the target has one; `testing` proves its rules
    - keeps_functions: built-in calls of a source stay calls; a math profile that expands built-ins then only fixes
      evaluation order
    - counts: the simulator runs the target's own instructions and counts them
    - searches: a higher level of optimisation searches longer for a schedule

    `package` is the distribution that an outside target comes from; gpucc sets it.
    """

    isa: Isa
    neutral: Callable[[Stage, Options], frozenset[str]]
    stages: Stages[Any, Any, Any, Any]
    simulate: Callable[..., Outcome]
    print: Callable[[Program], str] | None = None
    assemble: Callable[[str, str, Options, Stage | None], Program] = _no_assembler
    disassemble: Callable[[bytes], str] = _no_disassembler
    formats: tuple[OutputKind, ...] = ()
    raw: bool = True
    check: Callable[[bytes, str], Sequence[Violation]] = _no_rules
    link: Callable[[bytes, bytes, str], Sequence[Violation]] = _no_pairs
    join: Callable[[Program, Program], Program] | None = None
    profiles: tuple[str, ...] = ("default",)
    bounds: Mapping[str, Bound] = field(default_factory=dict)
    domains: Mapping[str, float] = field(default_factory=dict)
    prepare: Callable[[Shader, Options], Shader] = lambda shader, options: shader
    addressing: Callable[[Options], Addressing] = lambda options: Addressing()
    uniform_end: Callable[[Interface], int] = lambda interface: file_size(interface.uniforms)
    rules: Callable[[Stage, Options], Sequence[str]] = lambda stage, options: ()
    selector: Callable[[Stage, Options], Selector] | None = None
    keeps_functions: bool = False
    counts: bool = True
    searches: bool = False
    package: str = ""

    def text(self, program: Program) -> str:
        """A program of this target as assembly."""
        return self.disassemble(program.code) if self.print is None else self.print(program)


def prepared(goal: Target, shader: Shader, options: Options) -> Shader:
    """The canonical shader in the target's form: without the outputs that it has no hardware for."""
    return goal.prepare(leave_out(shader, goal.isa.absent, goal.isa.name), options)


def check_switches(given: object) -> None:
    """Refuse what is no dict of switches."""
    if not isinstance(given, Mapping):
        raise UsageError(f"target is a dict of switches, not {given!r}", notes=("such as target={'version': '2'}",))


def check_options(isa: Isa, options: Mapping[str, str]) -> Options:
    """The target's switches with defaults filled in; the first choice of a switch is its default."""
    check_switches(options)
    options = {key: str(value) for key, value in options.items()}
    for key, value in options.items():
        if key not in isa.options:
            known = "; ".join(f"{k}={'|'.join(v)}" for k, v in isa.options.items()) or "none"
            raise UsageError(f"target {isa.name} has no switch {key!r}", notes=(f"switches of {isa.name}: {known}",))
        if value not in isa.options[key]:
            raise UsageError(
                f"{key}={value} is not a choice of target {isa.name}",
                notes=(f"choices: {', '.join(isa.options[key])}",),
            )
    return Options({key: options.get(key, choices[0]) for key, choices in isa.options.items()})


def check_stage(isa: Isa, stage: str | None) -> None:
    """Refuse a stage that does not exist, or that the machine does not run."""
    if stage not in (None, "vertex", "fragment", "geometry"):
        raise UsageError(f"there is no stage {stage!r}", notes=("stages: vertex, fragment, geometry",))
    if stage is not None and stage not in isa.stages:
        raise Unsupported(f"{isa.name} runs {' and '.join(isa.stages)} shaders only, and this is a {stage} shader")


def check_level(opt: int) -> None:
    """Refuse a level of optimisation that does not exist."""
    if opt not in (0, 1, 2, 3):
        raise UsageError(f"there is no optimisation level {opt!r}", notes=("levels: 0, 1, 2, 3",))


# parts shared by stages of several targets ----------------------------------------------------------------------------


def chosen_options(options: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The switches in the form that a program keeps."""
    return tuple(sorted(options.items()))


def insist(name: str, violations: Iterable[object]) -> None:
    """Raise an error if the independent checker found anything."""
    for violation in violations:
        raise InternalError(f"gpucc wrote a program for {name} that breaks a rule: {violation}")


def survives(again: object, words: object) -> None:
    """Raise an error if decoding and encoding again gives different words."""
    if again != words:
        raise InternalError("the instructions do not survive encoding and decoding")


def sampler_states(shader: Shader) -> dict[int, SamplerState]:
    """The settings of each sampler, by its register."""
    return {slot.register: slot.sampler or SamplerState() for slot in shader.interface.samplers}


def show_places(registers: int, constants: Sequence[Constant]) -> str:
    """The number of registers in use and the places of constants, as text."""
    rows = [f"constant {one.register}.{LETTERS[one.component]} = {one.value!r}" for one in constants]
    return "\n".join([f"{registers} registers", *rows])


def show_bytes(program: Program) -> str:
    code = program.code
    rows = (code[at : at + BYTES_PER_LINE] for at in range(0, len(code), BYTES_PER_LINE))
    return "\n".join(row.hex(" ", 4) for row in rows)


def show_checked(program: Program) -> str:
    return f"{len(program.code)} bytes break no rule of {program.isa}"
