"""Builds the scalar graph from LLVM's records.

Every value of LLVM IR becomes a list of scalars, so instructions that only move scalars (shuffles, inserts, structs,
coerced arguments) create no nodes. Pointers are resolved to the uniform register, table or local variable that they
point to. The layout of memory is known only after all accesses have been seen; the graph is then built once more.
"""

from __future__ import annotations

from collections.abc import Callable

from gpucc.errors import GpuccError, InternalError, Location, Unsupported
from gpucc.isa.model import FP32, Format
from gpucc.lowering.arrays.tables import TableWishes, arrays_to_tables
from gpucc.lowering.build.access import ACCESSES
from gpucc.lowering.build.calls import lower_call
from gpucc.lowering.build.flow import BlockEnding, BlockOrder, analyse, close_blocks, read_ending
from gpucc.lowering.build.memory import initialise_arrays
from gpucc.lowering.build.phis import complete_phis, lower_phi
from gpucc.lowering.build.pointers import learn_joins
from gpucc.lowering.build.reversal import OF_REVERSALS, of_reversal
from gpucc.lowering.build.state import BuildState, BuildUniforms, Leaves, MemoryFacts, Pointer, RefusedValue
from gpucc.lowering.build.values import VALUES
from gpucc.lowering.graph import Block, Graph
from gpucc.lowering.interface.wrapper import SHADER
from gpucc.lowering.layout import Layout, scalar
from gpucc.lowering.llvm import Function, Global, LlvmInstruction, Module, scalar_of
from gpucc.program import Shader

MOST_BUILDS = 12


def build(
    module: Module,
    shader: Shader,
    file: str = "<ir>",
    format: Format = FP32,
    wishes: TableWishes = TableWishes(),  # noqa: B008
    powers: bool = False,
) -> Graph:
    """Return the graph of @gpucc.shader; `file` names the source in errors where debug information does not.

    `format` is the target's number format: operations on exponents are built so that it can compute them. Tables of
    constants that `wishes` wants in registers are read by nodes `table_at`. `powers`: the target
    raises a number to a power in one step.
    """
    function = module.functions.get(SHADER)
    if function is None or function.declared_only:
        raise InternalError(f"the module does not define @{SHADER}")
    try:
        return arrays_to_tables(_build(module, shader, function, file, format, wishes, powers), format, wishes)
    except GpuccError as error:
        error.location = error.location or function.location or Location(file)
        raise


def _build(
    module: Module,
    shader: Shader,
    function: Function,
    file: str,
    format: Format,
    wishes: TableWishes,
    powers: bool,
) -> Graph:
    flow = analyse(function)
    plan = MemoryFacts()
    for _ in range(MOST_BUILDS):
        state = _start(module, shader, function, flow, plan, file, format)
        state.wishes, state.powers = wishes, powers
        try:
            _build_once(state, flow)
        except GpuccError as error:
            state.place(error)
            raise
        if state.found == plan:
            return state.graph
        plan = state.found
    raise Unsupported(
        "the addresses in this shader depend on each other in too many ways",
        notes=("keep indices instead of pointers, and do not store pointers in arrays",),
    )


def _start(
    module: Module, shader: Shader, function: Function, flow: BlockOrder, plan: MemoryFacts, file: str, format: Format
) -> BuildState:
    blocks = {block.name: Block(block.name) for block in flow.order}
    entry = next(iter(blocks.values()))
    state = BuildState(
        module=module,
        shader=shader,
        layout=Layout(module.datalayout),
        plan=plan,
        found=plan.copy(),
        graph=Graph(shader.entry, list(blocks.values())),
        file=file,
        format=format,
        block=entry,
        entry=entry,
        predecessors=flow.predecessors,
        blocks=blocks,
        lower=_lower,
        definitions={i.name: i for block in flow.order for i in block.instructions if i.name is not None},
    )
    for slot in shader.interface.uniforms:
        state.slots.update((slot.register + k, slot) for k in range(slot.registers))
    _define_parameters(state, function)
    return state


def _define_parameters(state: BuildState, function: Function) -> None:
    """Define the function's parameters: first the pointers to uniforms, then the inputs by value."""
    shader = state.shader
    count = len(shader.pointers)
    if len(function.parameters) != count + len(shader.inputs):
        raise InternalError(
            f"@{SHADER} has {len(function.parameters)} parameters, its interface {count + len(shader.inputs)}"
        )
    for parameter, register in zip(function.parameters[:count], shader.pointers, strict=True):
        slot = state.slots.get(register)
        state.values[parameter.name] = (Pointer(BuildUniforms(register, slot.name if slot else parameter.name)),)
    for parameter, leaf in zip(function.parameters[count:], shader.inputs, strict=True):
        type = scalar(scalar_of(parameter.type))
        components = range(leaf.component, leaf.component + leaf.count)
        state.values[parameter.name] = tuple(
            state.leaf("input", type, (leaf.register, component)) for component in components
        )


def _build_once(state: BuildState, flow: BlockOrder) -> None:
    initialise_arrays(state)
    endings: dict[str, BlockEnding] = {}
    for block in flow.order:
        state.block = state.blocks[block.name]
        *body, last = block.instructions
        for i in body:
            _define(state, i)
        if last.op == "invoke":
            _define(state, last)
        state.instruction = last
        endings[block.name] = read_ending(state, last)
    complete_phis(state)
    learn_joins(state)
    state.instruction = None
    if state.found == state.plan:
        close_blocks(state, endings)


def _define(state: BuildState, i: LlvmInstruction) -> None:
    """Lower an instruction. One that cannot be lowered is an error only if its value is needed or it has effects."""
    state.instruction = i
    try:
        value: Leaves | RefusedValue = _lower(state, i)
    except Unsupported as error:
        state.place(error)
        if i.name is None or not _is_pure(i):
            raise
        value = RefusedValue(error)
    if i.name is not None:
        state.values[i.name] = value


def _is_pure(i: LlvmInstruction) -> bool:
    if i.op in ("call", "invoke"):
        return isinstance(i.callee, Global) and i.callee.name.startswith("llvm.")
    return i.op in VALUES or i.op in ("load", "getelementptr")


def _lower(state: BuildState, i: LlvmInstruction) -> Leaves:
    lowering = LOWERINGS.get(i.op)
    if lowering is None:
        raise Unsupported(f"the instruction '{i.op}' has no equivalent on these targets")
    found = of_reversal(state, i) if i.op in OF_REVERSALS else None
    return lowering(state, i) if found is None else found


def _nothing(state: BuildState, i: LlvmInstruction) -> Leaves:
    return ()


LOWERINGS: dict[str, Callable[[BuildState, LlvmInstruction], Leaves]] = {
    **VALUES,
    **ACCESSES,
    "phi": lower_phi,
    "call": lower_call,
    "invoke": lower_call,
    "fence": _nothing,
}
