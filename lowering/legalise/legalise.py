"""Reduces a graph to operations that a target selects, on floats and booleans.

After this pass every value is an f32 (carried in the target's own format) or a boolean. Integers are carried as
integers.py describes; operations on the bits of floats become float operations where there is an equivalent
(patterns.py); functions that the target lacks are expanded (functions.py, compares.py). Half floats are widened:
computed in the target's format, or, with `half="round"`, rounded to half after every operation and on input.
"""

from __future__ import annotations

from collections import Counter
from typing import Literal

from gpucc.errors import InternalError, Unsupported
from gpucc.isa.model import Format
from gpucc.lowering.arrays.ladder import ladder
from gpucc.lowering.flow.cfg import reverse_postorder, successors
from gpucc.lowering.graph import BOOL, F16, F32, Block, Graph, LocalArray, Node, VertexEmission
from gpucc.lowering.legalise.blends import choose_beyond_numbers
from gpucc.lowering.legalise.carriers import COMPARES as INTEGER_COMPARES
from gpucc.lowering.legalise.carriers import MAKERS, Carried, Numbers
from gpucc.lowering.legalise.expansions import RULES, expand
from gpucc.lowering.legalise.half import EXACT_IN_HALF, round_to_half
from gpucc.lowering.legalise.integers import CarriedInteger, RefusedInteger, hull
from gpucc.lowering.legalise.integers_split import Split
from gpucc.lowering.legalise.low_bits import low_bits
from gpucc.lowering.legalise.patterns import Pattern
from gpucc.lowering.legalise.quotients import Quotients, quotients
from gpucc.lowering.legalise.rounds import FEW, counts, place_of, refuse_rounds
from gpucc.lowering.logic import choose, truth
from gpucc.lowering.maker import Maker
from gpucc.lowering.rewrite import GraphRewriter
from gpucc.program import Interface, Slot
from gpucc.rules.engine import Chosen

Half = Literal["widen", "round"]
Span = tuple[int, int]
LARGEST_TABLE = 64
# attempts in which the two limits of an interval are dropped one by one; where values of a loop depend on each other in
# a chain, many would be needed
PATIENCE = 3
PASSED_ON = frozenset({"texture", "part", "dfdx", "dfdy", "discard"})


def legalise(
    graph: Graph,
    *,
    format: Format,
    available: frozenset[str],
    half: Half = "widen",
    interface: Interface | None = None,
    warnings: list[str] | None = None,
    ladder: int = 0,
    disabled: frozenset[str] = frozenset(),
    applied: Counter[str] | None = None,
) -> Graph:
    """Return the graph in operations that the target has.

    `available` names the neutral operations that the target can select. `interface`, if given, tells unsigned inputs
    and outputs from signed ones. Warnings are added to `warnings`. Uniform arrays of up to `ladder` elements become
    selects even if they can be indexed. Rules that are `disabled` by name are left out; `applied` counts the uses of
    the others.
    """
    rules = RULES.chosen(disabled=disabled)
    ordered = Graph(graph.name, reverse_postorder(graph))
    spans: dict[Node, Span] = {}
    attempt = 0
    while True:
        legaliser = _Legaliser(rules, format, available, half, interface, spans, ladder)
        result = legaliser.run(ordered)
        wider = legaliser.wider_spans(attempt >= PATIENCE)
        if not wider:
            if warnings is not None:
                warnings += dict.fromkeys(legaliser.m.warnings)
            if applied is not None:
                applied.update(legaliser.m.applied)
            return result
        spans = {**spans, **wider}
        attempt += 1


class _Legaliser(GraphRewriter):
    """The pass. `spans` are the assumed intervals of integer phis in loops; a phi without one gets the interval of the
    values that enter the loop.
    """

    def __init__(
        self,
        rules: Chosen,
        format: Format,
        available: frozenset[str],
        half: Half,
        interface: Interface | None,
        spans: dict[Node, Span],
        longest_ladder: int,
    ) -> None:
        super().__init__()
        self.m = Maker(Block("none"), available, format, lambda m, node: expand(m, rules, node))
        self.numbers = Numbers(self.m, format, self.new)
        self.available = available
        self.half = half
        self.interface = interface
        self.spans = spans
        self.longest_ladder = longest_ladder
        self.incoming: dict[Node, list[Node]] = {}
        self.looping: dict[Node, CarriedInteger] = {}
        self.quotients = Quotients()

    def run(self, graph: Graph) -> Graph:
        for block in graph.blocks:
            for edge in successors(block):
                for phi, value in zip(edge.target.phis, edge.values, strict=True):
                    self.incoming.setdefault(phi, []).append(value)
        self.numbers.low = low_bits(graph)
        if "fdiv" not in self.available:
            self.quotients = quotients(graph, self.incoming)
        return super().run(graph)

    # phis -------------------------------------------------------------------------------------------------------------

    def phi(self, block: Block, node: Node) -> Node:
        return Node("phi", BOOL if node.type == BOOL else F32, (), node.attr, 0, node.location)

    def enter(self, block: Block) -> None:
        for phi in block.phis:
            if phi.type.kind == "i":
                self.numbers.values[phi] = self._joined(phi)

    def _joined(self, phi: Node) -> Carried:
        """Return the carrier of a phi, determined by the values known already: all except those from later in a
        loop.
        """
        values = self.numbers.values
        known = [values[value] for value in self.incoming.get(phi, []) if value in values]
        refused = next((value for value in known if isinstance(value, RefusedInteger | Split)), None)
        if refused is not None:
            return refused
        node = self.new[phi]
        if any(isinstance(value, Pattern) for value in known):
            return Pattern(node)
        numbers = [value for value in known if isinstance(value, CarriedInteger)]
        loops = len(known) < len(self.incoming[phi])
        span = self.spans.get(phi) or hull(value.span for value in numbers)
        value = CarriedInteger(node, *span, loops or any(value.minus_zero for value in numbers))
        if loops:
            self.looping[phi] = value
        return value

    def wider_spans(self, impatient: bool) -> dict[Node, Span]:
        """Return phis in loops whose values left the assumed interval: each limit that was exceeded is dropped, or both
        at once if that is `impatient`, so that each phi is returned only once more."""
        wider = {}
        for phi, assumed in self.looping.items():
            low, high = window = self.numbers.integers.window(phi.type.bits)
            spans = [
                value.span for v in self.incoming[phi] if isinstance(value := self.numbers.values[v], CarriedInteger)
            ]
            if assumed.span == window or all(assumed.low <= a and b <= assumed.high for a, b in spans):
                continue
            least, most = hull(spans)
            span = (low if least < assumed.low else assumed.low, high if most > assumed.high else assumed.high)
            wider[phi] = window if impatient or span == assumed.span else span
        return wider

    def condition(self, block: Block, value: Node) -> Node:
        """Refuse a loop that counts beyond the exact range, because its last round would never come."""
        exact, looping = self.numbers.integers.exact, {phi for phi in self.looping if phi.type.kind == "i"}
        for comparison, limit in counts(value, looping) if looping else ():
            if isinstance(limit.attr, int) and limit.op == "const":
                if abs(limit.attr) > exact:
                    raise refuse_rounds(limit.attr, exact, place_of(comparison, block.known.values()))
            elif (
                exact <= FEW
                and isinstance(carried := self.numbers.values.get(limit), CarriedInteger)
                and max(-carried.low, carried.high) >= exact
            ):
                place = place_of(comparison, block.known.values())
                where = f"{place}: " if place else ""
                self.m.warnings.append(
                    f"{where}this loop must not count beyond {exact}, up to which integers are exact: it would"
                    " never end"
                )
        return super().condition(block, value)

    def passed(self, block: Block, phi: Node, value: Node) -> Node:
        if value.type.kind != "i":
            return self.new[value]
        self._at(block, value)
        carried = self.numbers.carried(value)
        wanted = self.numbers.carried(phi)
        if isinstance(wanted, Pattern):
            return self.numbers.patterns(value.type.bits).to_float(self.numbers.pattern(value))
        if isinstance(carried, Pattern):
            raise self.numbers.patterns(value.type.bits).refuse("phi")
        integers = self.numbers.integers
        inside = integers.within(carried, *wanted.span)
        return integers.node(carried if inside else integers.signed(carried, value.type.bits))

    # nodes ------------------------------------------------------------------------------------------------------------

    def _at(self, block: Block, node: Node) -> None:
        self.m.block, self.m.location, self.m.flags, self.m.promise = block, node.location, 0, 0

    def node(self, block: Block, node: Node, args: tuple[Node, ...]) -> Node:
        self._at(block, node)
        if node.type.bits == 64 and node.type.kind == "f":
            raise Unsupported(
                "arithmetic on doubles", node.location, ("use float (float literals are written 1.0f in C)",)
            )
        if node.type.kind == "i":
            return self._integer(block, node, args)
        if node.op == "const":
            return block.make("const", BOOL if node.type == BOOL else F32, (), node.attr)
        if node.op in ("input", "uniform", "uniform_at"):
            leaf = self._leaf(node)
            if node.type == BOOL:
                return self.m.op("fune", leaf, self.m.const(0.0))
            return round_to_half(self.m, leaf) if self.half == "round" and node.type == F16 else leaf
        if node.op in INTEGER_COMPARES:
            return self.numbers.compare(node)
        if node.op == "itrunc":
            return self.numbers.integers.odd(self.numbers.number(node.args[0], "itrunc"))
        if node.op in ("local_load", "local_store"):
            return self._local(node, args)
        if node.op == "emit" and isinstance(node.attr, VertexEmission):
            places = zip(node.attr.places, node.args, strict=True)
            args = tuple(self.output(block, place, value) for place, value in places)
            return Node("emit", node.type, args, node.attr, 0, node.location)
        result = self._boolean(node, args) if node.type == BOOL else self._float(block, node, args)
        if self.half == "round" and node.type == F16 and node.op not in EXACT_IN_HALF:
            return round_to_half(self.m, result)
        return result

    def _integer(self, block: Block, node: Node, args: tuple[Node, ...]) -> Node:
        """Store the carrier; the returned node only represents it."""
        numbers = self.numbers
        if node.op in ("input", "uniform", "uniform_at"):
            numbers.values[node] = CarriedInteger(self._leaf(node), *self._span(node))
        elif node.op == "local_load":
            loaded = self._local(node, args)
            numbers.values[node] = numbers.integers.of(loaded, node.type.bits)
            return loaded
        elif node.op in MAKERS:
            numbers.values[node] = numbers.lower(node)
        else:
            raise InternalError(f"no rule for the integer operation {node.op}", node.location)
        carried = numbers.values[node]
        node_of = carried.node if isinstance(carried, CarriedInteger | Pattern) else None
        return block.make("undef", F32) if node_of is None else node_of

    def _boolean(self, node: Node, args: tuple[Node, ...]) -> Node:
        m, block = self.m, self.m.block
        match node.op:
            case "undef":
                return truth(block, False)
            case "band":
                return m.both(*args)
            case "bor":
                return m.either(*args)
            case "bxor":
                return m.differ(*args)
            case "bnot":
                return m.invert(*args)
            case "select":
                return choose(block, args[0], args[1], args[2], node.location)
        return m.op(node.op, *args, flags=node.flags)

    def _float(self, block: Block, node: Node, args: tuple[Node, ...]) -> Node:
        m = self.m
        match node.op:
            case "undef":
                return block.make("undef", F32)
            case "fpconvert":
                return args[0]
            case "sitofp" | "uitofp":
                return self.numbers.to_float(node)
            case "bits":
                return self.numbers.patterns(node.type.bits).to_float(self.numbers.pattern(node.args[0]))
            case "btof":
                return m.number(args[0])
            case "select" if m.format.blend_select and (chosen := choose_beyond_numbers(m, node, self.new)) is not None:
                return chosen
            case "select" if "select" in self.available:
                return choose(block, args[0], args[1], args[2], node.location, node.flags)
            case "select":
                return m.pick(*args)
            case "fdiv" if (found := self.quotients.make(m, node, args[0])) is not None:
                return found
        if node.op not in PASSED_ON:
            return m.op(node.op, *args, flags=node.flags)
        if node.op != "part" and node.op not in self.available:
            m.refuse(node.op)
        if node.op == "discard":
            return Node("discard", node.type, args, None, 0, node.location)
        return block.make(node.op, node.type, args, node.attr, node.flags, node.location)

    # leaves -----------------------------------------------------------------------------------------------------------

    def _slot(self, kind: str, register: int) -> Slot | None:
        if self.interface is None:
            return None
        slots = {"input": self.interface.inputs, "output": self.interface.outputs}.get(kind, self.interface.uniforms)
        return next((slot for slot in slots if slot.register <= register < slot.register + slot.registers), None)

    def _letter(self, kind: str, register: int, component: int) -> str:
        slot = self._slot(kind, register)
        return "." if slot is None else slot.letter(register, component)

    def _span(self, node: Node) -> Span:
        """Return the integers that an input or uniform may hold."""
        assert isinstance(node.attr, tuple)
        integers, bits = self.numbers.integers, node.type.bits
        letter = self._letter(node.op, node.attr[0], node.attr[1])
        slot = self._slot(node.op, node.attr[0])
        if letter == "b":
            return 0, 1
        if slot is not None and slot.most is not None:
            return 0, min(slot.most, integers.exact)
        if letter == "u":
            return 0, min((1 << bits) - 1, integers.exact)
        return integers.window(bits)

    def _leaf(self, node: Node) -> Node:
        m = self.m
        if node.op != "uniform_at":
            return m.block.make(node.op, F32, (), node.attr)
        index = self.numbers.number(node.args[0], "uniform_at") if node.args[0].type.kind == "i" else None
        place = self.new[node.args[0]] if index is None else self.numbers.integers.node(index)
        m.promise = 0
        assert isinstance(node.attr, tuple)
        if "uniform_at" in self.available and node.attr[2] > self.longest_ladder:
            return m.block.make("uniform_at", F32, (place,), node.attr, 0, node.location)
        return self._table(node, place, index.span if index is not None else None)

    def _table(self, node: Node, place: Node, span: Span | None) -> Node:
        """Return an element of a uniform array without address registers: selects among all possible elements."""
        assert isinstance(node.attr, tuple)
        m, (register, component, count) = self.m, node.attr
        low, high = span or (-register, count)
        keys = range(max(low, 1 - count, -register), min(high, count - 1) + 1)
        if count > LARGEST_TABLE:
            m.refuse(
                "uniform_at", f"the array has {count} elements; up to {LARGEST_TABLE} are taken apart into selects"
            )
        return ladder(
            keys or range(1),
            lambda k: m.block.make("uniform", F32, (), (register + k, component)),
            lambda k: m.less(place, m.const(k)),
            lambda c, a, b: m.op("select", c, a, b),
        )

    # arrays and outputs -----------------------------------------------------------------------------------------------

    def _carrier(self, old: Node) -> Node:
        """Return an integer as its signed value, and a float or boolean unchanged."""
        if old.type.kind != "i":
            return self.new[old]
        integers = self.numbers.integers
        return integers.node(integers.signed(self.numbers.number(old, "local_store"), old.type.bits))

    def _local(self, node: Node, args: tuple[Node, ...]) -> Node:
        array = node.attr
        assert isinstance(array, LocalArray)
        kind = BOOL if array.type == BOOL else F32
        operands = tuple(self._carrier(arg) for arg in node.args)
        type = kind if node.op == "local_load" else node.type
        return Node(node.op, type, operands, array._replace(type=kind), 0, node.location)

    def output(self, block: Block, place: tuple[int, int], value: Node) -> Node:
        self._at(block, value)
        if value.type == BOOL:
            return self.m.number(self.new[value])
        if value.type.kind != "i":
            return self.new[value]
        number = self.numbers.number(value, "bits")
        return self.numbers.integers.to_float(number, value.type.bits, self._letter("output", *place) != "u")
