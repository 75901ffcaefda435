"""Builds graphs by hand, and runs graphs and selected code over numpy lanes with two evaluators that share only IEEE
arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpucc.isel import Inst, Leaf, Result, ScalarSource, Selected
from gpucc.lowering.graph import BOOL, F32, VEC4, VOID, Block, Node, Return, Type, topological
from gpucc.rules.semantics import Call, Expr, Number, Var, parse
from gpucc.targets import CompileJob, Stages, TargetStage

Values = NDArray[Any]
F = np.float32
BOOLEANS = frozenset("foeq fone fueq fune ford funo folt fole fult fule band bor bxor bnot".split())


TRUTHS = 3  # the input register of truth values: components x and y


class Maker:
    """`make.fadd(x, y)` is a node; `make.i(0, 1)` input 0.y, `make.u(2, 3)` uniform 2.w, `make.k(1.0)` a constant."""

    def __init__(self) -> None:
        self.block = Block("entry")

    def i(self, register: int, component: int = 0) -> Node:
        return self.block.make("input", F32, (), (register, component))

    def u(self, register: int, component: int = 0) -> Node:
        return self.block.make("uniform", F32, (), (register, component))

    def k(self, value: float) -> Node:
        return self.block.make("const", F32, (), value)

    def truth(self, value: bool) -> Node:
        return self.block.make("const", BOOL, (), value)

    def b(self, component: int = 0) -> Node:
        return self.block.make("input", BOOL, (), (TRUTHS, component))

    def at(self, index: Node, register: int, component: int) -> Node:
        return self.block.make("uniform_at", F32, (index,), (register, component))

    def texture(self, *args: Node, sampler: int = 0, dimension: str = "2d", mode: str = "none") -> list[Node]:
        texel = self.block.make("texture", VEC4, args, (sampler, dimension, mode))
        return [self.block.make("part", F32, (texel,), lane) for lane in range(4)]

    def __getattr__(self, op: str) -> Callable[..., Node]:
        def make(*args: Node | float, flags: int = 0, attr: Hashable = None) -> Node:
            nodes = tuple(a if isinstance(a, Node) else self.k(float(a)) for a in args)
            kind: Type = BOOL if op in BOOLEANS else nodes[1].type if op == "select" else F32
            return self.block.make(op, kind, nodes, attr, flags)

        return make

    def discard(self, condition: Node) -> None:
        self.block.effects.append(Node("discard", VOID, (condition,)))

    def outputs(self, *nodes: Node, register: int = 0) -> Block:
        return self.output({(register + i // 4, i % 4): node for i, node in enumerate(nodes)})

    def output(self, outputs: Mapping[tuple[int, int], Node]) -> Block:
        self.block.terminator = Return(dict(outputs))
        return self.block


# arithmetic -----------------------------------------------------------------------------------------------------------


def _minimum(a: Values, b: Values) -> Values:
    lower = np.where((a == b) & np.signbit(a), a, np.where(a < b, a, b))
    return np.where(np.isnan(a), b, np.where(np.isnan(b), a, lower))


def _wide(function: Callable[..., Values]) -> Callable[..., Values]:
    """Correctly rounded, or nearly so: computed in double and rounded once."""
    return lambda *args: function(*(a.astype(np.float64) for a in args)).astype(F)


NEUTRAL: dict[str, Callable[..., Values]] = {
    "fadd": np.add,
    "fsub": np.subtract,
    "fmul": np.multiply,
    "fdiv": np.divide,
    "fneg": np.negative,
    "fabs": np.abs,
    "fmin": _minimum,
    "fmax": lambda a, b: -_minimum(-a, -b),
    "floor": np.floor,
    "ceil": np.ceil,
    "trunc": np.trunc,
    "sqrt": np.sqrt,
    "copysign": np.copysign,
    "exp2": _wide(np.exp2),
    "log2": _wide(np.log2),
    "sin": _wide(np.sin),
    "cos": _wide(np.cos),
    "pow": _wide(np.power),
    "dfdx": lambda a: a * F(0.25),
    "dfdy": lambda a: a * F(0.5),
    "foeq": np.equal,
    "fone": lambda a, b: (a < b) | (b < a),
    "folt": np.less,
    "fole": np.less_equal,
    "fueq": lambda a, b: ~((a < b) | (b < a)),
    "fune": np.not_equal,
    "fult": lambda a, b: ~(b <= a),
    "fule": lambda a, b: ~(b < a),
    "ford": lambda a, b: (a == a) & (b == b),
    "funo": lambda a, b: (a != a) | (b != b),
    "band": np.logical_and,
    "bor": np.logical_or,
    "bxor": np.logical_xor,
    "bnot": np.logical_not,
    "btof": lambda c: np.where(c, F(1), F(0)),
    "select": np.where,
}


def sample(sampler: object, coordinates: list[Values]) -> list[Values]:
    """An arbitrary function of a sampler and coordinates."""
    total = sum((F(k + 1) * c for k, c in enumerate(coordinates)), F(0))
    return [np.asarray(total * F(lane + 1), F) for lane in range(4)]


class Lanes:
    """Inputs (lanes, registers, 4) and uniforms (registers, 4)."""

    def __init__(self, inputs: Values, uniforms: Values) -> None:
        self.inputs, self.uniforms = inputs, uniforms
        self.count = len(inputs)

    def constant(self, value: float) -> Values:
        return np.full(self.count, value, F)


# graphs ---------------------------------------------------------------------------------------------------------------


class GraphRun:
    """Evaluates a graph. `unsure` marks lanes where a blend of the node's operands differs from the select: not finite,
    or a selected -0."""

    def __init__(self, block: Block, lanes: Lanes) -> None:
        self.lanes = lanes
        self.values: dict[Node, Any] = {}
        self.unsure = np.zeros(lanes.count, bool)
        self.discarded = np.zeros(lanes.count, bool)
        assert isinstance(block.terminator, Return)
        with np.errstate(all="ignore"):
            for node in topological([*block.effects, *block.terminator.outputs.values()]):
                self.values[node] = self._run(node)
        self.outputs = {key: self.values[node] for key, node in block.terminator.outputs.items()}

    def _run(self, node: Node) -> Any:
        args = [self.values[arg] for arg in node.args]
        match node.op, node.attr:
            case "const", value:
                return (
                    self.lanes.constant(float(value))
                    if node.type.kind == "f"
                    else np.full(self.lanes.count, bool(value))
                )  # type: ignore[arg-type]
            case "input", (register, component):
                value = self.lanes.inputs[:, register, component]
                return value != 0 if node.type.kind == "b" else value
            case "uniform", (register, component):
                return self.lanes.constant(self.lanes.uniforms[register, component])
            case "uniform_at", (register, component):
                return self.lanes.uniforms[register + args[0].astype(int), component]
            case "texture", (sampler, _, mode):
                if mode == "proj":
                    args = [a / args[-1] for a in args[:-1]]
                return sample(sampler, args[:-1] if mode == "bias" else args)
            case "part", int(lane):
                return args[0][lane]
            case "discard", _:
                self.discarded |= args[0]
                return None
            case "select", _ if node.type.kind == "f":
                chosen = np.where(args[0], args[1], args[2])
                self.unsure |= ~(np.isfinite(args[1]) & np.isfinite(args[2])) | ((chosen == 0) & np.signbit(chosen))
                return chosen
        return NEUTRAL[node.op](*args)


# selected code --------------------------------------------------------------------------------------------------------


class SelectedRun:
    """Executes each instruction by its op's semantics; operands must obey the op's record."""

    def __init__(self, selected: Selected, lanes: Lanes) -> None:
        self.lanes = lanes
        self.results: dict[Result, Values] = {}
        self.discarded = np.zeros(lanes.count, bool)
        with np.errstate(all="ignore"):
            for inst in selected.insts:
                self._run(inst)
            self.outputs = {key: self.source(source) for key, source in selected.outputs.items()}

    def source(self, source: ScalarSource) -> Values:
        value = self._leaf(source.value) if isinstance(source.value, Leaf) else self.results[source.value]
        value = np.abs(value) if source.absolute else value
        return -value if source.negate else value

    def _leaf(self, leaf: Leaf) -> Values:
        if leaf.kind == "input":
            return self.lanes.inputs[:, leaf.register, leaf.component]
        if leaf.kind == "uniform":
            if leaf.index is None:
                return self.lanes.constant(self.lanes.uniforms[leaf.register, leaf.component])
            index = leaf.index if isinstance(leaf.index, ScalarSource) else ScalarSource(leaf.index)
            return self.lanes.uniforms[leaf.register + self.source(index).astype(int), leaf.component]
        return self.lanes.constant(leaf.value)

    def _run(self, inst: Inst) -> None:
        check_operands(inst)
        values = {}
        for operand, given in zip(inst.op.operands, inst.operands, strict=True):
            for k, source in enumerate(given):
                row = f".{k // operand.lanes}" if operand.rows > 1 else ""
                lane = f"{row}.{'xyzw'[k % operand.lanes]}" if operand.lanes else ""
                values[operand.name + lane] = self.source(source)
        if inst.op.sampler:
            results = sample(inst.attr[0], [self.source(s) for s in inst.operands[0]])  # type: ignore[index]
        else:
            results = [np.asarray(self._expression(parse(text), values)) for text in inst.op.semantics]
        if inst.op.effect == "discard":
            self.discarded |= results[0].astype(bool)
        for lane, result in enumerate(results if inst.op.result != "none" else ()):
            if "sat" in inst.modifiers:
                result = NEUTRAL["fmin"](NEUTRAL["fmax"](result, self.lanes.constant(0)), self.lanes.constant(1))
            self.results[Result(inst, lane)] = result.astype(F)

    def _expression(self, expr: Expr, values: Mapping[str, Values]) -> Values:
        match expr:
            case Number(value):
                return self.lanes.constant(value)
            case Var(name):
                return values[name]
            case Call(op, args):
                return NEUTRAL[op](*(self._expression(arg, values) for arg in args))
        raise AssertionError(expr)


def kind(source: ScalarSource) -> str:
    value = source.value
    if isinstance(value, Result):
        return "temporary"
    return {"constant": "uniform", "undef": "uniform"}.get(value.kind, value.kind)


def place(source: ScalarSource) -> tuple[object, ...]:
    """The property in which all lanes of one operand must agree."""
    value = source.value
    if isinstance(value, Result):
        return ("temporary",)
    return ("constant",) if value.kind in ("constant", "undef") else (value.kind, value.register, value.index)


def check_operands(inst: Inst) -> None:
    exclusive = 0
    for operand, given in zip(inst.op.operands, inst.operands, strict=True):
        kinds = {kind(source) for source in given}
        assert kinds <= operand.accepts, f"{inst.op.name} does not take {kinds}"
        assert operand.rows > 1 or len({place(source) for source in given}) == 1, (
            f"{inst.op.name} reads {given} as one operand"
        )
        assert operand.modifiers >= {m for s in given for m, on in (("neg", s.negate), ("abs", s.absolute)) if on}
        exclusive += bool(kinds & inst.op.exclusive)
    assert exclusive <= 1, f"{inst.op.name} reads two operands of {set(inst.op.exclusive)}"


# comparing ------------------------------------------------------------------------------------------------------------

CORNERS = np.array(
    "0 -0 1 -1 .5 -.5 1.5 2 -2 3.7 -3.7 1e-3 100.25 -1e6 8388609 -16777216 3e38 -3e38 1e-45 -1e-40 1.17549435e-38 inf"
    " -inf nan 0.99999994 -0.99999994 2.5 -1.5".split(),
    F,
)


def corner_lanes(registers: int = 4, count: int = 512, seed: int = 1, finite: bool = False) -> Lanes:
    """Corner values mixed with ordinary ones; the components that represent booleans hold 0 or 1."""
    random = np.random.default_rng(seed)
    corners = CORNERS[np.isfinite(CORNERS)] if finite else CORNERS
    shape = (count, registers, 4)
    inputs = np.where(
        random.random(shape) < 0.6, random.choice(corners, shape), random.normal(size=shape).astype(F) * F(4)
    )
    inputs[:, TRUTHS, :2] = random.integers(0, 2, (count, 2))
    uniforms = random.choice(CORNERS[np.isfinite(CORNERS)], (16, 4))
    return Lanes(inputs.astype(F), uniforms.astype(F))


def same(a: Values, b: Values) -> Values:
    """Compare bits; all NaNs are equal."""
    return (np.isnan(a) & np.isnan(b)) | ((a == b) & (np.signbit(a) == np.signbit(b)))


def check_selection(block: Block, selected: Selected, lanes: Lanes | None = None) -> None:
    """Check that the selected code computes the graph's results, on every lane that is not unsure."""
    lanes = lanes or corner_lanes()
    wanted, got = GraphRun(block, lanes), SelectedRun(selected, lanes)
    sure = ~wanted.unsure
    assert (wanted.discarded == got.discarded)[sure].all()
    for key, value in wanted.outputs.items():
        value = NEUTRAL["btof"](value) if value.dtype == bool else value
        wrong = sure & ~same(value, got.outputs[key])
        assert not wrong.any(), (
            f"output {key}, lane {wrong.argmax()}: {value[wrong][:3]} became {got.outputs[key][wrong][:3]}"
        )


def unscheduled(select: Callable[[Any, CompileJob], Any]) -> Stages:
    """The stages of a target that only selects; later stages pass on what they get."""
    keep: TargetStage[Any, Any] = TargetStage(run=lambda made, job: made, show=str)
    return Stages(select=TargetStage(run=select, show=str), schedule=keep, allocate=keep, encode=keep, check=keep)
