"""Place literals in components of the uniform file; the literals of one operand share a register."""

from __future__ import annotations

from collections.abc import Sequence

from gpucc.isa.model import LANES
from gpucc.isel.machine import ZERO, Leaf, ScalarSource, is_undefined
from gpucc.program import Constant
from gpucc.sched.core.work import bits_of
from gpucc.sched.vectors.records import Vector


class ConstantPool:
    """Uniform registers of literals, four components each, with equal values shared. Larger requests come first.

    Literals are equal if their bits are: -0 differs from 0, and a NaN equals itself."""

    def __init__(self, first_register: int) -> None:
        self.first = first_register
        self.registers: list[list[int]] = []
        self.values: dict[int, float] = {}

    def add(self, values: list[float]) -> int:
        """The number of the register that holds all the values, at most four distinct ones."""
        bits = list(dict.fromkeys(bits_of(v, "f") for v in values))
        self.values.update({bits_of(v, "f"): v for v in values})
        best = None
        for number, held in enumerate(self.registers):
            missing = [b for b in bits if b not in held]
            if len(held) + len(missing) <= LANES and (best is None or len(missing) < best[0]):
                best = (len(missing), number)
        if best is None:
            self.registers.append(bits)
            return len(self.registers) - 1
        held = self.registers[best[1]]
        held.extend(b for b in bits if b not in held)
        return best[1]

    def component(self, register: int, value: float) -> int:
        return self.registers[register].index(bits_of(value, "f"))

    def constants(self) -> tuple[Constant, ...]:
        return tuple(
            Constant(self.first + number, component, self.values[bits])
            for number, held in enumerate(self.registers)
            for component, bits in enumerate(held)
        )


def distinct_literals(vectors: Sequence[Vector]) -> int:
    """The number of different literals that the instructions read."""
    return len({bits_of(value, "f") for vector in vectors for lanes in vector.operands for value in _literals(lanes)})


def pool_constants(vectors: list[Vector], first_register: int) -> ConstantPool:
    """Replace each literal by the uniform component that holds it."""
    pool = ConstantPool(first_register)
    for vector in vectors:
        for lanes in vector.operands:
            _fill_undefined(lanes)
    requests = [(lanes, literals) for v in vectors for lanes in v.operands if (literals := _literals(lanes))]
    for lanes, literals in sorted(requests, key=lambda request: -len({bits_of(v, "f") for v in request[1]})):
        register = pool.add(literals)
        for i, source in enumerate(lanes):
            if isinstance(source.value, Leaf) and source.value.kind == "constant":
                component = pool.component(register, source.value.value)
                leaf = Leaf("uniform", pool.first + register, component, source.value.value)
                lanes[i] = ScalarSource(leaf, source.negate, source.absolute)
    return pool


def _fill_undefined(lanes: list[ScalarSource]) -> None:
    """An undefined lane repeats a defined one; an operand without any is zero."""
    defined = next((s for s in lanes if not is_undefined(s)), ZERO)
    lanes[:] = [defined if is_undefined(s) else s for s in lanes]


def _literals(lanes: list[ScalarSource]) -> list[float]:
    return [s.value.value for s in lanes if isinstance(s.value, Leaf) and s.value.kind == "constant"]
