"""IR whose literals halves and floats of 24 bits do not hold: too large, too small, or rounded."""

from __future__ import annotations

import struct

from gpucc.fuzz.draws import Draws
from gpucc.fuzz.trials import FuzzFamily, FuzzSample
from gpucc.isa.model import Isa
from gpucc.program import Stage

LITERALS = (
    0.1, 3.0, 1 / 3, 7.1, 1.5, 1e5, 1e6, 70000.0, 65504.0, 65520.0, 40000.0, 2049.0, 1e-3, 6e-5, 1e-5, 3e-7, 1e-8,
    1e-20, 1e10, 1e19, 2e19, 1e30, 0.0,
)  # fmt: skip
FLAGS = ("", "nsz ", "arcp ", "contract ", "afn ", "reassoc nsz ", "ninf nnan ", "fast ")
BINARY = ("fmul", "fdiv", "fadd", "fsub", "frem")
CALLS = ("floor", "fabs", "minnum", "maxnum", "sqrt", "trunc", "ceil", "rint", "round", "copysign")
TWO = ("minnum", "maxnum", "copysign")
COMPARISONS = ("ole", "olt", "oge", "une", "ult")


def literal(value: float) -> str:
    (single,) = struct.unpack("<f", struct.pack("<f", value))
    return f"0x{struct.unpack('<Q', struct.pack('<d', single))[0]:016X}"


def _constant(draws: Draws, width: int) -> str:
    same = draws.chance(2)
    values = [draws.one(LITERALS) * (-1 if draws.chance(4) else 1) for _ in range(1 if same else width)]
    shown = [literal(value) for value in values * (width if same else 1)]
    return shown[0] if width == 1 else f"<{', '.join(f'float {one}' for one in shown)}>"


def literals(draws: Draws, isa: Isa, stage: Stage) -> FuzzSample:
    width = draws.one((1, 2, 4))
    type = "float" if width == 1 else f"<{width} x float>"
    mangled = "f32" if width == 1 else f"v{width}f32"
    values, lines = ["%a", "%b"], list[str]()
    declared: dict[str, None] = {}
    for step in range(draws.number(1, 5)):
        name, left = f"%v{step}", values[-1 - draws.below(min(3, len(values)))]
        right = values[draws.below(len(values))] if draws.chance(4) else _constant(draws, width)
        operands = (left, right) if not draws.chance(4) else (right, left)
        flags, kind = draws.one(FLAGS), draws.below(4)
        if kind < 2:
            lines.append(f"  {name} = {draws.one(BINARY)} {flags}{type} {operands[0]}, {operands[1]}")
        elif kind == 2:
            call = draws.one(CALLS)
            given = list(operands) if call in TWO else [left]
            declared[f"declare {type} @llvm.{call}.{mangled}({', '.join([type] * len(given))})"] = None
            shown = ", ".join(f"{type} {value}" for value in given)
            lines.append(f"  {name} = call {flags}{type} @llvm.{call}.{mangled}({shown})")
        else:
            bits = "i1" if width == 1 else f"<{width} x i1>"
            lines.append(f"  {name}c = fcmp {draws.one(COMPARISONS)} {type} {operands[0]}, {operands[1]}")
            lines.append(f"  {name} = select {bits} {name}c, {type} {left}, {type} {_constant(draws, width)}")
        values.append(name)
    text = [*declared, f"define {type} @main({type} %a, {type} %b) {{", *lines, f"  ret {type} {values[-1]}", "}", ""]
    return FuzzSample("\n".join(text), "random.ll", stage)


FAMILIES = (FuzzFamily("literals", literals),)
