"""Random graphs of one block, for hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st
from iselkit import Maker

from gpucc.lowering.graph import Block, Node

FLOAT2 = "fadd fsub fmul fdiv fmin fmax".split()
FLOAT1 = "fneg fabs floor ceil trunc sqrt".split()
COMPARES = "foeq fone fueq fune ford funo folt fole fult fule".split()
LOGIC = "band bor bxor".split()
LITERALS = [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 3.0, 0.1, -7.25, 1e30]
ALL = [*FLOAT2, *FLOAT1, *COMPARES, *LOGIC, "bnot", "btof", "select", "select", "select", "bselect"]


@st.composite
def blocks(draw: st.DrawFn, ops: list[str], size: int) -> Block:
    make = Maker()
    floats: list[Node] = [make.i(r, c) for r in range(2) for c in range(4)] + [
        make.u(r, c) for r in range(2) for c in range(2)
    ]
    truths: list[Node] = [make.b(0), make.b(1)]
    for _ in range(draw(st.integers(1, size))):
        op = draw(st.sampled_from(ops))

        def number() -> Node:
            if draw(st.integers(0, 5)) == 0:
                return make.k(draw(st.sampled_from(LITERALS)))
            return floats[-1 - min(draw(st.integers(0, 9)), len(floats) - 1)]

        def truth() -> Node:
            return truths[-1 - min(draw(st.integers(0, 4)), len(truths) - 1)]

        if op in COMPARES:
            truths.append(getattr(make, op)(number(), number()))
        elif op in LOGIC:
            truths.append(getattr(make, op)(truth(), truth()))
        elif op == "bnot":
            truths.append(make.bnot(truth()))
        elif op == "bselect":
            truths.append(make.select(truth(), truth(), truth()))
        elif op == "btof":
            floats.append(make.btof(truth()))
        elif op == "select":
            floats.append(make.select(truth(), number(), number()))
        else:
            floats.append(getattr(make, op)(*(number() for _ in range(2 if op in FLOAT2 else 1))))
    if draw(st.booleans()):
        make.discard(truths[-1])
    return make.outputs(*floats[-draw(st.integers(1, 6)) :])
