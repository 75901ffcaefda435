"""Constants that Skia knows inside a function that it inlines into its caller, for `--math skia-cpu`.

Skia inlines small functions and folds the copy once more, in float64: parameters that are given a constant, and local
variables that keep one, are constants there. The caller's own expressions are not folded again, unless the caller is
inlined itself. The rules were found by experiments with Skia m144 (tests/frontend/test_agsl_inlined.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, fields

from gpucc.frontend import numbers
from gpucc.frontend.check.live import inner_nodes, written
from gpucc.frontend.check.simplify import is_trivial
from gpucc.frontend.places import Place
from gpucc.frontend.typed import (
    At,
    Build,
    Builtin,
    Callee,
    Count,
    GroupCode,
    Invert,
    Invoke,
    Lazy,
    Leave,
    LocalCode,
    MemberNode,
    Operate,
    ReadNode,
    Scalar,
    Select,
    StoreNode,
    SwizzleNode,
    Symbol,
    TypedCode,
    TypedNode,
    Values,
)
from gpucc.records import dataclass

# functions whose copies have more nodes than this in total are not inlined
LARGEST_COPIES = 50
# values with more components are not tracked
WIDEST = 64
Slots = tuple[Scalar | None, ...]


@dataclass(frozen=True, slots=True)
class Copied:
    """The functions that are inlined, each with its parameters that it reads more than once; and the variables that
    anything writes."""

    functions: Mapping[Callee, frozenset[Symbol]] = field(default_factory=dict)
    written: frozenset[Symbol] = frozenset()
    # functions that write a global or an argument of their caller, directly or through calls
    acting: frozenset[Callee] = frozenset()


# choice of functions --------------------------------------------------------------------------------------------------


def inlined(functions: Iterable[Callee], entry: Callee) -> Copied:
    """The functions that Skia inlines wherever a call is evaluated unconditionally."""
    sizes: dict[Callee, int] = {}
    calls: dict[Callee, int] = {}
    reads: dict[Symbol, int] = {}
    changed: dict[Symbol, Place] = {}
    for one in functions:
        sizes[one] = 0
        changed |= written(one.body)
        for part in parts(one.body):
            sizes[one] += 1
            if isinstance(part, Invoke):
                calls[part.callee] = calls.get(part.callee, 0) + 1
            elif isinstance(part, ReadNode):
                reads[part.symbol] = reads.get(part.symbol, 0) + 1
    copies = {
        one: frozenset(symbol for symbol in one.parameters if reads.get(symbol, 0) > 1)
        for one, count in calls.items()
        if one is not entry
        and leaves_at_its_end(one)
        and not any(symbol.passing != "in" and symbol in changed for symbol in one.parameters)
        and not one.noinline
        and (one.inline or count == 1 or count * sizes.get(one, 0) <= LARGEST_COPIES)
    }
    return Copied(copies, frozenset(changed), acting(functions))


def acting(functions: Iterable[Callee]) -> frozenset[Callee]:
    """The functions that have an effect besides their result."""
    found = {
        one
        for one in functions
        if any(symbol.kind == "global" or symbol.passing != "in" for symbol in written(one.body))
    }
    grown = True
    while grown:
        fresh = {one for one in functions if one not in found and not found.isdisjoint(one.calls)}
        found |= fresh
        grown = bool(fresh)
    return frozenset(found)


def parts(code: TypedCode | None) -> Iterator[TypedCode | TypedNode]:
    """Yield all statements and expressions, except those inside of constants."""
    waiting: list[object] = [code]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list | tuple):
            waiting += one
        elif isinstance(one, TypedCode | TypedNode):
            yield one
            if isinstance(one, TypedCode) or one.value is None:
                waiting += [
                    getattr(one, entry.name)
                    for entry in fields(one)
                    if entry.name not in ("place", "type", "callee", "symbol")
                ]


def leaves_at_its_end(callee: Callee) -> bool:
    """Return whether the function has at most one `return`, and nothing after it."""
    returns = [part for part in parts(callee.body) if isinstance(part, Leave) and part.kind == "return"]
    last: TypedCode | None = callee.body
    while isinstance(last, GroupCode) and last.body:
        last = last.body[-1]
    return not returns or (len(returns) == 1 and returns[0] is last)


# known values ---------------------------------------------------------------------------------------------------------


class InlinedBody:
    """A function inlined into its caller, with the known values of its variables; () means unknown.

    With `folds` false, this is a function that is not inlined: its own expressions are not folded, and the arguments of
    copies are known only as far as their constructors are.
    """

    def __init__(self, values: Mapping[Symbol, Slots], copied: Copied, folds: bool = True) -> None:
        self.values = dict(values)
        self.copied = copied
        self.folds = folds
        self.known: dict[TypedNode, Slots] = {}
        self.effects: dict[TypedNode, bool] = {}

    def value(self, node: TypedNode) -> Values | None:
        """The known value of an expression. None also where evaluating it has effects, which must not be lost."""
        found = self.slots(node)
        value = numbers.complete(found) if found else None
        return None if value is None or self.acts(node) else value

    def acts(self, node: TypedNode) -> bool:
        """Return whether evaluating the expression writes anything.

        The answers are cached, because the value of a node and the values of its operands both need them, which would
        double the work at each level.
        """
        if node not in self.effects:
            self.effects[node] = self._writes(node)
        return self.effects[node]

    def _writes(self, node: TypedNode) -> bool:
        waiting = [node]
        while waiting:
            one = waiting.pop()
            match one:
                case TypedNode(value=value) if value is not None:
                    continue
                case _ if one in self.effects:
                    if self.effects[one]:
                        return True
                case StoreNode() | Count():
                    return True
                case Invoke(callee=callee) if callee in self.copied.acting:
                    return True
                case Select(condition=condition, yes=yes, no=no) if (chosen := self.value(condition)) is not None:
                    waiting.append(yes if chosen[0] else no)
                case Lazy(op=op, left=left) if (first := self.value(left)) is not None and first[0] == (op == "||"):
                    continue
                case _:
                    waiting += inner_nodes(one)
        return False

    def begin(self, symbol: Symbol, initial: TypedNode | None) -> None:
        """Begin a local variable. It is a constant if it is initialised with one and never written."""
        if initial is not None and symbol not in self.copied.written:
            value = self.value(initial)
            if value is not None:
                self.values[symbol] = value

    def slots(self, node: TypedNode) -> Slots:
        if node.value is not None:
            return node.value
        found = self.known.get(node)
        if found is None:
            spine = [node]
            while isinstance(spine[-1], Operate) and spine[-1].left.value is None and spine[-1].left not in self.known:
                spine.append(spine[-1].left)
            for one in reversed(spine):
                self.known[one] = found = self.look(one) if one.type.size <= WIDEST else ()
        return found or ()

    def look(self, node: TypedNode) -> Slots:
        match node:
            case ReadNode(symbol=symbol):
                return self.values.get(symbol, ())
            case SwizzleNode(object=inner, lanes=lanes):
                known = self.slots(inner)
                return (
                    tuple(numbers.convert(lane - 4, node.type.base) if lane > 3 else known[lane] for lane in lanes)
                    if known
                    else ()
                )
            case MemberNode(object=inner, index=index):
                known = self.slots(inner)
                start = sum(one.type.size for one in inner.type.fields[:index])
                return known[start : start + node.type.size]
            case At(object=inner, index=index):
                known, at = self.slots(inner), self.value(index)
                return known[int(at[0]) * node.type.size :][: node.type.size] if at is not None and at[0] >= 0 else ()
            case Select(condition=condition, yes=yes, no=no):
                chosen = self.value(condition)
                return () if chosen is None else self.slots(yes if chosen[0] else no)
            case Build(type=type, arguments=arguments) if (
                type.is_vector and len(arguments) > 1
            ) or type.base == "struct":
                flat = [slot for one in arguments for slot in (self.slots(one) or (None,) * one.type.size)]
                if type.base == "struct":
                    return tuple(flat)
                return tuple(None if one is None else numbers.convert(one, type.base) for one in flat[: type.rows])
            case Invoke(callee=callee, arguments=arguments):
                return self.called(callee, arguments) if callee in self.copied.functions else ()
        return (self.computed(node) or ()) if self.folds or isinstance(node, Build) else ()

    def computed(self, node: TypedNode) -> Values | None:
        """The value of a node that is known only if all its operands are."""
        match node:
            case Operate(left=left, right=right) | Lazy(left=left, right=right):
                one, other = self.value(left), self.value(right)
                if one is None or other is None:
                    return None
                if isinstance(node, Lazy):
                    return (one[0] and other[0] if node.op == "&&" else one[0] or other[0],)
                return numbers.operate(node.op, node.type, (left.type, one), (right.type, other))
            case Invert(operand=operand):
                one = self.value(operand)
                return None if one is None else tuple(not x if node.op == "!" else -x for x in one)
            case Builtin(arguments=arguments) | Build(arguments=arguments):
                known = [self.value(one) for one in arguments]
                values = [one for one in known if one is not None]
                if len(values) < len(known) or not values:
                    return None
                if isinstance(node, Build):
                    return numbers.build(
                        node.type, [(one.type, value) for one, value in zip(arguments, values, strict=True)]
                    )
                if node.name == "unpremul":
                    color = [float(one) for one in values[0]]
                    return (*(numbers.f32(one / max(color[3], numbers.f32(0.0001))) for one in color[:3]), color[3])
                return numbers.call(numbers.FOLDED.get(node.name, node.name), node.type, values)
        return None

    def called(self, callee: Callee, arguments: list[TypedNode]) -> Slots:
        """The result of a function inlined into this copy, if its body only declares constants and returns."""
        inner = InlinedBody(self.passed(callee, arguments), self.copied)
        for one in callee.body.body if isinstance(callee.body, GroupCode) else ():
            match one:
                case LocalCode(symbol=symbol, initial=initial):
                    inner.begin(symbol, initial)
                case Leave(kind="return", node=node) if node is not None:
                    return inner.slots(node)
                case _:
                    return ()
        return ()

    def passed(self, callee: Callee, arguments: list[TypedNode]) -> dict[Symbol, Slots]:
        """The parameters' known values. Skia substitutes an argument for its parameter if that is read once or the
        argument is trivial; otherwise it declares a variable, which must be known completely."""
        found = {}
        for one, argument in zip(callee.parameters, arguments, strict=True):
            if one not in self.copied.written and not one.type.is_opaque:
                known = () if self.acts(argument) else self.slots(argument)
                alone = one not in self.copied.functions[callee] or is_trivial(argument)
                found[one] = known if alone or None not in known else ()
        return found
