"""Derived constants: values that depend only on uniforms are computed once by the host, and read like a uniform.

A value of the optimised text is worth deriving if statements that depend on inputs read it: its definition becomes a
load from a uniform of its own, and statements that only led to it are removed. The new text has the meaning of the old
one whenever that uniform holds the results of the steps.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Iterator
from dataclasses import field, replace

from gpucc.isa.derived import CONSTANTS, kind_of_step
from gpucc.isa.model import LANES
from gpucc.lowering.derive.values import REGISTER, WORD, DerivedValues, Scalars
from gpucc.lowering.interface.wrapper import SHADER
from gpucc.lowering.llvm import Function, LlvmInstruction, Local, VectorType
from gpucc.lowering.reader.read import read
from gpucc.lowering.reader.spelling import quote
from gpucc.program import DERIVED, Derivation, DerivedStep, Shader, Slot
from gpucc.records import dataclass

GLOBAL = "gpucc.derived"
ATTACHED = re.compile(r", !dbg !\d+")
TYPES = {"f": "float", "i": "i32", "b": "i32"}


@dataclass(slots=True)
class DerivedFile:
    """Registers of derived constants: the step that each component holds."""

    rows: list[list[int]] = field(default_factory=list)
    homes: dict[int, tuple[int, int]] = field(default_factory=dict)

    def place(self, wanted: Iterable[int], width: int = LANES) -> None:
        """Place the steps in the first register with room for all new ones."""
        new = [step for step in dict.fromkeys(wanted) if step not in self.homes]
        for start in range(0, len(new), width):
            part = new[start : start + width]
            row = next((row for row in self.rows if len(row) + len(part) <= LANES), None)
            if row is None:
                row = []
                self.rows.append(row)
            number = next(k for k, one in enumerate(self.rows) if one is row)
            for step in part:
                self.homes[step] = (number, len(row))
                row.append(step)


def derive(text: str, shader: Shader, first: int) -> tuple[str, Shader] | None:
    """Return an optimised text that reads derived constants, and the shader with them in a uniform at register `first`.

    The result is None if there is nothing to derive.
    """
    module = read(text)
    function = module.functions[SHADER]
    values = DerivedValues(shader, function)
    wanted = frontier(function, values)
    if not wanted:
        return None
    file = DerivedFile()
    for letters in ("f", "ib"):
        chosen = [values.values[name] for name in wanted if values.kinds[name] in letters]
        steps = [[step for step in scalars if values.steps[step].op not in CONSTANTS] for scalars in chosen]
        part = DerivedFile()
        for each in sorted(steps, key=lambda found: -len(set(found))):
            part.place(each)
        offset = len(file.rows)
        file.rows += part.rows
        file.homes |= {step: (row + offset, component) for step, (row, component) in part.homes.items()}
    rewrite(function, values, wanted, file.homes)
    module.head.append(f"@{GLOBAL} = external addrspace(2) global [{len(file.rows)} x <4 x float>]")
    return module.text(), with_slot(shader, values.steps, file, first)


def frontier(function: Function, values: DerivedValues) -> list[str]:
    """Return names of the values to derive: computed from uniforms alone, and read by other statements."""
    found: dict[str, None] = {}
    for block in function.blocks:
        for instruction in block.instructions:
            if instruction.name in values.values:
                continue
            for operand in instruction.operands:
                if isinstance(operand, Local) and any(map(values.is_computed, values.values.get(operand.name, ()))):
                    found[operand.name] = None
    return list(found)


def with_slot(shader: Shader, steps: list[DerivedStep], file: DerivedFile, first: int) -> Shader:
    """Return the shader with a uniform for the constants. Steps that none of them needs are left out."""
    needed = _needed(steps, file.homes)
    numbers = {old: new for new, old in enumerate(needed)}
    kept = tuple(replace(steps[old], args=tuple(numbers[arg] for arg in steps[old].args)) for old in needed)
    values = tuple(sorted((row * LANES + component, numbers[step]) for step, (row, component) in file.homes.items()))
    words = ["." if row and kind_of_step(steps[row[0]].op) != "f" else "f" for row in file.rows for _ in range(LANES)]
    for step, (row, component) in file.homes.items():
        words[row * LANES + component] = str(kind_of_step(steps[step].op))
    name = DERIVED
    while shader.interface.find(name) is not None:
        name += "_"
    slot = Slot(name, "uniform", first, "".join(words), f"vec4[{len(file.rows)}]", DERIVED)
    uniforms = tuple(sorted((*shader.interface.uniforms, slot), key=lambda one: one.register))
    return replace(
        shader,
        interface=replace(shader.interface, uniforms=uniforms),
        uniform_globals={**shader.uniform_globals, GLOBAL: first},
        derived=Derivation(name, kept, values),
    )


def _needed(steps: list[DerivedStep], wanted: Iterable[int]) -> list[int]:
    found: set[int] = set()
    waiting = list(wanted)
    while waiting:
        step = waiting.pop()
        if step not in found:
            found.add(step)
            waiting += steps[step].args
    return sorted(found)


# text -----------------------------------------------------------------------------------------------------------------


def rewrite(
    function: Function, values: DerivedValues, wanted: Iterable[str], homes: dict[int, tuple[int, int]]
) -> None:
    """Replace definitions of derived values by loads; remove statements that are no longer needed."""
    derived = set(wanted)
    kept = _kept(function, values, derived)
    writer = _LoadWriter(values, homes)
    for block in function.blocks:
        pairs = list(zip(block.instructions, block.lines, strict=True))
        block.lines = []
        for instruction, line in pairs:
            if instruction.name in derived:
                block.lines += writer.definition(instruction, line)
            elif instruction.name not in values.values or instruction.name in kept:
                block.lines.append(line)


def _kept(function: Function, values: DerivedValues, derived: set[str]) -> set[str]:
    """Return values of uniforms alone that are still computed: free ones that other statements read."""
    of = {i.name: i for block in function.blocks for i in block.instructions if i.name is not None}
    waiting = [
        operand.name
        for block in function.blocks
        for i in block.instructions
        if i.name not in values.values
        for operand in i.operands
        if isinstance(operand, Local)
    ]
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in values.values and name not in found and name not in derived:
            found.add(name)
            waiting += [operand.name for operand in of[name].operands if isinstance(operand, Local)]
    return found


class _LoadWriter:
    """Writes loads of derived constants. A uniform beside one in a vector is a derived constant, too."""

    def __init__(self, values: DerivedValues, homes: dict[int, tuple[int, int]]) -> None:
        self.values, self.homes, self.count = values, homes, 0

    def definition(self, i: LlvmInstruction, line: str) -> Iterator[str]:
        name, attached = f"%{quote(str(i.name))}", "".join(ATTACHED.findall(line)[-1:])
        scalars, kind = self.values.values[str(i.name)], self.values.kinds[str(i.name)]
        if not isinstance(i.type, VectorType):
            yield from self.scalar(name, scalars[0], attached)
            return
        if kind == "f" and (start := self._together(scalars)) is not None:
            yield self.load(name, f"<{len(scalars)} x float>", start, attached)
            return
        made, type = "poison", f"<{len(scalars)} x {'i1' if kind == 'b' else TYPES[kind]}>"
        for lane, step in enumerate(scalars):
            element = self._constant(step)
            if element is None:
                element = self.fresh()
                yield from self.scalar(element, step, attached)
            target = name if lane == len(scalars) - 1 else self.fresh()
            one = type.partition(" x ")[2][:-1]
            yield f"  {target} = insertelement {type} {made}, {one} {element}, i64 {lane}{attached}"
            made = target

    def _constant(self, step: int) -> str | None:
        found = self.values.steps[step]
        if found.op not in CONSTANTS:
            return None
        if found.op == "const":
            return f"0x{struct.pack('>d', found.value).hex().upper()}"
        return str(int(found.value)) if found.op == "iconst" else str(bool(found.value)).lower()

    def fresh(self) -> str:
        self.count += 1
        return f"%gpucc.derived.{self.count}"

    def _together(self, scalars: Scalars) -> int | None:
        """Return the byte at which a vector starts in the file, if it is there."""
        places = [self.homes.get(step) for step in scalars]
        first = places[0]
        if first is None or places != [(first[0], first[1] + k) for k in range(len(scalars))]:
            return None
        return REGISTER * first[0] + WORD * first[1]

    def load(self, name: str, type: str, at: int, attached: str) -> str:
        place = f"ptr addrspace(2) getelementptr inbounds nuw (i8, ptr addrspace(2) @{GLOBAL}, i64 {at})"
        return f"  {name} = load {type}, {place}, align {REGISTER if at % REGISTER == 0 else WORD}{attached}"

    def scalar(self, name: str, step: int, attached: str) -> Iterator[str]:
        kind, (row, component) = str(kind_of_step(self.values.steps[step].op)), self.homes[step]
        at = REGISTER * row + WORD * component
        if kind == "b":
            word = self.fresh()
            yield self.load(word, "i32", at, attached)
            yield f"  {name} = icmp ne i32 {word}, 0{attached}"
        else:
            yield self.load(name, TYPES[kind], at, attached)
