"""Replaces reads of assumed values by constants, so that LLVM can fold them, even trip counts of loops."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from gpucc.lowering.derive.values import WORD, UniformPlaces, kind_of, places_of
from gpucc.lowering.interface.wrapper import SHADER
from gpucc.lowering.llvm import Function, LlvmInstruction, LType, VectorType, scalar_of, width
from gpucc.lowering.optimise import passes
from gpucc.lowering.optimise.optimise import INLINE, PROMOTE
from gpucc.lowering.reader.edit import renamed
from gpucc.lowering.reader.read import read
from gpucc.lowering.reader.spelling import quote, spell
from gpucc.lowering.session import opened, printed
from gpucc.program import Shader

Fixed = dict[tuple[str, int], float]
BEFORE = (*INLINE, *PROMOTE, "instruction_combine")


def with_values(shader: Shader) -> str:
    """Return the shader's text with assumed values as constants. Reads at an index are unchanged."""
    fixed = {(one.name, word.word): word.low for one in shader.assumed for word in one.words if word.fixed}
    if not fixed:
        return shader.text
    with opened(shader.text, "<canonical>") as module:
        passes.run(module, *BEFORE)
        text = printed(module)
    parsed = read(text)
    function = parsed.functions[SHADER]
    writer = _ValueWriter(fixed)
    _replace_loads(function, places_of(shader, function), writer)
    _replace_inputs(function, shader, writer)
    return parsed.text()


class _ValueWriter:
    """Writes constants over the components of a value."""

    def __init__(self, fixed: Fixed) -> None:
        self.fixed, self.count = fixed, 0

    def fresh(self) -> str:
        self.count += 1
        return f"%gpucc.assumed.{self.count}"

    def over(self, name: str, value: str, type: LType, known: dict[int, float]) -> Iterator[str]:
        """Define `name` as `value` with the known components inserted."""
        one = spell(scalar_of(type))
        if not isinstance(type, VectorType):
            yield f"  {name} = freeze {one} {_spelled(one, known[0])}"
            return
        for k, (lane, number) in enumerate(known.items()):
            made = name if k == len(known) - 1 else self.fresh()
            yield f"  {made} = insertelement {spell(type)} {value}, {one} {_spelled(one, number)}, i64 {lane}"
            value = made


def _spelled(type: str, value: float) -> str:
    return f"0x{struct.pack('>d', value).hex().upper()}" if type == "float" else str(int(value))


def _replace_loads(function: Function, places: UniformPlaces, writer: _ValueWriter) -> None:
    for block in function.blocks:
        lines, block.lines = block.lines, []
        for i, line in zip(block.instructions, lines, strict=True):
            place = places.moved(i.operands, i.element) if i.op == "getelementptr" else None
            if place is not None and i.name is not None:
                places.locals[i.name] = place
            known = _loaded(i, places, writer.fixed)
            if not known:
                block.lines.append(line)
                continue
            name = f"%{quote(str(i.name))}"
            value = writer.fresh() if isinstance(i.type, VectorType) else name
            if isinstance(i.type, VectorType):
                block.lines.append(_with_name(line, name, value))
            block.lines += writer.over(name, value, i.type, known)


def _with_name(line: str, old: str, new: str) -> str:
    return renamed(line, lambda token: new if token == old else None)


def _loaded(i: LlvmInstruction, places: UniformPlaces, fixed: Fixed) -> dict[int, float]:
    place = places.find(i.operands[0]) if i.op == "load" and kind_of(scalar_of(i.type)) in ("f", "i") else None
    if place is None or "volatile" in i.flags:
        return {}
    found: dict[int, float] = {}
    for lane in range(width(i.type)):
        where = places.word(place + WORD * lane)
        value = None if where is None else fixed.get((where[0].name, where[1]))
        if (
            where is not None
            and value is not None
            and (where[0].words[where[1]] == "f") == (kind_of(scalar_of(i.type)) == "f")
        ):
            found[lane] = value
    return found


def _replace_inputs(function: Function, shader: Shader, writer: _ValueWriter) -> None:
    slots = {slot.register + k: (slot, k) for slot in shader.interface.inputs for k in range(slot.registers)}
    head: list[str] = []
    names: dict[str, str] = {}
    for parameter, leaf in zip(function.parameters[len(shader.pointers) :], shader.inputs, strict=True):
        slot, row = slots[leaf.register]
        words = [(slot.name, 4 * row + leaf.component + lane) for lane in range(leaf.count)]
        known = {lane: writer.fixed[word] for lane, word in enumerate(words) if word in writer.fixed}
        if known and kind_of(scalar_of(parameter.type)) in ("f", "i"):
            old, new = f"%{quote(parameter.name)}", writer.fresh()
            head += writer.over(new, old, parameter.type, known)
            names[old] = new
    if names:
        for block in function.blocks:
            block.lines = [renamed(line, names.get) for line in block.lines]
        function.blocks[0].lines[:0] = head
