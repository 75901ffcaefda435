"""Translation of a program's region tree to statements of AGSL.

Values become units (source.agsl.units), units become expressions (source.agsl.text). A unit gets a variable if it is
used more than once, outside its block, or where the expression would become too large to read. Phis are variables. A
variable is declared where it is first set if its uses allow that, else at the beginning of the smallest scope around
all of them.

An expression may move to its only use because both are in the same block, phis change only in the assignments at the
block's end, and all values of these are computed before any variable changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping

from gpucc.isa.agsl import COMPARED
from gpucc.isa.agsl_tree import (
    AgslBody,
    AgslBreak,
    AgslName,
    AgslNumber,
    AgslPlace,
    AgslRounds,
    Called,
    Give,
    Infix,
    Prefix,
    Set,
    Statement,
    Text,
    When,
)
from gpucc.isa.model import LETTERS
from gpucc.lowering.flow.structure import Assign, Break, IfRegion, LoopRegion, Seq, Straight, StructuredGraph
from gpucc.lowering.graph import Node
from gpucc.records import dataclass
from gpucc.source.agsl.arrays import walks
from gpucc.source.agsl.coalesce import Replacer, coalesce, loops_of
from gpucc.source.agsl.costs import Costs, count_operations
from gpucc.source.agsl.loops import AgslLoops, last_of
from gpucc.source.agsl.names import Namer, Said, Sayings, inner_values, usable
from gpucc.source.agsl.regions import walked
from gpucc.source.agsl.scopes import place_declarations
from gpucc.source.agsl.text import (
    Children,
    ExpressionWriter,
    Leaf,
    check_texture,
    negated,
    pixels,
    root_of,
    sorted_by_lane,
    vector_type,
)
from gpucc.source.agsl.tidy import restore_names, tidy
from gpucc.source.agsl.units import EACH, Lanes, TextUnit, Units, components, find_mates

LARGEST = 14
DEEPEST = 8


@dataclass(frozen=True, slots=True)
class AgslWanted:
    """The environment of a program: the interface as text; `counts`, the trip counts of counted loops; `limit`, the
    largest trip count of any other loop; `bounds` on trip counts by the names of the loops' headers; and `said`, the
    name and precision that the source gives a value."""

    places: Mapping[Leaf, AgslPlace]
    children: Children
    taken: frozenset[str]
    counts: Mapping[int, int]
    limit: Callable[[int, int], int]
    bounds: Mapping[str, int]
    said: Said = lambda node: ("", None, 0)


@dataclass(slots=True)
class Context:
    """The body that receives statements, and the block whose values may still be substituted into their uses."""

    body: AgslBody
    block: object = None


def write_statements(tree: StructuredGraph, wanted: AgslWanted) -> tuple[AgslBody, Costs]:
    """Return the statements and their cost."""
    tree = coalesce(tree, wanted.counts)
    writer = _Writer(Replacer(walks(loops_of(tree, wanted.counts), wanted.places)).run(tree), wanted)
    body = writer.run()
    return body, count_operations(writer.units.order, (condition for condition, _ in writer.plan.conditions))


class _Writer:
    def __init__(self, tree: StructuredGraph, wanted: AgslWanted) -> None:
        self.tree = tree
        self.wanted = wanted
        self.plan = walked(tree.body)
        home: dict[Node, object] = {node: one.block for one in self.plan.straights for node in one.nodes}
        for assign, _ in self.plan.assigns:
            for phi, value in assign.pairs:
                home.setdefault(phi, phi.attr[0] if isinstance(phi.attr, tuple) else phi.attr)
                home.setdefault(value, None)
        self.outputs: Lanes = tuple(tree.outputs[0, component] for component in range(4))
        self.loops = AgslLoops(tree.body, self.outputs, wanted.counts, [assign for assign, _ in self.plan.assigns])
        for index in self.loops.indices.values():
            home[index.phi] = index
        given: dict[Node, list[Node]] = {}
        for assign, _ in self.plan.assigns:
            for phi, value in assign.pairs:
                given.setdefault(phi, []).append(value)
        self.sayings = Sayings(wanted.said, given, {leaf: place.half for leaf, place in wanted.places.items()})
        self.units = Units(
            home,
            self._coordinates,
            self.sayings.variable,
            find_mates(self._vectors(home)),
            components(self.outputs, given),
        )
        self._grow()
        self.names = Namer(wanted.taken)
        self.text = ExpressionWriter(self.units, wanted.places, wanted.children)
        self._listen()
        self.context = Context(AgslBody([]))
        self.uses: dict[str, list[AgslBody]] = {}
        # assignments made before a loop although its end also makes them
        self.early: set[tuple[Node, Node]] = set()
        self.parents: dict[int, AgslBody] = {}
        self.text.reads = lambda name: self.uses.setdefault(name, []).append(self.context.body)
        self._name()

    def _vectors(self, home: Mapping[Node, object]) -> Iterator[tuple[Hashable, int, Node]]:
        """Yield candidates for vectors: results of one instruction of the source, and the values of one variable."""
        for node, block in home.items():
            where = node.location
            if node.op == "phi":
                name = self.sayings.variable(node)
                if name:
                    yield (name, block), 0, node
            elif node.op in EACH and where is not None:
                width = self.wanted.said(node)[2]
                if width:
                    yield (where.file, where.line, where.column, node.op, node.type, block), width, node
                if where.ir:
                    yield (where.ir, node.op, node.type, block), 0, node

    def _listen(self) -> None:
        self.sayings.inner = inner_values(self.units, self.wanted.said)
        self.text.index = self._index
        self.text.half, self.text.constant = self.sayings.half, self.sayings.constant
        self.text.halves |= {
            base.text
            for place in self.wanted.places.values()
            if place.half and isinstance(base := root_of(place.base), AgslName)
        }

    def _index(self, phi: Node) -> Text:
        """A loop's index as an int, to index an array. The loop counts in ints if nothing else reads the index."""
        index = self.loops.by_phi[phi]
        if not index.name:
            index.name = self.names.fresh(usable(self.sayings.variable(phi)) or "i", said=True)
        return Called("int", (AgslName(index.name),)) if phi in self.units.place else AgslName(index.name)

    def _call(self, unit: TextUnit) -> str:
        """Choose a name for the unit's variable, and record its type."""
        name = self.names.make(unit, self.sayings.name(unit))
        if self.text.low(unit):
            self.text.halves.add(name)
        return name

    # units ------------------------------------------------------------------------------------------------------------

    def _grow(self) -> None:
        units = self.units
        units.grow([self.outputs, *((condition,) for condition, _ in self.plan.conditions)])
        known = -1
        while known != len(units.order):
            known = len(units.order)
            for assign, _ in reversed(self.plan.assigns):
                units.grow([values for _, _, values in self.targets(assign)])

    def targets(self, assign: Assign) -> list[tuple[TextUnit, list[int], Lanes]]:
        """The variables that an assignment sets: unit, its lanes, their values. Variables that are never read are left
        out."""
        found: dict[TextUnit, list[tuple[int, Node]]] = {}
        for phi, value in assign.pairs:
            if phi in self.units.place and phi not in self.loops.phis:
                unit, lane = self.units.place[phi]
                found.setdefault(unit, []).append((lane, value))
        return [
            (unit, [k for k, _ in sorted_by_lane(pairs)], tuple(v for _, v in sorted_by_lane(pairs)))
            for unit, pairs in found.items()
        ]

    # choice of variables ----------------------------------------------------------------------------------------------

    def _name(self) -> None:
        refs: Counter[TextUnit] = Counter()
        abroad: set[TextUnit] = set()

        def use(lanes: Lanes, block: object) -> None:
            for source, _ in self.text.runs(lanes):
                if isinstance(source, TextUnit):
                    refs[source] += 1
                    if self.block_of(source) is not block:
                        abroad.add(source)

        for unit in self.units.order:
            for lanes in self.operands(unit):
                use(lanes, self.block_of(unit))
        for condition, block in self.plan.conditions:
            use((condition,), block)
        for assign, block in self.plan.assigns:
            for _, _, values in self.targets(assign):
                use(values, block)
        use(self.outputs, self.plan.straights[-1].block if self.plan.straights else None)
        self.sorted = self._topological()
        self._choose(refs, abroad)
        self._int_uniforms()

    def _coordinates(self, node: Node) -> Lanes:
        return pixels(node, self.wanted.children.registers.get(check_texture(node))) or node.args[:2]

    def block_of(self, unit: TextUnit) -> object:
        return self.units.home[unit.lanes[0]]

    def operands(self, unit: TextUnit) -> tuple[Lanes, ...]:
        return tuple(lanes[:1] if unit.op == "select" and k == 0 else lanes for k, lanes in enumerate(unit.operands))

    def below(self, unit: TextUnit) -> Iterator[TextUnit]:
        for lanes in self.operands(unit):
            for source, _ in self.text.runs(lanes):
                if isinstance(source, TextUnit):
                    yield source

    def _topological(self) -> list[TextUnit]:
        order: list[TextUnit] = []
        seen: set[TextUnit] = set()
        for start in self.units.order:
            if start in seen:
                continue
            stack = [(start, self.below(start))]
            seen.add(start)
            while stack:
                unit, rest = stack[-1]
                following = next((one for one in rest if one not in seen), None)
                if following is None:
                    stack.pop()
                    order.append(unit)
                else:
                    seen.add(following)
                    stack.append((following, self.below(following)))
        return order

    def _choose(self, refs: Counter[TextUnit], abroad: set[TextUnit]) -> None:
        size: dict[TextUnit, int] = {}
        depth: dict[TextUnit, int] = {}
        # Skia rewrites !(a < b) to a >= b, which differs for NaN; it does not look through variables
        inverted = {one for unit in self.sorted if unit.op == "bnot" for one in self.below(unit) if one.op in COMPARED}
        for unit in self.sorted:
            if unit.op == "phi":
                index = self.loops.by_phi.get(unit.lanes[0])
                self.text.named[unit] = index.name if index is not None and index.name else self._call(unit)
                if index is not None:
                    index.name = self.text.named[unit]
                continue
            inner = [one for one in self.below(unit) if one not in self.text.named]
            size[unit] = 1 + sum(size[one] for one in inner)
            depth[unit] = 1 + max((depth[one] for one in inner), default=0)
            if unit.op == "loop_again":
                continue
            large = size[unit] > LARGEST or depth[unit] > DEEPEST or unit in inverted or unit.op == "copy"
            if refs[unit] > 1 or unit in abroad or large:
                self.text.named[unit] = self._call(unit)

    def _int_uniforms(self) -> None:
        """Declare converted integer uniforms at the start, because all values are floats here, and constants that must
        not be folded."""
        self.first: list[Statement] = []
        used = {node for unit in self.units.order for lanes in unit.operands for node in lanes} | set(self.outputs)
        used |= {value for assign, _ in self.plan.assigns for _, value in assign.pairs}
        for key, value in sorted({repr(node.attr): node.attr for node in used if node.op == "kept"}.items()):
            assert isinstance(value, float)
            name = self.text.kept[key] = self.names.fresh("zero" if value == 0 else "divisor")
            self.first.append(Set(name, AgslNumber(value), type="float"))
        leaves = {
            (node.op, *node.attr[:2])
            for node in used
            if node.op in ("input", "uniform") and isinstance(node.attr, tuple)
        }
        for kind, register, component in sorted(leaves):
            place = self.wanted.places.get((kind, register, component))
            if place is None or not place.whole or place.base in self.text.whole:
                continue
            type = f"float{place.width}" if place.width > 1 else "float"
            name = self.names.fresh("count" if place.width == 1 else "counts")
            self.text.whole[place.base] = name
            self.first.append(Set(name, Called(type, (place.base,)), type=type))

    # statements -------------------------------------------------------------------------------------------------------

    def run(self) -> AgslBody:
        self.by_block: dict[object, list[TextUnit]] = {}
        for unit in self.sorted:
            self.by_block.setdefault(self.block_of(unit), []).append(unit)
        body = self.context.body
        self._regions(self.tree.body)
        body.items.append(Give(self._result()))
        types = {
            name: vector_type(unit.lanes[0], unit.width, name in self.text.halves)
            for unit, name in self.text.named.items()
        }
        place_declarations(body, self.parents, self.uses, types, self.loops.names())
        tidy(body, self.names.fresh)
        restore_names(body, self.names.numbered, frozenset(self.wanted.taken))
        body.items[:0] = self.first
        return body

    def _result(self) -> Text:
        value = self.text.vector(self.outputs)
        return Called("half4", value.arguments) if isinstance(value, Called) and value.name == "float4" else value

    def _regions(self, seq: Seq) -> None:
        block = self.context.block
        for item in seq.items:
            match item:
                case Straight():
                    self.context.block = item.block
                    self._straight(item)
                case Assign():
                    self._assign(item.pairs)
                case Seq():
                    self._regions(item)
                case IfRegion():
                    self._if(item)
                case LoopRegion():
                    self._loop(item)
                case Break():
                    self._put(AgslBreak())
        self.context.block = block

    def _put(self, statement: Statement) -> None:
        self.context.body.items.append(statement)

    def _inside(self, work: Callable[[], None]) -> AgslBody:
        outer = self.context
        body = AgslBody([])
        self.parents[id(body)] = outer.body
        self.context = Context(body, outer.block)
        work()
        self.context = outer
        return body

    def _straight(self, straight: Straight) -> None:
        for unit in self.by_block.get(straight.block, []):
            if unit in self.text.named and unit.op != "phi":
                self._put(Set(self.text.named[unit], self.text.compute(unit), meant=unit.op == "copy"))

    def _if(self, item: IfRegion) -> None:
        if self.loops.ends_loop(item):
            exits, stays = self.loops.arms(item)
            self._assign(tuple(pair for pair in (*exits, *stays) if pair not in self.early))
            return
        condition = self.text.vector((item.condition,))
        then = self._inside(lambda: self._regions(item.then))
        if then.items and isinstance(then.items[-1], AgslBreak):
            self._put(When(condition, then, AgslBody([])))
            self._regions(item.otherwise)
            return
        otherwise = self._inside(lambda: self._regions(item.otherwise))
        if then.items or otherwise.items:
            simple = isinstance(condition, AgslName) or (isinstance(condition, Prefix) and condition.op == "!")
            if simple and (not then.items or (otherwise.items and isinstance(condition, Prefix))):
                condition, then, otherwise = negated(condition), otherwise, then
            self._put(When(condition, then, otherwise))

    def _assign(self, pairs: tuple[tuple[Node, Node], ...]) -> None:
        """Make simultaneous assignments: a variable is set after all reads of its old value; cycles are broken by
        temporary copies."""
        waiting: list[tuple[Set, frozenset[str]]] = []
        for unit, lanes, values in self.targets(Assign(pairs)):
            read: set[str] = set()
            name = self.text.named[unit]
            value = self._recording(values, read, name in self.text.halves)
            letters = "" if len(lanes) == unit.width else "".join(LETTERS[k] for k in lanes)
            waiting.append((Set(name, value, letters), frozenset(read)))
            self.uses.setdefault(name, []).append(self.context.body)
        while waiting:
            ready = next(
                (
                    one
                    for one in waiting
                    if not any(one[0].name in read for other, read in waiting if other is not one[0])
                ),
                None,
            )
            if ready is None:
                blocked = waiting[0][0]
                kind = self._type_of(blocked)
                aside = self.names.fresh("old")
                assert blocked.value is not None
                self._put(Set(aside, blocked.value, type=kind))
                waiting[0] = (Set(blocked.name, AgslName(aside), blocked.lanes), frozenset[str]())
                continue
            waiting.remove(ready)
            if ready[0].value != AgslName(ready[0].name):
                self._put(ready[0])

    def _recording(self, values: Lanes, read: set[str], low: bool) -> Text:
        before = self.text.reads

        def both(name: str) -> None:
            read.add(name)
            before(name)

        self.text.reads = both
        value = self.text.vector(values, low=low)
        self.text.reads = before
        return value

    def _type_of(self, blocked: Set) -> str:
        unit = next(unit for unit, name in self.text.named.items() if name == blocked.name)
        return vector_type(unit.lanes[0], len(blocked.lanes) or unit.width, blocked.name in self.text.halves)

    def _loop(self, item: LoopRegion) -> None:
        number, index = self.loops.of(item)
        count = self.wanted.counts[number] if number is not None else 0
        if index is not None:
            name, first, step = index.name, index.first, index.step
            whole = bool(name) and index.phi not in self.units.place
            if not name:
                name = index.name = self.names.fresh("i")
        else:
            name, first, step, whole = self.names.fresh("n"), 0.0, 1.0, True
        if number is not None:
            self.text.counters = {
                **self.text.counters,
                number: lambda: Infix("<", AgslName(name), AgslNumber(count - 1)),
            }
        else:
            known = self.wanted.bounds.get(item.header.name) or self.loops.bound(item, self.sayings.given)
            count = known or self.wanted.limit(*self.loops.weight(item))
        before = self.loops.settled(item)
        self._assign(before)
        self.early |= {*before}
        body = self._inside(lambda: self._body(item))
        self._put(AgslRounds(name, first, "<" if step > 0 else ">", last_of(first, step, count), step, whole, body))

    def _body(self, item: LoopRegion) -> None:
        self.context.block = None
        self._regions(item.body)
