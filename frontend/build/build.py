"""The builder: translates a checked source to an LLVM module whose interface is globals in address spaces 1 to 4.

Functions of the source become LLVM functions that lowering inlines. Scalars and vectors that are never written after
their declaration stay SSA values; everything else has an alloca, which LLVM's SROA removes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import Any

from llvmlite import ir

from gpucc.frontend.build import shapes
from gpucc.frontend.build.base import INPUT, OUTPUT, POINTER, SAMPLER, UNIFORM, Spot, uniform_leaves
from gpucc.frontend.build.describing import describe
from gpucc.frontend.build.expressions import ExpressionBuilder
from gpucc.frontend.build.functions import Emit, Functions
from gpucc.frontend.build.inlined import Copied, InlinedBody, inlined
from gpucc.frontend.build.newer import newer
from gpucc.frontend.build.samplers import Counts, counts_of, each_sampler, kinds, received, spread
from gpucc.frontend.build.shapes import FLOAT, INT, VEC4, Tree
from gpucc.frontend.build.statements import StatementBuilder
from gpucc.frontend.check.entry import main_kind, reachable
from gpucc.frontend.check.fixed_function import FROM, VARYINGS
from gpucc.frontend.check.geometry import refuse_output
from gpucc.frontend.check.predefined import COLORS, DEPTHS
from gpucc.frontend.dialect import Dialect
from gpucc.frontend.places import ShaderText
from gpucc.frontend.typed import Callee, CheckedUnit, Invoke, Symbol
from gpucc.frontend.types import NUMERIC, ShadingType

COLOR = NUMERIC["float", 4, 1]
# the rest of gpucc knows these under one name
COLOR_NAME, POSITION_NAME = "gl_FragColor", "gl_Position"
RENAMED = {COLORS: COLOR_NAME, "gl_FragDepthEXT": "gl_FragDepth"}
# for each argument the global of the sampler that stands for it, or None; empty in a function for all samplers
Bound = tuple[Any, ...]


class Builder:
    """Builds the unit: its globals, its functions with their copies, and the entry."""

    def __init__(
        self,
        dialect: Dialect,
        source: ShaderText,
        recipes: dict[str, Emit],
        keep: Sequence[str] | None = None,
        half: bool = False,
        by_rows: bool = False,
    ) -> None:
        """`keep` lists the varyings that the fragment shader reads, in the order of their registers; None keeps all.
        `by_rows`: uniforms hold matrices by rows."""
        self.dialect = dialect
        self.emit = Functions(dialect, source, recipes, half, newer if dialect.version > 100 else None)
        self.emit.by_rows = by_rows
        self.b = self.emit.b
        self.expressions = ExpressionBuilder(self.emit, self.call)
        self.statements = StatementBuilder(self.expressions, self.leave_function)
        self.keep = keep
        self.functions: dict[Callee, Any] = {}
        self.copies: dict[Any, Any] = {}
        # specialised copies of functions that are still to be built
        self.waiting: list[tuple[Callee, Any, InlinedBody | None, Counts, Bound]] = []
        # functions that need to know which samplers they are given
        self.measuring: set[Callee] = set()

    def unit(self, unit: CheckedUnit) -> ir.Module:
        order = reachable(unit.entry)
        used = {symbol: None for callee in order for symbol in callee.uses}
        users = {symbol: [callee for callee in order if symbol in callee.uses] for symbol in used}
        # outputs with their globals if they live elsewhere, and the structs among inputs
        self.outputs: list[tuple[Symbol, Any]] = []
        # the colours by their buffers
        self.colors: list[Any] = []
        self.received: list[Symbol] = []
        # variables that begin as what the frame buffer holds
        self.framed: list[Symbol] = []
        private: list[Symbol] = []
        self.geometry, self.fragment = unit.stage == "geometry", unit.stage == "fragment"
        self.colorless = self.fragment and not any(
            symbol.kind == "output" and symbol.written and symbol.name not in DEPTHS for symbol in used
        )
        own = [one for one in unit.globals if one.kind == "output" and one.color]
        self.default = own or [one for one in unit.globals if one.name == "gl_FragColor"]
        placed = any(symbol.name == POSITION_NAME and symbol.written for symbol in used)
        self.placeless = unit.stage == "vertex" and not placed
        for symbol in self.in_order(unit.globals):
            if symbol.kind == "global" and symbol in used and users[symbol] == [unit.entry]:
                private.append(symbol)
            elif symbol in used or self.is_kept(symbol):
                self.declare_global(symbol)
        self.copied: Copied = inlined(unit.functions, unit.entry) if self.emit.recipes else Copied()
        self.measuring = measuring(order)
        for callee in order:
            if callee is not unit.entry and callee not in self.measuring:
                self.functions[callee] = self.declare_function(callee)
                self.function(callee, self.functions[callee])
        self.main(unit, private, [one for one in unit.globals if one.computed and one in used])
        while self.waiting:
            callee, made, self.emit.copy, counts, bound = self.waiting.pop()
            self.function(callee, made, counts, bound)
        if not self.dialect.keeps_uniforms:
            self.drop_unread_members()
        describe(self.emit, unit, self.dialect)
        return self.emit.module

    def drop_unread_members(self) -> None:
        """Remove the globals of struct members that are never read."""
        for name in self.emit.uniforms:
            if name not in self.emit.read_uniforms:
                del self.emit.module.globals[name]

    def in_order(self, symbols: list[Symbol]) -> list[Symbol]:
        """Sort attributes and colours by their locations, and outputs as the fragment shader declares them."""
        attribute = "none" if self.fragment else "input"
        symbols = sorted(symbols, key=lambda one: one.location if one.kind == attribute or one.color else -1)
        if self.keep is None:
            return symbols
        order = {name: k for k, name in enumerate(self.keep)}
        return sorted(symbols, key=lambda symbol: order.get(symbol.name, -1) if symbol.kind == "output" else -1)

    def is_kept(self, symbol: Symbol) -> bool:
        """Return whether a global is part of the interface even if nothing uses it. A fragment shader that writes no
        colour outputs the default one, as its own outputs if it has some."""
        if symbol.kind in ("uniform", "sampler"):
            return self.dialect.keeps_uniforms
        named = self.keep is not None and symbol.kind == "output" and symbol.name in self.keep
        return named or (self.colorless and symbol in self.default)

    # globals ----------------------------------------------------------------------------------------------------------

    def declare_global(self, symbol: Symbol) -> None:
        name, type = symbol.name, symbol.type
        if symbol.kind == "input" and type.holds("struct") and not self.geometry:
            self.emit.spots[symbol] = self.private_memory(symbol, name, shapes.zeros(type))
            self.received.append(symbol)
        elif symbol.kind == "input":
            name = FROM.get(name, name) if self.fragment else name
            self.emit.spots[symbol] = Spot(type, self.emit.add_global(name, shapes.memory(type), INPUT))
        elif symbol.kind == "uniform":
            for leaf, inner in uniform_leaves(symbol):
                stored = shapes.uniform(inner, self.emit.by_rows)
                self.emit.uniforms[leaf] = self.emit.add_global(leaf, stored, UNIFORM)
            self.emit.spots[symbol] = Spot(type, None, symbol, samplers=self.sampler_tree(name, type))
        elif symbol.kind == "sampler":
            self.declare_sampler(symbol)
        elif symbol.kind == "output" and (symbol.written or self.is_kept(symbol)):
            self.declare_output(symbol)
        elif symbol.kind == "fetched":
            self.emit.spots[symbol] = self.private_memory(symbol, symbol.name, shapes.zeros(type))
            self.framed.append(symbol)
        elif symbol.kind in ("global", "output"):
            tree = shapes.zeros(type) if symbol.initial is None or symbol.computed else self.known(symbol)
            self.emit.spots[symbol] = self.private_memory(symbol, name, tree)

    def private_memory(self, symbol: Symbol, name: str, tree: Tree) -> Spot:
        """Memory of the program's own for a global, with its first value."""
        found = self.emit.add_global(name, shapes.memory(symbol.type), 0)
        found.linkage, found.initializer = "internal", shapes.initializer(symbol.type, tree)
        return Spot(symbol.type, found)

    def known(self, symbol: Symbol) -> Tree:
        assert symbol.initial is not None
        assert symbol.initial.value is not None
        return shapes.constant(symbol.type, symbol.initial.value)

    def sampler_tree(self, name: str, type: ShadingType, around: tuple[int, ...] = ()) -> Tree:
        """Declare a global for each sampler inside a uniform. The indices of all enclosing arrays are appended to its
        name."""
        if type.is_opaque:
            whole = ".".join((name, *map(str, around)))
            found = self.emit.uniforms[whole] = self.emit.add_global(whole, INT, SAMPLER)
            return found
        if not type.holds("opaque"):
            return None
        if type.element is not None:
            return tuple(self.sampler_tree(name, type.element, (*around, k)) for k in range(type.length))
        return tuple(self.sampler_tree(f"{name}.{one.name}", one.type, around) for one in type.fields)

    def declare_sampler(self, symbol: Symbol) -> None:
        """Declare a sampler; an array of samplers becomes one global per element."""
        if symbol.type.base in ("colorFilter", "blender"):
            return
        self.emit.trees[symbol] = each_sampler(
            symbol.type, symbol.name, lambda name: self.emit.add_global(name, INT, SAMPLER)
        )
        if symbol.type.base == "shader":
            size = f"{symbol.name}.size"
            self.emit.uniforms[size] = self.emit.add_global(size, shapes.uniform(shapes.vector("float", 2)), UNIFORM)

    def declare_output(self, symbol: Symbol) -> None:
        """Declare an output. Outputs that are indexed at run time, structs and colours that the source names live in
        plain memory and are copied out at the end."""
        own = symbol.name in VARYINGS or not symbol.name.startswith("gl_")
        if self.keep is not None and own and symbol.name not in self.keep:
            self.emit.spots[symbol] = self.private_memory(symbol, symbol.name, shapes.zeros(symbol.type))
            return
        apart = symbol.color or symbol.type.holds("struct")
        if self.geometry and (symbol.indexed or apart):
            refuse_output(symbol)
        if symbol.indexed or apart:
            copy = self.private_memory(symbol, f"{symbol.name}.copy", defaults(symbol.type))
            self.emit.spots[symbol] = copy
        if symbol.color:
            count = symbol.type.length if symbol.type.element is not None else 1
            first = max(symbol.location, 0)
            while len(self.colors) < first + count:
                name = f"{COLORS}.{len(self.colors)}" if self.colors else COLOR_NAME
                self.colors.append(self.emit.add_global(name, shapes.memory(COLOR), OUTPUT))
            self.outputs.append((symbol, self.colors[first : first + count]))
            return
        if apart:
            self.outputs.append((symbol, symbol))
            return
        found = self.emit.add_global(RENAMED.get(symbol.name, symbol.name), shapes.memory(symbol.type), OUTPUT)
        if symbol.indexed:
            self.outputs.append((symbol, found))
        else:
            self.emit.spots[symbol] = Spot(symbol.type, found)
            self.outputs.append((symbol, None))

    # functions --------------------------------------------------------------------------------------------------------

    def declare_function(self, callee: Callee, counts: Counts = ()) -> Any:
        choices = counts_given(counts)
        passed = [
            kind
            for one in callee.parameters
            for kind in ([POINTER] if one.passing != "in" else kinds(one.type, choices))
        ]
        results = [shapes.leaf(one) for one in shapes.leaves(callee.result)] if callee.result.base != "void" else []
        result = ir.VoidType() if not results else results[0] if len(results) == 1 else ir.LiteralStructType(results)
        made = ir.Function(
            self.emit.module, ir.FunctionType(result, passed), self.emit.module.get_unique_name(f"source.{callee.name}")
        )
        made.linkage = "internal"
        made.attributes.add("alwaysinline")
        return made

    def function(self, callee: Callee, made: Any, counts: Counts = (), bound: Bound = ()) -> None:
        """Build the body. `bound` are samplers that stand for the arguments, in a copy for calls that pass those."""
        self.emit.begin_function(made, callee.name, callee.place)
        self.statements.callee, self.statements.result = callee, made.function_type.return_type
        known = bound or (None,) * len(made.args)
        arguments = iter([one if own is None else own for one, own in zip(made.args, known, strict=True)])
        choices = counts_given(counts)
        for one in callee.parameters:
            if one.passing != "in":
                self.emit.spots[one] = Spot(one.type, next(arguments))
            else:
                self.statements.begin_variable(
                    one, shapes.unflatten(one.type, received(one.type, arguments, choices)), True
                )
        self.run_body(callee)

    def copy_of(self, node: Invoke) -> Any:
        """The copy of the function that Skia would fold for this call, for `--math skia-cpu`."""
        callee = node.callee
        known = (self.emit.copy or InlinedBody({}, self.copied, folds=False)).passed(callee, node.arguments)
        key = (callee, tuple(known.items()))
        if key not in self.copies:
            self.copies[key] = self.declare_function(callee)
            self.waiting.append((callee, self.copies[key], InlinedBody(known, self.copied), (), ()))
        return self.copies[key]

    def choosing(self, callee: Callee, counts: Counts, bound: Bound = ()) -> Any:
        """The copy of the function for calls that pass samplers chosen by an index at run time, or, if it needs their
        sizes, for calls that pass these."""
        key = (callee, counts, bound)
        if key not in self.copies:
            self.copies[key] = self.declare_function(callee, counts)
            self.waiting.append((callee, self.copies[key], None, counts, bound))
        return self.copies[key]

    def run_body(self, callee: Callee) -> None:
        assert callee.body is not None
        self.statements.code(callee.body)
        if not self.b.block.is_terminated:
            self.leave_function(shapes.zeros(callee.result) if callee.result.base != "void" else None)
        self.emit.end_function()

    def call(self, node: Invoke) -> Tree:
        """Call a function of the source. `out` and `inout` arguments go through copies, which are written back in
        order."""
        callee = node.callee
        arguments: list[Any] = []
        back: list[tuple[Any, Spot]] = []
        for one, given in zip(callee.parameters, node.arguments, strict=True):
            if one.passing == "in":
                arguments += shapes.flatten(self.expressions.tree(given))
                continue
            target = self.expressions.fixed(given)
            copy = self.emit.variable(one.type)
            if one.passing == "inout":
                value = self.expressions.tree(target)
                self.emit.at(given.place)
                self.emit.store(copy, value)
            elif self.dialect.opaque_images and callee.name == "mainImage":
                self.emit.store(copy, defaults(one.type))
            elif self.dialect.zero_locals:
                self.emit.at(given.place)
                self.emit.clear(copy)
            arguments.append(copy.pointer)
            back.append((target, copy))
        self.emit.at(node.place)
        counts = counts_of(arguments)
        if callee in self.measuring:
            chosen = self.choosing(callee, counts, tuple(map(known_sampler, spread(arguments))))
        elif any(counts):
            chosen = self.choosing(callee, counts)
        else:
            chosen = (
                self.copy_of(node)
                if callee in self.copied.functions and not self.emit.guarded
                else self.functions[callee]
            )
        result = self.b.call(chosen, spread(arguments))
        for target, copy in back:
            self.emit.at(node.place)
            self.expressions.write(target, self.emit.load(copy))
        if callee.result.base == "void":
            return None
        leaves = shapes.leaves(callee.result)
        if len(leaves) == 1:
            return shapes.unflatten(callee.result, iter([result]))
        return shapes.unflatten(callee.result, iter([self.b.extract_value(result, k) for k in range(len(leaves))]))

    # the entry --------------------------------------------------------------------------------------------------------

    def main(self, unit: CheckedUnit, private: list[Symbol], computed: list[Symbol]) -> None:
        """Build the entry: first values of outputs and of globals, those of `computed` in their order, then the
        body."""
        entry = unit.entry
        made = ir.Function(self.emit.module, ir.FunctionType(ir.VoidType(), []), "main")
        if not self.dialect.preprocessor:
            self.receive_main(entry)
        self.emit.begin_function(made, "main", entry.place)
        self.statements.callee, self.statements.result = entry, ir.VoidType()
        for symbol, found in self.outputs:
            if found is None:
                self.emit.store(self.emit.spots[symbol], defaults(symbol.type))
        for missing, name in ((self.colorless, COLOR_NAME), (self.placeless, POSITION_NAME)):
            if missing and self.dialect.preprocessor and name not in self.emit.module.globals:
                # a draw gives a colour, and versions without gl_FragColor need not declare any; without a position, the
                # first varying would be taken for it
                self.emit.store(Spot(COLOR, self.emit.add_global(name, shapes.memory(COLOR), OUTPUT)), defaults(COLOR))
        given = [color for symbol, found in self.outputs if symbol.color for color in found]
        for color in self.colors:
            if color not in given:
                # a buffer between others that nothing writes keeps its place
                self.emit.store(Spot(COLOR, color), defaults(COLOR))
        self.fetch_frame()
        for symbol in self.received:
            for part, name in self.parts(symbol):
                self.emit.store(part, self.emit.load(self.part_global(part, name, INPUT)))
        for symbol in private:
            if symbol not in computed:
                value = self.known(symbol) if symbol.initial is not None else shapes.zeros(symbol.type)
                self.statements.begin_variable(symbol, value, True)
        for symbol in computed:
            assert symbol.initial is not None
            value = self.expressions.tree(symbol.initial)
            if symbol in private:
                self.statements.begin_variable(symbol, value, True)
            else:
                self.emit.store(self.emit.spots[symbol], value)
        for one in entry.parameters:
            spot = self.emit.spots.pop(one)
            self.statements.begin_variable(one, self.emit.load(spot), True)
        self.run_body(entry)

    def fetch_frame(self) -> None:
        """Read the frame buffer into the variables that begin with its contents."""
        for symbol in (*self.framed, *(one for one, _ in self.outputs if one.fetched)):
            color = self.b.call(self.emit.declare("gpucc.framebuffer.color", VEC4, []), [])
            rows = (symbol.type.element or symbol.type).rows
            parts = [self.emit.get(color, k) for k in range(rows)]
            value = self.emit.join(parts) if rows > 1 else parts[0]
            self.emit.store(self.emit.spots[symbol], value if symbol.type.element is None else (value,))

    def receive_main(self, entry: Callee) -> None:
        """Declare the interface of AGSL's main: its arguments are inputs, its result is the colour."""
        kind = main_kind(entry)
        names = {"shader": ("p",), "colorFilter": ("color",), "blender": ("src", "dst")}[kind or "shader"]
        for one, standard in zip(entry.parameters, names, strict=True):
            name = self.emit.module.get_unique_name(one.name or standard)
            self.emit.spots[one] = Spot(one.type, self.emit.add_global(name, shapes.memory(one.type), INPUT))
        self.color = Spot(COLOR, self.emit.add_global("gl_FragColor", shapes.memory(COLOR), OUTPUT))

    def leave_function(self, tree: Tree) -> None:
        if self.statements.callee.name == "main" and isinstance(self.statements.result, ir.VoidType):
            if tree is not None:
                self.emit.store(self.color, tree)
            self.copy_out()
            self.b.ret_void()
            return
        if tree is None:
            self.b.ret_void()
            return
        values = shapes.flatten(tree)
        if len(values) == 1:
            self.b.ret(values[0])
            return
        whole = ir.Constant(self.statements.result, ir.Undefined)
        for index, value in enumerate(values):
            whole = self.b.insert_value(whole, value, index)
        self.b.ret(whole)

    def copy_out(self) -> None:
        """Write the outputs that live in plain memory."""
        for symbol, found in self.outputs:
            if found is symbol:
                for part, name in self.parts(symbol):
                    self.emit.store(self.part_global(part, name, OUTPUT), self.emit.load(part))
            elif symbol.color:
                value = self.emit.load(self.emit.spots[symbol])
                for one, color in zip(value if isinstance(value, tuple) else (value,), found, strict=True):
                    self.emit.store(Spot(COLOR, color), self.whole_color(one))
            elif found is not None:
                self.emit.store(Spot(symbol.type, found), self.emit.load(self.emit.spots[symbol]))

    def whole_color(self, value: Any) -> Any:
        """A colour with the components that its output leaves out."""
        rows = value.type.count if isinstance(value.type, ir.VectorType) else 1
        rest = [ir.Constant(FLOAT, one) for one in (0.0, 0.0, 0.0, 1.0)[rows:]]
        return self.emit.join([*self.emit.components(value), *rest]) if rest else value

    def parts(self, symbol: Symbol) -> Iterator[tuple[Spot, str]]:
        """The parts of a struct, or of an array of structs, that are inputs or outputs of their own, with their
        names."""
        waiting = [(self.emit.spots[symbol], symbol.name)]
        while waiting:
            spot, name = waiting.pop()
            type = spot.type
            if type.base == "struct":
                inner = [(self.emit.member(spot, k), f"{name}.{one.name}") for k, one in enumerate(type.fields)]
            elif type.holds("struct"):
                inner = [(self.emit.element(spot, ir.Constant(INT, k)), f"{name}.{k}") for k in range(type.length)]
            else:
                yield spot, name
                continue
            waiting += reversed(inner)

    def part_global(self, part: Spot, name: str, space: int) -> Spot:
        found = self.emit.module.globals.get(name)
        if found is None:
            found = self.emit.add_global(name, shapes.memory(part.type), space)
        return Spot(part.type, found)


def measuring(order: Sequence[Callee]) -> set[Callee]:
    """The functions that ask for the size of a texture that may be an argument, themselves or through others."""
    found = {callee for callee in order if callee.measures}
    while more := {one for one in order if one not in found and found & one.calls.keys()}:
        found |= more
    return {one for one in found if any(parameter.type.holds("opaque") for parameter in one.parameters)}


def known_sampler(argument: Any) -> Any:
    """The argument if it is the global of a sampler, or None."""
    return argument if isinstance(argument, ir.GlobalVariable) and argument.addrspace == SAMPLER else None


def counts_given(counts: Counts) -> Iterator[int]:
    """The number of candidates for each sampler argument; without counts, every sampler is known."""
    return iter(counts) if counts else repeat(0)


def defaults(type: ShadingType) -> Tree:
    """The value of an output that is never written: 0, 0, 0, 1."""
    parts = shapes.parts_of(type)
    if parts:
        return tuple(defaults(one) for one in parts)
    return shapes.constant(type, (0, 0, 0, 1)[: type.rows])
