"""Uniform operands brought together, where the flags permit it: more is decided by uniforms alone then.

A quotient by a uniform becomes a product with its reciprocal (`arcp`), and in (x * U) * V and (x + U) + V the uniform
operands meet (`contract`, the licence to regroup: lowering.licence).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gpucc.lowering.derive.values import DerivedValues, kind_of
from gpucc.lowering.interface.wrapper import SHADER
from gpucc.lowering.llvm import Function, LlvmInstruction, Local, LType, Value, VectorType, scalar_of
from gpucc.lowering.reader.read import read
from gpucc.lowering.reader.spelling import quote, spell
from gpucc.program import Shader
from gpucc.records import dataclass

FLAGS = "nnan ninf nsz arcp contract afn".split()
JOINED = ("fmul", "fadd")


@dataclass(frozen=True, slots=True)
class Mixed:
    """A product or sum of an operand that inputs decide and one of uniforms alone, as text."""

    op: str
    other: str
    uniform: str


def regrouped(text: str, shader: Shader) -> str:
    """The text with uniform operands together; the same text if nothing can be brought together."""
    module = read(text)
    function = module.functions[SHADER]
    writer = _Regrouper(DerivedValues(shader, function), function)
    for block in function.blocks:
        pairs = list(zip(block.instructions, block.lines, strict=True))
        block.lines = [line for i, old in pairs for line in writer.lines(i, old)]
    return module.text() if writer.count else text


class _Regrouper:
    def __init__(self, values: DerivedValues, function: Function) -> None:
        self.values, self.count = values, 0
        self.mixed: dict[str, Mixed] = {}
        every = [i for block in function.blocks for i in block.instructions]
        self.uses = Counter(one.name for i in every for one in i.operands if isinstance(one, Local))

    def lines(self, i: LlvmInstruction, line: str) -> Iterator[str]:
        if i.name in self.values.values or i.op not in ("fdiv", *JOINED) or kind_of(scalar_of(i.type)) != "f":
            yield line
            return
        flags, type = " ".join(flag for flag in FLAGS if flag in i.flags), spell(i.type)
        attached = "".join(line.rpartition("\n")[2].partition(", !")[1:])
        if i.op == "fdiv" and "arcp" in i.flags and self.is_uniform(i.operands[1]):
            inverse, divisor = self.fresh(), self.spelled(i.operands[1])
            yield f"  {inverse} = fdiv {flags} {type} {_one(i.type)}, {divisor}{attached}"
            yield from self.joined(i, "fmul", (i.operands[0], inverse), f"{flags} {type}", attached)
            return
        sides = [operand for operand in i.operands if not self.is_uniform(operand)]
        uniforms = [operand for operand in i.operands if self.is_uniform(operand)]
        found = [line]
        if i.op in JOINED and "contract" in i.flags and len(uniforms) == 1 and isinstance(sides[0], Local):
            found = list(self.joined(i, i.op, (sides[0], self.spelled(uniforms[0])), f"{flags} {type}", attached))
        yield from found if len(found) > 1 else [line]

    def joined(
        self, i: LlvmInstruction, op: str, operands: tuple[Value, str], typed: str, attached: str
    ) -> Iterator[str]:
        """A product or sum, joined with the one that its operand is."""
        other, uniform = self.spelled(operands[0]), operands[1]
        name = operands[0].name if isinstance(operands[0], Local) else ""
        inner = self.mixed.get(name)
        if inner is not None and inner.op == op and self.uses[name] == 1 and "contract" in i.flags:
            both = self.fresh()
            yield f"  {both} = {op} {typed} {inner.uniform}, {uniform}{attached}"
            other, uniform = inner.other, both
        if "contract" in i.flags:
            self.mixed[str(i.name)] = Mixed(op, other, uniform)
        yield f"  %{quote(str(i.name))} = {op} {typed} {other}, {uniform}{attached}"

    def is_uniform(self, value: Value) -> bool:
        """Made of uniforms, and no constant, which would be folded otherwise."""
        return isinstance(value, Local) and value.name in self.values.values

    def spelled(self, value: Value) -> str:
        return f"%{quote(value.name)}" if isinstance(value, Local) else ""

    def fresh(self) -> str:
        self.count += 1
        return f"%gpucc.joined.{self.count}"


def _one(type: LType) -> str:
    if isinstance(type, VectorType):
        return f"<{', '.join(['float 1.000000e+00'] * type.count)}>"
    return "1.000000e+00"
