"""Writes a loop that calls a function once a round, in place of several calls."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

from gpucc.lowering.llvm import (
    Aggregate,
    FloatConstant,
    Global,
    IntConstant,
    IntType,
    LlvmInstruction,
    Local,
    Undefined,
    Value,
    VectorType,
    Zero,
)
from gpucc.lowering.optimise.movable import SAMPLER, TRUTH
from gpucc.lowering.reader.spelling import is_convention, quote, spell

# so many stores before a loop are worth a table of indices
SHARED = 6
OWN = "gpucc.rolled"


class CallLoop:
    """The parts of a loop that calls a function once a round. `place` is the debug information of its call."""

    def __init__(self, name: str, calls: Sequence[LlvmInstruction], place: str) -> None:
        self.name, self.calls, self.place = name, calls, place
        self.arrays: list[str] = []
        self.stores: list[str] = []
        self.tables: list[str] = []
        self.loads: list[str] = []
        self.given: list[str] = []
        count = len(calls)
        given = {position: [str(shown(call.operands[position])) for call in calls] for position in _positions(calls)}
        types = {position: spell(calls[0].operands[position].type) for position in given}
        pools = _pools(given, types)
        for position, values in given.items():
            type = types[position]
            if len(set(values)) == 1:
                self.given.append(f"{type} {values[0]}")
                continue
            made = f"{name}.{position}"
            index = f"%{name}.i"
            if type in pools:
                array, length = f"%{name}.pool.{list(pools).index(type)}", len(pools[type])
                places = ", ".join(f"i32 {pools[type].index(value)}" for value in values)
                self.tables.append(f"@{made}.at = internal constant [{count} x i32] [{places}]")
                self.loads += self._element(f"@{made}.at", count, "i32", index, f"{made}.at.p")
                self.loads.append(f"  %{made}.at = load i32, ptr %{made}.at.p")
                index = f"%{made}.at"
            else:
                array, length = f"%{made}", count
                if any(value.startswith("%") for value in values):
                    self._keep(made, type, values)
                else:
                    elements = ", ".join(f"{type} {value}" for value in values)
                    self.tables.append(f"@{made} = internal constant [{count} x {type}] [{elements}]")
                    array = f"@{made}"
            self.loads += self._element(array, length, type, index, f"{made}.p")
            self.loads.append(f"  %{made}.v = load {type}, ptr %{made}.p")
            self.given.append(f"{type} %{made}.v")
        for number, (type, values) in enumerate(pools.items()):
            self._keep(f"{name}.pool.{number}", type, values)
        self.truth = calls[0].type == TRUTH
        self.result = "i32" if self.truth else spell(calls[0].type)
        self.arrays.append(f"  %{name}.r = alloca [{count} x {self.result}]")

    def _keep(self, array: str, type: str, values: Sequence[str]) -> None:
        """Store values in an array before the loop."""
        self.arrays.append(f"  %{array} = alloca [{len(values)} x {type}]")
        for k, value in enumerate(values):
            self.stores += self._element(f"%{array}", len(values), type, str(k), f"{array}.{k}")
            self.stores.append(f"  store {type} {value}, ptr %{array}.{k}")

    def _element(self, array: str, length: int, type: str, index: str, name: str) -> list[str]:
        return [f"  %{name} = getelementptr inbounds [{length} x {type}], ptr {array}, i32 0, i32 {index}"]

    def body(self, before: str, loop: str, after: str) -> list[str]:
        name = self.name
        callee = self.calls[0].callee
        assert isinstance(callee, Global)
        result = "i1" if self.truth else self.result
        convention = "".join(f"{word} " for word in self.calls[0].attributes if is_convention(word))
        call = f"call {convention}{result} @{quote(callee.name)}({', '.join(self.given)}){self.place}"
        kept = [f"  %{name}.c = {call}"]
        if self.truth:
            kept = [f"  %{name}.b = {call}", f"  %{name}.c = zext i1 %{name}.b to i32"]
        return [
            f"  %{name}.i = phi i32 [ 0, %{before} ], [ %{name}.n, %{loop} ]",
            *self.loads,
            *kept,
            *self._element(f"%{name}.r", len(self.calls), self.result, f"%{name}.i", f"{name}.to"),
            f"  store {self.result} %{name}.c, ptr %{name}.to",
            f"  %{name}.n = add nuw nsw i32 %{name}.i, 1",
            f"  %{name}.more = icmp ult i32 %{name}.n, {len(self.calls)}",
            f"  br i1 %{name}.more, label %{loop}, label %{after}",
        ]

    def results(self) -> list[str]:
        lines: list[str] = []
        for k, call in enumerate(self.calls):
            lines += self._element(f"%{self.name}.r", len(self.calls), self.result, str(k), f"{self.name}.r.{k}")
            known = f"{self.name}.r.{k}.v" if self.truth else quote(str(call.name))
            lines.append(f"  %{known} = load {self.result}, ptr %{self.name}.r.{k}")
            if self.truth:
                lines.append(f"  %{quote(str(call.name))} = icmp ne i32 %{known}, 0")
        return lines


def _positions(calls: Sequence[LlvmInstruction]) -> range:
    return range(len(calls[0].operands))


def _pools(given: Mapping[int, Sequence[str]], types: Mapping[int, str]) -> dict[str, list[str]]:
    """Return the values of a type that arguments share so often that each is stored once, and a table says which of
    them a round takes."""
    asked: dict[str, list[str]] = {}
    for position, values in given.items():
        if len(set(values)) > 1 and any(value.startswith("%") for value in values):
            asked.setdefault(types[position], []).extend(values)
    return {
        type: list(dict.fromkeys(values)) for type, values in asked.items() if len(values) - len(set(values)) >= SHARED
    }


def shown(value: Value) -> str | None:
    """Return an argument as LLVM writes it, without its type; None if it is none that a loop can read."""
    match value:
        case Global(name, type) if type == SAMPLER:
            return f"@{quote(name)}"
        case Local(name):
            return f"%{quote(name)}"
        case IntConstant(_, number):
            return str(number)
        case FloatConstant(_, number):
            return f"0x{struct.pack('>d', number).hex().upper()}"
        case Zero(type):
            return "zeroinitializer" if isinstance(type, VectorType) else "0" if isinstance(type, IntType) else "0.0"
        case Undefined():
            return "poison" if value.poison else "undef"
        case Aggregate(_, elements):
            parts = [shown(element) for element in elements]
            if None not in parts:
                typed = (f"{spell(one.type)} {text}" for one, text in zip(elements, parts, strict=True))
                return f"<{', '.join(typed)}>"
    return None
