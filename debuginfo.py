"""Places in the user's source, read from LLVM's debug information.

Nodes of a module are kept as text and parsed only when they are referred to, since debug information is often most of a
module. The compiler reads places for its messages, and so does its judge, which shares nothing else with it here.
"""

from __future__ import annotations

import re

from gpucc.errors import Location

FIELD = re.compile(r'(\w+): (?:"([^"]*)"|([^\s,()]+))')
ESCAPE = re.compile(rb"\\(\\|[0-9A-Fa-f]{2})")
# deeper than any nesting of scopes that people write; also stops at a cycle in broken debug information
SCOPES = 1000


class SourcePlaces:
    """The numbered nodes of a module, and the places that they stand for."""

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


def unescape_bytes(text: str) -> bytes:
    """Return the bytes of the inside of an LLVM string: `\\22` is a quote, `\\\\` a backslash."""
    raw = text.encode("utf-8", "surrogateescape")
    if b"\\" not in raw:
        return raw
    return ESCAPE.sub(lambda found: b"\\" if found[1] == b"\\" else bytes([int(found[1], 16)]), raw)


def unescape(text: str) -> str:
    return unescape_bytes(text).decode("utf-8", "surrogateescape") if "\\" in text else text


def _number(fields: dict[str, str], name: str) -> int:
    word = fields.get(name, "0")
    return int(word) if word.isdigit() else 0
