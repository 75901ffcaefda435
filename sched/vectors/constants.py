"""Place literals in components of the uniform file; the literals of one operand share a register."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gpucc.isa.model import LANES
from gpucc.isel.machine import ZERO, Leaf, ScalarSource, is_undefined
from gpucc.program import Constant
from gpucc.sched.core.work import bits_of, single
from gpucc.sched.vectors.records import Vector


class ConstantPool:
    """Uniform registers of literals, four components each, with equal values shared. Larger requests come first.

    Literals are equal if their bits are: -0 differs from 0, and a NaN equals itself."""

    def __init__(self, first_register: int) -> None:
        self.first = first_register
        self.registers: list[list[int]] = []
        # the first registers of matrices, and how many registers are closed to other literals
        self.matrices: dict[tuple[int, ...], int] = {}
        self.closed = 0

    def add_matrix(self, values: list[float], width: int, shared: bool) -> int:
        """The number of the first of the registers that hold the rows of a matrix. All matrices come first. Nothing
        else reads these registers unless they are `shared`."""
        bits = [bits_of(v, "f") for v in values]
        if tuple(bits) not in self.matrices:
            self.matrices[tuple(bits)] = len(self.registers)
            self.registers += [bits[i : i + width] for i in range(0, len(bits), width)]
            self.closed = 0 if shared else len(self.registers)
        return self.matrices[tuple(bits)]

    def add(self, values: list[float]) -> int:
        """The number of the register that holds all the values, at most four distinct ones."""
        bits = list(dict.fromkeys(bits_of(v, "f") for v in values))
        best = None
        for number, held in enumerate(self.registers[self.closed :], self.closed):
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
            Constant(self.first + number, component, single(bits))
            for number, held in enumerate(self.registers)
            for component, bits in enumerate(held)
        )


def distinct_literals(vectors: Sequence[Vector]) -> int:
    """The number of different literals that the instructions read."""
    return len({bits_of(value, "f") for vector in vectors for lanes in vector.operands for value in _literals(lanes)})


def pool_constants(vectors: list[Vector], first_register: int, room: int) -> ConstantPool:
    """Replace each literal by the uniform component that holds it. There is room for so many registers; where it does
    not suffice otherwise, literals take the components that matrices leave."""
    for vector in vectors:
        for lanes in vector.operands:
            _fill_undefined(lanes)
    matrices = [(lanes, _literals(lanes), width) for lanes, width in _matrices(vectors)]
    wide = {id(lanes) for lanes, _, _ in matrices}
    operands = [lanes for vector in vectors for lanes in vector.operands if id(lanes) not in wide]
    requests = [(lanes, literals) for lanes in operands if (literals := _literals(lanes))]
    requests.sort(key=lambda request: -len({bits_of(v, "f") for v in request[1]}))
    for shared in (False, True):
        pool = ConstantPool(first_register)
        for _, values, width in matrices:
            pool.add_matrix(values, width, shared)
        registers = [pool.add(literals) for _, literals in requests]
        if len(pool.registers) <= room:
            break
    for lanes, values, width in matrices:
        first = pool.first + pool.add_matrix(values, width, shared)
        lanes[:] = [
            ScalarSource(Leaf("uniform", first + i // width, i % width, value)) for i, value in enumerate(values)
        ]
    for (lanes, _), register in zip(requests, registers, strict=True):
        for i, source in enumerate(lanes):
            if isinstance(source.value, Leaf) and source.value.kind == "constant":
                component = pool.component(register, source.value.value)
                leaf = Leaf("uniform", pool.first + register, component, source.value.value)
                lanes[i] = ScalarSource(leaf, source.negate, source.absolute)
    return pool


def _matrices(vectors: Sequence[Vector]) -> Iterator[tuple[list[ScalarSource], int]]:
    """Yield the operands that are matrices of literals, with the number of components of a row."""
    for vector in vectors:
        for operand, lanes in zip(vector.op.operands, vector.operands, strict=True):
            if operand.rows > 1 and isinstance(lanes[0].value, Leaf) and lanes[0].value.kind == "constant":
                yield lanes, operand.lanes


def _fill_undefined(lanes: list[ScalarSource]) -> None:
    """An undefined lane repeats a defined one; an operand without any is zero."""
    defined = next((s for s in lanes if not is_undefined(s)), ZERO)
    lanes[:] = [defined if is_undefined(s) else s for s in lanes]


def _literals(lanes: list[ScalarSource]) -> list[float]:
    return [s.value.value for s in lanes if isinstance(s.value, Leaf) and s.value.kind == "constant"]
