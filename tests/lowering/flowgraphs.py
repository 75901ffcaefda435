"""Random graphs for control-flow passes: any acyclic shape, and loops with labelled breaks and continues."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from gpucc.lowering.graph import BOOL, F32, VOID, Block, Branch, Edge, Graph, Jump, Node, Return

VARIABLES = 3


@dataclass
class Builder:
    """Builds graphs in which every block except the entry has a phi for every variable (maximal SSA), so that any edge
    is valid."""

    random: random.Random
    effects: bool = True
    blocks: list[Block] = field(default_factory=list)
    state: dict[Block, list[Node]] = field(default_factory=dict)

    def block(self) -> Block:
        block = Block(f"b{len(self.state)}")
        count = VARIABLES + 1  # the last one is fuel
        if self.blocks:
            block.phis = [Node("phi", F32, (), (block.name, k)) for k in range(count)]
            self.state[block] = list(block.phis)
        else:
            inputs = [block.make("input", F32, (), (0, k)) for k in range(VARIABLES)]
            self.state[block] = [*inputs, block.make("const", F32, (), 12.0)]
        self.blocks.append(block)
        return block

    def compute(self, block: Block) -> None:
        state = self.state[block]
        for _ in range(self.random.randrange(3)):
            a, b = (self.random.choice(state[:VARIABLES]) for _ in range(2))
            value = block.make(self.random.choice(["fadd", "fsub", "fmax", "fmin"]), F32, (a, b))
            state[self.random.randrange(VARIABLES)] = value
        if self.effects and self.random.random() < 0.2:
            block.effects.append(Node("discard", VOID, (self.condition(block),)))

    def condition(self, block: Block) -> Node:
        a = self.random.choice(self.state[block][:VARIABLES])
        limit = block.make("const", F32, (), float(self.random.randrange(-2, 3)))
        return block.make("folt", BOOL, (a, limit))

    def edge(self, block: Block, target: Block) -> Edge:
        return Edge(target, list(self.state[block]))

    def outputs(self, block: Block) -> Return:
        return Return({(0, k): self.state[block][k] for k in range(VARIABLES)})


def acyclic(seed: int, size: int, effects: bool = True) -> Graph:
    builder = Builder(random.Random(seed), effects)
    blocks = [builder.block() for _ in range(size)]
    for i, block in enumerate(blocks):
        builder.compute(block)
        later = blocks[i + 1 : i + 5]
        kind = builder.random.random()
        if not later or kind < 0.05:
            block.terminator = builder.outputs(block)
        elif kind < 0.3:
            block.terminator = Jump(builder.edge(block, builder.random.choice(later)))
        else:
            then, otherwise = (builder.random.choice(later) for _ in range(2))
            block.terminator = Branch(
                builder.condition(block), builder.edge(block, then), builder.edge(block, otherwise)
            )
    return Graph("acyclic", blocks)


def looping(seed: int, depth: int = 3) -> Graph:
    """Randomly nested statements: if, while, break and continue out of any enclosing loop, return."""
    builder = Builder(random.Random(seed), True)
    block: Block | None = _statements(builder, builder.block(), depth, [])
    if block is not None:
        block.terminator = builder.outputs(block)
    if not any(isinstance(b.terminator, Return) for b in builder.blocks):
        return looping(seed + 10_000, depth)
    return Graph("looping", builder.blocks)


Loops = list[tuple[Block, Block]]


def _statements(b: Builder, block: Block | None, depth: int, loops: Loops) -> Block | None:
    for _ in range(b.random.randrange(1, 4)):
        if block is None:
            return None
        b.compute(block)
        kind = b.random.random()
        if loops and kind < 0.15:
            header, end = b.random.choice(loops)
            block.terminator = Jump(b.edge(block, b.random.choice([header, end])))
            return None
        if kind < 0.2 and loops:
            block.terminator = b.outputs(block)
            return None
        if depth and kind < 0.6:
            block = _if(b, block, depth, loops)
        elif depth:
            block = _while(b, block, depth, loops)
    return block


def _if(b: Builder, block: Block, depth: int, loops: Loops) -> Block | None:
    then, otherwise, join = b.block(), b.block(), b.block()
    block.terminator = Branch(
        b.condition(block), b.edge(block, then), b.edge(block, otherwise if b.random.random() < 0.6 else join)
    )
    one_armed = reached = block.terminator.otherwise.target is join
    if one_armed:
        b.blocks.remove(otherwise)
    for arm in (then,) if one_armed else (then, otherwise):
        end = _statements(b, arm, depth - 1, loops)
        if end is not None:
            end.terminator = Jump(b.edge(end, join))
            reached = True
    if not reached:
        b.blocks.remove(join)
    return join if reached else None


def _while(b: Builder, block: Block, depth: int, loops: Loops) -> Block:
    header, body, end = b.block(), b.block(), b.block()
    block.terminator = Jump(b.edge(block, header))
    state = b.state[header]
    state[VARIABLES] = header.make("fsub", F32, (state[VARIABLES], header.make("const", F32, (), 1.0)))
    left = header.make("folt", BOOL, (header.make("const", F32, (), 0.0), state[VARIABLES]))
    go = header.make("band", BOOL, (left, b.condition(header))) if b.random.random() < 0.5 else left
    header.terminator = Branch(go, b.edge(header, body), b.edge(header, end))
    last = _statements(b, body, depth - 1, [*loops, (header, end)])
    if last is not None:
        last.terminator = Jump(b.edge(last, header))
    return end
