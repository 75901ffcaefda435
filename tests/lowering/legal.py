"""Helpers for tests of legalisation: a target similar to AGAL, graphs of one operation, and numbers that expose
mistakes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from gpucc.isa.model import FP32, Format
from gpucc.lowering.check import check_graph
from gpucc.lowering.graph import F32, Block, Graph, Node, Return, Type, roots, topological
from gpucc.lowering.legalise.legalise import legalise

Array = Any
AGAL = frozenset(
    "fadd fsub fmul fdiv fmin fmax sqrt exp2 log2 pow sin cos fabs fneg floor foeq fune folt fole band bor bnot select"
    " btof texture part discard uniform_at".split()
)
BLEND = replace(FP32, blend_select=True)
E24 = 1 << 24

CORNERS = np.array(
    "0 -0 1 -1 .5 -.5 1.5 -1.5 2.5 -2.5 .49999997 -.49999997 .50000006 8388607.5 -8388607.5 8388608 8388609 -8388609"
    " 4194303.5 -4194304.5 16777217 inf -inf nan 1e-45 -1e-45 1.1754942e-38 1e-20 -1e-20 3.4028235e38 -3.4028235e38 .25"
    " .75 1e10 -1e10 2147483648 .6249999 .625 .62500006 .99999994 1.0000001 88.7 89 -89 100 65504 65519.996 65520"
    " 6.1035156e-5 5.9604645e-8 2.9802322e-8 2.9802326e-8 -2.9802322e-8 3.1415927 1.5707964 -3.1415927".split(),
    np.float32,
)


def floats(count: int, seed: int = 0) -> Array:
    """Corner values, arbitrary bit patterns, ordinary numbers, halves of integers."""
    rng = np.random.default_rng(seed)
    any_bits = rng.integers(0, 2**32, count // 2, dtype=np.uint64).astype(np.uint32).view(np.float32)
    ordinary = (rng.standard_normal(count // 4) * 10 ** rng.uniform(-3, 3, count // 4)).astype(np.float32)
    halves = (rng.integers(-E24, E24, count // 4) / 2).astype(np.float32)
    return np.concatenate([CORNERS, any_bits, ordinary, halves])


def pairs(count: int, seed: int = 0) -> tuple[Array, Array]:
    values = floats(count, seed)
    other = np.random.default_rng(seed + 1).permutation(values)
    return np.concatenate([values, np.repeat(CORNERS, len(CORNERS))]), np.concatenate(
        [other, np.tile(CORNERS, len(CORNERS))]
    )


def integers(bits: int, count: int, seed: int = 0) -> Array:
    """Integers within the type and the exact range."""
    low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if bits <= 24 else (-E24, E24)
    rng = np.random.default_rng(seed)
    corners = np.array(
        [0, 1, -1, 2, -2, 3, 7, 8, -8, 127, 128, 255, 256, -128, -129, low, high, low + 1, high - 1, 65535, 65536]
    )
    corners = corners[(corners >= low) & (corners <= high)]
    near = np.clip(rng.integers(-300, 300, count), low, high)
    return np.concatenate([corners, rng.integers(low, high + 1, count), near])


def graph_of(
    op: str, type: Type, arguments: Sequence[Type], constants: Mapping[int, Any] | None = None, flags: int = 0
) -> Graph:
    """A graph of one operation; operand k is input (k, 0) or a constant; the result is output (0, 0)."""
    block = Block("entry")
    args = []
    for k, kind in enumerate(arguments):
        constant = (constants or {}).get(k)
        args.append(
            block.make("input", kind, (), (k, 0)) if constant is None else block.make("const", kind, (), constant)
        )
    return finish(block, block.make(op, type, tuple(args), None, flags))


def finish(block: Block, *results: Node) -> Graph:
    block.terminator = Return({(k, 0): result for k, result in enumerate(results)})
    return Graph("test", [block])


def legal(graph: Graph, available: frozenset[str] = AGAL, format: Format = BLEND, **options: Any) -> Graph:
    """The graph legalised and verified, with only operations that the target has."""
    result = legalise(graph, format=format, available=available, **options)
    check_graph(result, "legalise")
    for node in topological([root for block in result.blocks for root in roots(block)]):
        assert node.op in available or node.op in ("const", "undef", "input", "uniform", "phi"), node.op
        assert node.type.kind in "btv" or node.type == F32, node.type
    return result


def operations(graph: Graph) -> int:
    return sum(1 for node in topological([root for block in graph.blocks for root in roots(block)]) if node.args)
