"""The tables of a wide ISA record in the form that a scheduler needs: small integers instead of names.

Everything here is derived from the record and the level of facts in use. Units that share an opcode field and have
equal ports are interchangeable, so slots are counted by field, and units are chosen when the code is written.
"""

from __future__ import annotations

import dataclasses

from gpucc.errors import InternalError
from gpucc.isa.model import Level, Op, Window
from gpucc.isa.wide import LoadUnit, Move, StoreUnit, WideIsa
from gpucc.records import dataclass
from gpucc.sched.core.work import bits_of

FREE = -1
# the number of units taken, the leading op, the specific units taken
State = tuple[int, int, int]
EMPTY: State = (0, FREE, 0)


@dataclass(frozen=True, slots=True, eq=False)
class SlotKind:
    """An op in the slots of its field. `fits` maps the op that leads the field (FREE: none) to the one that leads it
    afterwards.

    `late` are the operands whose port cannot take a result that is readable only as a first operand.
    """

    op: Op
    number: int
    field: int
    width: int
    fixed: int
    fits: dict[int, int]
    window: Window
    late: tuple[bool, ...]
    # by port, the bits of the literals that it supplies for free: the identity, and its negation
    free: tuple[tuple[int, ...], ...]
    # the number of units of its field
    room: int
    rest: Move | None = None
    # maps the number of a state of its field (see `Chip.states`) to the state after issuing this op, if that is
    # possible
    then: dict[int, int] = dataclasses.field(default_factory=dict)

    @property
    def result(self) -> bool:
        return self.op.result != "none"


def _free(identity: float | None, signed: bool) -> tuple[int, ...]:
    return (
        ()
        if identity is None
        else tuple(bits_of(value, "f") for value in ((identity, -identity) if signed else (identity,)))
    )


class Chip:
    """The tables of a target. `copies` are the kinds of copies in the order in which they are tried: rarely needed
    slots first."""

    def __init__(self, isa: WideIsa, facts: Level) -> None:
        wide = isa.wide
        self.isa, self.facts = isa, facts
        self.units = {unit.name: i for i, unit in enumerate(wide.units)}
        names = list(dict.fromkeys(unit.opcode for unit in wide.units))
        self.field_of = {unit.name: names.index(unit.opcode) for unit in wide.units}
        self.fields = len(names)
        self.room = [sum(unit.opcode == name for unit in wide.units) for name in names]
        self.first_only = [self._first_only(name) for name in names]
        self.kinds = {op.name: self._kind(i, op, isa.ops) for i, op in enumerate(isa.ops)}
        moves = {self.field_of[move.unit]: move for move in wide.moves}
        order = sorted(moves, key=lambda field: (self.room[field], self.first_only[field]))
        self.copies = tuple(self._copy(moves[field]) for field in order)
        # the states of a field: the number of units taken, the leading op, and the specific units taken
        # already
        self.states: dict[State, int] = {EMPTY: 0}
        self.busy: tuple[State, ...] = ()
        self._find_states()
        self._ports(isa)
        self.stores: tuple[StoreUnit, ...] = wide.stores
        self.components = tuple((component, i) for i, store in enumerate(wide.stores) for component, _ in store.sources)
        # for each component, the other one that the same store unit writes
        self.beside = {
            component: next(other for other, j in self.components if j == i and other != component)
            for component, i in self.components
        }
        self.half = {component: i for i, store in enumerate(wide.stores) for component, _ in store.sources}
        self.registers = isa.file("register", "vertex").size("vertex")
        self.wait = wide.latency(isa.file("register", "vertex").name)
        self.temporary_wait = wide.latency(isa.file("temporary", "vertex").name)
        self.output = isa.file("output", "vertex").name
        self.temporary = isa.file("temporary", "vertex").name
        self.identity_everywhere = self.holds("identity-beyond-add")
        self.jump_shows = wide.branch.fact is None or wide.branch.fact.holds(facts)
        self._addresses(isa)

    def holds(self, name: str) -> bool:
        return next(fact for fact in self.isa.facts if fact.name == name).holds(self.facts)

    def supplies(self, kind: SlotKind) -> bool:
        """Return whether the ports of an op supply its identity (0 of a sum, 1 of a product) without a load. Those of
        copies do; for others a fact decides."""
        return kind.rest is not None or self.identity_everywhere or any(copy.op is kind.op for copy in self.copies)

    # units

    def _first_only(self, field: str) -> bool:
        """Return whether results of this field share their code with the identity, so that ports with an identity
        cannot read them."""
        wide = self.isa.wide
        return any(
            route.code == wide.identity and wide.unit(route.unit).opcode == field
            for route in wide.routes
            if route.unit in self.units
        )

    def _kind(self, number: int, op: Op, ops: tuple[Op, ...]) -> SlotKind:
        fields = {self.field_of[name] for name in op.slots}
        if len(fields) != 1:
            raise InternalError(f"{op.name} works in units of several opcode fields")
        (field,) = fields
        numbers = {other.name: i for i, other in enumerate(ops)}
        fits = {FREE: number, number: number}
        for other in ops:
            if op.name in other.beside:
                fits[numbers[other.name]] = numbers[other.name]
            if other.name in op.beside:
                fits[numbers[other.name]] = number
        fixed = sum(1 << self.units[name] for name in (op.slots[0], *op.claims)) if len(op.slots) == 1 else 0
        ports = [port for name in (op.slots[0], *op.claims) for port in self.isa.wide.unit(name).ports]
        window = op.window or self.isa.wide.unit(op.slots[0]).window
        late = tuple(port.identity is not None for port in ports)
        free = tuple(
            _free(port.identity, i < len(op.operands) and bool(op.operands[i].modifiers))
            for i, port in enumerate(ports)
        )
        return SlotKind(op, number, field, 1 + len(op.claims), fixed, fits, window, late, free, self.room[field])

    def _copy(self, move: Move) -> SlotKind:
        kind = self.kinds[move.op]
        return dataclasses.replace(kind, rest=move)

    def _find_states(self) -> None:
        """Enumerate the states that each field can reach from the empty one, which has number 0."""
        for number in range(self.fields):
            kinds = [kind for kind in self.kinds.values() if kind.field == number]
            pending = [EMPTY]
            for used, lead, fixed in pending:
                for kind in kinds:
                    if used + kind.width <= kind.room and lead in kind.fits and not fixed & kind.fixed:
                        state = (used + kind.width, kind.fits[lead], fixed | kind.fixed)
                        if state not in self.states:
                            self.states[state] = len(self.states)
                            pending.append(state)
                        kind.then[self.states[used, lead, fixed]] = self.states[state]
        self.busy = tuple(self.states)

    def without(self, state: int, kind: SlotKind) -> int:
        """The state of a field after an op is removed."""
        used, lead, fixed = self.busy[state]
        used -= kind.width
        return self.states[used, lead if used else FREE, fixed & ~kind.fixed]

    # loads

    def _ports(self, isa: WideIsa) -> None:
        """Find the load units. One loads uniforms; one of those for registers also loads attributes, and can be read
        one instruction later."""
        attribute, uniform = isa.file("input", "vertex").name, isa.file("uniform", "vertex").name
        register = isa.file("register", "vertex").name
        self.uniform_port = self._only([load for load in isa.wide.loads if uniform in dict(load.files)])
        self.shared_port = self._only([load for load in isa.wide.loads if attribute in dict(load.files)])
        self.register_port = self._only(
            [load for load in isa.wide.loads if register in dict(load.files) and load != self.shared_port]
        )
        routes = [route for route in isa.wide.routes if route.unit == self.shared_port.name and route.distance]
        usable = [route for route in routes if route.fact is None or route.fact.holds(self.facts)]
        self.shared_next = bool(usable) and self.shared_port.window.last >= 1
        self.attribute, self.uniform, self.register = attribute, uniform, register

    def _only(self, found: list[LoadUnit]) -> LoadUnit:
        if len(found) != 1:
            raise InternalError("a scheduler for wide instructions expects one load unit of each kind")
        return found[0]

    # addresses

    def _addresses(self, isa: WideIsa) -> None:
        """Find the address registers that loads add, the one for stores, and the highest vec4 that can be addressed."""
        effects = {op.effect: op for op in isa.ops if op.effect and op.fact is not None and op.fact.holds(self.facts)}
        effects |= {op.effect: op for op in isa.ops if op.effect and op.semantics}
        indices = [name for name, _ in self.uniform_port.indices if name]
        self.address_ops = [self.kinds[effects[name].name] for name in indices]
        self.address_wait = max(isa.wide.latency(name) for name in indices)
        pointer = dict(self.stores[0].indirect)[self.temporary]
        self.pointer_op = self.kinds[effects[pointer].name]
        self.uniforms = isa.file("uniform", "vertex").size("vertex")
        width = next(field.width for field in isa.wide.word.fields if field.name == self.uniform_port.address)
        self.top = self.uniforms if self.holds("far-uniform") else min(self.uniforms, 1 << (width - 1))
        self.add = next(kind for kind in self.kinds.values() if kind.op.semantics == ("fadd(a, b)",))
