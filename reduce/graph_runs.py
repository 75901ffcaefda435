"""Runs a graph over numpy lanes, with files of inputs and uniforms as on a target; lanes may diverge at branches."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpucc.errors import Unsupported
from gpucc.lowering.graph import Block, Branch, Graph, Jump, LocalArray, Node, Return, Type, roots, topological
from gpucc.reduce.graph_lanes import Array, dtype_of, operate

Env = dict[Node, Array]


class GraphRunner:
    def __init__(self, graph: Graph, inputs: Array, uniforms: Array, steps: int = 10000) -> None:
        self.graph, self.inputs, self.uniforms, self.steps = graph, inputs, uniforms, steps
        lanes = len(inputs)
        self.outputs: dict[tuple[int, int], Array] = {}
        self.discarded = np.zeros(lanes, bool)
        self.arrays: dict[str, Array] = {}

    def run(self) -> dict[tuple[int, int], Array]:
        work: list[tuple[Block, Array, Env]] = [(self.graph.entry, np.arange(len(self.inputs)), {})]
        with np.errstate(all="ignore"):
            while work:
                self.steps -= 1
                if not self.steps:
                    raise Unsupported("the graph does not come to an end")
                block, lanes, env = work.pop()
                if len(lanes):
                    work += self.block(block, lanes, env)
        return self.outputs

    def block(self, block: Block, lanes: Array, env: Env) -> list[tuple[Block, Array, Env]]:
        known = {node: value for node, value in env.items() if node not in block.effects}
        for node in topological([*block.effects, *roots(block)]):
            if node not in known:
                known[node] = self.value(node, known, lanes)
        match block.terminator:
            case Jump(edge):
                return [self.follow(edge, lanes, known, np.ones(len(lanes), bool))]
            case Branch(condition, then, otherwise):
                taken = known[condition]
                return [self.follow(then, lanes, known, taken), self.follow(otherwise, lanes, known, ~taken)]
            case Return(outputs):
                for place, node in outputs.items():
                    whole = self.outputs.setdefault(place, np.zeros(len(self.inputs), known[node].dtype))
                    whole[lanes] = known[node]
        return []

    def follow(self, edge: Any, lanes: Array, env: Env, taken: Array) -> tuple[Block, Array, Env]:
        # keep only values that cannot be recomputed: the others may depend on phis that change
        kept = {node: value[taken] for node, value in env.items() if node.op in ("phi", "local_load")}
        kept |= {phi: env[value][taken] for phi, value in zip(edge.target.phis, edge.values, strict=True)}
        return edge.target, lanes[taken], kept

    def value(self, node: Node, known: Env, lanes: Array) -> Array:
        args = [known[arg] for arg in node.args]
        attr: Any = node.attr
        count = len(lanes)
        match node.op:
            case "const":
                return np.full(count, attr, dtype_of(node.type))
            case "undef":
                return np.zeros(count, dtype_of(node.type))
            case "input":
                return self.typed(self.inputs[lanes, attr[0], attr[1]], node.type)
            case "uniform":
                return self.typed(np.full(count, self.uniforms[attr]), node.type)
            case "uniform_at":
                register, component, _ = attr
                return self.typed(self.uniforms[register + args[0], component], node.type)
            case "discard":
                self.discarded[lanes] |= args[0]
                return np.zeros(count)
            case "local_load":
                return self.array(attr)[lanes, args[0]]
            case "local_store":
                self.array(attr)[lanes, args[0]] = args[1]
                return np.zeros(count)
            case "texture":
                # a stand-in for textures: any function of sampler and coordinates suffices
                return np.stack([sum(args) * np.float32(k + 1) + np.float32(attr[0]) for k in range(4)])
            case "part":
                return args[0][attr]
        return operate(node.op, node.type, node.args[0].type, args)

    def array(self, attr: Any) -> Array:
        assert isinstance(attr, LocalArray)
        return self.arrays.setdefault(attr.name, np.zeros((len(self.inputs), attr.length), dtype_of(attr.type)))

    def typed(self, values: Array, type: Type) -> Array:
        """Convert a component, which is a float, to an integer or boolean with that value."""
        return values != 0 if type.kind == "b" else values.astype(dtype_of(type))


def evaluate(graph: Graph, inputs: Array, uniforms: Array) -> dict[tuple[int, int], Array]:
    return GraphRunner(graph, inputs, uniforms).run()
