"""Runs graphs over numpy lanes: the tests' own definition of the neutral operations, apart from the compiler's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gpucc.lowering.graph import Block, Branch, Graph, Jump, LocalArray, Node, Return, Type, roots, topological

Array = Any
Env = dict[Node, Array]


def float_dtype(type: Type) -> Any:
    return {16: np.float16, 32: np.float32, 64: np.float64}[type.bits]


def as_signed(values: Array, bits: int) -> Array:
    """int64 lanes reduced to two's complement of `bits`."""
    if bits >= 64:
        return values
    half = np.int64(1) << (bits - 1)
    return ((values + half) & ((half << 1) - 1)) - half


def as_unsigned(values: Array, bits: int) -> Array:
    return values.astype(np.uint64) if bits >= 64 else values & ((np.int64(1) << bits) - 1)


def _min(a: Array, b: Array) -> Array:
    least = np.where(a == b, np.where(np.signbit(a), a, b), np.where(a < b, a, b))
    return np.where(np.isnan(a), b, np.where(np.isnan(b), a, least))


def _truncated_division(a: Array, b: Array) -> Array:
    return np.sign(a) * np.sign(b) * (abs(a) // abs(b))


UNORDERED = {"fueq": "foeq", "fune": "fone", "fult": "folt", "fule": "fole"}
COMPARES: dict[str, Callable[[Array, Array], Array]] = {
    "foeq": lambda a, b: a == b,
    "fone": lambda a, b: (a < b) | (a > b),
    "folt": lambda a, b: a < b,
    "fole": lambda a, b: a <= b,
    "ieq": lambda a, b: a == b,
    "ine": lambda a, b: a != b,
    "islt": lambda a, b: a < b,
    "isle": lambda a, b: a <= b,
}
FLOATS: dict[str, Callable[..., Array]] = {
    "fadd": lambda a, b: a + b,
    "fsub": lambda a, b: a - b,
    "fmul": lambda a, b: a * b,
    "fdiv": lambda a, b: a / b,
    "frem": np.fmod,
    "fmin": _min,
    "fmax": lambda a, b: -_min(-a, -b),
    "copysign": np.copysign,
    "fneg": lambda a: -a,
    "fabs": np.abs,
    "floor": np.floor,
    "ceil": np.ceil,
    "trunc": np.trunc,
    "rint": np.rint,
    "round": lambda a: np.copysign(np.floor(np.abs(a.astype(np.float64)) + 0.5), a).astype(a.dtype),
    "sqrt": np.sqrt,
}
FUNCTIONS: dict[str, Callable[..., Array]] = {
    **{name: getattr(np, name) for name in "exp2 exp log2 log log10 sin cos tan sinh cosh tanh".split()},
    "pow": np.power,
    "atan2": np.arctan2,
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
}
INTEGERS: dict[str, Callable[[Array, Array], Array]] = {
    "iadd": lambda a, b: a + b,
    "isub": lambda a, b: a - b,
    "imul": lambda a, b: a * b,
    "iand": lambda a, b: a & b,
    "ior": lambda a, b: a | b,
    "ixor": lambda a, b: a ^ b,
    "shl": lambda a, b: a << b,
    "ashr": lambda a, b: a >> b,
    "sdiv": _truncated_division,
    "srem": lambda a, b: a - b * _truncated_division(a, b),
}
UNSIGNED: dict[str, Callable[[Array, Array], Array]] = {
    "lshr": lambda a, b: a >> b,
    "udiv": lambda a, b: a // b,
    "urem": lambda a, b: a % b,
    "iult": lambda a, b: a < b,
    "iule": lambda a, b: a <= b,
}


def apply(node: Node, args: list[Array]) -> Array:
    """One operation on lanes."""
    op, type = node.op, node.type
    if op in FLOATS:
        return FLOATS[op](*args).astype(float_dtype(type))
    if op in FUNCTIONS:
        return FUNCTIONS[op](*(a.astype(np.float64) for a in args)).astype(float_dtype(type))
    if op in COMPARES:
        return COMPARES[op](*args)
    if op in UNORDERED:
        return np.isnan(args[0]) | np.isnan(args[1]) | COMPARES[UNORDERED[op]](*args)
    if op in ("ford", "funo"):
        unordered = np.isnan(args[0]) | np.isnan(args[1])
        return unordered if op == "funo" else ~unordered
    if op in INTEGERS:
        return as_signed(INTEGERS[op](*args), type.bits)
    if op in UNSIGNED:
        result = UNSIGNED[op](*(as_unsigned(a, node.args[0].type.bits) for a in args))
        return result if type.kind == "b" else as_signed(result.astype(np.int64), type.bits)
    return _convert(node, args)


def _convert(node: Node, args: list[Array]) -> Array:
    op, type = node.op, node.type
    first = args[0]
    bits = node.args[0].type.bits
    match op:
        case "select":
            return np.where(first, args[1], args[2])
        case "band":
            return first & args[1]
        case "bor":
            return first | args[1]
        case "bxor":
            return first ^ args[1]
        case "bnot":
            return ~first
        case "sext":
            return first
        case "zext":
            return as_unsigned(first, bits)
        case "itrunc":
            return as_signed(first, type.bits)
        case "btoi":
            return as_signed(first.astype(np.int64), type.bits)
        case "fptosi" | "fptoui":
            return as_signed(np.trunc(np.nan_to_num(first.astype(np.float64))).astype(np.int64), type.bits)
        case "sitofp" | "btof" | "fpconvert":
            return first.astype(float_dtype(type))
        case "uitofp":
            return as_unsigned(first, bits).astype(float_dtype(type))
        case "bits" if type.kind == "f":
            return as_unsigned(first, bits).astype(f"u{bits // 8}").view(float_dtype(type))
        case "bits":
            return as_signed(first.view(f"u{bits // 8}").astype(np.int64), bits)
    raise AssertionError(f"no meaning for {op}")


class Machine:
    """Lanes run together and part ways at branches."""

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
                assert self.steps, "the graph does not come to an end"
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
        # only what cannot be computed again may live on: the rest may depend on phis that change
        kept = {node: value[taken] for node, value in env.items() if node.op in ("phi", "local_load")}
        kept |= {phi: env[value][taken] for phi, value in zip(edge.target.phis, edge.values, strict=True)}
        return edge.target, lanes[taken], kept

    def value(self, node: Node, known: Env, lanes: Array) -> Array:
        args = [known[arg] for arg in node.args]
        count = len(lanes)
        match node.op:
            case "const":
                return np.full(
                    count, node.attr, {"f": float_dtype, "i": lambda _: np.int64, "b": lambda _: bool}[node.type.kind](node.type)
                )
            case "undef":
                return np.full(count, 0, {"f": float_dtype, "i": lambda _: np.int64, "b": lambda _: bool}[node.type.kind](node.type))
            case "input":
                return self.typed(self.inputs[lanes, node.attr[0], node.attr[1]], node.type)  # type: ignore[index]
            case "uniform":
                return self.typed(np.full(count, self.uniforms[node.attr]), node.type)  # type: ignore[index]
            case "uniform_at":
                register, component, _ = node.attr  # type: ignore[misc]
                return self.typed(self.uniforms[register + args[0], component], node.type)
            case "discard":
                self.discarded[lanes] |= args[0]
                return np.zeros(count)
            case "local_load":
                return self.array(node.attr)[lanes, args[0]]
            case "local_store":
                self.array(node.attr)[lanes, args[0]] = args[1]
                return np.zeros(count)
            case "texture":
                # any function of sampler and coordinates will do
                return np.stack([sum(args) * np.float32(k + 1) + np.float32(node.attr[0]) for k in range(4)])  # type: ignore[index]
            case "part":
                return args[0][node.attr]
        return apply(node, args)

    def array(self, attr: Any) -> Array:
        assert isinstance(attr, LocalArray)
        dtype = float_dtype(attr.type) if attr.type.kind == "f" else np.int64
        return self.arrays.setdefault(attr.name, np.zeros((len(self.inputs), attr.length), dtype))

    def typed(self, values: Array, type: Type) -> Array:
        """A component holds a float; integers and booleans as their values."""
        if type.kind == "f":
            return values.astype(float_dtype(type))
        return values != 0 if type.kind == "b" else values.astype(np.int64)


def evaluate(graph: Graph, inputs: Array, uniforms: Array) -> dict[tuple[int, int], Array]:
    return Machine(graph, inputs, uniforms).run()
