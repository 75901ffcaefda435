"""Reads LLVM's canonical text into records.

LLVM has parsed, verified and printed the text, so it is known to be valid; walking LLVM's own objects instead would
cost ten times as much and would not give access to predicates, masks or flags. Statements are on lines of their own:
instructions are indented by two, their continuations and debug records by more, everything else starts at the margin.
"""

from __future__ import annotations

import re
from collections.abc import Container
from itertools import islice

from gpucc.debuginfo import SourcePlaces, unescape
from gpucc.errors import Location, Unsupported
from gpucc.lowering.llvm import BasicBlock, Function, LlvmInstruction, LType, Module
from gpucc.lowering.reader.code import read_instruction
from gpucc.lowering.reader.globals import read_global, read_group, read_header
from gpucc.lowering.reader.metadata import read_named
from gpucc.lowering.reader.names import debug_variables, is_half
from gpucc.lowering.reader.spelling import quote
from gpucc.lowering.reader.tokens import Cursor, bare_name
from gpucc.lowering.reader.types import PRIMITIVES, read_type

NAMED_TYPE = re.compile(r'^(%[-\w.$]+|%"[^"]*") = type (.*)$')
NAMED = re.compile(r"^!([-\w.$\\]+) = !\{(.*)\}$")
SETTING = re.compile(r'^target (datalayout|triple) = "([^"]*)"')
LABEL = re.compile(r'^("[^"]*"|[-\w.$]+):')
CONTINUED = ("   ", "  ]")
# lines at the margin that are irrelevant to a shader
IGNORED = ("source_filename", "module asm", "uselistorder", "attributes #", "$", ";", "^")


def read(text: str, file: str = "<ir>", bodies: bool | Container[str] = True) -> Module:
    """Return the module that the canonical text describes; `file` is named in errors.

    Without `bodies`, functions are divided into blocks and statements, but no statement is parsed: blocks have lines
    and no instructions. `bodies` can also be the names of the functions whose statements are parsed.
    """
    reader = _ModuleReader(text, file, bodies)
    try:
        return reader.read()
    except RecursionError:
        raise Unsupported(
            "types or constants in this module are nested too deeply",
            notes=("flatten the nested structs or constant expressions",),
        ) from None


def read_statement(line: str) -> LlvmInstruction:
    """Return the instruction on a separate line that does not refer to named structs."""
    c = Cursor("<ir>")
    c.types.update(PRIMITIVES)
    c.load(line, 0)
    return read_instruction(c)


def type_spelled(text: str, module: Module, file: str) -> LType:
    """Return the type that a text in the module spells."""
    c = Cursor(file)
    c.types.update(PRIMITIVES)
    c.types.update((f"%{quote(name)}", type) for name, type in module.types.items())
    c.load(text, 0)
    return read_type(c)


class _ModuleReader:
    def __init__(self, text: str, file: str, bodies: bool | Container[str]) -> None:
        self.module = Module()
        self.wanted = bodies
        self.bodies = bodies is True
        self.lines = [*text.split("\n"), "", ""]
        self.at = 0
        self.variables: dict[str, str] = {}
        self.debugged = bodies is not False and "#dbg_value(" in text
        # debug records before the next statement
        self.records: list[str] = []
        self.cursor = c = Cursor(file)
        c.types.update(PRIMITIVES)
        nodes = self.module.nodes
        self.places = SourcePlaces(nodes)
        for number, line in enumerate(self.lines, 1):
            first = line[:1]
            if first == "!":
                token, _, nodes[token] = line.partition(" = ")
            elif first == "%" and (found := NAMED_TYPE.match(line)):
                c.pending[found[1]] = found[2]
            elif first == "a" and line.startswith("attributes #"):
                c.load(line, number)
                name, words = read_group(c)
                c.groups[name] = words

    def read(self) -> Module:
        lines = self.lines
        while self.at < len(lines):
            line = lines[self.at]
            self.at += 1
            if line.startswith("define "):
                self.read_function(line)
            elif line.startswith("declare "):
                self.read_head(line)
            elif line[:1] == "@":
                self.cursor.load(line, self.at)
                found = read_global(self.cursor)
                found.line = line
                self.module.globals[found.name] = found
            elif line[:1] == "!":
                self.module.tail.append(line)
                self.read_named(line)
            elif line:
                self.read_rest(line)
        for token in list(self.cursor.pending):
            self.read_type(token)
        return self.module

    def read_rest(self, line: str) -> None:
        if line[0] != ";":
            (self.module.tail if line.startswith("attributes #") else self.module.head).append(line)
        if setting := SETTING.match(line):
            value = unescape(setting[2])
            if setting[1] == "triple":
                self.module.triple = value
            else:
                self.module.datalayout = value
        elif line[0] == "%" and (found := NAMED_TYPE.match(line)):
            self.read_type(found[1])
        elif not line.startswith(IGNORED):
            self.cursor.load(line, self.at)
            raise self.cursor.fail("this line is no part of a module")

    def read_named(self, line: str) -> None:
        if not line[1:2].isdigit() and (found := NAMED.match(line)):
            references = [word.strip() for word in found[2].split(",") if word.strip()]
            self.module.named_metadata[unescape(found[1])] = read_named(self.cursor, self.places, references)

    def read_type(self, token: str) -> None:
        self.cursor.load(f"{token} ", self.at)
        self.module.types[bare_name(token)] = read_type(self.cursor)

    def read_head(self, line: str) -> Function:
        c = self.cursor
        c.load(line, self.at)
        c.locals = {}
        function = read_header(c)
        function.line = line
        if "!dbg" in c.tokens:
            function.subprogram = c.tokens[c.tokens.index("!dbg") + 1]
            function.location = self.places.locate(function.subprogram)
        self.module.functions[function.name] = function
        return function

    def read_function(self, line: str) -> None:
        """Read a body; an entry block without a name has the number after the unnamed parameters."""
        function = self.read_head(line)
        if not isinstance(self.wanted, bool):
            self.bodies = function.name in self.wanted
        self.variables = debug_variables(islice(self.lines, self.at, None), self.places.nodes) if self.debugged else {}
        unnamed = 0
        for parameter in function.parameters:
            unnamed += parameter.name == str(unnamed)
        block: BasicBlock | None = None
        while True:
            if self.at >= len(self.lines):
                raise self.cursor.fail("the function has no end")
            line = self.lines[self.at]
            self.at += 1
            if line[:2] == "  ":
                if block is None:
                    block = BasicBlock(str(unnamed))
                    function.blocks.append(block)
                self.read_statement(line, block)
            elif line[:1] == "}":
                return
            elif line and line[0] != ";":
                label = LABEL.match(line)
                if label is None:
                    self.cursor.load(line, self.at)
                    raise self.cursor.fail("neither a label nor an instruction")
                block = BasicBlock(bare_name("%" + label[1]), label=line)
                function.blocks.append(block)

    def read_statement(self, line: str, block: BasicBlock) -> None:
        if line[2:3] == " " and line.lstrip()[:1] == "#":
            self.records.append(line)
            return
        if line.startswith("  uselistorder"):
            return
        number = self.at
        if self.lines[self.at][:3] in CONTINUED:
            line = self.joined(line)
        if self.records:
            block.lines.append("\n".join([*self.records, line]))
            self.records.clear()
        else:
            block.lines.append(line)
        if self.bodies:
            self.read_instruction(line, number, block)

    def read_instruction(self, line: str, number: int, block: BasicBlock) -> None:
        c = self.cursor
        c.load(line, number)
        c.text = line.partition(", !")[0].strip()
        known = (
            self.places.locate(c.tokens[c.tokens.index("!dbg") + 1]) if "!dbg" in line and "!dbg" in c.tokens else None
        )
        first = c.tokens[0]
        name, half = self.variables.get(first, first if first.startswith("%") else ""), "half" in line and is_half(line)
        c.location = (
            Location(known.file, known.line, known.column, number, name, half)
            if known
            else Location("", 0, 0, number, name, half)
        )
        block.instructions.append(read_instruction(c))

    def joined(self, line: str) -> str:
        """Return the statement with its continuation lines: a switch's cases, a landing pad's clauses, an invoke's
        labels.
        """
        while (following := self.lines[self.at])[:3] in CONTINUED and following.lstrip()[:1] != "#":
            line = f"{line} {following.strip()}"
            self.at += 1
        return line
