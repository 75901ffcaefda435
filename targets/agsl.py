"""The AGSL target: from a legal graph with branches to source text that our own front end compiles and runs."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import Any

from gpucc.emit import files
from gpucc.emit.agsl_interface import plan_interface
from gpucc.errors import GpuccError, InputError, InternalError, LimitExceeded, Location
from gpucc.frontend.compile import compile_source
from gpucc.interp.agsl import run
from gpucc.interp.data import Batch, Outcome
from gpucc.isa.agsl import AGSL, CALLED, INFIX, LIMITED, MOST_ROUNDS, PREFIX
from gpucc.isa.agsl_tree import AgslBody, AgslProgram, Declared
from gpucc.isa.model import FP32, Isa
from gpucc.lowering.flow.bounded import bounded_loops
from gpucc.lowering.flow.counted import Counted, count_loops
from gpucc.lowering.flow.counted_tests import Reach
from gpucc.lowering.flow.structure import StructuredGraph, structure
from gpucc.lowering.graph import Graph, Node, roots, topological
from gpucc.lowering.interface.canonicalise import canonicalise
from gpucc.lowering.reader.names import spoken
from gpucc.lowering.simplify.idioms import IDIOMS, find_idioms, plus_zeros
from gpucc.lowering.simplify.invariant_sums import hoist_sums
from gpucc.lowering.source import load
from gpucc.lowering.text import format_graph
from gpucc.program import Hints, Program, Shader, Stage
from gpucc.records import dataclass
from gpucc.rules.uses import RuleUses
from gpucc.source.agsl.costs import Costs
from gpucc.source.agsl.limits import REFUSED, check_graph_fits, check_nesting, most_rounds, too_deep, too_large
from gpucc.source.agsl.prepare import kept, sized_children, spelled_out
from gpucc.source.agsl.print import write
from gpucc.source.agsl.regions import describe_regions
from gpucc.source.agsl.text import Children
from gpucc.source.agsl.write import AgslWanted, write_statements
from gpucc.targets.record import (
    CompileJob,
    Options,
    Stages,
    Target,
    TargetStage,
    check_options,
    chosen_options,
    show_checked,
)

NEUTRAL = (
    frozenset(INFIX)
    | frozenset(PREFIX)
    | frozenset(CALLED)
    | {"select", "trunc", "btof", "texture", "part", "quotient"}
)
NEVER = frozenset(range(1 << 12))
# counters are float32 numbers, and a for loop may have as many rounds as Skia allows
REACH = Reach(MOST_ROUNDS, FP32)


@dataclass(frozen=True, slots=True)
class Broken:
    """An error of the front end in a text."""

    rule: str
    message: str
    remedy: str = ""
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        place = f", line {self.line}, column {self.column}" if self.line else ""
        return f"rule {self.rule}{place}: {self.message}"


def _neutral(stage: Stage, options: Options) -> frozenset[str]:
    return NEUTRAL | frozenset(REFUSED)


# stages ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AgslGraph:
    """The graph in operations and functions of AGSL, with its counted loops; in `final`, constants are also protected
    from folding."""

    counted: Counted
    final: Graph


@dataclass(frozen=True, slots=True)
class Regions:
    """The graph as a tree of ifs and loops with ordered statements."""

    spelled: AgslGraph
    tree: StructuredGraph


@dataclass(frozen=True, slots=True)
class Statements:
    """Statements with their variables, uniforms and parameters; `android` is the oldest version that accepts them, and
    `rounds` the number of times that each loop of unknown length goes round at most (0: there is none)."""

    tree: AgslProgram
    costs: Costs
    android: str
    rounds: int


@dataclass(frozen=True, slots=True)
class Written:
    """The text, its program, and the version whose rules it must obey."""

    text: str
    program: Program
    android: str


def _prepare(shader: Shader, options: Options) -> Shader:
    """Drop the mipmaps that samplers ask for: a child of AGSL knows no level that comes from neighbouring pixels."""
    interface = shader.interface
    levelled = [slot for slot in interface.samplers if slot.sampler is not None and slot.sampler.mip != "nomip"]
    if not levelled:
        return shader
    plain = tuple(
        replace(slot, sampler=replace(slot.sampler, mip="nomip")) if slot.sampler is not None else slot
        for slot in interface.samplers
    )
    warnings = tuple(
        f"AGSL chooses no mipmap by the coordinates of neighbouring pixels, so {slot.sampler.mip} of the sampler"
        f" {slot.name} is dropped: the shader reads the whole picture"
        for slot in levelled
        if slot.sampler is not None
    )
    return replace(shader, interface=replace(interface, samplers=plain), warnings=(*shader.warnings, *warnings))


def _select(graph: Graph, job: CompileJob) -> AgslGraph:
    interface = job.shader.interface
    check_graph_fits(graph, job.shader)
    spelled = hoist_sums(spelled_out(graph, interface, plus_zeros(graph, interface)))
    counted = count_loops(spelled, unread=NEVER, reach=REACH)
    if counted.keeping:
        # a for loop changes its variables in the last round, too
        counted = count_loops(spelled, counted.keeping, NEVER, reach=REACH)
    applied = Counter[str]()
    found = find_idioms(counted.graph, job.options.disabled_in(AGSL.name), applied)
    job.count(RuleUses("select", AGSL.name, applied))
    return AgslGraph(counted, kept(found))


def _schedule(spelled: AgslGraph, job: CompileJob) -> Regions:
    tree = structure(spelled.final)
    check_nesting(tree.body)
    return Regions(spelled, tree)


def _allocate(regions: Regions, job: CompileJob) -> Statements:
    """Choose uniforms, parameters and variables, which AGSL has in place of registers."""
    shader, counted = job.shader, regions.spelled.counted
    nodes = [node for block in counted.graph.blocks for node in topological(list(roots(block)))]
    read = {
        (node.op, *node.attr[:2]) for node in nodes if node.op in ("input", "uniform") and isinstance(node.attr, tuple)
    }
    sized = sized_children(shader.interface, nodes)
    plan = plan_interface(shader.interface, sized, shader.hints, read, job.options["coord"])
    for warning in plan.warnings:
        job.warn(warning)
    android = job.options["android"]
    if plan.parameters[0][0] == "float4" and android in LIMITED:
        job.warn(f"AGSL has color filters and blenders from Android 16 on, so this is not for Android {android}")
        android = "16"
    limits: list[int] = []

    def limit(size: int, depth: int) -> int:
        found = most_rounds(size, depth, android)
        limits.append(found)
        return found

    wanted = AgslWanted(
        plan.places,
        Children(plan.children, plan.sizes, plan.registers),
        plan.names,
        {loop.number: loop.count for loop in counted.loops},
        limit,
        bounded_loops(regions.spelled.final, REACH),
        lambda node: _said(node, shader.hints),
    )
    body, costs = write_statements(regions.tree, wanted)
    if limits:
        job.warn(
            f"AGSL knows loops of constant length only: a loop that ends by itself goes round {min(limits)} times at"
            f" most{f' (--target android=16 allows {MOST_ROUNDS})' if android in LIMITED else ''}"
        )
    whole = AgslBody([*plan.prelude, *body.items])
    return Statements(
        AgslProgram(plan.uniforms, plan.parameters, whole, plan.notes), costs, android, min(limits, default=0)
    )


def _encode(statements: Statements, job: CompileJob) -> Written:
    shader, costs, text = job.shader, statements.costs, write(statements.tree)
    data = text.encode()
    stats = {
        "instructions": costs.total,
        "words": -(-len(data) // 4),
        "lines": costs.lines,
        "statements": data.count(b";"),
        **({"rounds": statements.rounds} if statements.rounds else {}),
        # what the app sets: the interface has the source's uniforms, the text those of AGSL
        "uniforms": {one.name: _declared(one) for one in statements.tree.uniforms},
    }
    program = Program(
        AGSL.name, shader.stage, data, shader.interface, (), shader.entry, chosen_options(job.options), stats
    )
    return Written(text, program, statements.android)


def _declared(uniform: Declared) -> str:
    """The declared type, such as `layout(color) half4` or `float3[4]`."""
    layout = f"layout({uniform.layout}) " if uniform.layout else ""
    return f"{layout}{uniform.type}{f'[{uniform.size}]' if uniform.size else ''}"


def _check(written: Written, job: CompileJob) -> Program:
    _insist(written.text, written.android)
    return written.program


def _show_statements(statements: Statements) -> str:
    declared = [
        *(f"parameter {kind} {name}" for kind, name in statements.tree.parameters),
        f"{statements.costs.total} operations",
    ]
    return "\n".join(declared)


STAGES = Stages(
    select=TargetStage(run=_select, show=lambda spelled: format_graph(spelled.final)),
    schedule=TargetStage(run=_schedule, show=lambda regions: describe_regions(regions.tree.body)),
    allocate=TargetStage(run=_allocate, show=_show_statements),
    encode=TargetStage(run=_encode, show=lambda written: written.text),
    check=TargetStage(run=_check, show=show_checked),
)


def _said(node: Node, hints: Hints) -> tuple[str, bool | None, int]:
    """The name of a value, whether it is a half, and the number of its components, from the source or from LLVM IR."""
    where = node.location
    if where is None:
        return "", None, 0
    if hints.values:
        return hints.values.get((where.file, where.line, where.column), ("", None, 0))
    return spoken(where.name), where.half, 0


# the judge's side -----------------------------------------------------------------------------------------------------


def _insist(text: str, android: str) -> None:
    try:
        compile_source(text, "<emitted>", "agsl", android=android)
    except LimitExceeded as error:
        raise (too_deep() if "nested" in str(error) else too_large(error, android)) from None
    except GpuccError as error:
        raise InternalError(f"gpucc wrote AGSL that its own front end refuses: {error}\n{text}") from None


@lru_cache(maxsize=32)
def _understood(text: bytes, name: str, android: str) -> Shader:
    module = compile_source(text, name, "agsl", math="strict", android=android)
    return canonicalise(
        load(module, name=name, own=True), entry=None, stage="fragment", bind=(), default_stage="fragment"
    )


def simulate(program: Program, isa: Isa, batch: Batch, *, perturb: Any = None, **more: object) -> Outcome:
    """Compile the text by the front end and run it by LLVM's JIT, without freedom in the order of its operations."""
    return run(_understood(program.code, "<agsl>", "skia-m144"), program, isa, batch, perturb)


# text in and out ------------------------------------------------------------------------------------------------------


def _assemble(text: str, name: str, options: Options, stage: Stage | None) -> Program:
    """Check the text, which is the program itself."""
    android = options.get("android", "skia-m144")
    shader = _understood(text.encode(), name, android)
    told = chosen_options(check_options(AGSL, {"android": android}))
    return Program(AGSL.name, "fragment", text.encode(), shader.interface, (), "main", told)


def _disassemble(code: bytes) -> str:
    try:
        return code.decode()
    except UnicodeDecodeError as error:
        raise InputError(f"this is no AGSL: it is not UTF-8 ({error.reason})") from None


def _examine(code: bytes, profile: str) -> list[Broken]:
    try:
        compile_source(code, "<agsl>", "agsl", android=profile)
    except GpuccError as error:
        place = error.location or Location("")
        remedy = error.notes[0] if error.notes else ""
        return [Broken("language", str(error), remedy, place.line, place.column)]
    return []


TARGET = Target(
    isa=AGSL,
    neutral=_neutral,
    prepare=_prepare,
    stages=STAGES,
    simulate=simulate,
    assemble=_assemble,
    disassemble=_disassemble,
    print=lambda program: program.code.decode("utf-8", "replace"),
    formats=(files.AGSL,),
    check=_examine,
    profiles=("skia-m144", "16", "15", "14", "13"),
    keeps_functions=True,
    rules=lambda stage, options: IDIOMS,
    counts=False,
)
