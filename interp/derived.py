"""Derived constants, computed by the judge from the steps that the program carries, in numpy, over all lanes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpucc.errors import InputError
from gpucc.interp.data import Batch, F32Array
from gpucc.isa.derived import CONSTANTS, UNIFORMS
from gpucc.program import Derivation, DerivedStep, Interface

Column = NDArray[Any]


def with_derived(batch: Batch, interface: Interface, derivation: Derivation | None) -> Batch:
    """The batch with the derived constants that belong to its uniforms."""
    if derivation is None:
        return batch
    return replace(batch, uniforms=filled(batch.uniforms, interface, derivation))


def filled(file: F32Array, interface: Interface, derivation: Derivation) -> F32Array:
    """A uniform file, (lanes or 1, registers, 4), with its derived constants recomputed."""
    slots = {slot.name: slot for slot in interface.uniforms}
    home = slots.get(derivation.slot)
    if home is None or home.register + home.registers > file.shape[1]:
        raise InputError(f"the program derives constants, and has no uniform {derivation.slot!r} for them")
    places = {name: slot.register * 4 for name, slot in slots.items()}
    flat = file.reshape(file.shape[0], -1)
    values: list[Column] = []
    with np.errstate(all="ignore"):
        for step in derivation.steps:
            values.append(_value(step, values, flat, places))
    result = flat.copy()
    for word, step_number in derivation.values:
        result[:, home.register * 4 + word] = values[step_number].astype(np.float32)
    return result.reshape(file.shape)


def _value(step: DerivedStep, values: list[Column], flat: F32Array, places: Mapping[str, int]) -> Column:
    if step.op in UNIFORMS:
        found: Column = flat[:, places[step.uniform] + step.word]
        return found if UNIFORMS[step.op] == "f" else _integers(found.astype(np.float64))
    if step.op in CONSTANTS:
        type = {"f": np.float32, "i": np.int64, "b": np.bool_}[CONSTANTS[step.op]]
        return np.full(1, step.value, type)
    return np.asarray(OPERATIONS[step.op](*(values[arg] for arg in step.args)))


# operations -----------------------------------------------------------------------------------------------------------


def _integers(exact: Column) -> Column:
    """Whole numbers of 32 bits, rounded towards zero; out of range, the nearest one; for a NaN, 0."""
    return np.asarray(np.clip(np.nan_to_num(exact, nan=0.0), -(2.0**31), 2.0**31 - 1), np.int64)


def _wrapped(value: Column) -> Column:
    return np.asarray((value + 2**31) % 2**32 - 2**31)


def _unsigned(value: Column) -> Column:
    return np.asarray(value % 2**32)


def _least(a: Column, b: Column) -> Column:
    smaller = np.where((a < b) | ((a == b) & np.signbit(a)), a, b)
    return np.where(np.isnan(a), b, np.where(np.isnan(b), a, smaller))


def _greatest(a: Column, b: Column) -> Column:
    larger = np.where((a > b) | ((a == b) & ~np.signbit(a)), a, b)
    return np.where(np.isnan(a), b, np.where(np.isnan(b), a, larger))


def _rounded(a: Column) -> Column:
    whole = np.trunc(a)
    return np.where(np.abs(a - whole) >= np.float32(0.5), whole + np.copysign(np.float32(1.0), a), whole)


def _in_double(function: Callable[..., Column]) -> Callable[..., Column]:
    def rounded(*arguments: Column) -> Column:
        return np.asarray(function(*(argument.astype(np.float64) for argument in arguments)), np.float64).astype(
            np.float32
        )

    return rounded


_CURVES = {
    "sin": np.sin, "cos": np.cos, "tan": np.tan, "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan,
    "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh, "exp": np.exp, "exp2": np.exp2, "log": np.log, "log2": np.log2,
    "log10": np.log10, "pow": np.power, "atan2": np.arctan2,
}  # fmt: skip

OPERATIONS: dict[str, Callable[..., Column]] = {
    **{name: _in_double(function) for name, function in _CURVES.items()},
    "fadd": np.add, "fsub": np.subtract, "fmul": np.multiply, "fdiv": np.divide, "fneg": np.negative, "fabs": np.abs,
    "copysign": np.copysign, "fmin": _least, "fmax": _greatest, "floor": np.floor, "ceil": np.ceil, "trunc": np.trunc,
    "round": _rounded, "rint": np.rint, "sqrt": np.sqrt,
    "foeq": np.equal, "fone": lambda a, b: (a < b) | (a > b), "folt": np.less, "fole": np.less_equal,
    "ford": lambda a, b: (a == a) & (b == b), "fueq": lambda a, b: ~((a < b) | (a > b)), "fune": np.not_equal,
    "fult": lambda a, b: ~(a >= b), "fule": lambda a, b: ~(a > b), "funo": lambda a, b: (a != a) | (b != b),
    "ieq": np.equal, "ine": np.not_equal, "islt": np.less, "isle": np.less_equal,
    "iult": lambda a, b: _unsigned(a) < _unsigned(b), "iule": lambda a, b: _unsigned(a) <= _unsigned(b),
    "band": np.logical_and, "bor": np.logical_or, "bxor": np.logical_xor,
    "select": np.where, "iselect": np.where, "bselect": np.where,
    "iadd": lambda a, b: _wrapped(a + b), "isub": lambda a, b: _wrapped(a - b), "imul": lambda a, b: _wrapped(a * b),
    "sitofp": lambda a: a.astype(np.float32), "uitofp": lambda a: _unsigned(a).astype(np.float32),
    "fptosi": lambda a: _integers(a.astype(np.float64)),
    "btof": lambda a: a.astype(np.float32), "btoi": lambda a: a.astype(np.int64),
}  # fmt: skip
