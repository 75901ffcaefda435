"""Translation of expressions of the typed tree to instructions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir

from gpucc.frontend.build import shapes
from gpucc.frontend.build.base import Spot
from gpucc.frontend.build.bits import WRITING
from gpucc.frontend.build.costs import CHEAP, cost
from gpucc.frontend.build.extremes import Extreme, extreme_of
from gpucc.frontend.build.functions import Functions
from gpucc.frontend.build.samplers import chosen
from gpucc.frontend.build.shapes import BOOL, Tree
from gpucc.frontend.check.geometry import EMISSIONS
from gpucc.frontend.check.simplify import has_effects
from gpucc.frontend.numbers import f32
from gpucc.frontend.places import Place
from gpucc.frontend.typed import (
    At,
    Build,
    Builtin,
    Count,
    Follow,
    Invert,
    Invoke,
    Lazy,
    MemberNode,
    Operate,
    ReadNode,
    Select,
    StoreNode,
    SwizzleNode,
    TypedNode,
    variable_of,
)
from gpucc.frontend.types import ShadingType, scalar_of

COMPUTED = (Operate, Invert, Builtin, Build)
COMPARISONS = ("<", ">", "<=", ">=", "==", "!=")


class ExpressionBuilder:
    """Builds the values of typed expressions. `call` is given by the caller and builds a call of a function of the
    source."""

    def __init__(self, emit: Functions, call: Callable[[Invoke], Tree]) -> None:
        self.emit = emit
        self.b = emit.b
        self.dialect = emit.dialect
        self.at = emit.at
        self.exact_math, self.round_half = emit.exact_math, emit.round_half
        self.call = call

    def tree(self, node: TypedNode) -> Tree:
        """The value of a node."""
        value = self.emit.known_value(node)
        if value is not None:
            # Skia's compiler makes every zero positive
            value = value if self.exact_math else tuple(one + 0.0 if isinstance(one, float) else one for one in value)
            return shapes.constant(node.type, value)
        tree = BUILD[type(node)](self, node)
        if self.round_half and node.type.base == "half" and isinstance(node, COMPUTED):
            return self.emit.rounded(tree)
        return tree

    # reading ----------------------------------------------------------------------------------------------------------

    def spot(self, node: TypedNode) -> Spot | None:
        """The address of the node, if it lies in memory."""
        match node:
            case ReadNode(symbol=symbol):
                return self.emit.spots.get(symbol)
            case MemberNode(object=inner, index=index):
                spot = self.spot(inner)
                return self.emit.member(spot, index) if spot is not None else None
            case At(object=inner) if not inner.type.is_vector:
                spot = self.spot(inner)
                return self.emit.element(spot, self.position(node)) if spot is not None else None
        return None

    def position(self, node: At) -> Tree:
        """The index as a value. Skia's CPU backend clamps an index out of bounds, also a negative one, to the last
        element."""
        found = self.tree(node.index)
        type = node.object.type
        if self.exact_math or node.index.value is not None:
            return found
        last = shapes.constant(
            node.index.type, [(type.length or type.columns if not type.is_vector else type.rows) - 1]
        )
        self.at(node.place)
        return self.b.select(self.b.icmp_unsigned("<", found, last), found, last)

    def read(self, node: ReadNode) -> Tree:
        tree = self.emit.trees.get(node.symbol)
        if tree is not None:
            return tree
        self.at(node.place)
        return self.fetch(node, self.emit.spots[node.symbol])

    def fetch(self, node: TypedNode, spot: Spot) -> Tree:
        """Load a value. Inputs and uniforms are rounded to their precision when they are read."""
        tree = self.emit.load(spot)
        if not self.round_half:
            return tree
        while isinstance(node, At | MemberNode):
            node = node.object
        outside = isinstance(node, ReadNode) and node.symbol.kind in ("input", "uniform")
        return self.emit.stored(node.symbol, tree) if outside and isinstance(node, ReadNode) else tree

    def part(self, node: MemberNode) -> Tree:
        spot = self.spot(node)
        return self.fetch(node, spot) if spot is not None else self.tree(node.object)[node.index]

    def element_at(self, node: At) -> Tree:
        inner = node.object
        if inner.type.is_vector:
            vector, index = self.tree(inner), self.position(node)
            self.at(node.place)
            return self.b.extract_element(vector, index)
        spot = self.spot(node)
        if spot is None:
            tree = self.tree(inner)
            if node.index.value is not None:
                return tree[int(node.index.value[0])]
            index = self.position(node)
            self.at(node.place)
            if inner.type.holds("opaque"):
                return chosen(self.b, tree, index)
            return self.emit.load(self.emit.element(self.emit.spill(inner.type, tree), index))
        self.at(node.place)
        return self.fetch(node, spot)

    def pick(self, node: SwizzleNode) -> Tree:
        value = self.tree(node.object)
        self.at(node.place)
        rows = node.object.type.rows
        if max(node.lanes) < 4:
            if rows == 1:
                return self.emit.splat(value, len(node.lanes))
            return value if node.lanes == tuple(range(rows)) else self.emit.shuffle(value, node.lanes)
        fixed = shapes.constant(shapes.vector(node.type.base, 2), [0, 1]).constant
        return self.emit.join(
            [fixed[one - 4] if one > 3 else value if rows == 1 else self.emit.get(value, one) for one in node.lanes]
        )

    # arithmetic -------------------------------------------------------------------------------------------------------

    def operate(self, node: Operate) -> Tree:
        """Build a chain of operators. It is walked along its left spine without recursion, since sums may be long."""
        spine = [node]
        while isinstance(spine[-1].left, Operate) and spine[-1].left.value is None:
            spine.append(spine[-1].left)
        left = self.tree(spine[-1].left)
        for one in reversed(spine):
            if one.op == "/" and not self.emit.flags and one.type.is_float:
                left = self.divide(one.place, one.left.type, left, one.right)
                continue
            right = self.tree(one.right)
            self.at(one.place)
            if one.op in COMPARISONS or one.op == "^^":
                left = self.emit.compare(one.op, one.left.type, left, right)
            else:
                left = self.emit.arithmetic(one.op, (one.left.type, left), (one.right.type, right))
        return left

    def divide(self, place: Place, type: ShadingType, left: Tree, divisor: TypedNode) -> Tree:
        """Divide as Skia does: by multiplying with the reciprocal if the divisor is constant, or if a matrix is divided
        by a scalar."""
        known = self.emit.known_value(divisor)
        if known is not None and all(known):
            inverse = shapes.constant(divisor.type, [f32(1.0 / float(one)) for one in known])
        elif type.is_matrix and divisor.type.is_scalar:
            value = self.tree(divisor)
            inverse = self.emit.fdiv(self.emit.number(1.0, value), value)
        else:
            right = self.tree(divisor)
            self.at(place)
            return self.emit.arithmetic("/", (type, left), (divisor.type, right))
        self.at(place)
        return self.emit.scale(type, left, divisor.type, inverse)

    def invert(self, node: Invert) -> Tree:
        value = self.tree(node.operand)
        self.at(node.place)
        if node.op in ("!", "~"):
            return self.b.not_(value)
        if not node.type.is_float:
            wraps = self.dialect.wraps_integers or node.type.base == "uint"
            return self.b.sub(shapes.zeros(node.type), value, flags=() if wraps else ("nsw",))
        return tuple(self.emit.fneg(one) for one in value) if isinstance(value, tuple) else self.emit.fneg(value)

    # choices ----------------------------------------------------------------------------------------------------------

    def lazy(self, node: Lazy) -> Any:
        """`&&` and `||`. The right side is computed unconditionally if it is cheap and has no effects."""
        left = self.tree(node.left)
        if cost(node.right, CHEAP) <= CHEAP:
            right = self.tree(node.right)
            self.at(node.place)
            known = ir.Constant(BOOL, int(node.op == "||"))
            # a poisoned right side must not matter where the left side decides
            return self.b.select(left, right, known) if node.op == "&&" else self.b.select(left, known, right)
        self.at(node.place)
        function = self.b.function
        before, more, after = self.b.block, function.append_basic_block(), function.append_basic_block()
        self.b.cbranch(left, *((more, after) if node.op == "&&" else (after, more)))
        self.b.position_at_end(more)
        self.emit.guarded += 1
        right = self.tree(node.right)
        self.emit.guarded -= 1
        end = self.b.block
        self.b.branch(after)
        self.b.position_at_end(after)
        found = self.b.phi(BOOL)
        found.add_incoming(ir.Constant(BOOL, int(node.op == "||")), before)
        found.add_incoming(right, end)
        return found

    def select(self, node: Select) -> Tree:
        if node.condition.value is not None:
            return self.tree(node.yes if node.condition.value[0] else node.no)
        if self.emit.without_nan and (extreme := extreme_of(node)) is not None:
            return self.extreme(node.place, extreme)
        condition = self.tree(node.condition)
        if cost(node.yes, CHEAP) + cost(node.no, CHEAP) <= CHEAP:
            yes, no = self.tree(node.yes), self.tree(node.no)
            self.at(node.place)
            return self.emit.choose(condition, yes, no)
        self.at(node.place)
        function = self.b.function
        blocks = [function.append_basic_block() for _ in range(3)]
        self.b.cbranch(condition, blocks[0], blocks[1])
        sides: list[tuple[list[Any], Any]] = []
        self.emit.guarded += 1
        for block, side in zip(blocks, (node.yes, node.no), strict=False):
            self.b.position_at_end(block)
            values = shapes.flatten(self.tree(side)) if node.type.base != "void" else self.tree(side) or []
            sides.append((values, self.b.block))
            self.b.branch(blocks[2])
        self.emit.guarded -= 1
        self.b.position_at_end(blocks[2])
        if node.type.base == "void":
            return ()
        found = []
        for values in zip(*(values for values, _ in sides), strict=True):
            phi = self.b.phi(values[0].type)
            for value, (_, block) in zip(values, sides, strict=True):
                phi.add_incoming(value, block)
            found.append(phi)
        return shapes.unflatten(node.type, iter(found))

    def extreme(self, place: Place, found: Extreme) -> Any:
        one, other = self.tree(found.one), self.tree(found.other)
        self.at(place)
        return self.emit.maximum(one, other) if found.larger else self.emit.minimum(one, other)

    # writing ----------------------------------------------------------------------------------------------------------

    def assign(self, node: StoreNode) -> Tree:
        if not node.op:
            # the indices come first, as in other compilers: `a[i++] = i` writes the new i
            acts = has_effects(node.target) or has_effects(node.given)
            target = self.fixed(node.target) if acts else node.target
            value = self.emit.stored(variable_of(target), self.tree(node.given))
            self.write(target, value)
            return value
        target = node.target
        if not isinstance(target, ReadNode):
            target = self.fixed(target)
        old = self.tree(target)
        if node.op == "/" and not self.emit.flags and node.type.is_float:
            value = self.divide(node.place, node.type, old, node.given)
        else:
            given = self.tree(node.given)
            self.at(node.place)
            value = self.emit.arithmetic(node.op, (node.target.type, old), (node.given.type, given))
        half = self.round_half and node.type.base == "half"
        value = self.emit.stored(variable_of(target), self.emit.rounded(value) if half else value)
        self.write(target, value)
        return value

    def fixed(self, node: TypedNode) -> TypedNode:
        """The same place with its indices evaluated, so that reading and then writing it evaluates them once."""
        match node:
            case At(place, type, inner, index) if index.value is None:
                return At(place, type, self.fixed(inner), KnownNode(index.place, index.type, self.tree(index)))
            case At(place, type, inner, index):
                return At(place, type, self.fixed(inner), index)
            case MemberNode(place, type, inner, index):
                return MemberNode(place, type, self.fixed(inner), index)
            case SwizzleNode(place, type, inner, lanes):
                return SwizzleNode(place, type, self.fixed(inner), lanes)
        return node

    def count(self, node: Count) -> Tree:
        target = self.fixed(node.target)
        old = self.tree(target)
        self.at(node.place)
        one = shapes.constant(scalar_of(node.type), [1])
        new = self.emit.arithmetic(node.op, (node.type, old), (scalar_of(node.type), one))
        self.write(target, new)
        return old if node.postfix else new

    def write(self, node: TypedNode, tree: Tree) -> None:
        """Store to a place. To write a part of a vector, the whole vector is loaded, changed and stored."""
        match node:
            case SwizzleNode(object=inner, lanes=lanes):
                whole = self.tree(inner)
                self.at(node.place)
                for index, lane in enumerate(lanes):
                    whole = self.emit.put(whole, tree if len(lanes) == 1 else self.emit.get(tree, index), lane)
                self.write(inner, whole)
            case At(object=inner) if inner.type.is_vector:
                whole, position = self.tree(inner), self.position(node)
                self.at(node.place)
                self.write(inner, self.b.insert_element(whole, tree, position))
            case _:
                spot = self.spot(node)
                assert spot is not None
                self.at(node.place)
                self.emit.store(spot, tree)

    def follow(self, node: Follow) -> Tree:
        lefts = [node]
        while isinstance(lefts[-1].left, Follow):
            lefts.append(lefts[-1].left)
        self.tree(lefts[-1].left)
        found: Tree = None
        for one in reversed(lefts):
            found = self.tree(one.right)
        return found

    # constructors -----------------------------------------------------------------------------------------------------

    def build(self, node: Build) -> Tree:
        type = node.type
        trees = [self.tree(one) for one in node.arguments]
        self.at(node.place)
        if type.base in ("struct", "array"):
            return tuple(trees)
        given = node.arguments[0].type
        if len(trees) == 1:
            if type.is_matrix:
                return self.emit.build_matrix(type, given, trees[0])
            if given.is_scalar:
                return self.emit.splat(self.emit.convert(trees[0], given, type), type.rows)
            if given.is_vector:
                value = trees[0] if given.rows == type.rows else self.emit.shuffle(trees[0], range(type.rows))
                return self.emit.convert(value, given, type)
        scalars = [
            self.emit.convert(one, part, type)
            for tree, node in zip(trees, node.arguments, strict=True)
            for one, part in self.emit.scalars(tree, node.type)
        ]
        rows = type.rows
        if not type.is_matrix:
            return self.emit.join(scalars[:rows])
        return tuple(self.emit.join(scalars[start : start + rows]) for start in range(0, type.size, rows))

    def standard(self, node: Builtin) -> Tree:
        """Build a call of a built-in function. The arguments that some of them write come last."""
        if node.name in EMISSIONS:
            self.at(node.place)
            self.b.call(self.emit.declare(EMISSIONS[node.name], ir.VoidType(), []), [])
            return None
        if node.name not in WRITING:
            return self.emit.standard(node, self.tree)
        count, emit = WRITING[node.name]
        values = [self.tree(one) for one in node.arguments[:count]]
        targets = [self.fixed(one) for one in node.arguments[count:]]
        self.at(node.place)
        result, *written = emit(self.emit, values)
        for target, value in zip(targets, written, strict=True):
            self.write(target, value)
        return result


class KnownNode(TypedNode):
    """An expression whose value has been computed already."""

    __slots__ = ("tree",)

    def __init__(self, place: Any, type: ShadingType, tree: Tree) -> None:
        super().__init__(place, type)
        self.tree = tree


BUILD: dict[type[TypedNode], Callable[[Any, Any], Tree]] = {
    ReadNode: ExpressionBuilder.read,
    KnownNode: lambda self, node: node.tree,
    SwizzleNode: ExpressionBuilder.pick,
    MemberNode: ExpressionBuilder.part,
    At: ExpressionBuilder.element_at,
    Operate: ExpressionBuilder.operate,
    Lazy: ExpressionBuilder.lazy,
    Invert: ExpressionBuilder.invert,
    Select: ExpressionBuilder.select,
    StoreNode: ExpressionBuilder.assign,
    Count: ExpressionBuilder.count,
    Follow: ExpressionBuilder.follow,
    Build: ExpressionBuilder.build,
    Invoke: lambda self, node: self.call(node),
    Builtin: ExpressionBuilder.standard,
}
