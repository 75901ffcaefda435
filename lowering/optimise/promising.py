"""Estimates which functions are called so often that a loop with one call makes a program shorter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace

from gpucc.lowering.llvm import (
    Function,
    Global,
    Module,
)
from gpucc.lowering.optimise.movable import SAMPLER, ReadMemory, is_movable
from gpucc.lowering.optimise.unrollings import count_operations
from gpucc.records import dataclass

# the operations that a loop must save by the estimate to be tried, and to be tried without those that save less
WORTH, MUCH = 16, 40
# the operations of the loop itself
LOOP = 8
# the operations that an argument or a result counts for, which is stored and loaded as a vector
PASSED = 1


@dataclass(frozen=True, slots=True)
class CallPromise:
    """The operations of a function, those that passing on what a call takes and gives costs, and the estimate for all
    of its calls."""

    operations: int
    moved: int
    gained: int = 0

    def gain(self, calls: int) -> int:
        """Estimate the operations that are saved by a loop in place of so many calls."""
        return (calls - 1) * self.operations - calls * self.moved - LOOP


def find_promising(module: Module) -> dict[str, CallPromise]:
    """Return the functions whose calls are worth a loop, the best first. None of them calls another one."""
    defined = {name: one for name, one in module.functions.items() if one.blocks}
    calls = {name: Counter(_callees(one, defined)) for name, one in defined.items()}
    order = _callees_first(calls)
    if order is None:
        return {}
    memory = ReadMemory(module)
    operations: dict[str, int] = {}
    below: dict[str, set[str]] = {}
    movable: set[str] = set()
    for name in order:
        own = count_operations("\n".join(line for block in defined[name].blocks for line in block.lines))
        called = calls[name]
        operations[name] = own - sum(called.values()) + sum(count * operations[one] for one, count in called.items())
        below[name] = {*called, *(lower for one in called for lower in below[one])}
        if is_movable(defined[name], memory, movable):
            movable.add(name)
    instances = Counter({name: 1 for name in order if not any(name in one for one in calls.values())})
    for name in reversed(order):
        for one, count in calls[name].items():
            instances[one] += instances[name] * count
    promises = {name: _promise(defined[name], operations[name]) for name in order if name in movable}
    gains = {name: promise.gain(instances[name]) for name, promise in promises.items()}
    found: dict[str, CallPromise] = {}
    for name in sorted(gains, key=lambda name: (-gains[name], name)):
        apart = all(name not in below[other] and other not in below[name] for other in found)
        if gains[name] >= WORTH and apart:
            found[name] = replace(promises[name], gained=gains[name])
    return found


def _promise(function: Function, operations: int) -> CallPromise:
    passed = sum(parameter.type != SAMPLER for parameter in function.parameters)
    return CallPromise(operations, PASSED * (passed + 1))


def _callees(function: Function, defined: Collection[str]) -> Iterator[str]:
    for block in function.blocks:
        for one in block.instructions:
            if isinstance(one.callee, Global) and one.callee.name in defined:
                yield one.callee.name


def _callees_first(calls: dict[str, Counter[str]]) -> list[str] | None:
    """Return the functions so that each comes after those that it calls, or None if one calls itself in the end."""
    order: list[str] = []
    left = dict(calls)
    while left:
        ready = [name for name, called in left.items() if not any(one in left for one in called)]
        if not ready:
            return None
        order += ready
        for name in ready:
            del left[name]
    return order
