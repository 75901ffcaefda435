"""Samplers as values: the global of one sampler, or a choice among the samplers of an array by an index known only at
run time.

A GPU instruction names its sampler, so a choice of samplers becomes a choice of samples: every candidate is sampled and
the index selects a result. Where loop unrolling makes the index constant, LLVM removes the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from llvmlite import ir

from gpucc.frontend.build import shapes
from gpucc.frontend.build.shapes import INT, Tree
from gpucc.frontend.types import ShadingType
from gpucc.records import dataclass

SAMPLER_POINTER = ir.PointerType(addrspace=4)


@dataclass(frozen=True, slots=True)
class OneOf:
    """The candidate with number `index`; an index out of bounds means the last one."""

    candidates: tuple[Any, ...]
    index: Any


def each_sampler(type: ShadingType, name: str, declare: Callable[[str], Any]) -> Tree:
    """The samplers of an array, of any number of dimensions, declared one by one; or the one sampler."""
    if type.element is None:
        return declare(name)
    return tuple(each_sampler(type.element, f"{name}.{k}", declare) for k in range(type.length))


def chosen(b: Any, parts: Sequence[Tree], index: Any) -> Tree:
    """The element of an array of samplers, or of structs with samplers. Such trees hold None for everything else."""
    if isinstance(index, ir.Constant):
        return parts[index.constant]
    first = parts[0]
    if isinstance(first, tuple):
        return tuple(chosen(b, column, index) for column in zip(*parts, strict=True))
    if isinstance(first, OneOf):
        # an element of an element chosen earlier: the new index selects the row, the old one the column
        candidates = tuple(one for part in parts for one in part.candidates)
        return OneOf(candidates, b.add(b.mul(index, ir.Constant(INT, len(first.candidates))), first.index))
    return None if first is None else OneOf(tuple(parts), index)


def only_samplers(type: ShadingType, tree: Tree) -> Tree:
    """The tree with None for everything that is not a sampler; None if it holds no sampler."""
    if type.is_opaque:
        return tree
    if not type.holds("opaque"):
        return None
    return tuple(only_samplers(one, part) for one, part in zip(shapes.parts_of(type), tree, strict=True))


def nothing_else(type: ShadingType) -> bool:
    return all(one.is_opaque for one in shapes.leaves(type))


# as arguments ---------------------------------------------------------------------------------------------------------

# for each sampler in the arguments, its number of candidates; 0 for a sampler known at compile time
Counts = tuple[int, ...]


def counts_of(values: Sequence[Any]) -> Counts:
    return tuple(len(one.candidates) if isinstance(one, OneOf) else 0 for one in values if _is_sampler(one))


def _is_sampler(value: Any) -> bool:
    return isinstance(value, OneOf) or value.type == SAMPLER_POINTER


def spread(values: Sequence[Any]) -> list[Any]:
    """Flatten the arguments of a call: a choice is passed as its candidates and the index."""
    return [
        one for value in values for one in ((*value.candidates, value.index) if isinstance(value, OneOf) else (value,))
    ]


def kinds(type: ShadingType, counts: Iterator[int]) -> Iterator[Any]:
    """The LLVM types of a parameter that is passed by value."""
    for one in shapes.leaves(type):
        if not one.is_opaque:
            yield shapes.leaf(one)
        elif count := next(counts):
            yield from [SAMPLER_POINTER] * count
            yield INT
        else:
            yield SAMPLER_POINTER


def received(type: ShadingType, arguments: Iterator[Any], counts: Iterator[int]) -> Iterator[Any]:
    """The values of a parameter's leaves, taken from the LLVM arguments."""
    for one in shapes.leaves(type):
        if one.is_opaque and (count := next(counts)):
            candidates = tuple(next(arguments) for _ in range(count))
            yield OneOf(candidates, next(arguments))
        else:
            yield next(arguments)
