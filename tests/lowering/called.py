"""Calls a declared function in the reference, for numbers of all bits: integers go in and come out as halves of 16
bits, because the interface holds floats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from gpucc import driver

WORD = 0xFFFF


class _Writer:
    def __init__(self, lanes: int) -> None:
        self.lanes = lanes
        self.body: list[str] = []
        self.inputs: dict[str, np.ndarray] = {}
        self.outputs: list[str] = []

    def let(self, text: str) -> str:
        self.body.append(f"%t{len(self.body)} = {text}")
        return f"%t{len(self.body) - 1}"

    def input(self, column: Sequence[float]) -> str:
        name = f"x{len(self.inputs)}"
        self.inputs[name] = np.asarray(column, np.float32)
        return f"%{name}"

    def given(self, type: str, column: Sequence[float]) -> str:
        if type == "float":
            return self.input(column)
        bits = int(type[1:])
        whole = None
        for start in range(0, bits, 16):
            part = self.input([int(one) >> start & min(WORD, (1 << bits) - 1) for one in column])
            part = self.let(f"fptoui float {part} to {type}")
            part = self.let(f"shl {type} {part}, {start}") if start else part
            whole = part if whole is None else self.let(f"or {type} {whole}, {part}")
        assert whole is not None
        return whole

    def result(self, type: str, value: str) -> None:
        if type == "float":
            self.outputs.append(value)
            return
        for start in range(0, int(type[1:]), 16):
            part = self.let(f"lshr {type} {value}, {start}") if start else value
            part = self.let(f"and {type} {part}, {WORD}") if int(type[1:]) > 16 else part
            self.outputs.append(self.let(f"uitofp {type} {part} to float"))


def called(name: str, types: Sequence[str], columns: Sequence[Sequence[float]]) -> list[list[float]]:
    """What the function stores through its pointers and returns. `types` are those of its parameters and, last, of
    its result; the columns are for the parameters that are no pointers (*float, *i32)."""
    w = _Writer(len(columns[0]))
    given, left = [], list(columns)
    places = {}
    for type in types[:-1]:
        if type[0] == "*":
            place = w.let(f"alloca {type[1:]}, align 8")
            places[place] = type[1:]
            given.append(f"ptr {place}")
        else:
            given.append(f"{type} {w.given(type, left.pop(0))}")
    shown = ", ".join("ptr" if one[0] == "*" else one for one in types[:-1])
    result = w.let(f"call {types[-1]} @{name}({', '.join(given)})")
    kinds = [types[-1], *places.values()]
    w.result(types[-1], result)
    for place, type in places.items():
        w.result(type, w.let(f"load {type}, ptr {place}, align 8"))
    parameters = ", ".join(f"float %{one}" for one in w.inputs)
    stores = [f"store float {one}, ptr addrspace(3) @o{i}" for i, one in enumerate(w.outputs)]
    source = "".join(f"@o{i} = addrspace(3) global float 0.0\n" for i in range(len(stores)))
    source += f"declare {types[-1]} @{name}({shown})\ndefine void @vertex({parameters}) {{\n"
    source += "\n".join([*w.body, *stores, "ret void\n}\n"])
    found = driver.reference(source, "agal", w.inputs, stage="vertex")
    columns_out = iter([np.asarray(found[f"o{i}"]).reshape(w.lanes) for i in range(len(stores))])
    return [_joined(kind, columns_out) for kind in kinds]


def _joined(kind: str, columns: Iterator[np.ndarray]) -> list[float]:
    if kind == "float":
        return [float(one) for one in next(columns)]
    parts = [next(columns) for _ in range(0, int(kind[1:]), 16)]
    return [sum(int(part[lane]) << 16 * i for i, part in enumerate(parts)) for lane in range(len(parts[0]))]
