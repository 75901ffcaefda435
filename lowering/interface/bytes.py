"""Turns bytes of uniform memory into components: `<4 x i8>` is an integer register of hardware that counts loops.

A uniform of up to four bytes that is not used in any other way is read as that many integers from 0 to 255, one in each
component. Single bytes that are booleans, or signed, are components already.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace

from gpucc.lowering.interface.memory import SIGNED, UNSIGNED, looks_boolean
from gpucc.lowering.interface.pointers import Access, TracedMemory, trace_memory
from gpucc.lowering.interface.prepare import Flat
from gpucc.lowering.layout import Layout
from gpucc.lowering.llvm import I8, IntType, LType, PointerType, VectorType
from gpucc.lowering.optimise import passes
from gpucc.lowering.reader.edit import free_node
from gpucc.lowering.reader.read import read
from gpucc.lowering.reader.spelling import DefUse, quote, trace_flow

MOST = 255
UNIFORM = 2
WORD = 4


def widen_bytes(flat: Flat, file: str) -> Flat:
    """Return the function with each uniform of up to four bytes as integers, one component for each byte."""
    function, module = flat.function, flat.module
    if not any(one.op == "load" and _lanes(one.type) for block in function.blocks for one in block.instructions):
        return flat
    flow, layout = trace_flow(function), Layout(passes.DATALAYOUT)
    memory = trace_memory(function, flow, layout)
    spaces = {f"%{one.name}": one.type.space for one in function.parameters if isinstance(one.type, PointerType)}
    variables = {
        f"@{one.name}": one
        for one in module.globals.values()
        if one.space == UNIFORM and 0 < layout.size(one.type) <= WORD
    }
    bases = [base for base in (*spaces, *variables) if _are_bytes(memory.of(base), memory, flow)]
    if not bases:
        return flat
    spaces |= dict.fromkeys(variables, UNIFORM)
    loads = {access.instruction.name: access for base in bases for access in memory.of(base)}
    # the caller may rewrite the same function again, under its licence
    module = deepcopy(module)
    limits = free_node(module.tail)
    for number, block in enumerate(module.functions[function.name].blocks):
        for i, one in enumerate(block.instructions):
            access = loads.get(one.name) if one.op == "load" else None
            if access is not None:
                records = block.lines[i].split("\n")[:-1]
                block.lines[i] = "\n".join(
                    [*records, *_wide_load(access, spaces[access.place.base], f"{number}.{i}", limits)]
                )
    for variable in (module.globals[variables[base].name] for base in bases if base in variables):
        variable.line = (
            f"@{quote(variable.name)} = external addrspace({UNIFORM}) global [{layout.size(variable.type)} x i32]"
        )
    module.tail.append(f"!{limits} = !{{i32 0, i32 {MOST + 1}}}")
    return replace(flat, module=read(module.text(), file), bytes=frozenset(bases))


def _are_bytes(accesses: list[Access], memory: TracedMemory, flow: DefUse) -> bool:
    """Return whether the accesses of one place read single bytes, no load of them reads another place as well, and no
    simpler type fits.
    """
    if not accesses or not all(_is_byte(access) for access in accesses):
        return False
    names = [access.instruction.name for one in memory.accesses.values() for access in one]
    if any(names.count(access.instruction.name) > 1 for access in accesses):
        return False
    if any(access.type != I8 or access.place.offset for access in accesses):
        return True
    loaded = [access.instruction.name or "" for access in accesses]
    return all(_is_unsigned(flow, name) for name in loaded) and not all(looks_boolean(flow, name) for name in loaded)


def _is_unsigned(flow: DefUse, name: str) -> bool:
    operations = [user.op for user in flow.users(name)]
    return any(op in (*UNSIGNED, "zext") for op in operations) and not any(op in SIGNED for op in operations)


def _is_byte(access: Access) -> bool:
    place, type = access.place, access.type
    lanes = _lanes(type)
    return not access.write and lanes > 0 and not place.strides and not place.gid and 0 <= place.offset <= WORD - lanes


def _lanes(type: LType | None) -> int:
    match type:
        case IntType(8):
            return 1
        case VectorType(count, IntType(8)) if count <= WORD:
            return count
    return 0


def _wide_load(access: Access, space: int, number: str, limits: int) -> list[str]:
    """Return the load as one of i32 for each byte, because LLVM would turn a vector of i32 into one of bytes again."""
    name, lanes = f"%{quote(access.instruction.name or '')}", _lanes(access.type)
    base = access.place.base[0] + quote(access.place.base[1:])
    pointer = f"ptr addrspace({space})" if space else "ptr"
    lines, vector = [], "poison"
    for lane in range(lanes):
        at, word, byte = (f"%gpucc.{what}{number}.{lane}" for what in ("at", "word", "byte"))
        byte = byte if isinstance(access.type, VectorType) else name
        lines += [
            f"  {at} = getelementptr inbounds i8, {pointer} {base}, i64 {WORD * (access.place.offset + lane)}",
            f"  {word} = load i32, {pointer} {at}, align 4, !range !{limits}",
            f"  {byte} = trunc i32 {word} to i8",
        ]
        if isinstance(access.type, VectorType):
            made = name if lane + 1 == lanes else f"%gpucc.bytes{number}.{lane}"
            lines.append(f"  {made} = insertelement <{lanes} x i8> {vector}, i8 {byte}, i64 {lane}")
            vector = made
    return lines
