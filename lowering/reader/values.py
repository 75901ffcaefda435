"""Reads values in LLVM IR text: names, constants and constant expressions."""

from __future__ import annotations

import struct

from gpucc.debuginfo import unescape_bytes
from gpucc.lowering.llvm import (
    BOOL,
    FLOAT_BITS,
    Aggregate,
    ArrayType,
    Expression,
    FloatConstant,
    FloatType,
    Global,
    IntConstant,
    IntType,
    Local,
    LType,
    Opaque,
    OtherType,
    PointerType,
    StructType,
    Undefined,
    Value,
    VectorType,
    Zero,
)
from gpucc.lowering.reader.tokens import Cursor, bare_name, render
from gpucc.lowering.reader.types import POINTER, read_type

CASTS = frozenset(
    (
        "trunc zext sext fptrunc fpext fptoui fptosi uitofp sitofp ptrtoint ptrtoaddr inttoptr bitcast addrspacecast"
    ).split()
)
EXPRESSIONS = CASTS | frozenset(
    "getelementptr add sub mul udiv sdiv urem srem shl lshr ashr and or xor icmp fcmp select "
    "extractelement insertelement shufflevector fadd fsub fmul fdiv frem fneg".split()
)
ZEROS = frozenset(("zeroinitializer", "null", "none"))
OPAQUES = frozenset(("blockaddress", "dso_local_equivalent", "no_cfi", "ptrauth", "asm"))
VALUE_WORDS = EXPRESSIONS | ZEROS | OPAQUES | frozenset(("true", "false", "undef", "poison", "splat", "c"))
EXPRESSION_FLAGS = frozenset("nuw nsw exact inbounds nusw disjoint nneg samesign".split())
CLOSING = {"<": ">", "[": "]", "{": "}"}


def starts_value(token: str) -> bool:
    return (
        token in VALUE_WORDS or token[:1] in '%@<[{-+0123456789"!' or token[:3] in ("f0x", "nan", "inf", "qna", "sna")
    )


def read_typed(c: Cursor) -> Value:
    return read_value(c, read_type(c))


def read_value(c: Cursor, type: LType) -> Value:
    token = c.tokens[c.at]
    local = c.locals.get(token)
    if local is not None:
        c.at += 1
        return local
    return _read_other(c, type, token)


def _read_other(c: Cursor, type: LType, token: str) -> Value:
    first = token[:1]
    if first == "%":
        c.at += 1
        local = c.locals[token] = Local(bare_name(token), type)
        return local
    if first == "@":
        c.at += 1
        known = c.globals.get(token)
        if known is None:
            known = c.globals[token] = Global(bare_name(token), type)
        return known
    if isinstance(type, FloatType) and token not in VALUE_WORDS:
        c.at += 1
        return FloatConstant(type, _read_float(c, type, token))
    if isinstance(type, OtherType) and type.name == "metadata":
        return _read_metadata(c, type)
    if first in "<[{":
        return _read_aggregate(c, type)
    if isinstance(type, IntType) and token not in VALUE_WORDS:
        return IntConstant(type, c.integer())
    return _read_word(c, type, c.take())


def _read_word(c: Cursor, type: LType, token: str) -> Value:
    if token in ("true", "false"):
        return IntConstant(type, int(token == "true"))
    if token in ZEROS:
        return Zero(type)
    if token in ("undef", "poison"):
        return Undefined(type, token == "poison")
    if token == "splat":
        c.expect("(")
        element = read_typed(c)
        c.expect(")")
        if not isinstance(type, VectorType):
            return Opaque(f"splat ({element})", type)
        return Aggregate(type, (element,) * type.count)
    if token == "c" and isinstance(type, ArrayType):
        data = unescape_bytes(c.take()[1:-1])
        return Aggregate(type, tuple(IntConstant(type.element, byte) for byte in data))
    if token in EXPRESSIONS:
        return _read_expression(c, type, token)
    if token in OPAQUES:
        return _read_opaque(c, type, token)
    c.at -= 1
    raise c.fail(f"expected a value, not '{token}'")


def _read_aggregate(c: Cursor, type: LType) -> Value:
    opening = c.take()
    if opening not in CLOSING:
        raise c.fail(f"expected a value, not '{opening}'")
    packed = opening == "<" and isinstance(type, StructType) and c.accept("{")
    closing = "}" if packed else CLOSING[opening]
    elements: list[Value] = []
    while not c.accept(closing):
        if elements:
            c.expect(",")
        elements.append(read_typed(c))
    if packed:
        c.expect(">")
    return Aggregate(type, tuple(elements))


def _read_expression(c: Cursor, type: LType, op: str) -> Value:
    while c.tokens[c.at] in EXPRESSION_FLAGS:
        c.at += 1
    if c.accept("inrange"):
        c.group()
    c.expect("(")
    source = None
    if op == "getelementptr":
        source = read_type(c)
        c.expect(",")
    operands = [read_typed(c)]
    while c.accept(","):
        operands.append(read_typed(c))
    if op in CASTS:
        c.expect("to")
        type = read_type(c)
    c.expect(")")
    return Expression(op, type, tuple(operands), source)


def _read_opaque(c: Cursor, type: LType, token: str) -> Value:
    start = c.at - 1
    if token == "asm":
        while c.tokens[c.at][:1] != '"':
            c.take()
        c.take()
        c.expect(",")
        c.take()
    elif c.tokens[c.at] == "(":
        c.group()
    else:
        c.take()
    return Opaque(render(c.tokens[start : c.at]), type)


def _read_metadata(c: Cursor, type: LType) -> Value:
    """Read a metadata argument, which reaches up to the next `,` or `)` of its own level."""
    start = c.at
    depth = 0
    while True:
        token = c.tokens[c.at]
        if not token or (not depth and token in ",)"):
            return Opaque(render(c.tokens[start : c.at]), type)
        depth += (token in "({[") - (token in ")}]")
        c.at += 1


# floats ---------------------------------------------------------------------------------------------------------------


def _binary(bits: int, exponent_bits: int, mantissa_bits: int) -> float:
    """Return the double nearest to an IEEE interchange pattern of any width; the leading one is implicit."""
    mantissa = bits & ((1 << mantissa_bits) - 1)
    exponent = (bits >> mantissa_bits) & ((1 << exponent_bits) - 1)
    sign = -1.0 if bits >> (mantissa_bits + exponent_bits) else 1.0
    bias = (1 << (exponent_bits - 1)) - 1
    if exponent == 2 * bias + 1:
        return float("nan") if mantissa else sign * float("inf")
    whole = mantissa + (1 << mantissa_bits if exponent else 0)
    return sign * _scale(whole, max(exponent, 1) - bias - mantissa_bits)


def _scale(whole: int, power: int) -> float:
    """Return whole * 2**power, rounded once: exact integer arithmetic up to the division or conversion."""
    try:
        if power >= 0:
            return float(whole << min(power, 5000))
        return whole / (1 << min(-power, 40000))
    except OverflowError:
        return float("inf")


def _double(bits: int) -> float:
    return float(struct.unpack("<d", struct.pack("<Q", bits))[0])


def _extended(bits: int) -> float:
    """Return the value of x86's 80 bits, in which the leading one is explicit."""
    exponent, mantissa = (bits >> 64) & 0x7FFF, bits & ((1 << 64) - 1)
    sign = -1.0 if bits >> 79 else 1.0
    if exponent == 0x7FFF:
        return float("nan") if mantissa << 1 & ((1 << 64) - 1) else sign * float("inf")
    return sign * _scale(mantissa, exponent - 16383 - 63)


def _read_float(c: Cursor, type: FloatType, token: str) -> float:
    """Read a decimal number, or `0x` with a letter for the format; without a letter it is a double's pattern, for float
    too.
    """
    try:
        if token[:2] != "0x":
            return _read_special(c, type, token) if token.lstrip("+-")[:1].isalpha() else float(token)
        match token[2:3]:
            case "H":
                return _binary(int(token[3:], 16), *FLOAT_BITS["half"])
            case "R":
                return _binary(int(token[3:], 16), *FLOAT_BITS["bfloat"])
            case "K":
                return _extended(int(token[3:], 16))
            case "L":
                low, high = int(token[3:19], 16), int(token[19:], 16)
                return _binary(high << 64 | low, *FLOAT_BITS["fp128"])
            case "M":
                return _double(int(token[3:19], 16)) + _double(int(token[19:], 16))
            case _:
                return _double(int(token[2:], 16))
    except (ValueError, struct.error):
        raise c.fail(f"'{token}' is not a {type.name}") from None


def _read_special(c: Cursor, type: FloatType, token: str) -> float:
    """Read a special value in the form of LLVM's newer printer: +inf, -qnan, +nan(0x1), f0x3F800000."""
    word = token.lstrip("+-")
    if word[:3] == "f0x" and type.name in FLOAT_BITS:
        return _binary(int(word[3:], 16), *FLOAT_BITS[type.name])
    if c.tokens[c.at] == "(":
        c.group()
    if word == "inf":
        return float("-inf") if token[0] == "-" else float("inf")
    if word in ("nan", "qnan", "snan"):
        return float("nan")
    raise ValueError(token)


def pointer_like(value: Value) -> LType:
    """Return the type of the address that indexing `value` yields."""
    return value.type if isinstance(value.type, PointerType | VectorType) else POINTER


def condition_type(type: LType) -> LType:
    """Return the result type of a comparison of two values of this type."""
    return VectorType(type.count, BOOL) if isinstance(type, VectorType) else BOOL
