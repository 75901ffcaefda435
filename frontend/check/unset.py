"""Warnings for variables that are read before they are written, or that are written on some paths only.

The analysis walks a function in execution order. For each variable without an initial value it tracks, per component,
which are certainly and which are possibly written; where paths join, the states are intersected and united. As with
clang's warnings of this kind, a variable that is only possibly unset is reported where its use is unconditional; a use
under a further condition may be correlated with the write. Bodies of loops are assumed to run at least once, an index
known only at run time to write every element, and a struct or array passed as a whole counts as set if any part of it
is.
"""

from __future__ import annotations

from gpucc.frontend import typed
from gpucc.frontend.check.live import written
from gpucc.frontend.places import Complaints
from gpucc.frontend.signatures import OUTPUTS
from gpucc.frontend.types import ShadingType
from gpucc.records import dataclass

# components that are tracked one by one; a larger variable is tracked as a whole
MOST_APART = 64
DEEPEST = 1 << 20


@dataclass(frozen=True, slots=True)
class KnownBits:
    """The state of one variable: the bits written on every path and on some path, and the depth of conditions where
    such paths last joined."""

    must: int
    may: int
    depth: int = DEEPEST


State = dict[typed.Symbol, KnownBits]
Lanes = tuple[int, ...] | None


def warn_unset(callee: typed.Callee, report: Complaints) -> None:
    outs = [one for one in callee.parameters if one.passing == "out"]
    walk = _Walk(report)
    state: State = {one: KnownBits(0, 0) for one in outs}
    if callee.body is not None:
        walk.code(callee.body, state)


class _Walk:
    def __init__(self, report: Complaints) -> None:
        self.report = report
        self.told: set[typed.Symbol] = set()
        self.depth = 0
        # the states at each break and continue of the loop or switch at hand
        self.breaks: list[list[State]] = []
        self.continues: list[list[State]] = []

    # statements -------------------------------------------------------------------------------------------------------

    def code(self, code: typed.TypedCode | None, state: State | None) -> State | None:
        """The state after the code; None if its end cannot be reached."""
        if state is None or code is None:
            return state
        match code:
            case typed.GroupCode(body=body):
                for one in body:
                    state = self.code(one, state)
                    if state is None:
                        return None
                return state
            case typed.Do(node=node):
                return self.node(node, state)
            case typed.LocalCode(symbol=symbol, initial=initial):
                if initial is not None:
                    return self.node(initial, state)
                return state if symbol.value is not None else {**state, symbol: KnownBits(0, 0)}
            case typed.BranchCode():
                return self.branch(code, state)
            case typed.Repeat():
                return self.repeat(code, state)
            case typed.SwitchCode():
                return self.choice(code, state)
            case typed.Leave(kind=kind, node=node):
                if node is not None:
                    state = self.node(node, state)
                if kind == "break":
                    self.breaks[-1].append(state)
                elif kind == "continue":
                    self.continues[-1].append(state)
                return None
        return state

    def branch(self, code: typed.BranchCode, state: State) -> State | None:
        ends: list[State] = []
        rest: State | None = state
        for test, body in code.arms:
            assert rest is not None
            if test.value is not None and not test.value[0]:
                continue
            if test.value is not None:
                self.collect(ends, self.code(body, rest))
                rest = None
                break
            rest = self.node(test, rest)
            self.collect(ends, self.inside(body, rest))
        if rest is not None:
            self.collect(ends, self.inside(code.otherwise, rest))
        return self.meet(ends)

    def inside(self, code: typed.TypedCode | None, state: State) -> State | None:
        self.depth += 1
        found = self.code(code, state)
        self.depth -= 1
        return found

    @staticmethod
    def collect(ends: list[State], state: State | None) -> None:
        if state is not None:
            ends.append(state)

    def meet(self, ends: list[State]) -> State | None:
        if not ends:
            return None
        found = ends[0]
        for other in ends[1:]:
            if other is not found:
                found = {symbol: self.both(one, other[symbol]) for symbol, one in found.items() if symbol in other}
        return found

    def both(self, one: KnownBits, other: KnownBits) -> KnownBits:
        if one is other:
            return one
        depth = min(one.depth, other.depth) if one.must == other.must else self.depth
        return KnownBits(one.must & other.must, one.may | other.may, depth)

    def repeat(self, code: typed.Repeat, state: State) -> State | None:
        begun = self.code(code.first, state)
        if begun is None:
            return None
        state = begun
        if any(one.must != full(symbol.type) for symbol, one in state.items()):
            # the second iteration starts with all that the first has written
            changed = written(code)
            for symbol, one in list(state.items()):
                if symbol in changed and one.must != full(symbol.type):
                    state = {**state, symbol: KnownBits(one.must, full(symbol.type), self.depth + 1)}
        self.breaks.append([])
        self.continues.append([])
        before = self.head(code, state) if not code.tested_last else state
        endless = code.declared is None and (
            code.condition is None or (code.condition.value is not None and bool(code.condition.value[0]))
        )
        end = self.inside(code.body, before)
        ends = self.continues.pop()
        self.collect(ends, end)
        end = self.meet(ends)
        if end is not None and code.step is not None:
            end = self.node(code.step, end)
        if end is not None and code.tested_last:
            end = self.head(code, end)
        left = self.breaks.pop()
        if not endless:
            self.collect(left, end)
        return self.meet(left)

    def head(self, code: typed.Repeat, state: State) -> State:
        if code.declared is not None and code.declared.initial is not None:
            return self.node(code.declared.initial, state)
        return self.node(code.condition, state) if code.condition is not None else state

    def choice(self, code: typed.SwitchCode, state: State) -> State | None:
        state = self.node(code.on, state)
        self.breaks.append([])
        self.depth += 1
        end: State | None = None
        for _, body in code.cases:
            starts = [state]
            self.collect(starts, end)
            end = self.code(typed.GroupCode(code.place, body), self.meet(starts))
        self.depth -= 1
        left = self.breaks.pop()
        self.collect(left, end)
        if all(label is not None for label, _ in code.cases):
            left.append(state)
        return self.meet(left)

    # expressions ------------------------------------------------------------------------------------------------------

    def node(self, node: typed.TypedNode, state: State, lanes: Lanes = None) -> State:
        """The state after an expression. `lanes` selects the components of a vector that are used, if not all are."""
        if node.value is not None or not state:
            return state
        match node:
            case typed.SwizzleNode(object=typed.Operate() | typed.Invert() as inner, lanes=chosen):
                picked = chosen if lanes is None else tuple(chosen[lane] for lane in lanes)
                state = self.node(inner, state, picked if inner.type.is_vector and max(picked) < 4 else None)
            case typed.ReadNode() | typed.SwizzleNode() | typed.MemberNode() | typed.At():
                return self.use(node, state, lanes)
            case typed.Operate():
                spine: list[tuple[typed.Operate, Lanes]] = []
                first: typed.TypedNode = node
                while isinstance(first, typed.Operate):
                    spine.append((first, lanes))
                    lanes = wanted(first.left, first, lanes)
                    first = first.left
                state = self.node(first, state, lanes)
                for one, kept in reversed(spine):
                    state = self.node(one.right, state, wanted(one.right, one, kept))
            case typed.Follow(left=left, right=right):
                state = self.node(right, self.node(left, state))
            case typed.Lazy(left=left, right=right):
                state = self.node(left, state)
                state = self.either(state, right)
            case typed.Invert(operand=inner):
                state = self.node(inner, state, lanes)
            case typed.Select(condition=condition, yes=yes, no=no):
                state = self.node(condition, state)
                if condition.value is not None:
                    return self.node(yes if condition.value[0] else no, state)
                state = self.either(state, yes, no)
            case typed.StoreNode(op=op, target=target, given=given):
                state = self.node(given, state)
                state = self.use(target, state) if op else self.indices(target, state)
                state = self.write(target, state)
            case typed.Count(target=target):
                state = self.write(target, self.use(target, state))
            case typed.Invoke(callee=callee, arguments=arguments):
                for to, argument in zip(callee.parameters, arguments, strict=True):
                    state = self.indices(argument, state) if to.passing == "out" else self.node(argument, state)
                for to, argument in zip(callee.parameters, arguments, strict=True):
                    state = self.write(argument, state) if to.passing != "in" else state
            case typed.Builtin(name=name, arguments=arguments):
                written_from = len(arguments) - OUTPUTS.get(name, 0)
                for argument in arguments[:written_from]:
                    state = self.node(argument, state)
                for argument in arguments[written_from:]:
                    state = self.write(argument, self.indices(argument, state))
            case typed.Build(arguments=arguments):
                for argument in arguments:
                    state = self.node(argument, state)
        return state

    def either(self, state: State, *sides: typed.TypedNode) -> State:
        """The state after one of the sides is evaluated; with a single side, it may be skipped."""
        self.depth += 1
        ends = [self.node(side, state) for side in sides]
        self.depth -= 1
        return self.meet([*ends, state] if len(sides) == 1 else ends) or state

    def indices(self, node: typed.TypedNode, state: State) -> State:
        """Evaluate the indices in the place of a variable."""
        while isinstance(node, typed.SwizzleNode | typed.MemberNode | typed.At):
            if isinstance(node, typed.At):
                state = self.node(node.index, state)
            node = node.object
        return state if isinstance(node, typed.ReadNode) else self.node(node, state)

    def use(self, node: typed.TypedNode, state: State, lanes: Lanes = None) -> State:
        state = self.indices(node, state)
        symbol, bits, known = spot(node, lanes)
        one = state.get(symbol) if symbol is not None else None
        if symbol is None or one is None or symbol in self.told or not bits & ~one.must:
            return state
        missing = bits & ~one.must
        whole = not known or node.type.base in ("struct", "array")
        if whole and one.must & bits:
            return state
        surely = not one.may & bits if whole else missing & ~one.may
        if surely or self.depth <= one.depth:
            self.told.add(symbol)
            verb = "is" if surely else "may be"
            self.report.warn(f"`{named(symbol, missing)}` {verb} used before it has a value", node.place)
        return state

    def write(self, node: typed.TypedNode, state: State) -> State:
        symbol, bits, _ = spot(node)
        one = state.get(symbol) if symbol is not None else None
        if symbol is None or one is None or not bits & ~one.must:
            return state
        return {**state, symbol: KnownBits(one.must | bits, one.may | bits, one.depth)}


# components -----------------------------------------------------------------------------------------------------------


def full(type: ShadingType) -> int:
    return (1 << type.size) - 1 if type.size <= MOST_APART else 1


def wanted(side: typed.TypedNode, whole: typed.TypedNode, lanes: Lanes) -> Lanes:
    """The components of an operand that matter: those used of the result, where the operation works component by
    component."""
    return (
        lanes
        if side.type.is_vector and whole.type.is_vector and not (isinstance(whole, typed.Operate) and matrices(whole))
        else None
    )


def matrices(node: typed.Operate) -> bool:
    return node.left.type.is_matrix or node.right.type.is_matrix


def spot(node: typed.TypedNode, wanted: Lanes = None) -> tuple[typed.Symbol | None, int, bool]:
    """The variable of a place, the bits of its components, and whether they are exact; if not, they are all that may be
    meant."""
    path: list[typed.SwizzleNode | typed.MemberNode | typed.At] = []
    while isinstance(node, typed.SwizzleNode | typed.MemberNode | typed.At):
        path.append(node)
        node = node.object
    if not isinstance(node, typed.ReadNode):
        return None, 0, False
    if node.type.size > MOST_APART:
        return node.symbol, 1, not path
    start, size = 0, node.type.size
    lanes: tuple[int, ...] | None = None
    for one in reversed(path):
        if isinstance(one, typed.MemberNode):
            start += sum(field.type.size for field in one.object.type.fields[: one.index])
        elif isinstance(one, typed.SwizzleNode):
            chosen = tuple(range(one.object.type.rows)) if lanes is None else lanes
            lanes = tuple(chosen[lane] for lane in one.lanes if lane < 4)
        elif lanes is not None:
            if one.index.value is None:
                break
            lanes = (lanes[int(one.index.value[0])],)
        elif one.index.value is None:
            return node.symbol, ((1 << size) - 1) << start, False
        else:
            start += int(one.index.value[0]) * one.type.size
        size = one.type.size
    if wanted is not None:
        lanes = wanted if lanes is None else tuple(lanes[lane] for lane in wanted)
    if lanes is None:
        return node.symbol, ((1 << size) - 1) << start, True
    bits = 0
    for lane in lanes:
        bits |= 1 << (start + lane)
    return node.symbol, bits, True


def named(symbol: typed.Symbol, missing: int) -> str:
    """The variable's name; with the letters of the missing components of a vector if others are set."""
    if not symbol.type.is_vector or missing == full(symbol.type):
        return symbol.name
    return f"{symbol.name}.{''.join(letter for k, letter in enumerate('xyzw') if missing >> k & 1)}"
