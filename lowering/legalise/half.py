"""Rounds to half precision in wider arithmetic, exactly, without bit operations or selects."""

from __future__ import annotations

from gpucc.isa.model import FP16
from gpucc.lowering.graph import F16, Graph, Node, roots, topological
from gpucc.lowering.legalise.functions_signs import nan_unless, odd_result
from gpucc.lowering.maker import Maker

# operations that make no half of which LLVM would round the result
EXACT_IN_HALF = frozenset(
    "const undef select fneg fabs fmin fmax copysign floor ceil trunc rint round btof bits local_load".split()
)
GIVEN = frozenset("input uniform uniform_at phi".split())
# above all halves; twice this number still overflows to infinity in halves
LIMIT = 2.0**17


def round_to_half(m: Maker, x: Node) -> Node:
    """Round to nearest, halves to even, for every float of p > 11 significant bits and an exponent wider than half's.

    Normal halves use Veltkamp's split: g = (2^(p-11) + 1) x, then g + (x - g) is x rounded to 11 bits; that it breaks
    ties to even has been checked for all significands of 24 bits (tests/lowering/test_legalise.py) and 17 bits
    (tests/cli/test_wishes.py). Below 2^-14 the spacing of halves is 2^-24, which is that of floats around 3/2 2^(p-25):
    that number is g there. Numbers from 65520 on round to 65536, which the final scaling makes infinite. NaN is lost in
    the clamp and restored.
    """
    p, top = m.format.mantissa + 1, 2 ** (m.format.exponent - 1)
    clamped = m.op("fmin", m.op("fmax", x, m.const(-LIMIT)), m.const(LIMIT))
    small = m.number(m.less(m.abs(clamped), m.const(FP16.least)))
    large = m.sub(m.const(1.0), small)
    g = m.add(m.mul(m.scale(clamped, 2.0 ** (p - 11) + 1), large), m.scale(small, 1.5 * 2.0 ** (p - 25)))
    rounded = m.add(g, m.sub(clamped, g))
    result = odd_result(m, m.abs(rounded), m.add(clamped, clamped))
    result = m.scale(m.scale(result, 2.0 ** (top - 16)), 2.0 ** (16 - top))
    return nan_unless(m, m.op("ford", x, x), result) if m.nan_matters else result


def first_rounding(graph: Graph) -> Node | None:
    """Return the first operation whose result LLVM rounds to half precision; None if there is none."""
    for block in graph.blocks:
        for node in topological(list(roots(block))):
            if node.type == F16 and node.op not in EXACT_IN_HALF | GIVEN:
                return node
    return None
