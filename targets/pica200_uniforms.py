"""Uniforms of PICA200 in boolean and integer registers.

A single boolean is tested by branches. Up to four bytes are an integer register if only loops read them: x is the
number of rounds less one, y and z are the start and the step of the loop's index. Bytes that are read as numbers stay
floats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from gpucc.errors import LimitExceeded, Unsupported
from gpucc.isa.pica200 import BOOLEAN_BASE, INTEGER_BASE, PICA200
from gpucc.lowering.flow.counted import CountedRounds
from gpucc.lowering.graph import AtCount, Graph, Node, roots, topological
from gpucc.program import Interface, Shader, Slot, relocate
from gpucc.sched.limits import check_registers

BOOLEANS = PICA200.file("boolean", "vertex").size("vertex")
INTEGERS = PICA200.file("integer", "vertex").size("vertex")
BYTE = 255


def place_switches(shader: Shader) -> Shader:
    """Move single booleans among the uniforms to boolean registers, in their order; uniforms bound to an integer
    register consist of bytes. The remaining uniforms are moved together."""
    slots = tuple(
        replace(slot, words="b") if slot.words.rstrip(".") == "b" else slot for slot in shader.interface.uniforms
    )
    switches = [slot for slot in slots if slot.words == "b" and not (slot.fixed and slot.register >= BOOLEAN_BASE)]
    taken = {slot.register for slot in slots if slot.fixed}
    free = [BOOLEAN_BASE + k for k in range(BOOLEANS - 1) if BOOLEAN_BASE + k not in taken]
    moved = {slot.name: register for slot, register in zip(switches, free, strict=False)}
    where = {**_together([slot for slot in slots if slot.name not in moved]), **moved} if moved else {}
    slots = tuple(replace(slot, register=where.get(slot.name, slot.register)) for slot in slots)
    # uniforms that the user bound to no register are numbers
    numbers = tuple(slot for slot in slots if not slot.fixed and slot.name not in moved)
    check_registers(PICA200, shader.stage, 1, "uniform", "uniform", numbers)
    for slot in slots:
        if slot.name not in moved and not _fits(slot):
            raise LimitExceeded(
                f"the uniform {slot.name!r} is in register {slot.register}: numbers have 0 to {INTEGER_BASE - 1}, bytes"
                f" {INTEGER_BASE} to {INTEGER_BASE + INTEGERS - 1}, and single booleans {BOOLEAN_BASE} to"
                f" {BOOLEAN_BASE + BOOLEANS - 1}",
                notes=("use fewer uniforms, or leave their numbers to gpucc",),
            )
    return relocate(shader, ordered(shader.interface, (replace(slot, most=_most(slot)) for slot in slots)))


def _together(slots: Iterable[Slot]) -> dict[str, int]:
    """The lowest free registers for numbers, in their order, except those whose register the user has chosen. No
    register number increases."""
    slots = list(slots)
    taken = {
        register for slot in slots if slot.fixed for register in range(slot.register, slot.register + slot.registers)
    }
    found: dict[str, int] = {}
    next_one = 0
    for slot in slots:
        if not slot.fixed:
            while any(register in taken for register in range(next_one, next_one + slot.registers)):
                next_one += 1
            found[slot.name] = next_one
            next_one += slot.registers
    return found


def _fits(slot: Slot) -> bool:
    if slot.register >= BOOLEAN_BASE:
        return slot.words == "b" and slot.register < BOOLEAN_BASE + BOOLEANS
    if slot.register >= INTEGER_BASE:
        return not set(slot.words) - set("iu.") and slot.registers == 1 and slot.register < INTEGER_BASE + INTEGERS
    return True


def _most(slot: Slot) -> int | None:
    return BYTE if INTEGER_BASE <= slot.register < BOOLEAN_BASE else slot.most


def ordered(interface: Interface, uniforms: Iterable[Slot]) -> Interface:
    return replace(interface, uniforms=tuple(sorted(uniforms, key=lambda slot: slot.register)))


# integers -------------------------------------------------------------------------------------------------------------


def byte_registers(interface: Interface) -> frozenset[int]:
    """Uniforms that are, or may become, integer registers."""
    return frozenset(
        slot.register
        for slot in interface.uniforms
        if slot.most == BYTE and slot.registers == 1 and "b" not in slot.words
    )


def read_as_numbers(graph: Graph, registers: Iterable[int]) -> set[int]:
    """Those of the uniforms that are used in computations."""
    nodes = topological([root for block in graph.blocks for root in roots(block)])
    return {_register(node) for node in nodes} & set(registers)


def _register(node: Node) -> int:
    if node.op in ("uniform", "uniform_at") and isinstance(node.attr, tuple) and not isinstance(node.attr, AtCount):
        return int(node.attr[0])
    return -1


def refuse_numbers(interface: Interface, read: Iterable[int]) -> None:
    """Refuse uniforms in integer registers, which only loops can read."""
    for register in read:
        if register >= INTEGER_BASE:
            name = next(slot.name for slot in interface.uniforms if slot.register == register)
            raise Unsupported(
                f"the uniform {name!r} is in an integer register, which only loops can read: x is the number of rounds"
                " less one",
                notes=(
                    f"count with it alone: for (int i = 0; i <= {name}.x; i++), left by break or at the end only",
                    "elements of uniform arrays may be read at y + i * z in that loop",
                    "or leave its register to gpucc: where a program computes with it, it is a number",
                ),
            )


def settle_integers(interface: Interface, loops: Iterable[CountedRounds]) -> Mapping[int, int]:
    """The integer register of each uniform that counts loops, by its previous register."""
    fixed = {
        slot.register: slot.register - INTEGER_BASE
        for slot in interface.uniforms
        if INTEGER_BASE <= slot.register < BOOLEAN_BASE
    }
    free = [number for number in range(INTEGERS) if number not in fixed.values()]
    counting = dict.fromkeys(loop.uniform for loop in loops if loop.uniform is not None and loop.uniform not in fixed)
    return {**fixed, **dict(zip(counting, free, strict=False))}


def moved(interface: Interface, numbers: Mapping[int, int]) -> Interface:
    def place(slot: Slot) -> Slot:
        number = numbers.get(slot.register)
        return slot if number is None else replace(slot, register=INTEGER_BASE + number)

    return ordered(interface, map(place, interface.uniforms))
