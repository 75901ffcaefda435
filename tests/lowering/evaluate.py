"""Runs a graph over numpy lanes with the neutral semantics: the oracle for graph passes.

A graph of one block runs over all lanes at once; others lane by lane. Functions are computed in float64 and rounded
once, as the simulators do.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from gpucc.lowering.flow_structure import Assign, Break, If, Loop, Seq, Straight, Structured
from gpucc.lowering.graph import BOOL, Block, Branch, Edge, Graph, Jump, Node, Return, Type, roots
from gpucc.lowering.rewrite import homes, pending

Array = Any
Place = tuple[int, int]
FLOATS: dict[int, Any] = {16: np.float16, 32: np.float32, 64: np.float64}


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
                value = np.zeros(self.lanes, _dtype(node.type))
            case "input" | "uniform":
                source = self.inputs if node.op == "input" else self.uniforms
                value = _from_float(source[_place(node)], node.type, self.lanes)
            case "uniform_at":
                register, component = _place(node)
                value = np.array(
                    [_from_float(self.uniforms[register + int(k), component], node.type, self.lanes)[i] for i, k in enumerate(args[0])]
                )
            case "discard":
                self.discarded |= args[0]
                value = args[0]
            case "local_load":
                old = [self.memory.get((_array(node), int(k)), np.zeros(self.lanes, _dtype(node.type)))[i] for i, k in enumerate(args[0])]
                value = np.array(old, _dtype(node.type))
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


def _dtype(type: Type) -> Any:
    return np.bool_ if type == BOOL else FLOATS[type.bits] if type.kind == "f" else np.int64


def _constant(node: Node) -> Any:
    return _dtype(node.type)(node.attr)


def _from_float(values: Array, type: Type, lanes: int) -> Array:
    values = np.broadcast_to(np.asarray(values, np.float32), (lanes,))
    if type == BOOL:
        return values != 0
    return values.astype(_dtype(type)) if type.kind == "f" else wrap(values.astype(np.int64), type.bits)


def wrap(values: Array, bits: int) -> Array:
    if bits >= 64:
        return values
    half = np.int64(1) << np.int64(bits - 1)
    return ((values + half) & ((half << 1) - 1)) - half


def unsigned(values: Array, bits: int) -> Array:
    return values.astype(np.uint64) & np.uint64((1 << bits) - 1)


# operations -----------------------------------------------------------------------------------------------------------

COMPARES = {"eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal}
FUNCTIONS = {
    "exp2": np.exp2, "exp": np.exp, "log2": np.log2, "log": np.log, "log10": np.log10, "sin": np.sin, "cos": np.cos, "tan": np.tan,
    "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan, "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh, "pow": np.power,
    "atan2": np.arctan2, "frem": np.fmod,
}  # fmt: skip
FLOAT = {
    "fadd": np.add, "fsub": np.subtract, "fmul": np.multiply, "fdiv": np.divide, "fneg": np.negative, "fabs": np.abs, "floor": np.floor,
    "ceil": np.ceil, "trunc": np.trunc, "rint": np.rint, "sqrt": np.sqrt, "copysign": np.copysign,
}  # fmt: skip
BOOLEAN = {"band": np.logical_and, "bor": np.logical_or, "bxor": np.logical_xor, "bnot": np.logical_not}


def operate(op: str, type: Type, of: Type, args: list[Array]) -> Array:
    """`type` is the result's, `of` the first operand's."""
    if op in FLOAT:
        return FLOAT[op](*args)
    if op in FUNCTIONS:
        return FUNCTIONS[op](*[a.astype(np.float64) for a in args]).astype(FLOATS[type.bits])
    if op in BOOLEAN:
        return BOOLEAN[op](*args)
    if op == "select":
        return np.where(args[0], args[1], args[2])
    if op in ("fmin", "fmax"):
        return _extreme(op, *args)
    if op == "fma":
        return (args[0].astype(np.float64) * args[1] + args[2]).astype(np.float32)
    if op == "round":
        whole = np.trunc(args[0])
        return np.copysign(whole + np.where(np.abs(args[0] - whole) >= 0.5, np.copysign(1, args[0]), 0), args[0]).astype(args[0].dtype)
    if op[:3] in ("foe", "fon", "fol", "fue", "fun", "ful", "for"):
        return _compare_floats(op, *args)
    if op in ("ieq", "ine", "islt", "isle"):
        return COMPARES[op[-2:]](*args)
    if op in ("iult", "iule"):
        return COMPARES[op[-2:]](unsigned(args[0], of.bits), unsigned(args[1], of.bits))
    return _convert(op, type, of, args[0]) if len(args) == 1 else wrap(_integer(op, of.bits, *args), type.bits)


def _extreme(op: str, a: Array, b: Array) -> Array:
    result = (np.fmin if op == "fmin" else np.fmax)(a, b)
    negative = (np.signbit(a) | np.signbit(b)) if op == "fmin" else (np.signbit(a) & np.signbit(b))
    zero = np.where(negative, -0.0, 0.0).astype(result.dtype)
    return np.where((a == 0) & (b == 0), zero, result)


def _compare_floats(op: str, a: Array, b: Array) -> Array:
    unordered = np.isnan(a) | np.isnan(b)
    if op in ("ford", "funo"):
        return unordered if op == "funo" else ~unordered
    ordered = COMPARES[op[2:]](a, b) & ~unordered
    return ordered | unordered if op[1] == "u" else ordered


def _integer(op: str, bits: int, a: Array, b: Array) -> Array:
    ua, ub = unsigned(a, bits), unsigned(b, bits)
    match op:
        case "iadd":
            return a + b
        case "isub":
            return a - b
        case "imul":
            return a * b
        case "iand":
            return a & b
        case "ior":
            return a | b
        case "ixor":
            return a ^ b
        case "sdiv" | "srem":
            safe = np.where(b == 0, 1, b)
            quotient = np.sign(a) * np.sign(safe) * (np.abs(a) // np.abs(safe))
            return quotient if op == "sdiv" else a - quotient * safe
        case "udiv" | "urem":
            safe = np.where(ub == 0, np.uint64(1), ub)
            return (ua // safe if op == "udiv" else ua % safe).astype(np.int64)
        case "shl":
            return a << np.minimum(b, 63)
        case "ashr":
            return a >> np.clip(b, 0, 63)
        case "lshr":
            return (ua >> np.clip(b, 0, 63).astype(np.uint64)).astype(np.int64)
    raise AssertionError(op)


def _convert(op: str, type: Type, of: Type, a: Array) -> Array:
    match op:
        case "sext":
            return wrap(a.astype(np.int64) * (-1 if of == BOOL else 1), type.bits)
        case "zext":
            return wrap(unsigned(a, of.bits).astype(np.int64), type.bits)
        case "itrunc":
            return (a & 1) != 0 if type == BOOL else wrap(a, type.bits)
        case "fptosi" | "fptoui":
            return wrap(np.nan_to_num(np.clip(np.trunc(a.astype(np.float64)), -(2.0**62), 2.0**62)).astype(np.int64), type.bits)
        case "sitofp":
            return a.astype(_dtype(type))
        case "uitofp":
            return unsigned(a, of.bits).astype(_dtype(type))
        case "fpconvert" | "btof":
            return a.astype(_dtype(type))
        case "btoi":
            return a.astype(np.int64)
        case "bits":
            pattern = {16: (np.float16, np.int16), 32: (np.float32, np.int32)}[type.bits]
            if of.kind == "f":
                return np.ascontiguousarray(a, pattern[0]).view(pattern[1]).astype(np.int64)
            return a.astype(pattern[1]).view(pattern[0])
    raise AssertionError(op)


# graphs ---------------------------------------------------------------------------------------------------------------


def evaluate(graph: Graph, inputs: Mapping[Place, Array] | None = None, uniforms: Mapping[Place, Array] | None = None) -> Result:
    given = {place: np.atleast_1d(np.asarray(a, np.float32)) for place, a in (inputs or {}).items()}
    constant = {place: np.asarray(a, np.float32) for place, a in (uniforms or {}).items()}
    lanes = max((len(a) for a in given.values()), default=1)
    if len(graph.blocks) == 1:
        return _run(graph, Machine(given, constant, lanes))
    results = [_run(graph, Machine({place: a[i : i + 1] for place, a in given.items()}, constant, 1)) for i in range(lanes)]
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
                return Result({place: machine.values[v] for place, v in outputs.items()}, machine.discarded, machine.steps)
            case Jump(edge):
                block = _follow(machine, edge)
            case Branch(condition, then, otherwise):
                block = _follow(machine, then if machine.values[condition][0] else otherwise)
    raise AssertionError("no end")


def _follow(machine: Machine, edge: Edge) -> Block:
    values = [machine.values[value] for value in edge.values]
    machine.values.update(zip(edge.target.phis, values, strict=True))
    return edge.target


def evaluate_structured(tree: Structured, inputs: Mapping[Place, Array]) -> Result:
    given = {place: np.atleast_1d(np.asarray(a, np.float32)) for place, a in inputs.items()}
    lanes = max((len(a) for a in given.values()), default=1)
    results = []
    for i in range(lanes):
        machine = Machine({place: a[i : i + 1] for place, a in given.items()}, {}, 1)
        _walk(tree.body, machine)
        results.append(Result({place: machine.values[v] for place, v in tree.outputs.items()}, machine.discarded, machine.steps))
    return _together(results)


def _value(machine: Machine, node: Node) -> Array:
    if node.op == "const":
        return np.full(machine.lanes, _constant(node))
    return machine.values[node]


def _walk(region: Any, machine: Machine) -> bool:
    """Whether the region was left by a break."""
    match region:
        case Seq(items):
            return any(_walk(item, machine) for item in items)
        case Straight(_, nodes):
            for node in nodes:
                machine.compute(node)
        case Assign(pairs):
            values = [_value(machine, value) for _, value in pairs]
            machine.values.update(zip([variable for variable, _ in pairs], values, strict=True))
        case If(condition, then, otherwise):
            return _walk(then if _value(machine, condition)[0] else otherwise, machine)
        case Loop(_, body):
            for _ in range(100_000):
                if _walk(body, machine):
                    return False
            raise AssertionError("no end")
        case Break():
            return True
    return False


def float_of_pattern(pattern: int) -> float:
    return float(struct.unpack("<f", struct.pack("<I", pattern))[0])
