"""The base class of the builder: the module, debug locations of instructions, and memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from llvmlite import ir
from llvmlite.ir.values import DIValue

from gpucc.frontend.build import shapes
from gpucc.frontend.build.inlined import InlinedBody
from gpucc.frontend.build.samplers import OneOf, chosen
from gpucc.frontend.build.shapes import FLOAT, INT, Tree
from gpucc.frontend.dialect import Dialect
from gpucc.frontend.places import Place, ShaderText
from gpucc.frontend.typed import Symbol, TypedNode, Values
from gpucc.frontend.types import ShadingType, element_of, row_of
from gpucc.records import dataclass

FAST = ("nsz", "arcp", "contract", "reassoc", "afn")
INPUT, UNIFORM, OUTPUT, SAMPLER = 1, 2, 3, 4
POINTER = ir.PointerType()
METADATA = ir.MetaDataType()
ZERO = ir.Constant(INT, 0)
MOST_STORES = 64


@dataclass(frozen=True, slots=True)
class Spot:
    """An address in memory. Uniforms have no single address, because structs are split into one global per leaf: `path`
    and `indices` then select the leaf.

    Samplers never lie in memory. `samplers` holds those of the type, as a tree with None for everything else. `across`
    is the matrix of which this is a column, if uniforms hold its rows.
    """

    type: ShadingType
    pointer: Any = None
    symbol: Symbol | None = None
    path: tuple[str, ...] = ()
    indices: tuple[Any, ...] = ()
    samplers: Tree = None
    across: ShadingType | None = None


class SourceMark(DIValue):  # type: ignore[misc]
    """A place of the source as LLVM's metadata. Nearly every instruction has its own: the general printer, and a name
    that is registered and looked up, would take a tenth of the whole translation."""

    def __init__(self, module: Any, line: int, column: int, scope: Any) -> None:
        self.parent, self.type, self._name = module, METADATA, str(len(module.metadata))
        self.is_distinct, self.kind = False, "DILocation"
        self.operands = (("column", min(column, 65535)), ("line", max(line, 1)), ("scope", scope))
        module.metadata.append(self)

    def __str__(self) -> str:
        (_, column), (_, line), (_, scope) = self.operands
        return f"!{self._name} = !DILocation(column: {column}, line: {line}, scope: {scope.get_reference()})"


class LocalNames:
    """The names in a function: `.1`, `.2` and so on for values without one, as llvmlite numbers them."""

    def __init__(self, given: Any) -> None:
        self.used = {argument.name for argument in given.args}
        self.count = len(self.used) + 1  # one is the result's

    def register(self, name: str, deduplicate: bool = False) -> str:
        if not name:
            self.count += 1
            return f".{self.count}"
        if name in self.used:
            self.count += 1
            name = f"{name}.{self.count}"
        self.used.add(name)
        return name


class BuilderBase:
    def __init__(self, dialect: Dialect, source: ShaderText, exact_math: bool) -> None:
        self.dialect = dialect
        self.source = source
        # LLVM IR prints the module's name in a comment
        self.module = ir.Module(
            name="".join(one if " " <= one <= "~" and one not in '"\\' else "_" for one in source.name)
        )
        self.flags: tuple[str, ...] = FAST if exact_math else ()
        self.exact_math = exact_math
        self.b: Any = ir.IRBuilder()
        self.entry: Any = None
        self.scope: Any = None
        self.declared: dict[str, Any] = {}
        self.uniforms: dict[str, Any] = {}
        self.read_uniforms: set[str] = set()
        # whether uniforms hold the rows of matrices, instead of their columns
        self.by_rows = False
        self.spots: dict[Symbol, Spot] = {}
        self.trees: dict[Symbol, Tree] = {}
        self.marks: dict[tuple[int, int, int, int], Any] = {}
        self.files: dict[str, Any] = {}
        self.scopes: dict[tuple[int, str], Any] = {}
        self.breaks: list[Any] = []
        self.continues: list[Any] = []
        # `copy`: the constants known about the function at hand when Skia would inline it; `guarded`: how many
        # conditions enclose the expression at hand
        self.copy: InlinedBody | None = None
        self.guarded = 0
        self.begin_debug()

    def known_value(self, node: TypedNode) -> Values | None:
        return node.value if node.value is not None or self.copy is None else self.copy.value(node)

    # places of the source ---------------------------------------------------------------------------------------------

    def begin_debug(self) -> None:
        add = self.module.add_debug_info
        file = self.file(self.source.name)
        unit = {
            "language": ir.DIToken("DW_LANG_C99"),
            "file": file,
            "producer": "gpucc",
            "runtimeVersion": 0,
            "isOptimized": False,
        }
        self.compile_unit = add(
            "DICompileUnit", {**unit, "emissionKind": ir.DIToken("LineTablesOnly")}, is_distinct=True
        )
        self.signature = add("DISubroutineType", {"types": self.module.add_metadata([None])})
        self.module.add_named_metadata("llvm.dbg.cu", self.compile_unit)
        version = [ir.Constant(INT, 2), "Debug Info Version", ir.Constant(INT, 3)]
        self.module.add_named_metadata("llvm.module.flags", self.module.add_metadata(version))

    def file(self, name: str) -> Any:
        if name not in self.files:
            self.files[name] = self.module.add_debug_info("DIFile", {"filename": name, "directory": ""})
        return self.files[name]

    def subprogram(self, name: str, place: Place) -> Any:
        shown, line = place.source.shown(place.line)
        fields = {
            "name": name,
            "file": self.file(shown),
            "line": max(line, 1),
            "type": self.signature,
            "unit": self.compile_unit,
        }
        return self.module.add_debug_info(
            "DISubprogram", {**fields, "spFlags": ir.DIToken("DISPFlagDefinition")}, is_distinct=True
        )

    def begin_function(self, function: Any, name: str, place: Place) -> None:
        self.scope = self.subprogram(name, place)
        self.scope_file = place.source.shown(place.line)[0]
        function.scope = LocalNames(function)
        function.set_metadata("dbg", self.scope)
        self.entry = function.append_basic_block("entry")
        self.allocas = ir.IRBuilder(self.entry)
        self.b.position_at_end(function.append_basic_block("body"))
        self.at(place)

    def end_function(self) -> None:
        first = self.entry.function.blocks[1]
        self.allocas.branch(first)

    def at(self, place: Place) -> None:
        """Set the debug location of the instructions emitted from here on."""
        source, line, column = place
        key = (id(self.scope), id(source), line, column)
        found = self.marks.get(key)
        if found is None:
            shown, number = source.shown(line)
            # places are unique by their key: the module need not look for duplicates
            found = self.marks[key] = SourceMark(self.module, number, column, self.scope_of(shown))
        self.b.debug_metadata = found

    def scope_of(self, file: str) -> Any:
        """The debug scope for a file: the function's own, or a lexical block in it for included lines."""
        if file == self.scope_file:
            return self.scope
        key = (id(self.scope), file)
        if key not in self.scopes:
            fields = {"scope": self.scope, "file": self.file(file), "discriminator": 0}
            self.scopes[key] = self.module.add_debug_info("DILexicalBlockFile", fields)
        return self.scopes[key]

    # instructions -----------------------------------------------------------------------------------------------------

    def declare(self, name: str, result: Any, parameters: Sequence[Any]) -> Any:
        found = self.declared.get(name)
        if found is None:
            found = self.declared[name] = ir.Function(self.module, ir.FunctionType(result, parameters), name)
        return found

    def intrinsic(self, name: str, *arguments: Any, flags: tuple[str, ...] | None = None) -> Any:
        """Call LLVM's intrinsic of that name, for the type of the first argument."""
        type = arguments[0].type
        suffix = f"v{type.count}f32" if isinstance(type, ir.VectorType) else "f32"
        function = self.declare(f"llvm.{name}.{suffix}", type, [one.type for one in arguments])
        return self.b.call(function, arguments, fastmath=self.flags if flags is None else flags)

    def fadd(self, a: Any, b: Any) -> Any:
        return self.b.fadd(a, b, flags=self.flags)

    def fsub(self, a: Any, b: Any) -> Any:
        return self.b.fsub(a, b, flags=self.flags)

    def fmul(self, a: Any, b: Any) -> Any:
        return self.product(a, b) if _has_zero(a) or _has_zero(b) else self.b.fmul(a, b, flags=self.flags)

    @property
    def no_nan(self) -> tuple[str, ...]:
        """The fast-math flags with nnan for GLSL ES, which does not require support of NaN."""
        return (*self.flags, "nnan") if self.without_nan else self.flags

    @property
    def without_nan(self) -> bool:
        """Whether the source is in GLSL, which does not require support of NaN."""
        return bool(self.flags) and self.dialect.key == "glsl"

    def whole(self, name: str, x: Any) -> Any:
        """floor and ceil, which GLSL ES lets be anything for an infinity."""
        promised = ("ninf",) if self.flags and self.dialect.key == "glsl" else ()
        return self.intrinsic(name, x, flags=(*self.flags, *promised))

    def product(self, a: Any, b: Any) -> Any:
        """A product that may be assumed to be 0 if one operand is 0. Used for products with matrices, whose columns
        often hold literal zeros; elsewhere nnan would let LLVM turn products with converted booleans into selects."""
        return self.b.fmul(a, b, flags=self.no_nan)

    def fdiv(self, a: Any, b: Any) -> Any:
        return self.b.fdiv(a, b, flags=self.flags)

    def fneg(self, a: Any) -> Any:
        return self.b.fneg(a, flags=self.flags)

    def get(self, vector: Any, index: int) -> Any:
        if isinstance(vector, ir.Constant) and isinstance(vector.constant, list | tuple):
            return vector.constant[index]
        return self.b.extract_element(vector, ir.Constant(INT, index))

    def put(self, vector: Any, value: Any, index: int) -> Any:
        return self.b.insert_element(vector, value, ir.Constant(INT, index))

    def splat(self, value: Any, rows: int) -> Any:
        if rows == 1 or isinstance(value.type, ir.VectorType):
            return value
        type = ir.VectorType(value.type, rows)
        if isinstance(value, ir.Constant):
            return ir.Constant(type, [value] * rows)
        one = self.b.insert_element(ir.Constant(type, ir.Undefined), value, ZERO)
        return self.b.shuffle_vector(
            one, ir.Constant(type, ir.Undefined), ir.Constant(ir.VectorType(INT, rows), [0] * rows)
        )

    def join(self, values: Sequence[Any]) -> Any:
        """Combine scalars into one vector."""
        if len(values) == 1:
            return values[0]
        type = ir.VectorType(values[0].type, len(values))
        if all(isinstance(one, ir.Constant) for one in values):
            return ir.Constant(type, list(values))
        found = ir.Constant(type, ir.Undefined)
        for index, one in enumerate(values):
            found = self.put(found, one, index)
        return found

    def shuffle(self, vector: Any, lanes: Sequence[int]) -> Any:
        if len(lanes) == 1:
            return self.get(vector, lanes[0])
        mask = ir.Constant(ir.VectorType(INT, len(lanes)), list(lanes))
        return self.b.shuffle_vector(vector, ir.Constant(vector.type, ir.Undefined), mask)

    def number(self, value: float, like: Any) -> Any:
        """A float constant of the shape of `like`."""
        return self._constant(ir.Constant(FLOAT, value), like)

    def integer(self, value: int, like: Any) -> Any:
        """An integer constant of the shape of `like`."""
        return self._constant(ir.Constant(INT, value), like)

    def _constant(self, one: Any, like: Any) -> Any:
        return ir.Constant(like.type, [one] * like.type.count) if isinstance(like.type, ir.VectorType) else one

    # memory -----------------------------------------------------------------------------------------------------------

    def alloca(self, type: Any) -> Any:
        found = self.allocas.alloca(type)
        found.type = POINTER
        return found

    def add_global(self, name: str, type: Any, space: int) -> Any:
        found = ir.GlobalVariable(self.module, type, name, space)
        found.type = ir.PointerType(addrspace=space)
        return found

    def clear(self, spot: Spot) -> None:
        """Store zeros, by one memset where the type is large."""
        if spot.type.size <= MOST_STORES:
            self.store(spot, shapes.zeros(spot.type))
            return
        size, byte = ir.IntType(64), ir.IntType(8)
        fill = self.declare("llvm.memset.p0.i64", ir.VoidType(), [POINTER, byte, size, ir.IntType(1)])
        extent = ir.Constant(size, shapes.extent(spot.type)[0])
        self.b.call(fill, [spot.pointer, ir.Constant(byte, 0), extent, ir.Constant(ir.IntType(1), 0)])

    def variable(self, type: ShadingType) -> Spot:
        """Allocate a variable in the current function."""
        return Spot(type, self.alloca(shapes.memory(type)))

    def element(self, spot: Spot, index: Any) -> Spot:
        type = element_of(spot.type)
        samplers = chosen(self.b, spot.samplers, index) if spot.samplers is not None else None
        if spot.symbol is not None:
            across = spot.type if self.by_rows and spot.type.is_matrix else None
            return Spot(type, None, spot.symbol, spot.path, (*spot.indices, index), samplers, across)
        pointer = self.b.gep(spot.pointer, [ZERO, index], True, source_etype=shapes.memory(spot.type))
        return Spot(type, pointer, samplers=samplers)

    def member(self, spot: Spot, index: int) -> Spot:
        field = spot.type.fields[index]
        samplers = spot.samplers[index] if spot.samplers is not None else None
        if spot.symbol is not None:
            return Spot(field.type, None, spot.symbol, (*spot.path, field.name), spot.indices, samplers)
        pointer = self.b.gep(spot.pointer, [ZERO, ir.Constant(INT, index)], True, source_etype=shapes.memory(spot.type))
        return Spot(field.type, pointer, samplers=samplers)

    def load(self, spot: Spot) -> Tree:
        type = spot.type
        if type.base == "struct":
            return tuple(self.load(self.member(spot, index)) for index in range(len(type.fields)))
        if type.is_matrix and spot.symbol is not None and self.by_rows:
            rows = self.load_rows(spot, type)
            return tuple(self.join([self.get(row, column) for row in rows]) for column in range(type.columns))
        if type.element is not None or type.is_matrix:
            count = type.length if type.element is not None else type.columns
            return tuple(self.load(self.element(spot, ir.Constant(INT, index))) for index in range(count))
        if type.is_opaque:
            candidates = spot.samplers.candidates if isinstance(spot.samplers, OneOf) else (spot.samplers,)
            self.read_uniforms.update(one.name for one in candidates)
            return spot.samplers
        if spot.across is not None:
            *indices, column = spot.indices
            rows = self.load_rows(replace(spot, indices=tuple(indices)), spot.across)
            return self.join([self.b.extract_element(row, column) for row in rows])
        if spot.symbol is not None:
            return self.load_uniform(spot)
        return self.b.load(spot.pointer, typ=shapes.leaf(type))

    def load_rows(self, spot: Spot, matrix: ShadingType) -> list[Any]:
        """Load the rows of a matrix that a uniform holds by rows."""
        places = [(*spot.indices, ir.Constant(INT, row)) for row in range(matrix.rows)]
        return [self.load_uniform(Spot(row_of(matrix), None, spot.symbol, spot.path, place)) for place in places]

    def load_uniform(self, spot: Spot) -> Any:
        """Load a leaf of a uniform. Its global has one array dimension for each array on the path to the leaf."""
        assert spot.symbol is not None
        type = spot.type
        name = ".".join((spot.symbol.name, *spot.path))
        found = self.uniforms[name]
        self.read_uniforms.add(name)
        whole = found.value_type
        pointer = found
        inner = [] if shapes.is_full(type) else [ZERO]
        if spot.indices or inner:
            pointer = self.b.gep(found, [ZERO, *spot.indices, *inner], True, source_etype=whole)
        if type.base == "bool" and type.rows > 1:
            stored = self.b.load(pointer, typ=shapes.STORED_BOOLS[type.rows])
            return self.b.icmp_signed("!=", stored, ir.Constant(stored.type, [0] * type.rows))
        return self.b.load(pointer, typ=shapes.leaf(type))

    def store(self, spot: Spot, tree: Tree) -> None:
        type = spot.type
        if type.is_opaque:
            return
        if type.base == "struct":
            for index, part in enumerate(tree):
                self.store(self.member(spot, index), part)
        elif isinstance(tree, tuple):
            for index, part in enumerate(tree):
                self.store(self.element(spot, ir.Constant(INT, index)), part)
        else:
            self.b.store(tree, spot.pointer)

    def spill(self, type: ShadingType, tree: Tree) -> Spot:
        """Store a value in memory, so that an index known only at run time can address it."""
        spot = self.variable(type)
        self.store(spot, tree)
        return spot


def uniform_leaves(symbol: Symbol) -> list[tuple[str, ShadingType]]:
    """The globals of a uniform with their types. A struct has one per member, an array of structs one array per member;
    samplers are left out."""
    found: list[tuple[str, ShadingType]] = []

    def walk(name: str, type: ShadingType, around: tuple[int, ...]) -> None:
        if type.element is not None:
            walk(name, type.element, (*around, type.length))
        elif type.base == "struct":
            for field in type.fields:
                walk(f"{name}.{field.name}", field.type, around)
        elif not type.is_opaque:
            for length in reversed(around):
                type = ShadingType("", "array", element=type, length=length)
            found.append((name, type))

    walk(symbol.name, symbol.type, ())
    return found


def _has_zero(value: Any) -> bool:
    """Return whether the value is a constant with a component 0."""
    if not isinstance(value, ir.Constant):
        return False
    return (
        any(_has_zero(one) for one in value.constant)
        if isinstance(value.constant, (list, tuple))
        else value.constant in (None, 0.0)
    )
