"""Runs a graph over numpy lanes with the neutral semantics: the oracle for graph passes.

A graph of one block runs over all lanes at once, others lane by lane, with a count of each lane's operations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from gpucc.lowering.flow.structure import Assign, Break, IfRegion, LoopRegion, Seq, Straight, StructuredGraph
from gpucc.lowering.graph import BOOL, Block, Branch, Edge, Graph, Jump, Node, Return, Type, roots
from gpucc.lowering.rewrite import homes, pending
from gpucc.reduce.graph_lanes import Array, dtype_of, operate, wrap

Place = tuple[int, int]


@dataclass
class Result:
    outputs: dict[Place, Array]
    discarded: Array
    steps: int = 0


@dataclass
class Machine:
    """`inputs` and `uniforms` map (register, component) to arrays; local arrays live in `memory`."""

    inputs: Mapping[Place, Array]
    uniforms: Mapping[Place, Array]
    lanes: int

    def __post_init__(self) -> None:
        self.values: dict[Node, Array] = {}
        self.memory: dict[tuple[Any, int], Array] = {}
        self.discarded = np.zeros(self.lanes, bool)
        self.steps = 0

    def compute(self, node: Node) -> None:
        self.steps += 1
        args = [self.values[arg] for arg in node.args]
        match node.op:
            case "const":
                value = np.full(self.lanes, _constant(node))
            case "undef":
                value = np.zeros(self.lanes, dtype_of(node.type))
            case "input" | "uniform":
                source = self.inputs if node.op == "input" else self.uniforms
                value = _from_float(source[_place(node)], node.type, self.lanes)
            case "uniform_at":
                register, component = _place(node)
                value = np.array(
                    [
                        _from_float(self.uniforms[register + int(k), component], node.type, self.lanes)[i]
                        for i, k in enumerate(args[0])
                    ]
                )
            case "discard":
                self.discarded |= args[0]
                value = args[0]
            case "local_load":
                old = [
                    self.memory.get((_array(node), int(k)), np.zeros(self.lanes, dtype_of(node.type)))[i]
                    for i, k in enumerate(args[0])
                ]
                value = np.array(old, dtype_of(node.type))
            case "local_store":
                for i, k in enumerate(args[0]):
                    cell = self.memory.setdefault((_array(node), int(k)), np.zeros(self.lanes, args[1].dtype))
                    cell[i] = args[1][i]
                value = args[1]
            case _:
                with np.errstate(all="ignore"):
                    value = operate(node.op, node.type, node.args[0].type, args)
        self.values[node] = value


def _array(node: Node) -> Any:
    return node.attr[0] if isinstance(node.attr, tuple) else node.attr


def _place(node: Node) -> Place:
    assert isinstance(node.attr, tuple)
    return node.attr[0], node.attr[1]


def _constant(node: Node) -> Any:
    return dtype_of(node.type)(node.attr)


def _from_float(values: Array, type: Type, lanes: int) -> Array:
    values = np.broadcast_to(np.asarray(values, np.float32), (lanes,))
    if type == BOOL:
        return values != 0
    return values.astype(dtype_of(type)) if type.kind == "f" else wrap(values.astype(np.int64), type.bits)


# graphs ---------------------------------------------------------------------------------------------------------------


def evaluate(
    graph: Graph, inputs: Mapping[Place, Array] | None = None, uniforms: Mapping[Place, Array] | None = None
) -> Result:
    given = {place: np.atleast_1d(np.asarray(a, np.float32)) for place, a in (inputs or {}).items()}
    constant = {place: np.asarray(a, np.float32) for place, a in (uniforms or {}).items()}
    lanes = max((len(a) for a in given.values()), default=1)
    if len(graph.blocks) == 1:
        return _run(graph, Machine(given, constant, lanes))
    results = [
        _run(graph, Machine({place: a[i : i + 1] for place, a in given.items()}, constant, 1)) for i in range(lanes)
    ]
    return _together(results)


def _together(results: list[Result]) -> Result:
    outputs = {place: np.concatenate([r.outputs[place] for r in results]) for place in results[0].outputs}
    return Result(outputs, np.concatenate([r.discarded for r in results]), sum(r.steps for r in results))


def _run(graph: Graph, machine: Machine) -> Result:
    home = homes(graph)
    nodes: dict[Block, list[Node]] = {block: [] for block in graph.blocks}
    done = {phi for block in graph.blocks for phi in block.phis}
    for block in graph.blocks:
        for node in pending(roots(block), done):
            done.add(node)
            nodes[home.get(node, block)].append(node)
    block = graph.entry
    for _ in range(100_000):
        for node in nodes[block]:
            machine.compute(node)
        match block.terminator:
            case Return(outputs):
                return Result(
                    {place: machine.values[v] for place, v in outputs.items()}, machine.discarded, machine.steps
                )
            case Jump(edge):
                block = _follow(machine, edge)
            case Branch(condition, then, otherwise):
                block = _follow(machine, then if machine.values[condition][0] else otherwise)
    raise AssertionError("no end")


def _follow(machine: Machine, edge: Edge) -> Block:
    values = [machine.values[value] for value in edge.values]
    machine.values.update(zip(edge.target.phis, values, strict=True))
    return edge.target


def evaluate_structured(tree: StructuredGraph, inputs: Mapping[Place, Array]) -> Result:
    given = {place: np.atleast_1d(np.asarray(a, np.float32)) for place, a in inputs.items()}
    lanes = max((len(a) for a in given.values()), default=1)
    results = []
    for i in range(lanes):
        machine = Machine({place: a[i : i + 1] for place, a in given.items()}, {}, 1)
        _walk(tree.body, machine)
        results.append(
            Result({place: machine.values[v] for place, v in tree.outputs.items()}, machine.discarded, machine.steps)
        )
    return _together(results)


def _value(machine: Machine, node: Node) -> Array:
    if node.op == "const":
        return np.full(machine.lanes, _constant(node))
    return machine.values[node]


def _walk(region: Any, machine: Machine) -> bool:
    """Execute a region; return whether a break left it."""
    match region:
        case Seq(items):
            return any(_walk(item, machine) for item in items)
        case Straight(_, nodes):
            for node in nodes:
                machine.compute(node)
        case Assign(pairs):
            values = [_value(machine, value) for _, value in pairs]
            machine.values.update(zip([variable for variable, _ in pairs], values, strict=True))
        case IfRegion(condition, then, otherwise):
            return _walk(then if _value(machine, condition)[0] else otherwise, machine)
        case LoopRegion(_, body):
            for _ in range(100_000):
                if _walk(body, machine):
                    return False
            raise AssertionError("no end")
        case Break():
            return True
    return False
