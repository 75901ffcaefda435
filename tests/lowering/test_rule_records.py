"""Every record of the middle's rules fires on its own left side, can be disabled, and without flags changes no
value."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping

import numpy as np
import pytest
from graph_shaders import same

from gpucc.isa.neutral import OPS
from gpucc.lowering.check import check_graph
from gpucc.lowering.fold import fold, wrap
from gpucc.lowering.graph import BOOL, F16, F32, I32, Block, Graph, Node, Return, Type, integer
from gpucc.lowering.simplify.simplify import RULES, simplify
from gpucc.lowering.text import format_graph
from gpucc.reduce.graph_runs import evaluate
from gpucc.rules.pattern import LiteralPattern, Match, Operation, Pattern, walk
from gpucc.rules.rewrite import Rewrite
from gpucc.rules.semantics import Call, parse

# ops whose operands have types other than their result
WIDTH_OPS = frozenset("sext zext itrunc fpconvert bits undef".split())


def has_widths(rule: Rewrite) -> bool:
    return any(isinstance(p, Operation) and p.op in WIDTH_OPS for p in walk(rule.pattern))


ALL = [rule for rule in RULES.rules if isinstance(rule, Rewrite)]
RECORDS = [rule for rule in ALL if not has_widths(rule)]
WIDTHS = [rule for rule in ALL if has_widths(rule)]
TYPES = {"f": F32, "i": I32, "b": BOOL}
LITERALS = {"zero": 0.0, "one": 1.0, "nan": math.nan}
NUMBERS = (2.0, -2.0, 3.0, 1e-3)
CORNERS = (0.0, -0.0, 1.0, -1.0, math.inf, -math.inf, math.nan, 1e-45, -1e-45, 3.4028235e38, 0.5, -2.5, 3.0, 8388609.0)


def operand_kind(op: str, index: int, result: str) -> str:
    if op in ("bnot", "band", "bor", "bxor", "btof", "btoi") or (op == "select" and index == 0):
        return "b"
    if op in ("fptosi", "fptoui"):
        return "f"
    if OPS[op].result == "b":
        return op[0]
    return result


class Case:
    """The left side of a rule as a graph over inputs; `literals` are assigned in turn to its names in capitals."""

    def __init__(self, rule: Rewrite, literals: tuple[float, ...], fixed: str = "") -> None:
        self.block = Block("entry")
        self.bound: dict[str, Node] = {fixed: self.block.make("const", F32, attr=2.0)} if fixed else {}
        self.literals = iter(literals)
        kind, right = OPS[rule.pattern.op].result, parse(rule.right)
        if kind == "same":
            kind = OPS[right.name].result if isinstance(right, Call) and right.name != "select" else "f"
        self.root = self.make(rule.pattern, kind)
        self.block.terminator = Return({(0, 0): self.root})
        self.graph = Graph("test", [self.block])

    def make(self, p: Pattern, kind: str) -> Node:
        if isinstance(p, LiteralPattern):
            return self.block.make("const", TYPES[kind], attr={"f": float, "i": int, "b": bool}[kind](p.value))
        if isinstance(p, Match):
            if p.name not in self.bound:
                self.bound[p.name] = self.value(p, kind)
            return self.bound[p.name]
        args = tuple(self.make(arg, operand_kind(p.op, k, kind)) for k, arg in enumerate(p.args))
        type = (
            args[1].type if p.op == "select" else TYPES[OPS[p.op].result] if OPS[p.op].result in TYPES else args[0].type
        )
        node = self.block.make(p.op, type, args, flags=p.flags)
        if p.name:
            self.bound[p.name] = node
        return node

    def value(self, p: Match, kind: str) -> Node:
        """A literal, or an input constructed so that the predicates hold for it."""
        if "constant" in p.where:
            value = next((LITERALS[name] for name in p.where if name in LITERALS), None)
            value = next(self.literals) if value is None else value
            return self.block.make("const", TYPES[kind], attr=int(value) if kind == "i" else value)
        place = len(self.bound)
        given = self.block.make("input", TYPES[kind], attr=("fib".index(kind), place % 4))
        match p.where:
            case ():
                return given
            case ("plus",):
                return self.block.make("fabs", F32, (given,))
            case ("whole",):
                return self.block.make("ceil", F32, (given,))
            case ("positive",):
                return self.block.make("fmul", F32, (given, given))
            case ("share",):
                positive = self.block.make("fabs", F32, (given,))
                return self.block.make("fmin", F32, (positive, self.block.make("const", F32, attr=1.0)))
            case ("number", "bounded"):
                return self.block.make("btof", F32, (self.block.make("input", BOOL, attr=(2, 0)),))
        return self.block.make("fmax", F32, (given, self.block.make("const", F32, attr=0.5)))


def cases(rule: Rewrite) -> Iterator[Case]:
    wanted = {p.name for p in walk(rule.pattern) if isinstance(p, Match) and p.where == ("constant",)}
    for literals in itertools.product(NUMBERS, repeat=len(wanted)):
        yield Case(rule, literals)
    if "settled" in rule.guard:
        yield from (Case(rule, (), fixed=name) for name in "xy")


def firing(rule: Rewrite) -> Graph:
    for case in cases(rule):
        fired: Counter[str] = Counter()
        simplify(case.graph, applied=fired)
        if rule.name in fired:
            return case.graph
    raise AssertionError(f"{rule.name}: {rule.left} is never replaced")


@pytest.mark.parametrize("rule", RECORDS, ids=lambda rule: rule.name)
def test_a_record_fires_and_changes_no_value(rule: Rewrite) -> None:
    graph = firing(rule)
    better = simplify(graph)
    check_graph(better, "simplify")
    without = simplify(graph, disabled=frozenset({rule.name}))
    count: Counter[str] = Counter()
    simplify(graph, disabled=frozenset({rule.name}), applied=count)
    assert rule.name not in count
    check_graph(without, "simplify")
    if not any(p.flags for p in walk(rule.pattern) if isinstance(p, Operation)):
        values = np.array(list(itertools.product(CORNERS, CORNERS)), np.float32)
        inputs = np.zeros((len(values), 3, 4), np.float32)
        inputs[:, 0] = np.stack([values[:, 0], values[:, 1], np.roll(values[:, 0], 5), np.roll(values[:, 1], 3)], 1)
        inputs[:, 2] = np.random.default_rng(1).integers(0, 2, (len(values), 4))
        inputs[:, 1] = np.random.default_rng(2).integers(-20, 21, (len(values), 4))
        uniforms = np.zeros((1, 4), np.float32)
        wanted = evaluate(graph, inputs, uniforms)[0, 0]
        assert same(evaluate(better, inputs, uniforms)[0, 0], wanted), format_graph(better)


# widths ---------------------------------------------------------------------------------------------------------------

NARROW = tuple(map(integer, (2, 3, 5)))
FLOATS = (0.0, -0.0, 1.5, math.inf, math.nan)
Bound = Mapping[str, Node]


def operand_types(op: str, type: Type) -> Iterator[tuple[Type, ...]]:
    """Yield the possible types of the operands of an op of this type."""
    match op:
        case "sext" | "zext":
            yield from ((t,) for t in NARROW if t.bits < type.bits)
        case "itrunc":
            yield from ((t,) for t in NARROW if t.bits > type.bits)
        case "fpconvert":
            yield (F16 if type == F32 else F32,)
        case "bits":
            yield (F32 if type == I32 else I32,)
            yield (type,)
        case "btoi":
            yield (BOOL,)
        case "shl":
            yield (type, type)
        case "select":
            yield (BOOL, type, type)
        case "undef":
            yield ()
        case _:
            yield from ((t,) * OPS[op].arity for t in NARROW)


def made(p: Pattern, type: Type, block: Block, bound: Bound) -> Iterator[tuple[Node, Bound]]:
    """Yield the pattern as nodes, for all types that it fits and with all literals."""
    if isinstance(p, Match):
        if p.name in bound:
            nodes = [bound[p.name]] if bound[p.name].type == type else []
        elif {"constant", "reinterpreted"} & {*p.where}:
            nodes = [block.make("const", type, attr=value) for value in values(type)]
        else:
            nodes = [block.make("input", type, attr=(0, len(bound)))]
        yield from ((node, {**bound, p.name: node}) for node in nodes)
        return
    assert isinstance(p, Operation)
    for types in operand_types(p.op, type):
        partial: list[tuple[tuple[Node, ...], Bound]] = [((), bound)]
        for arg, wanted in zip(p.args, types, strict=True):
            partial = [((*args, one), more) for args, known in partial for one, more in made(arg, wanted, block, known)]
        for args, known in partial:
            yield block.make(p.op, type, args), known


def values(type: Type) -> tuple[int | float | bool, ...]:
    if type.kind == "f" or type.bits > 8:
        return FLOATS if type.kind == "f" else (0, 1, -1, 0x3FC00000, 0x7FC00000)
    return tuple(dict.fromkeys(wrap(value, type) for value in range(1 << type.bits)))


def computed(node: Node, given: Mapping[object, int | float | bool]) -> int | float | bool | None:
    """The value of a node; None if it is undefined."""
    if node.op in ("const", "input"):
        return node.attr if node.op == "const" else given[node.attr]  # type: ignore[return-value]
    if node.op == "select":
        return computed(node.args[1 if computed(node.args[0], given) else 2], given)
    operands = [computed(arg, given) for arg in node.args]
    if node.op == "undef" or None in operands:
        return None
    return fold(
        node.op,
        node.type,
        tuple(Node("const", arg.type, (), value) for arg, value in zip(node.args, operands, strict=True)),
    )


@pytest.mark.parametrize("rule", WIDTHS, ids=lambda rule: rule.name)
def test_a_record_for_several_widths_changes_no_value_of_narrow_types(rule: Rewrite) -> None:
    result = OPS[rule.pattern.op].result
    fired: Counter[str] = Counter()
    for type in (
        (BOOL,)
        if result == "b"
        else (F16, F32)
        if result == "f"
        else (*NARROW, F32, I32)
        if result == "same"
        else NARROW
    ):
        if rule.pattern.op == "bits" and type.bits < 32:
            continue
        block = Block("entry")
        for root, bound in made(rule.pattern, type, block, {}):
            block.terminator = Return({(0, 0): root})
            end = simplify(Graph("test", [block]), applied=fired).entry.terminator
            assert isinstance(end, Return)
            better = end.outputs[0, 0]
            inputs = list(dict.fromkeys(node for node in bound.values() if node.op == "input"))
            for chosen in itertools.product(*(values(node.type) for node in inputs)):
                given = {node.attr: value for node, value in zip(inputs, chosen, strict=True)}
                wanted = computed(root, given)
                assert wanted is None or repr(computed(better, given)) == repr(wanted), (
                    format_graph(Graph("test", [block])),
                    given,
                )
    assert rule.name in fired
