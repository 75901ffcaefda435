"""Turns `gpucc.emit_vertex()` into calls that pass the outputs by value, and that say which vertex of a triangle it is.

The chip keeps three vertices. Setting one and completing a triangle with it makes a strip of the vertices that a shader
emits: the first two of a strip only fill places, each further one replaces the oldest vertex and completes a triangle,
and every other triangle is turned around. A variable of the function counts; where LLVM finds that its value is known,
one call is left, otherwise the way branches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gpucc.errors import InputError, Location
from gpucc.lowering.interface.calls import EMIT_VERTEX, END_PRIMITIVE
from gpucc.lowering.interface.items import LocalItem, ResultItem
from gpucc.lowering.interface.plan import InterfacePlan
from gpucc.lowering.interface.prepare import FLAT
from gpucc.lowering.layout import Layout
from gpucc.lowering.llvm import ArrayType, Global, GlobalVariable, LType, Module, StructType
from gpucc.lowering.optimise.passes import DATALAYOUT
from gpucc.lowering.reader.spelling import quote, spell
from gpucc.program import POSITION, POSITIONS, FedPlace, GeometryShape

# the name of the metadata with the primitive that is read, its vertices and the most vertices that are emitted
GEOMETRY = "gpucc.geometry"
CALL = "gpucc.emit"
INPUT = 1
# by the number of the vertex in its strip, for the chip: place, whether it completes a triangle, turned around; what
# comes after these begins again with the third
STRIP = ((0, 0, 0), (1, 0, 0), (2, 1, 0), (0, 1, 1), (1, 1, 0), (2, 1, 1), (0, 1, 0), (1, 1, 1))
AGAIN = 2
ATTRIBUTES = "nomerge nounwind willreturn memory(inaccessiblemem: readwrite)"


def emits(module: Module) -> bool:
    """Return whether a module emits vertices."""
    return any(name in (EMIT_VERTEX, END_PRIMITIVE) for name in module.functions)


def shape_of(module: Module, file: str) -> GeometryShape:
    """Return what the source says of its primitives."""
    rows = module.named_metadata.get(GEOMETRY, ())
    if not rows:
        return GeometryShape()
    match rows[0]:
        case (str(primitive), str(vertices), str(most)) if vertices.isdecimal() and most.isdecimal() and int(most):
            return GeometryShape(primitive, int(vertices), int(most))
    note = (
        f'!{GEOMETRY} = !{{!0}} and !0 = !{{!"triangles", !"3", !"12"}} say what is read and the most that is emitted'
    )
    raise InputError(f"!{GEOMETRY} is not understood", Location(file), (note,))


def fed_by(module: Module, shape: GeometryShape) -> tuple[tuple[str, int], ...]:
    """Return the inputs that a source declares for each vertex, the positions first, with their registers."""
    found = [(_fed_name(one), _registers(_element(one))) for one in _inputs(module, shape).values()]
    return tuple(sorted(found, key=lambda entry: entry[0] != POSITION))


def _inputs(module: Module, shape: GeometryShape) -> dict[str, GlobalVariable]:
    """Return the inputs with an element for each vertex."""
    found = {
        name: one for name, one in module.globals.items() if one.space == INPUT and isinstance(one.type, ArrayType)
    }
    return {name: one for name, one in found.items() if getattr(one.type, "count", 0) == shape.vertices}


def _fed_name(variable: GlobalVariable) -> str:
    name = variable.name.strip('"')
    return POSITION if name == POSITIONS else name


def _element(variable: GlobalVariable) -> LType:
    assert isinstance(variable.type, ArrayType)
    return variable.type.element


def _registers(type: LType) -> int:
    """Return the registers that a vertex shader's output of this type takes: one for each float or vector."""
    match type:
        case ArrayType(count, element):
            return count * _registers(element)
        case StructType(elements):
            return sum(_registers(element) for element in elements)
    return 1


def _row(type: LType, offset: int, layout: Layout) -> tuple[int, int]:
    """Return the register within an output, and its component, for an offset in memory."""
    match type:
        case ArrayType(_, element):
            number, rest = divmod(offset, layout.size(element))
            row, component = _row(element, rest, layout)
            return number * _registers(element) + row, component
        case StructType((element,)):
            return _row(element, offset, layout)
    return 0, offset // 4


def rows_read(
    module: Module, shape: GeometryShape, plan: InterfacePlan, registers: Sequence[int]
) -> tuple[FedPlace, ...]:
    """Return where the inputs with an element for each vertex come from, for each value that the shader takes."""
    inputs, layout, found = _inputs(module, shape), Layout(DATALAYOUT), []
    for item in _outputs(plan):
        variable = inputs.get(item.base[1:]) if item.base.startswith("@") else None
        for part in item.parts if variable is not None else ():
            if part.source >= 0 and variable is not None:
                vertex, rest = divmod(part.offset, layout.size(_element(variable)))
                row, component = _row(_element(variable), rest, layout)
                register = registers[part.source] + part.register
                found.append(FedPlace(register, part.component, _fed_name(variable), vertex, row, component))
    return tuple(found)


def insert_emissions(module: Module, plan: InterfacePlan, file: str) -> list[str]:
    """Replace the calls in the flat function; return the lines of the functions that it then calls."""
    function = module.functions[FLAT]
    if any(isinstance(item, ResultItem) and item.pieces for item in plan.items):
        notes = ("write the outputs to globals in addrspace(3), and call gpucc.emit_vertex for each vertex",)
        raise InputError("a geometry shader returns nothing", Location(file), notes)
    leaves = [
        (item.base, part.offset, spell(part.type)) for item in _outputs(plan) for part in item.parts if part.sink >= 0
    ]
    count = 0
    for block in function.blocks:
        lines: list[str] = []
        for line, one in zip(block.lines, block.instructions, strict=True):
            name = one.callee.name if one.op == "call" and isinstance(one.callee, Global) else ""
            if name == EMIT_VERTEX:
                lines += _emission(leaves, count)
                count += 1
            elif name == END_PRIMITIVE:
                lines.append("  store i32 0, ptr %gpucc.strip, align 4")
            else:
                lines.append(line)
        block.lines = lines
    if not count:
        note = "call EmitVertex() in GLSL, gpucc.emit_vertex in LLVM IR"
        raise InputError("the geometry shader emits no vertex", Location(file), (note,))
    first = function.blocks[0]
    first.lines[:0] = ["  %gpucc.strip = alloca i32, align 4", "  store i32 0, ptr %gpucc.strip, align 4"]
    for name in (EMIT_VERTEX, END_PRIMITIVE):
        module.functions.pop(name, None)
    return list(_definitions([_passed(type) for _, _, type in leaves]))


def _outputs(plan: InterfacePlan) -> list[LocalItem]:
    return [item for item in plan.items if isinstance(item, LocalItem)]


def _passed(type: str) -> str:
    return "i8" if type == "i1" else type


def _emission(leaves: Sequence[tuple[str, int, str]], number: int) -> Iterator[str]:
    """Yield the lines for one vertex: its outputs are read, and the strip goes on."""
    own = f"%gpucc.e{number}"
    arguments = [f"i32 {own}"]
    yield f"  {own} = load i32, ptr %gpucc.strip, align 4"
    for k, (base, offset, type) in enumerate(leaves):
        at = f"{own}.a{k}"
        place = f"@{quote(base[1:])}" if base.startswith("@") else base
        yield f"  {at} = getelementptr inbounds i8, ptr {place}, i64 {offset}"
        yield f"  {own}.v{k} = load {_passed(type)}, ptr {at}, align 1"
        arguments.append(f"{_passed(type)} {own}.v{k}")
    yield f"  call void @{CALL}({', '.join(arguments)})"
    yield f"  {own}.next = add nuw nsw i32 {own}, 1"
    yield f"  {own}.last = icmp eq i32 {own}, {len(STRIP) - 1}"
    yield f"  {own}.then = select i1 {own}.last, i32 {AGAIN}, i32 {own}.next"
    yield f"  store i32 {own}.then, ptr %gpucc.strip, align 4"


def _definitions(types: Sequence[str]) -> Iterator[str]:
    """Yield the function that chooses by the number in the strip, and declarations of those that it chooses from."""
    inner = ", ".join(types)
    values = ", ".join(f"{type} %v{k}" for k, type in enumerate(types))
    names = [f"{CALL}.{vertex}.{primitive}.{winding}" for vertex, primitive, winding in STRIP]
    yield ""
    yield f"define internal void @{CALL}(i32 %n{', ' if types else ''}{values}) alwaysinline {{"
    cases = " ".join(f"i32 {n}, label %c{n}" for n in range(1, len(STRIP)))
    yield f"  switch i32 %n, label %c0 [ {cases} ]"
    for n, name in enumerate(names):
        yield f"c{n}:"
        yield f"  call void @{name}({values}) nomerge"
        yield "  ret void"
    yield "}"
    yield from (f"declare void @{name}({inner}) {ATTRIBUTES}" for name in dict.fromkeys(names))


__all__ = ["CALL", "GEOMETRY", "emits", "fed_by", "insert_emissions", "rows_read", "shape_of"]
