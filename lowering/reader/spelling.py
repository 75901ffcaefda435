"""Writes records of LLVM IR as text: types and names; also finds the definitions and uses of a function's values."""

from __future__ import annotations

import re
from dataclasses import field

from gpucc.lowering.llvm import (
    ArrayType,
    FloatType,
    Function,
    FunctionType,
    IntType,
    LlvmInstruction,
    Local,
    LType,
    OtherType,
    PointerType,
    StructType,
    Value,
    VectorType,
    definition_of,
)
from gpucc.records import dataclass

# names of calling conventions, besides those that end in cc
CONVENTIONS = ("spir_func", "ptx_device", "amdgpu_gfx", "aarch64_", "riscv_v")
PLAIN = re.compile(r"[-a-zA-Z$._][-a-zA-Z$._0-9]*\Z|\d+\Z")


def spell(type: LType) -> str:
    """Return the type as LLVM writes it; named structs are expanded."""
    match type:
        case IntType(bits):
            return f"i{bits}"
        case FloatType(name) | OtherType(name):
            return name
        case PointerType(space):
            return f"ptr addrspace({space})" if space else "ptr"
        case VectorType(count, element):
            return f"<{count} x {spell(element)}>"
        case ArrayType(count, element):
            return f"[{count} x {spell(element)}]"
        case StructType(elements, packed):
            inner = "{ " + ", ".join(map(spell, elements)) + " }" if elements else "{}"
            return f"<{inner}>" if packed else inner
        case FunctionType(result, parameters, variadic):
            return f"{spell(result)} ({', '.join([*map(spell, parameters), *(['...'] if variadic else [])])})"


def quote(name: str) -> str:
    """Return a name as it is written after % or @."""
    if PLAIN.match(name) or (name[:1] == name[-1:] == '"' and name[1:-1].isdigit()):
        return name  # a quoted number has its quotes already
    escaped = "".join(
        chr(b) if 32 <= b < 127 and b not in b'"\\' else f"\\{b:02X}" for b in name.encode("utf-8", "surrogateescape")
    )
    return f'"{escaped}"'


def is_convention(word: str) -> bool:
    """Return whether an attribute of a call or a function is its calling convention."""
    return word.endswith("cc") or word.startswith(CONVENTIONS) or (word[:2] == "cc" and word[2:].isdigit())


@dataclass(frozen=True, slots=True)
class DefUse:
    """The definition and the uses of each local value of a function."""

    definitions: dict[str, LlvmInstruction] = field(default_factory=dict)
    uses: dict[str, list[LlvmInstruction]] = field(default_factory=dict)

    def definition(self, value: Value) -> LlvmInstruction | None:
        return definition_of(value, self.definitions)

    def users(self, name: str | None) -> list[LlvmInstruction]:
        return self.uses.get(name, []) if name is not None else []


def trace_flow(function: Function) -> DefUse:
    flow = DefUse()
    for block in function.blocks:
        for instruction in block.instructions:
            if instruction.name is not None:
                flow.definitions[instruction.name] = instruction
            for operand in instruction.operands:
                if isinstance(operand, Local):
                    flow.uses.setdefault(operand.name, []).append(instruction)
    return flow
