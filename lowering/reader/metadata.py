"""Reads metadata in LLVM IR text: places in the user's source from `!dbg`, and named metadata.

Nodes are kept as text and parsed only when they are referred to, since debug information is often most of a module.
"""

from __future__ import annotations

import re

from gpucc.errors import Location
from gpucc.lowering.llvm import FloatConstant, IntConstant, Opaque, OtherType, Value, Zero
from gpucc.lowering.reader.tokens import Cursor, unescape
from gpucc.lowering.reader.values import read_typed

FIELD = re.compile(r'(\w+): (?:"([^"]*)"|([^\s,()]+))')
METADATA = OtherType("metadata")
# deeper than any nesting of scopes that people write; also stops at a cycle in broken debug information
SCOPES = 1000


class Metadata:
    """The numbered nodes of a module."""

    __slots__ = ("_files", "_locations", "nodes")

    def __init__(self, nodes: dict[str, str]) -> None:
        self.nodes = nodes
        self._locations: dict[str, Location | None] = {}
        self._files: dict[str, str | None] = {}

    def locate(self, token: str) -> Location | None:
        """Return the place that a debug information node refers to; for inlined code, the place where that code is
        written.
        """
        if token not in self._locations:
            self._locations[token] = self.place(self.nodes.get(token, ""))
        return self._locations[token]

    def place(self, text: str) -> Location | None:
        fields = node_fields(text)
        file = self._file_of(fields)
        if file is None:
            return None
        return Location(file, _number(fields, "line"), _number(fields, "column"))

    def _file_of(self, fields: dict[str, str]) -> str | None:
        for _ in range(SCOPES):
            if "file" in fields:
                return self._file(fields["file"])
            scope = self.nodes.get(fields.get("scope", ""))
            if scope is None:
                return None
            fields = node_fields(scope)
        return None

    def _file(self, token: str) -> str | None:
        if token not in self._files:
            name = node_fields(self.nodes.get(token, "")).get("filename")
            self._files[token] = unescape(name) if name else None
        return self._files[token]


def node_fields(text: str) -> dict[str, str]:
    """Return `!DIx(line: 3, scope: !4, name: "s")` as {"line": "3", ...}; the first of a repeated name counts."""
    found: dict[str, str] = {}
    for name, string, word in FIELD.findall(text):
        found.setdefault(name, string or word)
    return found


def _number(fields: dict[str, str], name: str) -> int:
    word = fields.get(name, "0")
    return int(word) if word.isdigit() else 0


def read_named(c: Cursor, metadata: Metadata, references: list[str]) -> tuple[tuple[object, ...], ...]:
    """Return the nodes that a named metadata list refers to; a node that is not a plain tuple becomes a tuple of its
    text.
    """
    return tuple(_read_node(c, metadata.nodes.get(token, token)) for token in references)


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
