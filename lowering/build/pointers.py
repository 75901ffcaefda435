"""Resolves addresses: the places that a pointer points to, through indexing, selects and phis."""

from __future__ import annotations

from collections.abc import Hashable
from math import gcd

from gpucc.errors import Unsupported
from gpucc.lowering.build.indices import index_sum, parts_of, stripped
from gpucc.lowering.build.operands import operand
from gpucc.lowering.build.state import (
    NO_ADDRESS,
    BuildMemory,
    BuildState,
    ConstantTable,
    Incoming,
    Joined,
    JoinPlan,
    Leaf,
    Leaves,
    PlaceChoice,
    Pointer,
    Root,
    breadth,
    nodes,
    pointer,
)
from gpucc.lowering.graph import BOOL, I32, Node, Type
from gpucc.lowering.llvm import ArrayType, IntConstant, LlvmInstruction, LType, StructType, Value, VectorType

MOST_CANDIDATES = 8
MOST_TERMS = 64
FEW_PLACES, MOST_PLACES = 16, 64
REGISTER, WORD = 16, 4
# the places that a pointer may point to: root and constant offset, None if it varies; in the order found
Places = dict[tuple[Root, int | None], None]
COMPARED = {"iult": "islt", "iule": "isle"}

# indexing -------------------------------------------------------------------------------------------------------------


def lower_address(state: BuildState, i: LlvmInstruction) -> Leaves:
    """Lower getelementptr; vectors among its operands make a vector of pointers."""
    columns = [operand(state, value) for value in i.operands]
    lanes = max(len(column) for column in columns)
    steps = _steps(state, i)
    return tuple([_index(state, [column[lane % len(column)] for column in columns], steps) for lane in range(lanes)])


def _steps(state: BuildState, i: LlvmInstruction) -> list[tuple[int, int]]:
    """Return for every index its stride in bytes and, for a struct member's number, the offset of that member."""
    assert i.element is not None
    steps = [(state.layout.size(i.element), 0)]
    type: LType = i.element
    for value in i.operands[2:]:
        if isinstance(type, StructType):
            member = _member(value)
            steps.append((0, state.layout.offsets(type)[member]))
            type = type.elements[member]
        elif isinstance(type, ArrayType | VectorType):
            type = type.element
            steps.append((state.layout.size(type), 0))
    return steps


def _member(value: Value) -> int:
    """Return the number of a struct's member: a constant, or a splat of one in vectors of addresses."""
    if isinstance(value, IntConstant):
        return value.value
    elements = getattr(value, "elements", ())
    return _member(elements[0]) if elements else 0


def _index(state: BuildState, leaves: list[Leaf], steps: list[tuple[int, int]]) -> Pointer:
    at = pointer(leaves[0])
    for index, (stride, fixed) in zip(nodes(tuple(leaves[1:])), steps, strict=True):
        at = advance(state, at, index, stride) if stride else at.plus(fixed)
    return at


def advance(state: BuildState, at: Pointer, index: Node, stride: int) -> Pointer:
    """Return `at` moved by `index` times `stride` bytes; sums and constant factors in the index are split."""
    offset, terms = at.offset, dict(at.terms)
    choices: list[tuple[Node, tuple[Node, ...], int]] = []
    work = [(index, stride)]
    steps, places = 0, breadth(at)
    unit = WORD if isinstance(at.root, BuildMemory | ConstantTable) else REGISTER
    while work:
        node, by = work.pop()
        node = stripped(node)
        steps += 1
        if node.op == "const" and isinstance(node.attr, int):
            offset += node.attr * by
        elif node.op == "phi" and (found := _alternatives(state, node, FEW_PLACES // places)) is not None:
            places *= len(found[1])
            choices.append((*found, by))
        elif (parts := parts_of(state, node, by, unit)) is not None and steps < MOST_TERMS:
            work.extend(reversed(parts))
        elif (found := _alternatives(state, node, FEW_PLACES // places)) is not None:
            places *= len(found[1])
            choices.append((*found, by))
        elif node.op != "undef" and by:
            terms[node] = terms.get(node, 0) + by
    at = Pointer(at.root, offset, tuple((node, by) for node, by in terms.items() if by))
    for which, values, by in choices:
        at = Pointer(PlaceChoice(which, tuple(advance(state, at, value, by) for value in values)))
    return at


def _alternatives(state: BuildState, node: Node, most: int) -> tuple[Node, tuple[Node, ...]] | None:
    """Return the selector and the values of an index that is one of a few constants, so that a place is selected
    instead.
    """
    if not 1 < _constants(state, node, MOST_CANDIDATES) <= min(most, MOST_CANDIDATES):
        return None
    if node.op == "btoi":
        return node.args[0], (state.constant(I32, 1), state.constant(I32, 0))
    if node.op == "select":
        return node.args[0], node.args[1:]
    found = state.constant_phis[node]
    values = list(dict.fromkeys(found.values()))
    which = state.which.get(node)
    if which is None:
        places = {pred: values.index(value) for pred, value in found.items()}
        which = state.which[node] = _which_phi(state, str(node.attr[0]), len(values), places)  # type: ignore[index]
    return which, tuple(state.constant(node.type, value) for value in values)


def _constants(state: BuildState, node: Node, most: int) -> int:
    """Return the number of constants that a value is selected from; more than `most` if it has other values."""
    node = stripped(node)
    if node.op == "const":
        return 1
    if node.op == "btoi":
        return 2
    if node.op == "select" and most > 1:
        first = _constants(state, node.args[1], most - 1)
        return first + _constants(state, node.args[2], most - first) if first < most else most + 1
    if node in state.constant_phis:
        return len(set(state.constant_phis[node].values()))
    return most + 1


def _which_phi(state: BuildState, block: str, count: int, places: dict[str, int]) -> Node:
    into = state.blocks[block]
    node = Node("phi", BOOL if count == 2 else I32, (), (block, len(into.phis)))
    into.phis.append(node)
    state.completed[node] = {pred: state.constant(node.type, k == 0 if count == 2 else k) for pred, k in places.items()}
    return node


# selects --------------------------------------------------------------------------------------------------------------


def choose_pointer(state: BuildState, condition: Node, a: Leaf, b: Leaf) -> Pointer:
    p, q = pointer(a), pointer(b)
    if p == q or q.root == NO_ADDRESS.root:
        return p
    if p.root == NO_ADDRESS.root:
        return q
    choice = Pointer(PlaceChoice(condition, (p, q)))
    return choice if breadth(choice) <= FEW_PLACES else _indexed(state, choice)


def _indexed(state: BuildState, choice: Pointer) -> Pointer:
    """Return a computed offset, which replaces a choice among many places in one array."""
    places = _places(choice)
    root = places[0].root
    if any(place.root != root for place in places):
        if len(places) <= MOST_PLACES:
            return choice
        raise Unsupported(
            f"a pointer that may point at more than {MOST_PLACES} places",
            notes=("compute an index instead of a pointer: indexing one array needs no choice",),
        )
    unit = gcd(*(place.offset for place in places), *(by for place in places for _, by in place.terms)) or 1
    offset = _located(state, choice, JoinPlan(((root, 0),), unit), "offset")
    assert offset is not None
    return Pointer(root, 0, ((offset, unit),))


def _places(at: Pointer) -> list[Pointer]:
    if not isinstance(at.root, PlaceChoice):
        return [at]
    return [place for candidate in at.root.candidates for place in _places(moved(candidate, at))]


def compare_pointers(state: BuildState, op: str, a: Leaf, b: Leaf) -> Node:
    """Compare by offset within one array; separate objects all have different addresses, and none is null."""
    p, q = pointer(a), pointer(b)
    for one, other, swap in ((p, q, False), (q, p, True)):
        if isinstance(one.root, PlaceChoice):
            choice = one.root
            rest = [moved(candidate, one) for candidate in choice.candidates]
            answers = [
                compare_pointers(state, op, other, c) if swap else compare_pointers(state, op, c, other) for c in rest
            ]
            return select_of(state, choice.which, answers)
    if isinstance(p.root, Joined) or isinstance(q.root, Joined):
        return state.undef(BOOL)
    if p.root == q.root:
        difference = Pointer(p.root, p.offset - q.offset, p.terms)
        for node, by in q.terms:
            difference = advance(state, difference, node, -by)
        unit = gcd(difference.offset, *(by for _, by in difference.terms)) or 1
        left = index_sum(state, difference.terms, unit, difference.offset // unit)
        return state.make(COMPARED.get(op, op), BOOL, (left, state.constant(I32, 0)))
    if op in ("ieq", "ine"):
        return state.constant(BOOL, op == "ine")
    raise Unsupported("comparing the addresses of different objects has no meaning", notes=("compare indices instead",))


def moved(candidate: Pointer, by: Pointer) -> Pointer:
    """Return a candidate of the choice that the pointer `by` refers to, moved by the offset and the terms of `by`."""
    terms = dict(candidate.terms)
    for node, stride in by.terms:
        terms[node] = terms.get(node, 0) + stride
    return Pointer(candidate.root, candidate.offset + by.offset, tuple(terms.items()))


def select_of(state: BuildState, which: Node, values: list[Node]) -> Node:
    """Return the value of the candidate that `which` selects."""
    if which.type == BOOL:
        a, b = values
        return a if a is b else state.make("select", a.type, (which, a, b))
    result = values[-1]
    for k in range(len(values) - 2, -1, -1):
        result = (
            values[k]
            if values[k] is result
            else state.make("select", result.type, (is_candidate(state, which, k), values[k], result))
        )
    return result


def is_candidate(state: BuildState, which: Node, k: int) -> Node:
    """Return whether `which` selects candidate k."""
    if which.type == BOOL:
        return which if k == 0 else state.make("bnot", BOOL, (which,))
    return state.make("ieq", BOOL, (which, state.constant(which.type, k)))


# phis -----------------------------------------------------------------------------------------------------------------


def join_pointer(state: BuildState, block: str, key: Hashable, incoming: Incoming) -> Pointer:
    """Return the pointer that arrives at `block`, which depends on the path. In the first build it is unknown."""
    plan = state.plan.joins.get(key)
    state.pending.append((key, incoming))
    if plan is None:
        return Pointer(Joined(key))
    if not plan.candidates:
        return NO_ADDRESS
    which = (
        _join_phi(state, block, BOOL if len(plan.candidates) == 2 else I32, key, "which")
        if len(plan.candidates) > 1
        else None
    )
    places = tuple(Pointer(root, offset) for root, offset in plan.candidates)
    at = Pointer(PlaceChoice(which, places)) if which is not None else places[0]
    if plan.unit:
        at = Pointer(at.root, at.offset, ((_join_phi(state, block, I32, key, "offset"), plan.unit),))
    return at


def _join_phi(state: BuildState, block: str, type: Type, key: Hashable, part: str) -> Node:
    into = state.blocks[block]
    node = Node("phi", type, (), (block, len(into.phis)))
    into.phis.append(node)
    state.completed[node] = {}
    state.join_phis[key, part] = node
    return node


def complete_join(state: BuildState, key: Hashable, pred: str, at: Pointer) -> None:
    """Give the phis of a pointer the place and the offset that come from `pred`."""
    state.joined.setdefault(key, {})[pred] = at
    plan = state.plan.joins.get(key)
    if plan is None:
        return
    for part in ("which", "offset"):
        phi = state.join_phis.get((key, part))
        if phi is not None:
            value = _located(state, at, plan, part)
            state.completed[phi][pred] = state.undef(phi.type) if value is None else value


def _located(state: BuildState, at: Pointer, plan: JoinPlan, part: str) -> Node | None:
    if isinstance(at.root, PlaceChoice):
        values = [_located(state, moved(candidate, at), plan, part) for candidate in at.root.candidates]
        known = [value for value in values if value is not None]
        return select_of(state, at.root.which, known) if len(known) == len(values) else None
    offset = 0 if plan.unit else at.offset
    place = (at.root, offset)
    if place not in plan.candidates:
        return None
    if part == "offset":
        return index_sum(state, at.terms, plan.unit, at.offset // plan.unit)
    k = plan.candidates.index(place)
    return state.constant(BOOL, k == 0) if len(plan.candidates) == 2 else state.constant(I32, k)


def learn_joins(state: BuildState) -> None:
    """Determine the places that the pointer phis of this build point to, for the next one. Candidates are only
    added.
    """
    places: dict[Hashable, Places] = {key: {} for key in state.joined}
    units: dict[Hashable, int] = dict.fromkeys(state.joined, 0)
    changed = True
    while changed:
        changed = False
        for key, incoming in state.joined.items():
            before = len(places[key]), units[key]
            for at in incoming.values():
                _learn(state, key, at, places, units)
            _generalise(places[key])
            changed |= before != (len(places[key]), units[key])
    for key, found in places.items():
        state.found.joins[key] = _planned(found, units[key])


def _learn(
    state: BuildState, key: Hashable, at: Pointer, places: dict[Hashable, Places], units: dict[Hashable, int]
) -> None:
    match at.root:
        case PlaceChoice(_, candidates):
            for candidate in candidates:
                _learn(state, key, moved(candidate, at), places, units)
            return
        case root if root == NO_ADDRESS.root:
            return
        case Joined(other):
            for root, offset in list(places.get(other, {})):
                varying = at.terms or offset is None
                places[key][root, None if varying else offset + at.offset] = None  # type: ignore[operator]
            units[key] = gcd(units[key], units.get(other, 0), at.offset, *(by for _, by in at.terms))
        case root:
            places[key][root, None if at.terms else at.offset] = None
            units[key] = gcd(units[key], at.offset, *(by for _, by in at.terms))


def _generalise(places: Places) -> None:
    """Replace the constant offsets by one varying offset for each object, where there are too many, as in a loop."""
    if len(places) > MOST_CANDIDATES or any(offset is None for _, offset in places):
        roots = dict.fromkeys(root for root, _ in places)
        places.clear()
        places.update({(root, None): None for root in roots})


def _planned(places: Places, unit: int) -> JoinPlan:
    varying = any(offset is None for _, offset in places)
    return JoinPlan(tuple((root, offset or 0) for root, offset in places), (unit or 1) if varying else 0)
