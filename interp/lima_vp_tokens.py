"""Opaque results: no source documents the outputs of complex1, complex2 and the parts of functions, so they are tokens
here instead of numbers.

A token remembers its operands. Only when the steps of a documented sequence are combined, with their distances and on
one and the same operand, is the result a number again: the value of the function.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np

from gpucc.interp.data import F32Array
from gpucc.isa.model import Op
from gpucc.isa.wide import Sequence as Combination
from gpucc.isa.wide import WideStep
from gpucc.records import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class OpaqueToken:
    """The result of an opaque op at a certain time."""

    op: str
    reads: tuple[Value, ...]
    clock: int


Value: TypeAlias = "F32Array | OpaqueToken"


class Malformed(Exception):
    """Opaque ops were combined in an undocumented way; the text has the details."""


def combine(
    combinations: Iterable[Combination], op: str, reads: Sequence[Value], clock: int
) -> OpaqueToken | tuple[Op, dict[str, F32Array]]:
    """Apply an opaque op: the result is another token, or the function that this completes with its operands."""
    reasons: list[tuple[int, str]] = []
    fits = False
    for combination in combinations:
        for step in combination.steps:
            if step.op != op:
                continue
            bound: dict[str, Value] = {}
            reason = _bind(combination, step, reads, clock, bound)
            if reason is not None:
                reasons.append((len(bound), f"as in {combination.function.name}, {reason}"))
            elif step is combination.result:
                names = {operand.name for operand in combination.function.operands}
                return combination.function, {
                    name: value for name, value in bound.items() if name in names and not isinstance(value, OpaqueToken)
                }
            else:
                fits = True
    if fits:
        return OpaqueToken(op, tuple(reads), clock)
    raise Malformed(max(reasons)[1] if reasons else "no sequence has this op")


def _bind(
    combination: Combination, step: WideStep, reads: Sequence[Value], clock: int, bound: dict[str, Value]
) -> str | None:
    """Match the operands of a step with the steps and operands that they must be; return the mismatch, or None."""
    steps = {other.name: other for other in combination.steps}
    for name, value in zip(step.reads, reads, strict=False):
        other = steps.get(name)
        if other is None:
            if isinstance(value, OpaqueToken):
                return f"{step.op} takes a number where it gets the raw result of {value.op}"
            if not same(bound.setdefault(name, value), value):
                return f"{step.op} takes the same value in all places, and here they differ"
            continue
        if not isinstance(value, OpaqueToken) or value.op != other.op:
            got = f"that of {value.op}" if isinstance(value, OpaqueToken) else "a number"
            return f"{step.op} takes the raw result of {other.op} where it gets {got}"
        if clock - value.clock != step.at - other.at:
            return (
                f"{step.op} takes the result of {other.op} {step.at - other.at} instructions later, not"
                f" {clock - value.clock}"
            )
        if bound.setdefault(name, value) is not value:
            return f"{step.op} takes one result of {other.op}, and here there are two"
        reason = _bind(combination, other, value.reads, value.clock, bound)
        if reason is not None:
            return reason
    return None


def same(a: Value, b: Value) -> bool:
    """Return whether two numbers are equal in every lane, bit by bit."""
    if a is b:
        return True
    if isinstance(a, OpaqueToken) or isinstance(b, OpaqueToken):
        return False
    return bool(np.equal(a.view(np.int32), b.view(np.int32)).all())


def subset(value: Value, chosen: np.ndarray[tuple[int], np.dtype[np.bool_]], known: dict[int, Value]) -> Value:
    """A value for some of the lanes; equal tokens stay equal."""
    if id(value) not in known:
        if isinstance(value, OpaqueToken):
            known[id(value)] = OpaqueToken(
                value.op, tuple(subset(read, chosen, known) for read in value.reads), value.clock
            )
        else:
            known[id(value)] = value if value.size == 1 else value[chosen]
    return known[id(value)]


def join(
    values: Sequence[Value],
    sizes: Sequence[int],
    order: np.ndarray[tuple[int], np.dtype[np.intp]],
    clocks: Sequence[int],
    known: dict[tuple[int, ...], Value | None],
) -> Value | None:
    """The values of several groups of lanes as one, in the new order of lanes; None if a number meets a token or tokens
    differ."""
    key = tuple(id(value) for value in values)
    if key in known:
        return known[key]
    tokens = [value for value in values if isinstance(value, OpaqueToken)]
    numbers = [value for value in values if not isinstance(value, OpaqueToken)]
    result: Value | None = None
    if not tokens:
        result = np.concatenate([np.broadcast_to(value, size) for value, size in zip(numbers, sizes, strict=True)])[
            order
        ]
    elif not numbers:
        ages = {clock - token.clock for clock, token in zip(clocks, tokens, strict=True)}
        if len(ages) == 1 and len({token.op for token in tokens}) == 1:
            reads = [
                join(found, sizes, order, clocks, known)
                for found in zip(*(token.reads for token in tokens), strict=True)
            ]
            whole = tuple(read for read in reads if read is not None)
            result = OpaqueToken(tokens[0].op, whole, -ages.pop()) if len(whole) == len(reads) else None
    known[key] = result
    return result
