"""The types of both languages. Floats are `float` or `half`, integers `int`, `uint` or `short`; half and short differ
from float and int in precision."""

from __future__ import annotations

from dataclasses import field

from gpucc.records import dataclass

FLOATS = ("float", "half")
INTEGERS = ("int", "short", "uint")
BASES = ("float", "half", "int", "short", "uint", "bool")
SAMPLERS = ("sampler2D", "samplerCube")
CHILDREN = ("shader", "colorFilter", "blender")
LETTERS = {"float": "vec", "int": "ivec", "bool": "bvec", "uint": "uvec"}


@dataclass(frozen=True, slots=True)
class StructField:
    name: str
    type: ShadingType
    precision: str = ""


@dataclass(frozen=True, slots=True)
class ShadingType:
    """A type of a shading language. `base` is the kind of the components, or void, struct, array, a sampler, a child,
    or error.

    A vector has `rows` components, a matrix `columns` of them. `number` distinguishes structs of the same name, and is
    negative for literals.
    """

    name: str
    base: str
    rows: int = 1
    columns: int = 1
    element: ShadingType | None = None
    length: int = 0
    fields: tuple[StructField, ...] = field(default=(), compare=False)
    number: int = 0

    def __str__(self) -> str:
        return self.name

    @property
    def is_numeric(self) -> bool:
        return self.base in BASES

    @property
    def is_float(self) -> bool:
        return self.base in FLOATS

    @property
    def is_integer(self) -> bool:
        return self.base in INTEGERS

    @property
    def is_scalar(self) -> bool:
        return self.is_numeric and self.rows == 1

    @property
    def is_vector(self) -> bool:
        return self.is_numeric and self.rows > 1 and self.columns == 1

    @property
    def is_matrix(self) -> bool:
        return self.columns > 1

    @property
    def is_opaque(self) -> bool:
        return self.base in SAMPLERS or self.base in CHILDREN

    @property
    def size(self) -> int:
        """The number of scalars in a value of the type."""
        if self.base == "array" and self.element is not None:
            return self.length * self.element.size
        if self.base == "struct":
            return sum(one.type.size for one in self.fields)
        return self.rows * self.columns

    def holds(self, base: str) -> bool:
        """Return whether the type is of this base or has a part that is; `opaque` stands for samplers and children."""
        if self.base == base or (base == "opaque" and self.is_opaque):
            return True
        if self.element is not None:
            return self.element.holds(base)
        return any(one.type.holds(base) for one in self.fields)


def _spelled(base: str, rows: int, columns: int, skia: bool) -> str:
    if rows == 1:
        return base
    if columns > 1:
        if columns != rows and not skia:
            return f"mat{columns}x{rows}"
        return f"{base}{columns}x{rows}" if skia or base != "float" else f"mat{columns}"
    return f"{base}{rows}" if skia or base not in LETTERS else f"{LETTERS[base]}{rows}"


NUMERIC = {
    (base, rows, columns): ShadingType(_spelled(base, rows, columns, False), base, rows, columns)
    for base in BASES
    for rows in range(1, 5)
    for columns in (range(1, 5) if base in FLOATS else (1,))
    if rows > 1 or columns == 1
}
VOID = ShadingType("void", "void")
ERROR = ShadingType("error", "error")
FLOAT = NUMERIC["float", 1, 1]
INT = NUMERIC["int", 1, 1]
UINT = NUMERIC["uint", 1, 1]
BOOL = NUMERIC["bool", 1, 1]
# images of the system, such as frames of a video: read as any other
EXTERNAL_SAMPLER = ShadingType("samplerExternalOES", "sampler2D")
# a texture whose coordinates count texels
RECTANGLE_SAMPLER = ShadingType("sampler2DRect", "sampler2D")
OPAQUE = {name: ShadingType(name, name) for name in (*SAMPLERS, *CHILDREN)}


def numeric(base: str, rows: int = 1, columns: int = 1) -> ShadingType:
    return NUMERIC[base, rows, columns]


def vec(rows: int) -> ShadingType:
    return NUMERIC["float", rows, 1]


def array_of(element: ShadingType, length: int) -> ShadingType:
    base, bracket, inner = element.name.partition("[")
    return ShadingType(f"{base}[{length or ''}]{bracket}{inner}", "array", element=element, length=length)


def column_of(matrix: ShadingType) -> ShadingType:
    return NUMERIC[matrix.base, matrix.rows, 1]


def row_of(matrix: ShadingType) -> ShadingType:
    return NUMERIC[matrix.base, matrix.columns, 1]


def scalar_of(type: ShadingType) -> ShadingType:
    return NUMERIC[type.base, 1, 1]


def element_of(type: ShadingType) -> ShadingType:
    """The type of an element selected by an index."""
    if type.element is not None:
        return type.element
    return column_of(type) if type.is_matrix else scalar_of(type)


def length_of(type: ShadingType) -> int:
    """The number of elements that an index can select; 0 if the type cannot be indexed."""
    if type.base == "array":
        return type.length
    if type.is_matrix:
        return type.columns
    return type.rows if type.is_vector else 0


_COMMON = {type.name: type for type in NUMERIC.values() if type.columns in (1, type.rows) and type.base != "uint"}
GLSL_TYPES: dict[str, ShadingType] = {
    "void": VOID,
    **{name: type for name, type in _COMMON.items() if type.base in LETTERS},
    **{name: OPAQUE[name] for name in SAMPLERS},
}
# mat2x3 has 2 columns and 3 rows; mat2x2 is mat2
RECTANGULAR_TYPES = {
    f"mat{columns}x{rows}": NUMERIC["float", rows, columns] for columns in range(2, 5) for rows in range(2, 5)
}
UNSIGNED_TYPES = {type.name: type for type in NUMERIC.values() if type.base == "uint"}
AGSL_TYPES: dict[str, ShadingType] = {
    "void": VOID,
    **_COMMON,
    **{_spelled(type.base, type.rows, type.columns, True): type for type in _COMMON.values()},
    **{name: OPAQUE[name] for name in CHILDREN},
}
# the types of literals, in dialects where they adapt to their context
INT_LITERAL = ShadingType("int", "int", number=-1)
FLOAT_LITERAL = ShadingType("float", "float", number=-1)


def firm(type: ShadingType) -> ShadingType:
    """The type of a variable that is initialised with a literal of this type."""
    return NUMERIC[type.base, type.rows, type.columns] if type.number < 0 else type
