"""Printing of a module in LLVM's canonical form, so that code that reads this form need not pass the text through LLVM
first.

llvmlite's own text differs: every name is quoted, parameters of declarations are named, a function's brace has a line
of its own, and variables and functions stand in the order of their creation. Its printer also takes longer than
checking the program does: the instructions that make up nearly all of a program are therefore written here, and only
the others by llvmlite.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from operator import itemgetter
from typing import Any

from llvmlite import ir
from llvmlite.ir import instructions

SIMPLE = re.compile(r"[-a-zA-Z$._][-a-zA-Z$._0-9]*")
NAME = re.compile(rf'(?<=[%@])"({SIMPLE.pattern})"')
PARAMETER = re.compile(r' %"[^"]*"(?=[,)])')


def spell(module: ir.Module) -> str:
    """The module's text: types, variables, functions, metadata."""
    return "\n".join(ModulePrinter(module).lines())


class ModulePrinter:
    def __init__(self, module: ir.Module) -> None:
        self.module = module
        # texts by the identity of what they stand for, which the module keeps alive
        self.names: dict[int, str] = {}
        self.types: dict[int, str] = {}
        self.writers: dict[type, Callable[[Any], str]] = {
            instructions.Instruction: self.plain,
            instructions.CallInstr: self.call,
            instructions.LoadInstr: self.load,
            instructions.StoreInstr: self.store,
            instructions.GEPInstr: self.element,
            instructions.ExtractElement: self.lane,
            instructions.InsertElement: self.lane,
            instructions.ShuffleVector: self.shuffle,
            instructions.ICMPInstr: self.compared,
            instructions.FCMPInstr: self.compared,
            instructions.CastInstr: self.cast,
            instructions.SelectInstr: self.select,
            instructions.Branch: self.branch,
            instructions.ConditionalBranch: self.branch,
        }

    def lines(self) -> Iterator[str]:
        module = self.module
        yield f'; ModuleID = "{module.name}"'
        yield f'target triple = "{module.triple}"'
        yield f'target datalayout = "{module.data_layout}"'
        yield ""
        for kind in module.get_identified_types().values():
            yield unquoted(kind.get_declaration())
        functions = [one for one in module.globals.values() if isinstance(one, ir.Function)]
        for one in module.globals.values():
            if not isinstance(one, ir.Function):
                # llvmlite ends variables and functions with an empty line, of which LLVM has none between variables
                yield from [line for line in unquoted(str(one)).split("\n") if line]
        for function in functions:
            yield from self.function(function)
        for name, node in module.namedmetadata.items():
            yield f"!{name} = !{{ {', '.join(one.get_reference() for one in node.operands)} }}"
        yield from map(str, module.metadata)

    def function(self, function: ir.Function) -> Iterator[str]:
        found: list[str] = []
        function.descr_prototype(found)
        head = "".join(found).rstrip("\n")
        if not function.blocks:
            yield f"{unquoted(PARAMETER.sub('', head))}\n"
            return
        yield f"{unquoted(head)} {{"
        writers = self.writers
        for block in function.blocks:
            yield f"{block._format_name()}:"
            for one in block.instructions:
                write = writers.get(type(one))
                if write is None:
                    yield f"  {unquoted(str(one))}"
                elif isinstance(one.type, ir.VoidType):
                    yield f"  {write(one)}"
                else:
                    yield f"  {self.name(one)} = {write(one)}".rstrip()
        yield "}\n"

    def name(self, value: Any) -> str:
        found = self.names.get(id(value))
        if found is None:
            reference = value.get_reference()
            found = self.names[id(value)] = unquoted(reference) if '"' in reference else reference
        return found

    def type(self, value: Any) -> str:
        kind = value.type
        found = self.types.get(id(kind))
        if found is None:
            found = self.types[id(kind)] = str(kind)
        return found

    def typed(self, value: Any) -> str:
        return f"{self.type(value)} {self.name(value)}"

    def plain(self, one: Any) -> str:
        """An operation whose operands are all of the type of its result."""
        operands = ", ".join([self.name(operand) for operand in one.operands])
        opname = " ".join([one.opname, *one.flags]) if one.flags else one.opname
        return f"{opname} {self.type(one)} {operands}{mark(one)}"

    def call(self, one: Any) -> str:
        if one.attributes or one.arg_attributes or one.tail or one.cconv:
            return unquoted(str(one).partition(" = ")[2] or str(one))
        flags = "".join([f" {flag}" for flag in sorted(one.fastmath)]) if one.fastmath else ""
        arguments = ", ".join([self.typed(argument) for argument in one.args])
        return f"call{flags} {self.type(one)} {self.name(one.callee)}({arguments}){mark(one)}"

    def load(self, one: Any) -> str:
        align = f", align {one.align}" if one.align is not None else ""
        return f"load {self.type(one)}, {self.typed(one.operands[0])}{align}{mark(one)}"

    def store(self, one: Any) -> str:
        align = f", align {one.align}" if one.align is not None else ""
        value, pointer = one.operands
        return f"store {self.typed(value)}, {self.typed(pointer)}{align}{mark(one)}"

    def element(self, one: Any) -> str:
        bounds = " inbounds" if one.inbounds else ""
        indices = ", ".join([self.typed(index) for index in one.indices])
        return f"getelementptr{bounds} {one.source_etype}, {self.typed(one.pointer)}, {indices} {mark(one)}"

    def lane(self, one: Any) -> str:
        return f"{one.opname} {', '.join([self.typed(operand) for operand in one.operands])}"

    def shuffle(self, one: Any) -> str:
        return f"shufflevector {', '.join([self.typed(operand) for operand in one.operands])} {mark(one)}"

    def compared(self, one: Any) -> str:
        left, right = one.operands
        flags = "".join([f" {flag}" for flag in one.flags]) if one.flags else ""
        return f"{one.opname}{flags} {one.op} {self.typed(left)}, {self.name(right)} {mark(one)}"

    def cast(self, one: Any) -> str:
        return f"{one.opname} {self.typed(one.operands[0])} to {self.type(one)} {mark(one)}"

    def select(self, one: Any) -> str:
        condition, yes, no = one.operands
        return f"select {' '.join(one.flags)} {self.typed(condition)}, {self.typed(yes)}, {self.typed(no)} {mark(one)}"

    def branch(self, one: Any) -> str:
        return f"br {', '.join([self.typed(operand) for operand in one.operands])}{mark(one)}"


def mark(one: Any) -> str:
    """The metadata of an instruction: its place in the source."""
    return "".join([f", !{kind} {node.get_reference()}" for kind, node in one.metadata.items()])


def unquoted(text: str) -> str:
    """The text without the quotes around names that need none."""
    return NAME.sub(itemgetter(1), text)
