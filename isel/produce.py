"""Creates the instructions of a cover, operands first, and equal instructions only once."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence

from gpucc.errors import Location
from gpucc.isa.model import Op, SamplerState
from gpucc.isel.demand import Cover, Lane, resolve
from gpucc.isel.forms import TEMPORARY
from gpucc.isel.machine import Choice, Inst, Leaf, Result, ScalarSource, Selected
from gpucc.isel.pricing import MoveWay, ResultOf, Stored
from gpucc.isel.problem import LITERAL, Found, Modified
from gpucc.isel.templates import Step
from gpucc.lowering.graph import Node
from gpucc.rules import facts
from gpucc.rules.evaluate import evaluate
from gpucc.rules.pattern import Binding

NO_MODIFIERS: frozenset[str] = frozenset()
TEXTURE_RESULTS = 4


class CyclicCover(Exception):
    """The lanes of one instruction depend on each other; `item` is that instruction."""

    def __init__(self, item: int) -> None:
        super().__init__(item)
        self.item = item


def produce(
    cover: Cover, outputs: Mapping[tuple[int, int], Node], values: Sequence[Node], samplers: Mapping[int, SamplerState]
) -> Selected:
    producer = _Producer(cover, samplers)
    for item in _operands_first(cover):
        producer.item(item)
    places = dict(zip(cover.pricing.problem.roots, cover.wanted, strict=True))
    selected = producer.selected
    selected.outputs = {key: producer.source(*places[node]) for key, node in outputs.items()}
    selected.values = {node: producer.source(*places[node]) for node in values}
    selected.cost = cover.cost
    return selected


def _operands_first(cover: Cover) -> Iterator[int]:
    done: set[int] = set()
    entered: set[int] = set()
    for place in cover.wanted:
        item, form = resolve(cover.pricing, *place)
        while isinstance(way := cover.pricing.how[item][form], Stored) and way.index is not None:
            item, form = resolve(cover.pricing, *way.index)
        if item not in cover.reads or item in done:
            continue
        entered.add(item)
        stack = [(item, 0)]
        while stack:
            item, i = stack.pop()
            reads = cover.reads[item]
            if i == len(reads):
                done.add(item)
                yield item
                continue
            stack.append((item, i + 1))
            below = reads[i]
            if below not in entered:
                entered.add(below)
                stack.append((below, 0))
            elif below not in done:
                raise CyclicCover(next(i for i, _ in reversed(stack) if cover.pricing.problem.owner[i][0] is None))


class _Producer:
    def __init__(self, cover: Cover, samplers: Mapping[int, SamplerState]) -> None:
        self.cover, self.samplers = cover, samplers
        self.pricing = cover.pricing
        self.problem = cover.pricing.problem
        self.selected = Selected()
        self.made: dict[int, ScalarSource] = {}
        self.equal: dict[tuple[object, ...], Inst] = {}

    def item(self, item: int) -> None:
        way = self.pricing.how[item][TEMPORARY]
        node, representation = self.problem.owner[item]
        match way:
            case Found():
                self.made[item] = self._found(item, way, NO_MODIFIERS)
            case Modified(found, modifier):
                self.made[item] = self._found(item, found, frozenset({modifier}))
            case ResultOf(other, lane):
                whole = self.made[other].value
                assert isinstance(whole, Result)
                self.made[item] = ScalarSource(Result(whole.inst, lane))
            case MoveWay(op, form):
                self.made[item] = self._instruction(
                    op, ((self.source(item, form),),), "move", node.location if node else None
                )
                if node is not None:
                    self.selected.choices.append(Choice(node, "move", op.cost, representation))

    def _found(self, item: int, found: Found, modifiers: frozenset[str]) -> ScalarSource:
        rule = found.compiled.rule
        attr: Hashable = None
        if rule.attr is not None:
            attr = rule.attr(Binding(found.root, self._bound(found), self.problem.uses, self.samplers))
        cost = found.template.weighted(self.problem.weights[found.root])
        self.selected.choices.append(Choice(found.root, rule.name, cost, self.problem.owner[item][1]))
        assert found.template.step is not None
        return self._step(found.template.step, found, iter(self.cover.operands[item]), attr, modifiers)

    def _bound(self, found: Found) -> dict[str, Node]:
        return dict(zip(found.compiled.variables, found.nodes, strict=True))

    def _step(
        self,
        step: Step,
        found: Found,
        places: Iterator[tuple[Lane, ...]],
        attr: Hashable = None,
        modifiers: frozenset[str] = NO_MODIFIERS,
    ) -> ScalarSource:
        """Create a step's own operands first, then those of its inner steps, in the order of `places`."""
        own = [next(places) if isinstance(operand, int) else () for operand in step.operands]
        operands = tuple(
            tuple(self._lane(lane, found) for lane in lanes)
            if isinstance(operand, int)
            else tuple(_signed(self._step(inner, found, places), *inner.signs) for inner in operand)
            for operand, lanes in zip(step.operands, own, strict=True)
        )
        return self._instruction(
            step.op, operands, found.compiled.rule.name, found.root.location, attr, modifiers ^ step.modifiers
        )

    def _lane(self, lane: Lane, found: Found) -> ScalarSource:
        slot, item, form = lane
        if slot.literal is None:
            source = self.source(item, form)
            if not (slot.negated or slot.absolute):
                return source
            return _signed(source, slot.absolute, slot.negated)
        known = {name: facts.value(node) for name, node in self._bound(found).items() if node.op == "const"}
        leaf = ScalarSource(Leaf("constant", value=evaluate(slot.literal, known)))
        way = self.pricing.how[LITERAL][form]
        return self._instruction(way.op, ((leaf,),), "move", found.root.location) if isinstance(way, MoveWay) else leaf

    def source(self, item: int, form: int) -> ScalarSource:
        """Return the source of an item, with the signs that the form leaves to the operand."""
        own = self.pricing.forms.forms[form]
        base, base_form = resolve(self.pricing, item, form)
        way = self.pricing.how[base][base_form]
        source = self._stored(way) if isinstance(way, Stored) else self.made[base]
        return ScalarSource(source.value, own.negated, own.absolute) if own.negated or own.absolute else source

    def _stored(self, stored: Stored) -> ScalarSource:
        if stored.index is None:
            return stored.source
        leaf = stored.source.value
        assert isinstance(leaf, Leaf)
        return ScalarSource(Leaf(leaf.kind, leaf.register, leaf.component, index=self.source(*stored.index)))

    def _instruction(
        self,
        op: Op,
        operands: tuple[tuple[ScalarSource, ...], ...],
        rule: str,
        location: Location | None,
        attr: Hashable = None,
        modifiers: frozenset[str] = NO_MODIFIERS,
    ) -> ScalarSource:
        key = (op.name, operands, attr, modifiers)
        inst = self.equal.get(key)
        if inst is None or op.effect:
            inst = self.equal[key] = Inst(op, operands, _results(op), attr, modifiers, location, rule)
            self.selected.insts.append(inst)
        return ScalarSource(Result(inst))


def _signed(source: ScalarSource, absolute: bool, negated: bool) -> ScalarSource:
    return ScalarSource(source.value, (source.negate and not absolute) != negated, source.absolute or absolute)


def _results(op: Op) -> int:
    match op.result:
        case "none":
            return 0
        case "fixed":
            return len(op.semantics) or TEXTURE_RESULTS
    return 1
