"""Reads instructions in LLVM IR text: one function for each form, and a table from opcode to function."""

from __future__ import annotations

from collections.abc import Callable

from gpucc.errors import Location, Unsupported
from gpucc.lowering.llvm import (
    BOOL,
    ArrayType,
    IntConstant,
    LlvmInstruction,
    LType,
    PointerType,
    StructType,
    Value,
    VectorType,
)
from gpucc.lowering.reader.calls import FAST_MATH, TAILS, read_call, read_label, read_labels
from gpucc.lowering.reader.tokens import Cursor, bare_name
from gpucc.lowering.reader.types import POINTER, TOKEN_TYPE, VOID, read_space, read_type
from gpucc.lowering.reader.values import CASTS, condition_type, pointer_like, read_typed, read_value

FLAGS = FAST_MATH | frozenset(
    "nuw nsw exact disjoint nneg samesign inbounds nusw volatile atomic weak inalloca swifterror cleanup".split()
)
NO_FLAGS: frozenset[str] = frozenset()
BINARY = "add sub mul udiv sdiv urem srem shl lshr ashr and or xor fadd fsub fmul fdiv frem".split()

Reader = Callable[[Cursor, str, str | None], LlvmInstruction]


def read_instruction(c: Cursor) -> LlvmInstruction:
    """Read the instruction of the statement that the cursor was loaded with."""
    tokens = c.tokens
    name = None
    if tokens[1] == "=":
        name = bare_name(tokens[0])
        c.at = 2
    op = tokens[c.at]
    reader = READERS.get(op)
    if reader is None:
        raise c.fail(f"unknown instruction '{op}'")
    c.at += 1
    instruction = reader(c, op, name)
    c.end()
    return instruction


def _flags(c: Cursor) -> frozenset[str]:
    token = c.tokens[c.at]
    if token not in FLAGS:
        return NO_FLAGS
    found: list[str] = []
    while token in FLAGS:
        found.append(token)
        c.at += 1
        token = c.tokens[c.at]
    return frozenset(found)


def _operands(c: Cursor) -> tuple[Value, ...]:
    """Read `T a, U b, ...` up to the end or the attachments."""
    operands = [read_typed(c)]
    while c.tokens[c.at] == "," and c.tokens[c.at + 1][:1] != "!":
        c.at += 1
        operands.append(read_typed(c))
    return tuple(operands)


# arithmetic -----------------------------------------------------------------------------------------------------------


def _read_binary(c: Cursor, op: str, name: str | None) -> LlvmInstruction:
    flags = _flags(c)
    type = read_type(c)
    a = read_value(c, type)
    c.expect(",")
    b = read_value(c, type)
    return LlvmInstruction(op, type, name, (a, b), flags, location=c.location, text=c.text)


def _read_unary(c: Cursor, op: str, name: str | None) -> LlvmInstruction:
    """Read fneg or freeze."""
    flags = _flags(c)
    type = read_type(c)
    return LlvmInstruction(op, type, name, (read_value(c, type),), flags, location=c.location, text=c.text)


def _read_compare(c: Cursor, op: str, name: str | None) -> LlvmInstruction:
    flags = _flags(c)
    predicate = c.take()
    type = read_type(c)
    a = read_value(c, type)
    c.expect(",")
    b = read_value(c, type)
    return LlvmInstruction(op, condition_type(type), name, (a, b), flags, predicate, location=c.location, text=c.text)


def _read_cast(c: Cursor, op: str, name: str | None) -> LlvmInstruction:
    flags = _flags(c)
    value = read_typed(c)
    c.expect("to")
    return LlvmInstruction(op, read_type(c), name, (value,), flags, location=c.location, text=c.text)


def _read_select(c: Cursor, op: str, name: str | None) -> LlvmInstruction:
    flags = _flags(c)
    operands = _operands(c)
    if len(operands) != 3:
        raise c.fail("select needs three operands")
    return LlvmInstruction(op, operands[1].type, name, operands, flags, location=c.location, text=c.text)


def _scalable(c: Cursor, op: str) -> Unsupported:
    notes = ("compile for a target without scalable vectors, or with -fno-vectorize",)
    return Unsupported(
        f"{op} on a vector whose length is not fixed", Location(c.file, c.line), notes, c.statement.strip()
    )


# vectors and aggregates -----------------------------------------------------------------------------------------------


def _read_element(c: Cursor, op: str, name: str | None) -> LlvmInstruction:
    """Read extractelement or insertelement."""
    operands = _operands(c)
    type = operands[0].type
    if not isinstance(type, VectorType):
        raise _scalable(c, op)
    return LlvmInstruction(
        op, type.element if op == "extractelement" else type, name, operands, location=c.location, text=c.text
    )


def _read_shuffle(c: Cursor, op: str, name: str | None) -> LlvmInstruction:
    a = read_typed(c)
    c.expect(",")
    b = read_typed(c)
    c.expect(",")
    mask_type = read_type(c)
    mask = _lanes(c, mask_type)
    if not isinstance(a.type, VectorType):
        raise _scalable(c, op)
    type = VectorType(len(mask), a.type.element)
    return LlvmInstruction(op, type, name, (a, b), mask=mask, location=c.location, text=c.text)


def _lanes(c: Cursor, type: LType) -> tuple[int, ...]:
    """Read a shuffle's mask, with -1 for poison lanes."""
    if not isinstance(type, VectorType):
        raise _scalable(c, "shufflevector")
    if c.accept("zeroinitializer"):
        return (0,) * type.count
    if c.accept("poison") or c.accept("undef"):
        return (-1,) * type.count
    value = read_value(c, type)
    elements = getattr(value, "elements", ())
    if len(elements) != type.count:
        raise c.fail("a shuffle's mask must be constant")
    return tuple(element.value if isinstance(element, IntConstant) else -1 for element in elements)


def _indices(c: Cursor) -> tuple[int, ...]:
    indices: list[int] = []
    while c.tokens[c.at] == "," and c.tokens[c.at + 1][:1] != "!":
        c.at += 1
        indices.append(c.integer())
    return tuple(indices)


def _read_extractvalue(c: Cursor, op: str, name: str | None) -> LlvmInstruction:
    aggregate = read_typed(c)
    indices = _indices(c)
    type = aggregate.type
    for index in indices:
        type = _member(c, type, index)
    return LlvmInstruction(op, type, name, (aggregate,), indices=indices, location=c.location, text=c.text)


def _read_insertvalue(c: Cursor, op: str, name: str | None) -> LlvmInstruction:
    aggregate = read_typed(c)
    c.expect(",")
    value = read_typed(c)
    return LlvmInstruction(
        op, aggregate.type, name, (aggregate, value), indices=_indices(c), location=c.location, text=c.text
    )


def _member(c: Cursor, type: LType, index: int) -> LType:
    match type:
        case StructType(elements) if index < len(elements):
            return elements[index]
        case ArrayType(_, element):
            return element
    raise c.fail(f"no member {index}")


# memory ---------------------------------------------------------------------------------------------------------------


def _skip_order(c: Cursor) -> None:
    """Skip `syncscope("x") seq_cst, align 4`, which adds nothing to the flag `atomic`."""
    while c.tokens[c.at] not in ("", ","):
        c.at += 1
        if c.tokens[c.at] == "(":
            c.group()
    _skip_align(c)


def _skip_align(c: Cursor) -> None:
    while c.tokens[c.at] == "," and c.tokens[c.at + 1] == "align":
        c.at += 3


def _read_load(c: Cursor, op: str, name: str | None) -> LlvmInstruction:
    flags = _flags(c)
    type = read_type(c)
    c.expect(",")
    pointer = read_typed(c)
    _skip_order(c)
    return LlvmInstruction(op, type, name, (pointer,), flags, element=type, location=c.location, text=c.text)


def _read_store(c: Cursor, op: str, name: str | None) -> LlvmInstruction:
    flags = _flags(c)
    value = read_typed(c)
    c.expect(",")
    pointer = read_typed(c)
    _skip_order(c)
    return LlvmInstruction(
        op, VOID, None, (value, pointer), flags, element=value.type, location=c.location, text=c.text
    )


def _read_address(c: Cursor, op: str, name: str | None) -> LlvmInstruction:
    flags = _flags(c)
    element = read_type(c)
    c.expect(",")
    operands = _operands(c)
    type = pointer_like(operands[0])
    for index in operands[1:]:
        if isinstance(index.type, VectorType) and not isinstance(type, VectorType):
            type = VectorType(index.type.count, type)
    return LlvmInstruction(op, type, name, operands, flags, element=element, location=c.location, text=c.text)


def _read_alloca(c: Cursor, op: str, name: str | None) -> LlvmInstruction:
    flags = _flags(c)
    element = read_type(c)
    operands: tuple[Value, ...] = ()
    type: LType = POINTER
    while c.tokens[c.at] == "," and c.tokens[c.at + 1][:1] != "!":
        c.at += 1
        if c.tokens[c.at] == "align":
            c.at += 2
        elif c.tokens[c.at] == "addrspace":
            type = PointerType(read_space(c))
        else:
            operands = (read_typed(c),)
    return LlvmInstruction(op, type, name, operands, flags, element=element, location=c.location, text=c.text)


def _read_atomic(c: Cursor, op: str, name: str | None) -> LlvmInstruction:
    """Read atomicrmw or cmpxchg."""
    flags = _flags(c)
    predicate = c.take() if op == "atomicrmw" else None
    operands = [read_typed(c)]
    while c.accept(","):
        operands.append(read_typed(c))
    _skip_order(c)
    type = operands[1].type if len(operands) > 1 else VOID
    if op == "cmpxchg":
        type = StructType((type, BOOL))
    return LlvmInstruction(op, type, name, tuple(operands), flags, predicate, location=c.location, text=c.text)


def _read_fence(c: Cursor, op: str, name: str | None) -> LlvmInstruction:
    _skip_order(c)
    return LlvmInstruction(op, VOID, name, location=c.location, text=c.text)


def _read_va_arg(c: Cursor, op: str, name: str | None) -> LlvmInstruction:
    pointer = read_typed(c)
    c.expect(",")
    return LlvmInstruction(op, read_type(c), name, (pointer,), location=c.location, text=c.text)


# control flow ---------------------------------------------------------------------------------------------------------


def _read_ret(c: Cursor, op: str, name: str | None) -> LlvmInstruction:
    operands = () if c.accept("void") else (read_typed(c),)
    return LlvmInstruction(op, VOID, None, operands, location=c.location, text=c.text)


def _read_br(c: Cursor, op: str, name: str | None) -> LlvmInstruction:
    if c.tokens[c.at] == "label":
        return LlvmInstruction(op, VOID, None, labels=(read_label(c),), location=c.location, text=c.text)
    condition = read_typed(c)
    c.expect(",")
    then = read_label(c)
    c.expect(",")
    return LlvmInstruction(op, VOID, None, (condition,), labels=(then, read_label(c)), location=c.location, text=c.text)


def _read_switch(c: Cursor, op: str, name: str | None) -> LlvmInstruction:
    operands = [read_typed(c)]
    c.expect(",")
    labels = [read_label(c)]
    c.expect("[")
    while not c.accept("]"):
        operands.append(read_typed(c))
        c.expect(",")
        labels.append(read_label(c))
    return LlvmInstruction(op, VOID, None, tuple(operands), labels=tuple(labels), location=c.location, text=c.text)


def _read_indirectbr(c: Cursor, op: str, name: str | None) -> LlvmInstruction:
    address = read_typed(c)
    c.expect(",")
    return LlvmInstruction(op, VOID, None, (address,), labels=read_labels(c), location=c.location, text=c.text)


def _read_phi(c: Cursor, op: str, name: str | None) -> LlvmInstruction:
    flags = _flags(c)
    type = read_type(c)
    values: list[Value] = []
    labels: list[str] = []
    while True:
        c.expect("[")
        values.append(read_value(c, type))
        c.expect(",")
        labels.append(bare_name(c.take()))
        c.expect("]")
        if c.tokens[c.at] != "," or c.tokens[c.at + 1] != "[":
            break
        c.at += 1
    return LlvmInstruction(op, type, name, tuple(values), flags, labels=tuple(labels), location=c.location, text=c.text)


def _read_unreachable(c: Cursor, op: str, name: str | None) -> LlvmInstruction:
    return LlvmInstruction(op, VOID, None, location=c.location, text=c.text)


# exceptions: no target supports them, but modules that contain some must still be readable --------------------------


def _read_resume(c: Cursor, op: str, name: str | None) -> LlvmInstruction:
    return LlvmInstruction(op, VOID, None, (read_typed(c),), location=c.location, text=c.text)


def _read_landingpad(c: Cursor, op: str, name: str | None) -> LlvmInstruction:
    type = read_type(c)
    flags = _flags(c)
    clauses: list[Value] = []
    while c.tokens[c.at] in ("catch", "filter"):
        c.at += 1
        clauses.append(read_typed(c))
    return LlvmInstruction(op, type, name, tuple(clauses), flags, location=c.location, text=c.text)


def _read_funclet(c: Cursor, op: str, name: str | None) -> LlvmInstruction:
    """Read catchpad, cleanuppad, catchswitch, catchret or cleanupret: labels in order, values as text only."""
    labels: list[str] = []
    while c.tokens[c.at] and not (c.tokens[c.at] == "," and c.tokens[c.at + 1][:1] == "!"):
        if c.accept("label"):
            labels.append(bare_name(c.take()))
        else:
            c.at += 1
    type = VOID if op.endswith("ret") else TOKEN_TYPE
    return LlvmInstruction(op, type, name, labels=tuple(labels), location=c.location, text=c.text)


READERS: dict[str, Reader] = {
    **dict.fromkeys(BINARY, _read_binary),
    **dict.fromkeys(CASTS, _read_cast),
    **dict.fromkeys(("fneg", "freeze"), _read_unary),
    **dict.fromkeys(("icmp", "fcmp"), _read_compare),
    **dict.fromkeys(("extractelement", "insertelement"), _read_element),
    **dict.fromkeys(("call", "invoke", "callbr", *TAILS), read_call),
    **dict.fromkeys(("atomicrmw", "cmpxchg"), _read_atomic),
    **dict.fromkeys(("catchpad", "cleanuppad", "catchswitch", "catchret", "cleanupret"), _read_funclet),
    "select": _read_select,
    "shufflevector": _read_shuffle,
    "extractvalue": _read_extractvalue,
    "insertvalue": _read_insertvalue,
    "load": _read_load,
    "store": _read_store,
    "getelementptr": _read_address,
    "alloca": _read_alloca,
    "fence": _read_fence,
    "va_arg": _read_va_arg,
    "ret": _read_ret,
    "br": _read_br,
    "switch": _read_switch,
    "indirectbr": _read_indirectbr,
    "phi": _read_phi,
    "unreachable": _read_unreachable,
    "resume": _read_resume,
    "landingpad": _read_landingpad,
}
