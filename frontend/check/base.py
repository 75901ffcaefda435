"""State and services shared by all parts of the checker: scopes of names, conversions, and the report of errors."""

from __future__ import annotations

import difflib

from gpucc.frontend import numbers
from gpucc.frontend.advice import VARIABLES
from gpucc.frontend.dialect import Dialect
from gpucc.frontend.extensions import PACK
from gpucc.frontend.places import Complaints, Place
from gpucc.frontend.signatures import tables
from gpucc.frontend.typed import (
    At,
    BlockSymbol,
    Build,
    Callee,
    Literal,
    MemberNode,
    Newer,
    ReadNode,
    SwizzleNode,
    Symbol,
    TypedNode,
    Values,
)
from gpucc.frontend.types import ERROR, FLOAT, ShadingType, firm, numeric
from gpucc.program import GeometryShape

OF_TEMPLATES = (
    "OpenFL puts declarations of its own in place of `#pragma header`, and statements in place of `#pragma body`; put"
    " them there before gpucc reads the source"
)


class CheckContext:
    """The checker's state at the current place in the source, and the operations on it that all parts of the checker
    use."""

    def __init__(self, dialect: Dialect, stage: str, extensions: set[str], report: Complaints) -> None:
        self.dialect = dialect
        self.stage = stage
        self.extensions = extensions
        self.warned = frozenset[str]()
        self.report = report
        self.scopes: list[dict[str, Symbol | ShadingType]] = [{}]
        self.functions: dict[str, list[Callee]] = {}
        self.builtins = tables(dialect, stage)
        self.current: Callee | None = None
        self.symbols: list[Symbol] = []
        self.unknown: set[tuple[Callee | None, str]] = set()
        # all functions that the source defines, wherever they stand
        self.later: dict[str, Place] = {}
        self.newer: list[Newer] = []
        self.precisions: list[dict[str, str]] = [{}]
        # the variables that the first value of the global at hand reads, and the functions that it calls
        self.outside: dict[Symbol, None] = {}
        self.called: dict[Callee, Place] = {}
        # the outputs of a fragment shader, and the names of blocks of uniforms
        self.colors: list[Symbol] = []
        self.blocks: dict[str, BlockSymbol] = {}
        # what a geometry shader reads and emits
        self.shape: GeometryShape | None = None
        # the places where functions read variables of types that no target has
        self.absent: list[tuple[Symbol, Place, Callee | None]] = []
        # first values of uniforms
        self.defaults: dict[str, Values] = {}
        # whether an engine fills in parts of the source before a driver sees it
        self.is_template = False

    @property
    def packs(self) -> bool:
        """Whether the source may use the forms that GLSL 4.20 added."""
        return (not self.dialect.es and self.dialect.version >= 420) or PACK in self.extensions

    def nothing(self, place: Place) -> TypedNode:
        """A placeholder for a faulty expression; it causes no further errors."""
        return Literal(place, ERROR)

    # names -----------------------------------------------------------------------------------------------------------

    def find(self, name: str) -> Symbol | ShadingType | None:
        for scope in reversed(self.scopes):
            found = scope.get(name)
            if found is not None:
                return found
        return None

    def other_name(self, name: str) -> str:
        known = VARIABLES.get(name, "") if self.dialect.preprocessor else ""
        return known or self.similar(name) or (OF_TEMPLATES if self.is_template else "")

    def similar(self, name: str) -> str:
        names = [known for scope in self.scopes for known in scope] + list(self.functions) + list(self.builtins)
        close = difflib.get_close_matches(name, names[:2000], 1) if len(name) < 60 else []
        return f"did you mean `{close[0]}`?" if close else ""

    def add(self, symbol: Symbol) -> None:
        self.symbols.append(symbol)
        self.claim(symbol.name, symbol.place, symbol)

    def claim(self, name: str, place: Place, meaning: Symbol | ShadingType) -> None:
        scope = self.scopes[-1]
        before = scope.get(name)
        if before is not None and name:
            where = f"it is declared at {before.place.location}" if isinstance(before, Symbol) else ""
            self.report.error(f"`{name}` is declared twice", place, where)
        elif name and len(self.scopes) == 1 and name in self.functions:
            self.report.error(f"`{name}` is a function already", place)
        scope[name] = meaning

    def only_some(self, refused: frozenset[str], message: str, place: Place, note: str = "") -> None:
        """Note an error that applies to the Skias of the Android versions in `refused` only; `check_version` reports it
        if such a version is targeted."""
        if self.dialect.simplifies:
            self.newer.append(Newer(place, message, note, refused))

    # conversions -----------------------------------------------------------------------------------------------------

    def is_block(self, node: TypedNode) -> bool:
        """Whether a value is a whole block of uniforms, or an array of them."""
        inner = node.object if isinstance(node, At) else node
        return isinstance(inner, ReadNode) and inner.symbol.kind == "uniform" and inner.symbol.name in self.blocks

    def converts(self, given: ShadingType, wanted: ShadingType) -> bool:
        """Return whether a value converts to the wanted type implicitly."""
        if given == wanted or ERROR in (given, wanted):
            return True
        if (
            not given.is_numeric
            or not wanted.is_numeric
            or (given.rows, given.columns) != (wanted.rows, wanted.columns)
        ):
            return False
        if given.number < 0 and wanted.is_scalar:
            if given.is_integer:
                return wanted.is_integer or (wanted.is_float and self.dialect.literal_is_float)
            return wanted.is_float
        if self.dialect.widens_integers:
            unsigned = self.dialect.widens_to_unsigned and (given.base, wanted.base) == ("int", "uint")
            return unsigned or (given.is_integer and wanted.base == "float")
        if not self.dialect.mixes_precision:
            return False
        return (given.is_float and wanted.is_float) or (given.is_integer and wanted.is_integer)

    def common_base(self, a: ShadingType, b: ShadingType) -> str | None:
        """The component type to which both operands convert; None if there is none."""
        if not a.is_numeric or not b.is_numeric:
            return None
        if a.base == b.base:
            return a.base
        for one, other in ((a, b), (b, a)):
            if one.number < 0 and self.converts(one, numeric(other.base)):
                return other.base
        if self.dialect.widens_integers and {a.base, b.base} in ({"int", "float"}, {"uint", "float"}):
            return "float"
        if self.dialect.widens_to_unsigned and {a.base, b.base} == {"int", "uint"}:
            return "uint"
        if not self.dialect.mixes_precision or a.is_float != b.is_float or "bool" in (a.base, b.base):
            return None
        return "float" if a.is_float else "int"

    def coerce(self, node: TypedNode, wanted: ShadingType, why: str) -> TypedNode:
        """Convert the node to the wanted type, or report why it does not fit."""
        if node.type == wanted or wanted is ERROR:
            return node
        if node.type is ERROR:
            return self.nothing(node.place)
        if not self.converts(node.type, wanted):
            self.report.error(
                f"{why}: {wanted} is needed, but this is {describe(node.type)}", node.place, advise(node, wanted)
            )
            return self.nothing(node.place)
        return self.cast(node, wanted)

    def cast(self, node: TypedNode, wanted: ShadingType) -> TypedNode:
        if node.type == wanted:
            return node
        value = numbers.convert_all(node.value, wanted.base) if node.value is not None else None
        if value is not None:
            self.check_range(value, wanted, node.place)
            return Literal(node.place, wanted, value=value)
        return Build(node.place, wanted, [node])

    def check_range(self, value: tuple[object, ...], type: ShadingType, place: Place) -> None:
        if type.base == "int" and any(isinstance(one, int) and one > 0x7FFFFFFF for one in value):
            self.report.error(f"{value[0]} is too large for an int", place, "the largest int is 2147483647")
        if type.base == "short" and any(isinstance(one, int) and not -32768 <= one < 32768 for one in value):
            self.report.error(f"{value[0]} does not fit in a {type}", place)

    def firm(self, node: TypedNode) -> TypedNode:
        return self.cast(node, firm(node.type)) if node.type.number < 0 else node

    # places that can be written --------------------------------------------------------------------------------------

    def check_writable(self, node: TypedNode, place: Place, doing: str) -> bool:
        """Return whether the node is a writable place of a variable, which is then marked as written; report an error
        otherwise."""
        if node.type is ERROR:
            return False
        inner = node
        while isinstance(inner, SwizzleNode | MemberNode | At):
            if isinstance(inner, SwizzleNode):
                if len(set(inner.lanes)) < len(inner.lanes):
                    self.report.error(f"cannot {doing} a swizzle that names a component twice", place)
                    return False
                if max(inner.lanes) > 3 or inner.object.type.is_scalar:
                    self.report.error(f"cannot {doing} this swizzle", place)
                    return False
            inner = inner.object
        symbol = inner.symbol if isinstance(inner, ReadNode) else None
        if symbol is None:
            self.report.error(f"cannot {doing} this: it is no variable", place)
            return False
        if symbol.readonly:
            self.report.error(f"cannot {doing} `{symbol.name}`: {symbol.readonly}", place)
            return False
        symbol.written = True
        return True


def describe(type: ShadingType) -> str:
    return "nothing (void)" if type.base == "void" else type.name


def advise(node: TypedNode, wanted: ShadingType) -> str:
    """Advice on how to write a conversion that the language does not do implicitly."""
    given = node.type
    if given.is_integer and given.is_scalar and wanted == FLOAT and node.value is not None:
        return f"write {node.value[0]}.0"
    if given.is_numeric and wanted.is_numeric and (given.rows == wanted.rows and given.columns == wanted.columns):
        return f"convert it: {wanted}(...)"
    if given.is_numeric and wanted.is_vector and given.is_scalar:
        return f"a constructor makes a vector of it: {wanted}(...)"
    if given.is_vector and wanted.is_numeric and given.base == wanted.base and given.rows > wanted.rows:
        return f"take components: .{'xyzw'[: wanted.rows]}"
    return ""
