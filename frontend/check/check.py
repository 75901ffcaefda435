"""The checker: turns the syntax tree of a source into its typed tree and reports all errors."""

from __future__ import annotations

from gpucc.frontend.check.base import CheckContext
from gpucc.frontend.check.declared import DeclaredTypes
from gpucc.frontend.check.entry import MOST_CALLS_DEEP, choose_entry, depend, find_recursion, refuse_absent, unused
from gpucc.frontend.check.expressions import ExpressionChecker
from gpucc.frontend.check.fixed_function import MOST_COORDINATES, fixed_function
from gpucc.frontend.check.flow import falls_through
from gpucc.frontend.check.geometry import predefined_inputs, read_layouts
from gpucc.frontend.check.globals import GlobalChecker
from gpucc.frontend.check.implied import complete_arrays
from gpucc.frontend.check.live import called, check_indices, check_jumps, written
from gpucc.frontend.check.predefined import DEPTHS, extended, predefined, predefined_types
from gpucc.frontend.check.statements import StatementChecker
from gpucc.frontend.check.unset import warn_unset
from gpucc.frontend.check.version import FROM_14
from gpucc.frontend.dialect import PRECISIONS, Dialect
from gpucc.frontend.places import Complaints, Place
from gpucc.frontend.signatures import HIDDEN, match
from gpucc.frontend.syntax import (
    Declare,
    FunctionSyntax,
    Invariant,
    ParameterSyntax,
    Precision,
    StageLayout,
    Top,
    UniformBlock,
)
from gpucc.frontend.typed import Callee, CheckedUnit, Symbol
from gpucc.frontend.types import ERROR, VOID, ShadingType

LARGEST_PASSED = 4096


class Checker:
    """Checks the unit as a whole: its globals and functions. Their parts are checked by the objects that it holds."""

    def __init__(
        self,
        dialect: Dialect,
        stage: str,
        extensions: set[str],
        report: Complaints,
        warned: set[str] | frozenset[str] = frozenset(),
    ) -> None:
        """`extensions` are those that the source enables; uses of those in `warned` are worth a warning."""
        self.context = CheckContext(dialect, stage, extensions, report)
        self.context.warned = frozenset(warned)
        # the number of elements of gl_TexCoord
        self.coordinates = MOST_COORDINATES
        # the number of elements of gl_FragData, where there may be more than one
        self.colors = 1
        self.dialect, self.stage, self.report = dialect, stage, report
        expressions = ExpressionChecker(self.context)
        self.types = DeclaredTypes(self.context, expressions)
        self.statements = StatementChecker(self.context, expressions, self.types)
        self.globals = GlobalChecker(self.context, self.types, self.statements)

    def unit(self, tops: list[Top], start: Place) -> CheckedUnit | None:
        """Check the whole unit. Returns None if there is no program to run; the report holds the reason."""
        if self.dialect.preprocessor and not self.dialect.es:
            complete_arrays(tops, self.stage)
        shape = read_layouts([top for top in tops if isinstance(top, StageLayout)], self.context, start)
        self.context.shape = shape
        own = predefined_inputs(shape) if self.stage == "geometry" else []
        if self.dialect.fixed_function:
            own += fixed_function(self.stage, self.coordinates)
        extensions = self.context.extensions
        given = predefined(self.dialect, self.stage, extensions, self.colors)
        for symbol in (*given, *own, *extended(self.dialect, extensions)):
            self.context.scopes[0][symbol.name] = symbol
            symbol.invariant = self.globals.all_invariant and symbol.kind == "output"
        self.context.scopes[0] |= {type.name: type for type in predefined_types(self.dialect)}
        if self.dialect.preprocessor:
            fragment = self.stage == "fragment" and self.dialect.needs_precision
            self.context.precisions[0] = {"int": "mediump"} if fragment else {"int": "highp", "float": "highp"}
        order: list[Callee] = []
        self.context.later = {
            top.name: top.place for top in tops if isinstance(top, FunctionSyntax) and top.body is not None
        }
        for top in tops:
            match top:
                case FunctionSyntax():
                    self.function(top, order)
                case Declare():
                    self.globals.declaration(top)
                case UniformBlock():
                    self.globals.block(top)
                case Precision():
                    self.types.set_precision(top)
                case Invariant():
                    self.invariant(top)
        self.globals.check_blocks()
        self.globals.check_locations()
        find_recursion(order, self.report, MOST_CALLS_DEEP if self.dialect.simplifies else None)
        entry = choose_entry(order, self.dialect, self.report, start)
        if entry is None:
            return None
        for one in (*order, *self.context.scopes[0].values()):
            for callee, place in one.calls.items() if isinstance(one, Callee | Symbol) else ():
                if callee.body is None:
                    self.report.error(f"`{callee.name}` is declared but not defined", place)
        unused(self.context.symbols, self.report)
        refuse_absent(self.context.absent, entry, self.report)
        self.check_globals()
        self.check_colors(entry)
        self.globals.check_colors(entry.place)
        depend(entry, [one for one in self.context.scopes[0].values() if isinstance(one, Symbol)])
        found = [self.context.scopes[0][name] for name in self.context.scopes[0]]
        symbols = [one for one in found if isinstance(one, Symbol) and one.type.base != ERROR.base]
        context = self.context
        return CheckedUnit(
            order, entry, symbols, self.stage, self.dialect, context.newer, context.blocks, context.defaults, shape
        )

    def check_globals(self) -> None:
        for one in self.context.scopes[0].values():
            if (
                isinstance(one, Symbol)
                and one.kind == "global"
                and one.read
                and not one.written
                and one.initial is None
            ):
                self.report.warn(f"`{one.name}` is read, but nothing gives it a value", one.place)

    def check_colors(self, entry: Callee) -> None:
        """Check the predefined outputs of a fragment shader."""
        one, other = (self.context.scopes[0].get(name) for name in ("gl_FragColor", "gl_FragData"))
        if isinstance(one, Symbol) and isinstance(other, Symbol) and one.written and other.written:
            self.report.error("gl_FragColor and gl_FragData are written in one shader", entry.place, "use one of them")
        outputs = [
            each for each in self.context.scopes[0].values() if isinstance(each, Symbol) and each.kind == "output"
        ]
        for own in outputs:
            for builtin in (one, other):
                if own is not builtin and own.color and own.written and isinstance(builtin, Symbol) and builtin.written:
                    message = f"`{own.name}` and {builtin.name} are written in one shader"
                    self.report.error(message, own.place, f"write `{own.name}` everywhere, or do not declare it")
        if (
            self.stage == "fragment"
            and self.dialect.preprocessor
            and not any(each.written for each in outputs if each.name not in DEPTHS)
        ):
            self.report.warn("the shader writes no colour: it is 0, 0, 0, 1", entry.place)
        position = self.context.scopes[0].get("gl_Position")
        if self.stage == "vertex" and isinstance(position, Symbol) and not position.written:
            self.report.warn("the shader writes no gl_Position: it is 0, 0, 0, 1", entry.place)

    def invariant(self, top: Invariant) -> None:
        for place, name in top.names:
            symbol = self.context.scopes[0].get(name)
            if not isinstance(symbol, Symbol) or not self.may_be_invariant(symbol):
                self.report.error(f"`{name}` is no output or varying and cannot be invariant", place)
            else:
                symbol.invariant = True

    def may_be_invariant(self, symbol: Symbol) -> bool:
        """Return whether a variable may be declared invariant: outputs, varyings, and inputs that the rasteriser
        derives from gl_Position and gl_PointSize."""
        return symbol.kind == "output" or (
            symbol.kind == "input"
            and self.stage == "fragment"
            and symbol.name != "gl_FrontFacing"
            and self.dialect.invariant_inputs
        )

    # functions -------------------------------------------------------------------------------------------------------

    def function(self, top: FunctionSyntax, order: list[Callee]) -> None:
        for word, place in top.qualifiers.items():
            if word not in ("lowp", "mediump", "highp", "inline", "noinline"):
                self.report.error(f"a function cannot be `{word}`", place)
        if "inline" in top.qualifiers and "noinline" in top.qualifiers:
            self.report.error("a function cannot be both inline and noinline", top.place)
        result = self.types.resolve(top.result)
        precision = top.result.precision or next((word for word in PRECISIONS if word in top.qualifiers), "")
        if result.base == "void" and precision:
            self.report.error("void has no precision", top.result.place)
        elif self.dialect.preprocessor:
            precision = self.types.precision(precision, result, top.result.place)
        if result.holds("opaque") or (result.holds("array") and not self.dialect.array_values):
            self.report.error(f"a function cannot return {result}", top.result.place, "use an `out` parameter")
            result = ERROR
        parameters = [self.parameter(one) for one in top.parameters]
        callee = self.declared(top, result, precision, parameters)
        if top.body is None:
            if callee.prototype is not None and self.dialect.version == 100 and self.dialect.preprocessor:
                note = f"the other prototype is at {callee.prototype.location}"
                self.report.error(f"{callee.signature} is declared twice", top.place, note)
            callee.prototype = top.place
            return
        if callee.defined is not None:
            self.report.error(
                f"{callee.signature} is defined twice", top.place, f"it is defined at {callee.defined.location}"
            )
        callee.defined, callee.parameters, callee.place = top.place, parameters, top.place
        self.body(callee, top)
        order.append(callee)

    def declared(self, top: FunctionSyntax, result: ShadingType, precision: str, parameters: list[Symbol]) -> Callee:
        """The function of this signature; registered if it is new."""
        types = [one.type for one in parameters]
        self.refuse_builtin(top, types)
        if isinstance(self.context.scopes[0].get(top.name), Symbol | ShadingType):
            self.report.error(f"`{top.name}` is declared already, and not as a function", top.place)
        others = self.context.functions.setdefault(top.name, [])
        for one in others:
            if [p.type for p in one.parameters] == types:
                where = f"it is declared at {one.place.location}"
                if one.result != result:
                    self.report.error(f"{one.signature} returns {one.result}, not {result}", top.place, where)
                elif self.dialect.preprocessor and one.precision != precision:
                    message = f"{one.signature} returns {one.precision} {result}, not {precision} {result}"
                    self.report.error(message, top.place, where)
                if [(p.passing, bool(p.readonly)) for p in one.parameters] != [
                    (p.passing, bool(p.readonly)) for p in parameters
                ]:
                    self.report.error(f"the parameters of {one.signature} differ in their qualifiers", top.place, where)
                if (one.inline, one.noinline) != ("inline" in top.qualifiers, "noinline" in top.qualifiers):
                    message = f"the declarations of {one.signature} differ in `inline` and `noinline`"
                    self.context.only_some(FROM_14, message, top.place, where)
                return one
        if top.name == "main" and others:
            self.report.error("main cannot be overloaded", top.place)
        callee = Callee(top.name, result, parameters, top.place, precision=precision)
        callee.inline, callee.noinline = "inline" in top.qualifiers, "noinline" in top.qualifiers
        others.append(callee)
        return callee

    def refuse_builtin(self, top: FunctionSyntax, types: list[ShadingType]) -> None:
        if not self.dialect.es:
            return
        if self.dialect.version >= 300 and top.name in self.context.builtins:
            message = f"the built-in function `{top.name}` can be neither redefined nor overloaded"
            self.report.error(message, top.place, "choose another name")
            return
        hidden = HIDDEN[self.dialect.key].get(top.name, [])
        for signature in self.context.builtins.get(top.name, []) + hidden:
            if match(signature, types) is not None and ("H" not in signature.parameters or types[0].base == "half"):
                self.report.error(
                    f"the built-in function {signature} cannot be redefined", top.place, "choose another name"
                )
                return

    def parameter(self, one: ParameterSyntax) -> Symbol:
        type = self.types.resolve(one.type, spared=True)
        passing = next((word for word in ("inout", "out", "in") if word in one.qualifiers), "in")
        if type.base == "void":
            self.report.error("a parameter cannot be void", one.place)
            type = ERROR
        for word, place in one.qualifiers.items():
            if word not in ("const", "in", "out", "inout", *PRECISIONS):
                self.report.error(f"a parameter cannot be `{word}`", place)
        if "const" in one.qualifiers and passing != "in":
            self.report.error(f"a parameter cannot be both const and {passing}", one.place)
        if type.holds("opaque") and (passing != "in" or self.dialect.checks_paths):
            self.report.error(
                f"a parameter cannot be of type {type}" if passing == "in" else f"a {type} cannot be written", one.place
            )
        elif type.size > LARGEST_PASSED:
            message = f"{type} has {type.size} components; at most {LARGEST_PASSED} are passed to a function"
            self.report.error(message, one.place, "make it a global", limit=True)
            type = ERROR
        word = one.type.precision or next((w for w in ("lowp", "mediump", "highp") if w in one.qualifiers), "")
        symbol = Symbol(
            one.name, type, one.place, "parameter", self.types.precision(word, type, one.place), passing=passing
        )
        if "const" in one.qualifiers:
            symbol.readonly = "it is a constant"
        return symbol

    def body(self, callee: Callee, top: FunctionSyntax) -> None:
        assert top.body is not None
        self.context.current = callee
        self.statements.has_return = False
        self.statements.begun_empty = any(one.passing == "out" for one in callee.parameters)
        self.context.scopes.append({})
        for symbol in callee.parameters:
            self.context.claim(symbol.name, symbol.place, symbol)
        callee.body = self.statements.statement(top.body)
        self.context.scopes.pop()
        self.context.current = None
        if self.dialect.simplifies and not self.report.errors:
            self.check_live(callee)
        if not self.dialect.zero_locals and not self.report.errors and self.statements.begun_empty:
            warn_unset(callee, self.report)
        # after a syntax error statements are missing, so nothing is known about paths
        if callee.result not in (VOID, ERROR) and not self.report.errors and falls_through(callee.body):
            message = f"`{top.name}` can end without returning a value"
            if not self.statements.has_return and not self.dialect.checks_paths:
                message = f"`{top.name}` is of type {callee.result} and has no `return`"
                self.report.error(message, top.place, "return a value, or make the function void")
            elif not self.dialect.checks_paths:
                self.report.warn(message, top.place)
            elif falls_through(callee.body, loops_run=True):
                self.report.error(message, top.place, "end it with a `return`")

    def check_live(self, callee: Callee) -> None:
        check_jumps(callee.body, self.report)
        check_indices(callee.body, self.report)
        callee.calls = called(callee.body)
        found = written(callee.body)
        for symbol in callee.parameters:
            if symbol.passing == "out" and symbol not in found and symbol.type is not ERROR:
                self.report.error(f"the `out` parameter `{symbol.name}` is never written", symbol.place)
