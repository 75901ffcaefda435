"""Reads named metadata in LLVM IR text."""

from __future__ import annotations

from gpucc.debuginfo import SourcePlaces, unescape
from gpucc.lowering.llvm import FloatConstant, IntConstant, Opaque, OtherType, Value, Zero
from gpucc.lowering.reader.tokens import Cursor
from gpucc.lowering.reader.values import read_typed

METADATA = OtherType("metadata")


def read_named(c: Cursor, places: SourcePlaces, references: list[str]) -> tuple[tuple[object, ...], ...]:
    """Return the nodes that a named metadata list refers to; a node that is not a plain tuple becomes a tuple of its
    text.
    """
    return tuple(_read_node(c, places.nodes.get(token, token)) for token in references)


def _read_node(c: Cursor, text: str) -> tuple[object, ...]:
    text = text.removeprefix("distinct ")
    if not text.startswith("!{"):
        return (text,)
    c.load(text, 0)
    c.expect("!")
    c.expect("{")
    members: list[object] = []
    while not c.accept("}"):
        if members:
            c.expect(",")
        members.append(_read_member(c))
    return tuple(members)


def _read_member(c: Cursor) -> object:
    """Read a string, a number, None for null, or the text of other nodes and constants."""
    token = c.tokens[c.at]
    if token[:2] == '!"':
        c.at += 1
        return unescape(token[2:-1])
    if token == "null":
        c.at += 1
        return None
    if token[:1] == "!":
        return _read_reference(c)
    return _plain(read_typed(c))


def _read_reference(c: Cursor) -> Opaque:
    start = c.at
    c.at += 1
    if c.tokens[c.at] == "(":
        c.group()
    return Opaque("".join(c.tokens[start : c.at]), METADATA)


def _plain(value: Value) -> object:
    match value:
        case IntConstant(_, number) | FloatConstant(_, number):
            return number
        case Zero():
            return 0
    return value
