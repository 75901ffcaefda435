"""The inputs of PICA200's geometry shaders: the outputs of the vertex shader, one vertex behind the other."""

from __future__ import annotations

from dataclasses import replace

from gpucc.errors import InputError
from gpucc.program import POSITION, POSITIONS, Shader, Slot


def place_vertices(shader: Shader) -> Shader:
    """Give every vertex of the primitive that a geometry shader reads its own slots, in the registers where the chip
    puts them: all outputs of the first vertex in their order, then those of the second."""
    if shader.geometry is None or not shader.fed:
        return shader
    size = sum(registers for _, registers in shader.fed)
    rows = {(one.register, one.component): one for one in shader.rows}
    words: dict[tuple[str, int], dict[int, list[str]]] = {}
    inputs = []
    for leaf in shader.inputs:
        one = rows.get((leaf.register, leaf.component))
        if one is None:
            name = next((s.name for s in shader.interface.inputs if 0 <= leaf.register - s.register < s.registers), "")
            notes = ("a geometry shader reads arrays with an element for each vertex",)
            raise InputError(f"the input {name} is given to no geometry shader", notes=notes)
        row = words.setdefault((one.name, one.vertex), {}).setdefault(one.row, ["."] * 4)
        row[one.fed_component : one.fed_component + leaf.count] = ["f"] * leaf.count
        register = one.vertex * size + _place(one.name, shader.fed) + one.row
        inputs.append(replace(leaf, register=register, component=one.fed_component))
    slots = []
    for (name, vertex), taken in words.items():
        text = "".join("".join(taken.get(row, "....")) for row in range(max(taken) + 1)).rstrip(".")
        shown = f"{POSITIONS if name == POSITION else name}[{vertex}]"
        slots.append(Slot(shown, "input", vertex * size + _place(name, shader.fed), text, _type(text)))
    interface = replace(shader.interface, inputs=tuple(sorted(slots, key=lambda slot: slot.register)))
    return replace(shader, interface=interface, inputs=tuple(inputs))


def _type(words: str) -> str:
    rows = -(-len(words) // 4)
    width = max(len(words[i : i + 4].rstrip(".")) for i in range(0, len(words), 4))
    element = "float" if width == 1 else f"vec{width}"
    return element if rows == 1 else f"{element}[{rows}]"


def _place(wanted: str, fed: tuple[tuple[str, int], ...]) -> int:
    """The first register of an input within a vertex."""
    at = 0
    for name, registers in fed:
        if name == wanted:
            return at
        at += registers
    known = ", ".join(name for name, _ in fed)
    raise InputError(
        f"the geometry shader reads {wanted}, which is no output of the vertex shader",
        notes=(f"the vertex shader writes {known}",),
    )
