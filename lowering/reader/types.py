"""Reads types in LLVM IR text."""

from __future__ import annotations

from gpucc.errors import Location, Unsupported
from gpucc.lowering.llvm import (
    BOOL,
    ArrayType,
    FloatType,
    FunctionType,
    IntType,
    LType,
    OtherType,
    PointerType,
    StructType,
    VectorType,
)
from gpucc.lowering.reader.tokens import TOKEN, Cursor

# larger ones would keep LLVM's passes and ours busy forever
WIDEST_VECTOR = 1024
WIDEST_INTEGER = 1 << 14
VOID = OtherType("void")
TOKEN_TYPE = OtherType("token")
POINTER = PointerType()

PRIMITIVES: dict[str, LType] = {
    **{name: FloatType(name) for name in ("half", "bfloat", "float", "double", "fp128", "x86_fp80", "ppc_fp128")},
    **{name: OtherType(name) for name in ("label", "metadata", "x86_amx", "x86_mmx")},
    **{f"i{bits}": IntType(bits) for bits in (8, 16, 32, 64, 128)},
    "i1": BOOL,
    "void": VOID,
    "token": TOKEN_TYPE,
    "ptr": POINTER,
}


def starts_type(token: str) -> bool:
    return (
        token in PRIMITIVES
        or token[:1] in ("<", "[", "{", "%")
        or token == "target"
        or (token[:1] == "i" and token[1:].isdigit())
    )


def read_type(c: Cursor) -> LType:
    """Read the type at the cursor, with what may follow it: an address space, the parameters of a function type."""
    token = c.tokens[c.at]
    c.at += 1
    type = c.types.get(token) or _read_other(c, token)
    following = c.tokens[c.at]
    if following == "addrspace" and isinstance(type, PointerType):
        type = PointerType(read_space(c))
        following = c.tokens[c.at]
    while following == "(":
        type = _read_function(c, type)
        following = c.tokens[c.at]
    return type


def read_space(c: Cursor) -> int:
    """Read `addrspace(N)`; return 0 if there is none."""
    if not c.accept("addrspace"):
        return 0
    c.expect("(")
    space = c.integer()
    c.expect(")")
    return space


def _read_other(c: Cursor, token: str) -> LType:
    if token[:1] == "i" and token[1:].isdigit():
        type: LType = _integer(c, token)
    elif token[:1] == "%":
        type = _read_named(c, token)
    elif token[:1] in ("<", "[") and len(token) > 1:
        type = _read_sequence_token(c, token)
    elif token == "<":
        return _read_angle(c)
    elif token == "[":
        count = c.integer()
        c.expect("x")
        element = read_type(c)
        c.expect("]")
        return ArrayType(count, element)
    elif token == "{":
        return StructType(_read_members(c))
    elif token == "target":
        return OtherType("target" + "".join(c.group()))
    else:
        c.at -= 1
        raise c.fail(f"expected a type, not '{token}'")
    c.types[token] = type
    return type


def _read_sequence_token(c: Cursor, token: str) -> LType:
    count, _, name = token[1:-1].partition(" x ")
    element = c.types.get(name)
    if element is None:
        if not (name[0] == "i" and name[1:].isdigit()):
            raise c.fail(f"unknown type '{name}'")
        element = c.types[name] = _integer(c, name)
    return _vector(c, int(count), element) if token[0] == "<" else ArrayType(int(count), element)


def _integer(c: Cursor, token: str) -> IntType:
    bits = int(token[1:])
    if bits > WIDEST_INTEGER:
        notes = (
            f"gpucc takes integers of up to {WIDEST_INTEGER} bits on their way; registers hold 24 of them: use int",
        )
        raise _too_large(c, f"an integer of {bits} bits", notes)
    return IntType(bits)


def _vector(c: Cursor, count: int, element: LType) -> VectorType:
    if count > WIDEST_VECTOR:
        notes = (f"gpucc takes vectors of up to {WIDEST_VECTOR} elements; use an array and a loop",)
        raise _too_large(c, f"a vector of {count} elements", notes)
    return VectorType(count, element)


def _too_large(c: Cursor, what: str, notes: tuple[str, ...]) -> Unsupported:
    return Unsupported(f"{what} is more than any shader can hold", Location(c.file), notes, c.statement.strip()[:200])


def _read_angle(c: Cursor) -> LType:
    """Read, after `<`, a packed struct, a vector of pointers to an address space, or a scalable vector."""
    if c.accept("{"):
        packed = StructType(_read_members(c), packed=True)
        c.expect(">")
        return packed
    if c.accept("vscale"):
        start = c.at - 1
        while c.take() != ">":
            pass
        return OtherType(f"<{' '.join(c.tokens[start : c.at - 1])}>")
    count = c.integer()
    c.expect("x")
    element = read_type(c)
    c.expect(">")
    return _vector(c, count, element)


def _read_members(c: Cursor) -> tuple[LType, ...]:
    if c.accept("}"):
        return ()
    members = [read_type(c)]
    while c.accept(","):
        members.append(read_type(c))
    c.expect("}")
    return tuple(members)


def _read_function(c: Cursor, result: LType) -> FunctionType:
    c.expect("(")
    parameters: list[LType] = []
    while not c.accept(")"):
        if parameters:
            c.expect(",")
        if c.accept("..."):
            c.expect(")")
            return FunctionType(result, tuple(parameters), variadic=True)
        parameters.append(read_type(c))
    return FunctionType(result, tuple(parameters))


def _read_named(c: Cursor, token: str) -> LType:
    """Read a named type at its first use; in LLVM no type contains itself."""
    body = c.pending.pop(token, None)
    if body is None:
        raise c.fail(f"unknown type '{token}'")
    if body == "opaque":
        return OtherType("opaque")
    tokens, at = c.tokens, c.at
    c.tokens, c.at = [*TOKEN.findall(body), "", "", ""], 0
    type = read_type(c)
    c.end()
    c.tokens, c.at = tokens, at
    return type
