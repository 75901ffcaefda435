"""Leaves of selected code written by hand: `u(3, 1)` is uniform u3.y, `k(0.5)` a literal, `var(2)` a variable."""

from __future__ import annotations

from gpucc.isel.machine import Leaf, ScalarSource


def u(register: int, component: int, index: ScalarSource | None = None) -> ScalarSource:
    return ScalarSource(Leaf("uniform", register, component, index=index))


def k(value: float) -> ScalarSource:
    return ScalarSource(Leaf("constant", value=value))


def var(number: int) -> ScalarSource:
    return ScalarSource(Leaf("variable", number))
