"""Says which statements may change places: they change nothing, and read only what nothing changes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from gpucc.lowering.llvm import (
    FLOAT,
    I32,
    Expression,
    Function,
    Global,
    IntType,
    LlvmInstruction,
    Local,
    LType,
    Module,
    PointerType,
    Value,
    scalar_of,
)

# functions of LLVM and gpucc whose calls may change places; a texture's answer depends on its coordinates, and where
# the level is implicit on those of the pixels beside it, so such a call must not move behind a discard or a branch
MOVABLE = re.compile(r"llvm\.(?!assume|dbg|lifetime|mem|trap|experimental|amdgcn)[\w.]+|gpucc\.texture\.[\w.]+")
MOVABLE_OPS = frozenset(
    "fneg fadd fsub fmul fdiv frem add sub mul and or xor shl lshr ashr icmp fcmp select zext sext trunc fptosi fptoui"
    " sitofp uitofp fpext fptrunc bitcast extractelement insertelement shufflevector extractvalue insertvalue freeze"
    " getelementptr".split()
)
# what is undefined for some operands
PARTIAL = frozenset("sdiv udiv srem urem fptosi fptoui shl lshr ashr".split())
PARTIAL_CALLS = re.compile(r"llvm\.(abs|ctlz|cttz)\b")
SAMPLER, TRUTH = PointerType(4), IntType(1)
# the address spaces of inputs and uniforms
READ_ONLY = (1, 2)


def _is_value(type: LType) -> bool:
    return scalar_of(type) in (FLOAT, I32)


def _is_passed(type: LType) -> bool:
    return _is_value(type) or type == SAMPLER


def is_movable(function: Function, memory: ReadMemory, movable: Collection[str]) -> bool:
    """Return whether calls of a function with equal arguments give equal results and do nothing else."""
    if function.variadic or not (_is_value(function.result) or function.result == TRUTH):
        return False
    if not all(_is_passed(parameter.type) for parameter in function.parameters):
        return False
    own: set[str] = set()
    for block in function.blocks:
        for one in block.instructions:
            place = one.operands[-1] if one.op in ("load", "store", "getelementptr") and one.operands else None
            place = one.operands[0] if one.op in ("load", "getelementptr") else place
            mine = isinstance(place, Local) and place.name in own
            match one.op:
                case "alloca":
                    own.add(str(one.name))
                case "getelementptr" if mine:
                    own.add(str(one.name))
                case "store" if not mine:
                    return False
                case "load" if not (mine or memory.is_constant(one, function)):
                    return False
                case "call" if not may_move(one, movable):
                    return False
                case "fence" | "atomicrmw" | "cmpxchg" | "invoke":
                    return False
    return True


def is_defined(one: LlvmInstruction) -> bool:
    """Return whether a statement has a result for all operands: it is no quotient of integers, no conversion of a
    float that no integer holds, no shift by too much, and nothing at an index that may be outside."""
    if one.op in PARTIAL:
        return False
    if one.op == "call" and isinstance(one.callee, Global) and PARTIAL_CALLS.match(one.callee.name):
        return False
    indices = {"getelementptr": one.operands[1:], "extractelement": one.operands[1:], "insertelement": one.operands[2:]}
    return not any(isinstance(index, Local) for index in indices.get(one.op, ()))


def may_move(call: LlvmInstruction, movable: Collection[str]) -> bool:
    name = call.callee.name if isinstance(call.callee, Global) else ""
    return name in movable or MOVABLE.fullmatch(name) is not None


def moves(one: LlvmInstruction, function: Function, memory: ReadMemory, movable: Collection[str]) -> bool:
    """Return whether an instruction may change places with any other that does not depend on it."""
    if one.op == "call":
        return may_move(one, movable)
    return one.op in MOVABLE_OPS or (one.op == "load" and memory.is_constant(one, function))


class ReadMemory:
    """The variables of a module, and which of them do more than be loaded."""

    def __init__(self, module: Module) -> None:
        self.globals = module.globals
        self.changed: set[str] = set()
        self.made: dict[str, dict[str | None, LlvmInstruction]] = {}
        for function in module.functions.values():
            for block in function.blocks:
                for one in block.instructions:
                    if one.op != "load":
                        self.changed |= {name for operand in one.operands for name in _named(operand)}

    def is_constant(self, load: LlvmInstruction, function: Function) -> bool:
        """Return whether a load reads an input, a uniform or a constant."""
        if "volatile" in load.flags:
            return False
        if function.name not in self.made:
            steps = (one for block in function.blocks for one in block.instructions if one.op == "getelementptr")
            self.made[function.name] = {one.name: one for one in steps}
        made = self.made[function.name]
        place: Value = load.operands[0]
        while isinstance(place, Local) and place.name in made:
            place = made[place.name].operands[0]
        while isinstance(place, Expression):
            place = place.operands[0]
        if not isinstance(place, Global) or place.name not in self.globals:
            return False
        found = self.globals[place.name]
        if found.initializer is None:
            return found.space in READ_ONLY
        return found.constant or place.name not in self.changed


def _named(value: Value) -> Iterator[str]:
    """Yield the variables in an operand."""
    if isinstance(value, Global):
        yield value.name
    elif isinstance(value, Expression):
        for operand in value.operands:
            yield from _named(operand)
