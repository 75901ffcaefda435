"""Transforms a verified module into a `Shader`: its function, stage, inputs, uniforms, outputs and samplers.

The modules of this folder in their order: `entry` (chooses the function), `prepare` (one function with scalar
parameters, everything inlined), `pointers` and `memory` (reads and writes of memory), `plan` and `roles` (the kind of
each parameter and global), `registers`, `wrapper` and `globals` (the canonical text).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from gpucc.errors import InputError, InternalError, Location, Unsupported, UsageError
from gpucc.lowering.interface.binds import BUILTINS, Bind, read_binds, refuse_unknown
from gpucc.lowering.interface.bytes import widen_bytes
from gpucc.lowering.interface.calls import FRAGMENT_ONLY, UnknownFunction, check_calls
from gpucc.lowering.interface.debug import DebugName, debug_names
from gpucc.lowering.interface.described import DESCRIBED, described
from gpucc.lowering.interface.doubles import demote_doubles
from gpucc.lowering.interface.emissions import emits, fed_by, insert_emissions, rows_read, shape_of
from gpucc.lowering.interface.entry import Entry, choose_entry, read_entry, read_reached
from gpucc.lowering.interface.frame import define_frame_reads
from gpucc.lowering.interface.globals import define_global_id, move_globals, plain_spaces
from gpucc.lowering.interface.items import LocalItem, PointerItem
from gpucc.lowering.interface.plan import InterfacePlan, Planner
from gpucc.lowering.interface.pointers import check_global_id, trace_memory
from gpucc.lowering.interface.prepare import (
    FLAT,
    SIMPLIFY,
    Flat,
    amplified_reads,
    check_layout,
    check_vectors,
    flatten_entry,
    with_licence,
)
from gpucc.lowering.interface.registers import assign_registers
from gpucc.lowering.interface.roles import Undecided
from gpucc.lowering.interface.sizes import check_structs, check_values
from gpucc.lowering.interface.wrapper import Wrapper, spell_in, wrapper_text, write_wrapper
from gpucc.lowering.layout import Layout
from gpucc.lowering.licence.flags import Arithmetic
from gpucc.lowering.llvm import Function, Global, GlobalVariable, Module
from gpucc.lowering.optimise import passes
from gpucc.lowering.optimise.optimise import optimise
from gpucc.lowering.reader.edit import free_node
from gpucc.lowering.reader.read import read
from gpucc.lowering.reader.spelling import quote, spell, trace_flow
from gpucc.lowering.session import opened, printed
from gpucc.lowering.source import SourceText
from gpucc.program import GeometryShape, NoOutput, Shader, Stage

# inputs, uniforms, outputs, samplers
SPACES = (1, 2, 3, 4)
FINISH = (
    "always_inliner",
    "global_dead_code_eliminate",
    "sroa",
    "instruction_combine",
    "sroa",
    "simplify_cfg",
    "instruction_combine",
)
AMPLIFIED = "gpucc.amplified"
MEMCPY = "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)"
STAGES: tuple[Stage, ...] = ("vertex", "fragment", "geometry")


def canonicalise(
    source: SourceText,
    *,
    entry: str | None = None,
    stage: str | None = None,
    bind: Sequence[str] = (),
    default_stage: str | None = None,
    arithmetic: Arithmetic = "default",
    samplers: Sequence[str] = (),
) -> Shader:
    """Return the shader for `entry` (or the only function, or main) of the module.

    `bind` has entries NAME=kind:N as in lowering.interface.binds; `default_stage` is the target's, used if neither
    `stage` nor the code determines the stage. `arithmetic` limits the reordering of operations. `samplers` are the
    states of samplers, NAME=WORDS; a vertex shader has none, so there they may name those of the other stage.
    """
    module, chosen = _chosen(source, entry)
    check_layout(module, chosen, source.file)
    check_vectors(module, source.file)
    binds = read_binds(bind, module.named_metadata.get("gpucc.interface", ()), source.file, samplers)
    debug = debug_names(module, chosen)
    given = flatten_entry(module, chosen, source.file, arithmetic, _amplified(module))
    flat = _rewritten(given, source.file)
    if flat is not given:
        flat = _rewritten(with_licence(given, source.file), source.file)
    dropped = _declare_again(flat.module, module)
    plan = _plan(flat, chosen, module.triple.startswith("x86_64"), debug, binds, source.file)
    decided = _decide_stage(stage, default_stage, flat, plan, source.file)
    elsewhere = {name for name, bind in binds.items() if decided == "vertex" and bind.given.startswith("--sampler")}
    refuse_unknown(binds, plan.used_binds | dropped | elsewhere, plan.known_names)
    registers, interface = assign_registers(plan.ports, decided, source.file)
    interface = described(interface, module.named_metadata.get(DESCRIBED, ()), source.file)
    if not interface.outputs:
        notes = (
            "return a value, or write one through a pointer or to a global in addrspace(3)",
            "a value that is always undefined is none: poison, a division by zero, an element outside of its array",
        )
        raise NoOutput(f"the shader {chosen.name} has no output", Location(source.file), notes)
    shape = shape_of(module, source.file) if decided == "geometry" else None
    fed = () if shape is None else fed_by(module, shape)
    wrapper = write_wrapper(plan, registers, flat, chosen)
    return Shader(
        _compose(flat, chosen, plan, wrapper, shape, source.file),
        decided,
        chosen.name,
        interface,
        tuple(register for _, register in wrapper.pointers),
        tuple(leaf for _, leaf in wrapper.inputs),
        tuple(leaf for _, _, leaf in wrapper.outputs),
        dict(wrapper.uniforms),
        dict(wrapper.samplers),
        tuple(plan.warnings),
        geometry=shape,
        fed=fed,
        rows=() if shape is None else rows_read(module, shape, plan, registers),
    )


def _rewritten(flat: Flat, file: str) -> Flat:
    """Return the flat function with only known calls, and with bytes as components."""
    return widen_bytes(_known_calls(flat, file), file)


def _known_calls(flat: Flat, file: str) -> Flat:
    """Return the flat function with only known calls; unrolling may show that a call is never made (a failed bounds
    check).
    """
    try:
        check_calls(flat.module.functions[FLAT])
    except UnknownFunction as error:
        unrolled = Flat(read(optimise(flat.module.text(), level=1, unroll=True), file), flat.leaves)
        try:
            check_calls(unrolled.module.functions[FLAT])
        except Unsupported:
            raise error from None
        return unrolled
    return flat


def _chosen(source: SourceText, wanted: str | None) -> tuple[Module, Entry]:
    """Return the module without the functions that the entry does not reach, and the entry."""
    outline = read(source.text, source.file, bodies=False)
    check_structs(outline, source.file)
    define_frame_reads(outline)
    name = choose_entry(outline, wanted, source.file)
    module = read_reached(outline, name, source.file)
    check_values(module, source.file)
    return module, read_entry(module, name, source.file)


def _amplified(module: Module) -> dict[str, int]:
    """Return the outputs that the linked stage reads in a way that amplifies their errors, and the components read (-1:
    all)."""
    found = {}
    for row in module.named_metadata.get(AMPLIFIED, ()):
        match row:
            case (str(name), str(lanes)):
                found[name] = int(lanes)
    return found


def linked(vertex: SourceText, fragment: SourceText) -> str:
    """Return the vertex shader's text with a note of the outputs whose errors the fragment shader amplifies."""
    reads = amplified_reads(*_chosen(fragment, None), fragment.file)
    if not reads:
        return vertex.text
    first = free_node(vertex.text.split("\n"))
    nodes = [f'!{first + k} = !{{!"{name}", !"{lanes}"}}' for k, (name, lanes) in enumerate(reads.items())]
    names = ", ".join(f"!{first + k}" for k in range(len(nodes)))
    return "\n".join([vertex.text.rstrip("\n"), f"!{AMPLIFIED} = !{{{names}}}", *nodes, ""])


def _declare_again(flat: Module, module: Module) -> set[str]:
    """Declare inputs and uniforms again that LLVM dropped because they are not read, so that the order of declaration
    stays.

    The names of other dropped globals are returned: binds may refer to them, since only code without effects used them.
    """
    declared = {name: one for name, one in module.globals.items() if one.space in SPACES}
    known = flat.globals
    unused = {name: one for name, one in declared.items() if name not in known and one.space in (1, 2)}
    if unused:
        for one in unused.values():
            one.line = ""
        order = {**declared, **known}
        flat.globals = {
            name: known.get(name, unused.get(name, one))
            for name, one in order.items()
            if name in known or name in unused
        }
    return declared.keys() - flat.globals.keys()


def _plan(
    flat: Flat, entry: Entry, x86: bool, debug: Mapping[str, DebugName], binds: dict[str, Bind], file: str
) -> InterfacePlan:
    def attempt(seen: Flat, final: bool) -> InterfacePlan:
        function = seen.module.functions[FLAT]
        flow = trace_flow(function)
        check_global_id(function, flow)
        memory = trace_memory(function, flow, Layout(passes.DATALAYOUT))
        return Planner(seen, entry, memory, flow, binds, debug, x86, file, final).make()

    try:
        return attempt(flat, final=False)
    except Undecided:
        unrolled = read(optimise(flat.module.text(), level=1, unroll=True), file)
        unrolled.globals = flat.module.globals
        return attempt(replace(flat, module=unrolled), final=True)


# stage ----------------------------------------------------------------------------------------------------------------


def _decide_stage(stage: str | None, default: str | None, flat: Flat, plan: InterfacePlan, file: str) -> Stage:
    if emits(flat.module):
        if stage not in (None, "geometry"):
            message = f"the shader emits vertices, and is to be a {stage} shader"
            raise UsageError(message, Location(file), ("only geometry shaders call gpucc.emit_vertex",))
        return "geometry"
    asked = stage or default
    found = {BUILTINS[port.builtin][0]: port.builtin for port in plan.ports if port.builtin in BUILTINS}
    called = _fragment_call(flat)
    if called is not None:
        found.setdefault("fragment", called)
    for known in STAGES:
        if asked == known or (asked is None and list(found) == [known]):
            return known
    if asked is not None:
        raise UsageError(f"there is no stage {asked}", notes=("the stages are vertex, fragment and geometry",))
    if found:
        both = " and ".join(f"{name} ({where})" for where, name in found.items())
        raise InputError(
            f"the shader uses {both}: it cannot be both",
            Location(file),
            ("choose with --stage vertex or --stage fragment",),
        )
    notes = ("say --stage vertex or --stage fragment; gl_Position, gl_FragColor or a texture would tell as well",)
    raise UsageError("nothing says whether this is a vertex or a fragment shader", Location(file), notes)


def _fragment_call(flat: Flat) -> str | None:
    for block in flat.module.functions[FLAT].blocks:
        for one in block.instructions:
            if isinstance(one.callee, Global) and one.callee.name.startswith(FRAGMENT_ONLY):
                return one.callee.name
    return None


# text -----------------------------------------------------------------------------------------------------------------


def _compose(
    flat: Flat, entry: Entry, plan: InterfacePlan, wrapper: Wrapper, shape: GeometryShape | None, file: str
) -> str:
    bases = [
        item.base[1:] for item in plan.items if isinstance(item, LocalItem | PointerItem) and item.base.startswith("@")
    ]
    initial = {item.base[1:] for item in plan.items if isinstance(item, LocalItem) and item.initial}
    kept = _kept_spaces([one for one in flat.module.globals.values() if one.name not in bases], wrapper)
    parameters = [f"{spell_in(leaf.type, kept)} %p{k}" for k, leaf in enumerate(flat.leaves)]
    module = _written(flat)
    function = module.functions[FLAT]
    demote_doubles(module, function)
    plain_spaces(module, kept)
    emissions = insert_emissions(module, plan, file) if shape is not None else []
    move_globals(module, parameters, bases, initial)
    define_global_id(module)
    _split_doubles(function)
    _leave_to_the_caller(module, {name for name, _ in (*wrapper.uniforms, *wrapper.samplers)}, kept)
    _stay_in_quads(module, plan)
    lines = [
        module.text(),
        *emissions,
        *wrapper_text(wrapper, flat, entry, [f"@{name}" for name in bases], kept, shape is None),
    ]
    text = "\n".join(lines)
    if "@llvm.memcpy.p0.p0.i64(" in text and "llvm.memcpy.p0.p0.i64" not in module.functions:
        text += f"\n{MEMCPY}"
    return _finish(text + "\n", FINISH if flat.licensed is None else SIMPLIFY + FINISH)


def _written(flat: Flat) -> Module:
    """Return the module that becomes the shader's code, with its globals in the order of the interface."""
    if flat.licensed is None:
        return flat.module
    own = flat.licensed.globals
    flat.licensed.globals = {**{name: own.get(name, one) for name, one in flat.module.globals.items()}, **own}
    return flat.licensed


def _kept_spaces(variables: list[GlobalVariable], wrapper: Wrapper) -> set[int]:
    """Return the address spaces to keep: 2 if there are uniform globals, 4 if there are samplers."""
    kept = {2} if any(variable.space == 2 for variable in variables) else set()
    return kept | ({4} if wrapper.samplers else set())


def _stay_in_quads(module: Module, plan: InterfacePlan) -> None:
    """Keep reads whose level comes from derivatives where all pixels of a quad reach them, as derivatives are kept:
    those of samplers with mipmaps, without a level of their own."""
    levelled = {port.sampler.dimension for port in plan.ports if port.sampler and port.sampler.mip != "nomip"}
    for name, function in module.functions.items():
        words = name.split(".")
        if words[:2] == ["gpucc", "texture"] and words[2] in levelled and "lod" not in words:
            end = function.line.rindex(")") + 1
            function.line = f"{function.line[:end]} convergent{function.line[end:]}"


def _split_doubles(function: Function) -> None:
    """Replace double variables by i64, because LLVM splits an i64 that is stored in halves, but not a double."""
    for block in function.blocks:
        block.lines = [line.replace(" = alloca double,", " = alloca i64,") for line in block.lines]


def _leave_to_the_caller(module: Module, names: set[str], kept: set[int]) -> None:
    """Remove the values of uniforms and samplers that the source defines with zeros: the caller sets them."""
    for name in names & module.globals.keys():
        variable = module.globals[name]
        if variable.line and variable.space in kept:
            kind = "constant" if variable.constant else "global"
            variable.line = f"@{quote(name)} = external addrspace({variable.space}) {kind} {spell(variable.type)}"


def _finish(text: str, names: Sequence[str]) -> str:
    """Return one function, verified, after these passes."""
    try:
        with opened(text, "<canonical>") as module:
            module.verify()
            passes.run(module, *names)
            return printed(module)
    except InputError as error:
        raise Unsupported(f"this module uses a global in a way that gpucc cannot follow: {error.message}") from error
    except RuntimeError as error:
        raise InternalError(f"the canonical form is not valid IR: {error}") from error
