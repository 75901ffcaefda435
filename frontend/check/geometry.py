"""Geometry shaders (GLSL ES 3.20, 4.4.1.2 and 4.4.2.2): the primitives that are read and written, the inputs with an
element for each vertex, and the functions that emit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NoReturn

from gpucc.errors import Unsupported
from gpucc.frontend.check.base import CheckContext
from gpucc.frontend.places import Place, ShaderText
from gpucc.frontend.syntax import Declarator, NumberExpr, StageLayout
from gpucc.frontend.typed import Symbol
from gpucc.frontend.types import ERROR, ShadingType, StructField, array_of, vec
from gpucc.program import POSITION, POSITIONS, GeometryShape

# what is read, with the number of its vertices
READ = {"points": 1, "lines": 2, "lines_adjacency": 4, "triangles": 3, "triangles_adjacency": 6}
STRIP = "triangle_strip"
WRITTEN = ("points", "line_strip", STRIP)
# the functions, and what they are called in LLVM IR
EMISSIONS = {"EmitVertex": "gpucc.emit_vertex", "EndPrimitive": "gpucc.end_primitive"}
PER_VERTEX = ShadingType("gl_PerVertex", "struct", fields=(StructField(POSITION, vec(4)),), number=1_000_001)
GEOMETRY = "it belongs to geometry shaders, whose files end in .geom"
NO_COMPUTE = "it belongs to compute shaders, which no target has"
NO_TESSELLATION = "it belongs to tessellation, which no target has: compute the vertices beforehand"
# what layouts of tessellation shaders alone say
SPACINGS = ("equal_spacing", "fractional_even_spacing", "fractional_odd_spacing", "cw", "ccw", "point_mode", "quads")
# asks for the depth test before the fragment shader; ours write no memory, so their results do not depend on it
EARLY = "early_fragment_tests"
# the most vertices that OpenGL lets a shader emit
MOST = 256


def read_layouts(layouts: Iterable[StageLayout], context: CheckContext, start: Place) -> GeometryShape | None:
    """Return what a geometry shader reads and emits, as its layouts say; None, with the errors in the report, for a
    shader that does not say it, and for those of other stages."""
    report, found = context.report, dict[str, str]()
    before = len(report.errors)
    for top in layouts:
        if context.stage == "fragment" and (top.storage, tuple(top.layout)) == ("in", (EARLY,)):
            report.warn(f"layout({EARLY}) in; changes nothing: the driver decides when depths are compared", top.place)
            continue
        if context.stage != "geometry":
            message = f"layout({', '.join(top.layout)}) {top.storage}; has no meaning in a {context.stage} shader"
            tessellates = any(entry in SPACINGS or entry.startswith("vertices") for entry in top.layout)
            computes = any(entry.startswith("local_size_") for entry in top.layout)
            note = NO_COMPUTE if computes else NO_TESSELLATION if tessellates else GEOMETRY
            report.error(message, top.place, note)
            continue
        for entry in top.layout:
            name, _, value = entry.partition("=")
            key = _key(top.storage, name, value)
            if not key:
                report.error(f"layout({entry}) {top.storage}; is not known here", top.place, _known(top.storage))
            elif found.setdefault(key, value or name) != (value or name):
                report.error(f"layout({entry}) contradicts {found[key]} above", top.place)
    return _shape(found, context, start) if context.stage == "geometry" and len(report.errors) == before else None


def _key(storage: str, name: str, value: str) -> str:
    """What an entry of a layout decides."""
    if storage == "in" and name in READ and not value:
        return "read"
    if storage == "in" and name == "invocations" and value.isdecimal():
        return "invocations"
    if storage == "out" and name in WRITTEN and not value:
        return "written"
    return "most" if storage == "out" and name == "max_vertices" and value.isdecimal() else ""


def _known(storage: str) -> str:
    if storage == "in":
        return f"what is read is one of {', '.join(READ)}"
    return f"what is written is {STRIP}, and max_vertices = N"


def _shape(found: Mapping[str, str], context: CheckContext, start: Place) -> GeometryShape | None:
    report, dialect = context.report, context.dialect
    if dialect.version < (310 if dialect.es else 150):
        report.error(f"{dialect.name} has no geometry shaders", start, "begin with #version 320 es")
        return None
    missing = [
        text
        for key, text in (
            ("read", "layout(triangles) in;"),
            ("written", f"layout({STRIP}, max_vertices = 4) out;"),
            ("most", f"layout({STRIP}, max_vertices = 4) out;"),
        )
        if key not in found
    ]
    if missing:
        report.error("the geometry shader does not say what it reads and writes", start, f"write {missing[0]}")
        return None
    if found["written"] != STRIP:
        message = f"the shader writes {found['written']}, and no target draws anything but triangles"
        report.error(message, start, f"write {STRIP}, with two triangles for a point or a line", limit=True)
    if found.get("invocations", "1") != "1":
        message = f"the shader asks for {found['invocations']} invocations for a primitive"
        report.error(message, start, "write a loop: no target runs a geometry shader more than once", limit=True)
    most = int(found["most"])
    if not 0 < most <= MOST:
        report.error(f"max_vertices is {most}, and must be between 1 and {MOST}", start)
        return None
    return GeometryShape(found["read"], READ[found["read"]], most)


def predefined_inputs(shape: GeometryShape | None) -> list[Symbol]:
    """gl_in, with an element for each vertex."""
    nowhere = Place(ShaderText("<built in>", ""), 1, 1)
    type = array_of(PER_VERTEX, shape.vertices if shape is not None else 1)
    return [Symbol(POSITIONS, type, nowhere, "input", "highp", readonly="it is an input")]


def completed_input(one: Declarator, shape: GeometryShape | None) -> Declarator:
    """The declaration of an input with the size that the layout gives it, if it has none of its own."""
    if shape is not None and one.sizes and one.sizes[0] is None:
        one.sizes = (NumberExpr(one.place, str(shape.vertices)), *one.sizes[1:])
    return one


def check_input(symbol: Symbol, one: Declarator, shape: GeometryShape | None, context: CheckContext) -> None:
    """Check an input: an array of floats, vectors or matrices."""
    symbol.kind, symbol.readonly = "input", "inputs are read only"
    type, report = symbol.type, context.report
    if type is ERROR or shape is None:
        return
    if type.element is None or type.length != shape.vertices:
        message = f"the input `{one.name}` of a geometry shader is {type}"
        report.error(
            message, one.place, f"it is an array with an element for each vertex: {one.name}[{shape.vertices}]"
        )
    elif not type.element.is_float:
        message = f"the input `{one.name}` of a geometry shader is an array of {type.element}"
        report.error(message, one.place, "pass floats, vectors or matrices, each as an input of its own", limit=True)


def refuse_output(symbol: Symbol) -> NoReturn:
    """Refuse an output that could not be passed with each vertex: a struct, or one that is indexed at run time."""
    raise Unsupported(
        f"the output `{symbol.name}` of a geometry shader is {'indexed at run time' if symbol.indexed else 'a struct'}",
        symbol.place.location,
        ("compute it in a variable of its own, and write the output before EmitVertex()",),
    )
