"""What a source says of its variables besides their types, in the metadata `!gpucc.uniforms`.

`!{!"NAME", !"default", !"0.5"}` is a value that holds unless somebody sets another. `!{!"NAME", !"block", !"BLOCK",
!"OFFSET", ..}` is a place in the buffer of a uniform block; the stride of columns or rows follows, then 1 if rows are
stored, and the strides of arrays. `!{!"NAME", !"rows"}` is a uniform that holds the rows of matrices. `!{!"NAME",
!"type", !"samplerExternalOES"}` is a sampler of the system's images. `!{!"NAME", !"declared", !"TYPE", !"PRECISION",
!"1"}` is the declaration of any variable of the interface, which is invariant if the number is 1; pairs of names and
lengths of the structs around it follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from gpucc.errors import InputError, Location
from gpucc.program import BlockPlace, DeclaredSlot, Interface, Slot

DESCRIBED = "gpucc.uniforms"
# the type of samplers that read images of the system, which some files tell from others
EXTERNAL = "samplerExternalOES"


def described(interface: Interface, rows: Iterable[tuple[object, ...]], file: str) -> Interface:
    """The interface with these descriptions. Uniforms that the shader does not read need none."""
    slots = {slot.name: slot for slot in (*interface.uniforms, *interface.samplers)}
    declared: dict[str, DeclaredSlot] = {}
    for row in rows:
        try:
            name, what, *rest = map(str, row)
            if what == "declared":
                declared[name] = _declared(name, rest)
            elif name in slots:
                slots[name] = _described(slots[name], what, rest)
        except ValueError as error:
            shown = ", ".join(f'"{part}"' for part in row)
            raise InputError(f"!{DESCRIBED}: cannot read the entry !{{{shown}}}", Location(file)) from error
    return Interface(
        *(
            tuple(_with_declaration(slots.get(slot.name, slot), declared) for slot in group)
            for group in (interface.inputs, interface.outputs, interface.uniforms, interface.samplers)
        )
    )


def _declared(name: str, rest: list[str]) -> DeclaredSlot:
    type, precision, invariant, *around = rest
    fields = tuple((field, int(length)) for field, length in zip(around[::2], around[1::2], strict=True))
    return DeclaredSlot(name, type, precision, invariant == "1", None, fields)


def _with_declaration(slot: Slot, declared: Mapping[str, DeclaredSlot]) -> Slot:
    """The slot with the declaration of its variable, of which it may be a column or an element."""
    name, _, part = slot.name.rpartition(".")
    if slot.name in declared:
        return replace(slot, declared=declared[slot.name])
    if part.isdecimal() and name in declared:
        return replace(slot, declared=replace(declared[name], part=int(part)))
    return slot


def _described(slot: Slot, what: str, rest: list[str]) -> Slot:
    if what == "default":
        values = tuple(map(float, rest))
        if len(values) != len(slot.words.replace(".", "")):
            raise ValueError("a number is needed for each component")
        return replace(slot, default=values)
    if what == "type" and slot.kind == "sampler" and rest == [EXTERNAL]:
        return replace(slot, type=EXTERNAL)
    if what == "rows" and slot.kind == "uniform" and not rest:
        return replace(slot, rows=True)
    block, *numbers = rest
    offset, matrix_stride, row_major, *strides = map(int, numbers)
    if what != "block" or min(offset, matrix_stride, row_major, *strides) < 0:
        raise ValueError("neither a default nor a place in a block")
    return replace(slot, place=BlockPlace(block, offset, tuple(strides), matrix_stride, bool(row_major)))
