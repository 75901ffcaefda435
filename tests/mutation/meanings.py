"""The meaning of each opcode by Adobe's format page, as independent formulas: nothing here reads gpucc's table.

Values are exact in float32 or compared within 2^-16, so that only a wrong meaning is noticed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

Vector = Sequence[float]
A: Vector = (0.75, 2.5, 0.25, 1.5)
B: Vector = (1.25, 0.5, 0.25, 3.0)
C: Vector = (-2.5, 0.5, -0.75, 2.0)
ROWS: tuple[Vector, ...] = ((1.0, 2.0, 3.0, 4.0), (-1.0, 0.5, 2.0, 0.25), (0.5, -3.0, 1.0, 2.0), (2.0, 1.0, -1.0, -4.0))


def dot(a: Vector, b: Vector, lanes: int) -> float:
    return sum(x * y for x, y in zip(a[:lanes], b[:lanes], strict=True))


TWO: dict[str, Callable[[float, float], float]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "min": min,
    "max": max,
    "pow": lambda a, b: a**b,
    "sge": lambda a, b: float(a >= b),
    "slt": lambda a, b: float(a < b),
    "seq": lambda a, b: float(a == b),
    "sne": lambda a, b: float(a != b),
}
ONE: dict[str, Callable[[float], float]] = {
    "mov": lambda a: a,
    "rcp": lambda a: 1 / a,
    "frc": lambda a: a - math.floor(a),
    "sqt": math.sqrt,
    "rsq": lambda a: 1 / math.sqrt(a),
    "log": math.log2,
    "exp": lambda a: 2**a,
    "sin": math.sin,
    "cos": math.cos,
}
SIGNED: dict[str, Callable[[float], float]] = {
    "abs": abs,
    "neg": lambda a: -a,
    "sat": lambda a: max(min(a, 1), 0),
    "frc": lambda a: a - math.floor(a),
}
MATRICES = {"m33": (3, 3), "m44": (4, 4), "m34": (3, 4)}


def expectations() -> list[tuple[str, list[float]]]:
    """Fragment programs over v0 = A, v1 = B, v2 = C, fc0..fc3 = ROWS, and the expected colour of each."""
    found = [(f"{op} oc, v0, v1", [f(a, b) for a, b in zip(A, B, strict=True)]) for op, f in TWO.items()]
    found += [(f"{op} oc, v0", [f(a) for a in A]) for op, f in ONE.items()]
    found += [(f"{op} oc, v2", [f(c) for c in C]) for op, f in SIGNED.items()]
    found += [(f"dp{n} oc, v0, v1", [dot(A, B, n)] * 4) for n in (3, 4)]
    for op, (rows, lanes) in MATRICES.items():
        products = [dot(A, row, lanes) for row in ROWS[:rows]]
        mask = ".xyz" if rows == 3 else ""
        found.append((f"mov ft0, v1\n{op} ft0{mask}, v0, fc0\nmov oc, ft0", products + [B[3]] * (4 - rows)))
    length = math.sqrt(dot(A, A, 3))
    found.append(("mov ft0, v1\nnrm ft0.xyz, v0\nmov oc, ft0", [a / length for a in A[:3]] + [B[3]]))
    cross = [A[1] * B[2] - A[2] * B[1], A[2] * B[0] - A[0] * B[2], A[0] * B[1] - A[1] * B[0]]
    found.append(("mov ft0, v1\ncrs ft0.xyz, v0, v1\nmov oc, ft0", [*cross, B[3]]))
    # lanes are not packed, and a short swizzle repeats its last letter
    found.append(("mov ft0, v0\nmov ft0.zw, v1.xy\nmov oc, ft0", [A[0], A[1], B[1], B[1]]))
    found.append(("mov oc, v0.wzyx", list(reversed(A))))
    return found


def kills() -> list[tuple[str, bool]]:
    """kil discards the fragment if its component is below zero."""
    return [("kil v2.x\nmov oc, v0", True), ("kil v2.y\nmov oc, v0", False)]


# version 2: (program, colour)
CONDITIONS = {
    "ife": lambda a, b: a == b,
    "ine": lambda a, b: a != b,
    "ifg": lambda a, b: a > b,
    "ifl": lambda a, b: a < b,
}


def branches() -> list[tuple[str, list[float]]]:
    found = []
    for op, holds in CONDITIONS.items():
        for lane in range(3):
            x = "xyz"[lane]
            text = f"mov ft0, v0\n{op} v0.{x}, v1.{x}\nmov ft0, v1\nels\nmov ft0, v2\neif\nmov oc, ft0"
            found.append((text, list(B if holds(A[lane], B[lane]) else C)))
    return found


# a quad of fragments, from left to right and downwards: v0.x grows by 1 to the right and by 10 downwards
QUAD = tuple(((float(value),) * 4,) for value in (3, 4, 13, 14))
DERIVATIVES = {"ddx ft0, v0\nmov oc, ft0": 1.0, "ddy ft0, v0\nmov oc, ft0": 10.0}
