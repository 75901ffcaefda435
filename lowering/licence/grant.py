"""The default licence: which instructions of an inlined function may be regrouped.

The licence is withdrawn from instructions that amplify or jump, with everything that leads to them (`slices`), and from
terms that stay closed (`terms`). It stays on sums and products of the source whose parts may be taken in any order: the
error stays within a few units in the last place of the sum of the magnitudes of the products.
"""

from __future__ import annotations

from collections.abc import Mapping

from gpucc.lowering.licence.flags import may_regroup, withdraw
from gpucc.lowering.licence.slices import Slice
from gpucc.lowering.licence.terms import closed_terms, fractions
from gpucc.lowering.llvm import FloatType, Function, Module, scalar_of
from gpucc.lowering.reader.read import read


def grant(module: Module, name: str, amplified: Mapping[str, int]) -> bool:
    """Reduce the licence of function `name` to what the default allows; return whether that changes anything.

    `amplified` are globals whose components another stage reads in a way that amplifies.
    """
    function = module.functions[name]
    if not may_regroup(function):
        return False
    ordered = Slice(function, amplified).lanes.keys() - _doubles(function)
    return withdraw(function, ordered | set(closed_terms(function)))


def keep_fractions(module: Module, name: str) -> bool:
    """Take from function `name` the licence to open fractions; return whether that changes anything."""
    function = module.functions[name]
    return withdraw(function, set(fractions(function)))


def amplified_globals(text: str, name: str, file: str) -> dict[str, int]:
    """Return the globals that function `name` reads in a way that amplifies, and the components that it reads."""
    function = read(text, file).functions[name]
    return {base[1:]: lanes for base, lanes in Slice(function, {}).read.items() if base[:1] == "@"}


def _doubles(function: Function) -> frozenset[str]:
    """Return the doubles. They keep their flags, which allow them to be computed in float: no target computes
    doubles.
    """
    return frozenset(
        one.name
        for block in function.blocks
        for one in block.instructions
        if one.name is not None and scalar_of(one.type) == FloatType("double")
    )
