"""Shifts up and back that LLVM moved apart come together again: every pair of numbers of eight bits, many
expressions."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from gpucc.lowering.graph import BOOL, Block, Graph, Node, Return, integer
from gpucc.lowering.simplify.simplify import simplify
from gpucc.reduce.graph_runs import evaluate

BYTE = integer(8)
PAIRS = np.array([(a, b) for a in range(-128, 128) for b in range(-128, 128)], np.float32)
INPUTS = np.zeros((len(PAIRS), 1, 4), np.float32)
INPUTS[:, 0, :2] = PAIRS


class Expressions:
    """Random numbers that end in zeros."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.block = Block("entry")
        self.inputs = [self.block.make("input", BYTE, attr=(0, k)) for k in range(2)]

    def constant(self, value: int) -> Node:
        return self.block.make("const", BYTE, attr=(value + 128) % 256 - 128)

    def number(self, zeros: int, depth: int) -> Node:
        draw, make = self.random, self.block.make
        kind = draw.choice(("shl", "mul", "and", "iadd", "isub", "ior", "ixor", "iand", "select", "const"))
        if depth == 0 or kind == "shl":
            return make("shl", BYTE, (draw.choice(self.inputs), self.constant(draw.randint(zeros, 7))))
        match kind:
            case "const":
                return self.constant(draw.randint(-8, 7) << zeros)
            case "mul":
                return make("imul", BYTE, (self.number(zeros, depth - 1), draw.choice(self.inputs)))
            case "and":
                return make("iand", BYTE, (self.number(zeros, depth - 1), self.constant(draw.randint(-128, 127))))
            case "select":
                below = make("islt", BOOL, tuple(self.inputs))
                return make("select", BYTE, (below, self.number(zeros, depth - 1), self.number(zeros, depth - 1)))
        return make(kind, BYTE, (self.number(zeros, depth - 1), self.number(zeros, depth - 1)))

    def graph(self) -> Graph:
        zeros = self.random.randint(1, 6)
        shifts = [
            self.block.make(
                self.random.choice(("ashr", "lshr")),
                BYTE,
                (self.number(zeros, 3), self.constant(self.random.randint(1, zeros))),
            )
            for _ in range(2)
        ]
        self.block.terminator = Return({(0, k): one for k, one in enumerate(shifts)})
        return Graph("fields", [self.block])


@pytest.mark.parametrize("part", range(4))
def test_shifts_meet(part: int) -> None:
    fired: Counter[str] = Counter()
    uniforms = np.zeros((1, 4), np.float32)
    for seed in range(15 * part, 15 * part + 15):
        graph = Expressions(seed).graph()
        before, after = evaluate(graph, INPUTS, uniforms), evaluate(simplify(graph, applied=fired), INPUTS, uniforms)
        for place, values in before.items():
            assert np.array_equal(values, after[place]), (seed, place)
    assert fired["shift back"] > 10


@pytest.mark.parametrize("op", ["ieq", "ine", "islt", "isle", "iult", "iule"])
def test_fields_are_compared_without_their_zeros(op: str) -> None:
    """Of sixteen bits, since eight zeros are left out at least."""
    block, word = Block("entry"), integer(16)
    a, b = (block.make("input", word, attr=(0, k)) for k in range(2))
    left = block.make("shl", word, (a, block.make("const", word, attr=9)))
    right = block.make("imul", word, (b, block.make("const", word, attr=3 << 8)))
    block.terminator = Return({(0, 0): block.make("btoi", word, (block.make(op, BOOL, (left, right)),))})
    graph, fired = Graph("compared", [block]), Counter[str]()
    uniforms = np.zeros((1, 4), np.float32)
    before, after = evaluate(graph, INPUTS, uniforms), evaluate(simplify(graph, applied=fired), INPUTS, uniforms)
    assert np.array_equal(before[0, 0], after[0, 0])
    assert fired["compare fields"] == 1
