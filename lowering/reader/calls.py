"""Reads calls in LLVM IR text (conventions, attributes, arguments, bundles), and the words around function names in
headers.
"""

from __future__ import annotations

from gpucc.lowering.llvm import FunctionType, LlvmInstruction, Value
from gpucc.lowering.reader.tokens import Cursor, bare_name, render
from gpucc.lowering.reader.types import POINTER, read_space, read_type, starts_type
from gpucc.lowering.reader.values import read_value, starts_value

FAST_MATH = frozenset("fast nnan ninf nsz arcp contract afn reassoc".split())
TAILS = frozenset("tail musttail notail".split())


def read_attribute(c: Cursor) -> str:
    """Read one attribute: `noundef`, `align 16`, `range(i32 0, 4)`, `"key"="value"`, `#3`, `cc 10`."""
    start = c.at
    token = c.take()
    if c.tokens[c.at] == "(":
        c.group()
    elif c.tokens[c.at] == "=":
        c.at += 1
        c.take()
    elif c.tokens[c.at].isdigit() and token in ("align", "cc", "alignstack", "dereferenceable"):
        c.at += 1
    return token if c.at == start + 1 else render(c.tokens[start : c.at])


def read_grouped(c: Cursor) -> tuple[str, ...]:
    """Read one attribute, or all of a group."""
    group = c.groups.get(c.tokens[c.at])
    if group is None:
        return (read_attribute(c),)
    c.at += 1
    return group


def read_call(c: Cursor, op: str, name: str | None) -> LlvmInstruction:
    """Read a call with its flags and attributes."""
    flags = []
    if op in TAILS:
        flags.append(op)
        op = c.take()
        if op != "call":
            raise c.fail(f"expected 'call', not '{op}'")
    while c.tokens[c.at] in FAST_MATH:
        flags.append(c.take())
    attributes: list[str] = []
    while not starts_type(c.tokens[c.at]):
        if c.tokens[c.at] == "addrspace":
            read_space(c)
        else:
            attributes.append(read_attribute(c))
    signature = read_type(c)
    result = signature.result if isinstance(signature, FunctionType) else signature
    callee = read_value(c, POINTER)
    operands, words = _read_arguments(c)
    while c.tokens[c.at] not in ("", ",", "[", "to"):
        attributes.extend(read_grouped(c))
    if c.tokens[c.at] == "[":
        attributes.append("bundles " + " ".join(_read_bundles(c)))
    labels = _read_continuations(c, op)
    return LlvmInstruction(
        op,
        result,
        name,
        operands,
        frozenset(flags),
        callee=callee,
        labels=labels,
        location=c.location,
        text=c.text,
        attributes=tuple(attributes),
        argument_attributes=words,
    )


def _read_arguments(c: Cursor) -> tuple[tuple[Value, ...], tuple[tuple[str, ...], ...]]:
    c.expect("(")
    operands: list[Value] = []
    words: list[tuple[str, ...]] = []
    while not c.accept(")"):
        if operands:
            c.expect(",")
        type = read_type(c)
        words.append(read_words(c))
        operands.append(read_value(c, type))
    return tuple(operands), tuple(words) if any(words) else ()


def read_words(c: Cursor) -> tuple[str, ...]:
    """Read the attributes before a value or at the end of a parameter."""
    token = c.tokens[c.at]
    if token[:1] in ("%", ",", ")"):
        return ()
    words: list[str] = []
    while not (starts_value(token) and not _is_key(c)) and token not in (",", ")"):
        words.append(read_attribute(c))
        token = c.tokens[c.at]
    return tuple(words)


def _is_key(c: Cursor) -> bool:
    """Return whether an attribute's key follows; a string here always is one, because a value never is a bare
    string.
    """
    return c.tokens[c.at][:1] == '"'


def _read_bundles(c: Cursor) -> list[str]:
    start = c.at
    depth = 0
    while True:
        token = c.take()
        depth += (token in "[(") - (token in "])")
        if not depth:
            return c.tokens[start : c.at]


def read_label(c: Cursor) -> str:
    c.expect("label")
    return bare_name(c.take())


def read_labels(c: Cursor) -> tuple[str, ...]:
    """Read `[label %a, label %b]`."""
    c.expect("[")
    labels: list[str] = []
    while not c.accept("]"):
        if labels:
            c.expect(",")
        labels.append(read_label(c))
    return tuple(labels)


def _read_continuations(c: Cursor, op: str) -> tuple[str, ...]:
    """Read where an invoke or callbr continues: (normal, unwind) or (fallthrough, indirect...)."""
    if op == "call":
        return ()
    c.expect("to")
    normal = read_label(c)
    if op == "callbr":
        return (normal, *read_labels(c))
    c.expect("unwind")
    return (normal, read_label(c))
