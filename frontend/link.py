"""Linking of a vertex and a fragment shader: varyings and uniforms of the same name are matched and checked."""

from __future__ import annotations

from gpucc.frontend.check.entry import reachable
from gpucc.frontend.check.fixed_function import COORDINATES, FROM, VARYINGS
from gpucc.frontend.places import Complaints, ReportFull
from gpucc.frontend.typed import BlockSymbol, CheckedUnit, Symbol
from gpucc.frontend.types import ShadingType

# inputs of a fragment shader that the rasteriser derives from an output of the vertex shader
MADE_OF = {"gl_FragCoord": "gl_Position", "gl_PointCoord": "gl_PointSize"}


def link(vertex: CheckedUnit, fragment: CheckedUnit, report: Complaints, both: bool = False) -> tuple[str, ...]:
    """Check that the interfaces agree. Returns the varyings that the fragment shader reads, in the order of their
    declaration. `both` says that programs compile the pair as desktop GLSL, too."""
    match_places(vertex, fragment)
    read = {symbol for callee in reachable(fragment.entry) for symbol in callee.uses}
    written = {symbol.name: symbol for symbol in vertex.globals if symbol.kind == "output"}
    uniforms = {symbol.name: symbol for symbol in vertex.globals if symbol.kind in ("uniform", "sampler")}
    keep: list[str] = []
    both = both or not (vertex.dialect.es or fragment.dialect.es)
    try:
        for name, block in fragment.blocks.items():
            if name in vertex.blocks:
                check_block(block, vertex.blocks[name], report)
        for symbol in fragment.globals:
            name = FROM.get(symbol.name, symbol.name)
            if symbol.kind == "input" and (name in VARYINGS or not name.startswith("gl_")):
                other = written.get(name)
                if name == COORDINATES and other is not None:
                    # the stages count its elements by their own indices
                    symbol.type = other.type = max(symbol.type, other.type, key=lambda type: type.length)
                check_varying(symbol, other, symbol in read, fragment.dialect.invariant_inputs, report)
                if symbol in read:
                    keep.append(name)
            elif symbol.kind in ("uniform", "sampler") and symbol.name in uniforms:
                check_uniform(symbol, uniforms[symbol.name], both, report)
            elif symbol.name in MADE_OF and symbol.invariant and not written[MADE_OF[symbol.name]].invariant:
                message = f"{symbol.name} is invariant, but {MADE_OF[symbol.name]} is not"
                report.error(
                    message, fragment.entry.place, f"write invariant {MADE_OF[symbol.name]}; in the vertex shader"
                )
    except ReportFull:
        pass
    return tuple(keep)


def check_versions(vertex: CheckedUnit, fragment: CheckedUnit, report: Complaints, strict: bool) -> None:
    """Check that a pair is of one version: OpenGL ES links GLSL ES 1.00 with no other. Without `strict` that is a
    warning."""
    dialects = (vertex.dialect, fragment.dialect)
    if all(one.es for one in dialects) and (dialects[0].version == 100) != (dialects[1].version == 100):
        message = f"the vertex shader is {dialects[0].name} and the fragment shader {dialects[1].name}"
        place = fragment.entry.place
        if strict:
            report.error(message, place, "give both the same #version: OpenGL ES does not link them otherwise")
        else:
            report.warn(f"{message}: OpenGL ES links shaders of one version only", place)


def match_places(vertex: CheckedUnit, fragment: CheckedUnit) -> None:
    """Give varyings with the same location in both stages one name: where both have a location, that alone decides
    which belong together (GLSL ES 3.10 and GLSL 4.10 on)."""
    placed = {one.location: one for one in vertex.globals if one.kind == "output" and one.location >= 0}
    inputs = [one for one in fragment.globals if one.kind == "input"]
    matched = [(one, placed[one.location]) for one in inputs if one.location in placed]
    others = {one.name for one in fragment.globals if all(one is not symbol for symbol, _ in matched)}
    taken = others | {one.name for one in vertex.globals}
    for symbol, other in matched:
        if other.name in others:
            while other.name in taken:
                other.name += "_"
            taken.add(other.name)
        symbol.name = other.name


def check_uniform(symbol: Symbol, other: Symbol, lenient: bool, report: Complaints) -> None:
    """Check a uniform that both stages declare. Desktop GLSL (`lenient`) gives its precision no meaning."""
    where = f"it is declared at {other.place.location}"
    if not alike(symbol.type, other.type):
        report.error(
            f"the uniform `{symbol.name}` is {symbol.type} here and {other.type} in the vertex shader",
            symbol.place,
            where,
        )
        return
    found = difference(symbol, other)
    if found is not None and symbol.read and other.read:
        name, here, there = found
        message = f"the uniform `{name}` is {here} here and {there} in the vertex shader"
        if lenient:
            report.warn(f"{message}: OpenGL ES refuses this, desktop OpenGL does not", symbol.place)
        else:
            report.error(message, symbol.place, where, "one uniform has one precision: write it in both declarations")


def check_block(block: BlockSymbol, other: BlockSymbol, report: Complaints) -> None:
    here, there = ([(name, precision) for name, _, precision in one.members] for one in (block, other))
    types = zip(block.members, other.members, strict=False)
    same = here == there and all(alike(one, two) for (_, one, _), (_, two, _) in types)
    if not same or block.layout != other.layout:
        what = "another layout" if same else "other members"
        message = f"the block `{block.name}` has {what} in the vertex shader"
        report.error(message, block.place, f"it is declared at {other.place.location}")


def check_varying(symbol: Symbol, other: Symbol | None, is_read: bool, both: bool, report: Complaints) -> None:
    """Check a varying against that of the vertex shader. `both` tells that it must be invariant in both stages."""
    if other is None:
        if is_read:
            report.error(
                f"the varying `{symbol.name}` is read, but the vertex shader has none of this name", symbol.place
            )
        return
    where = f"it is declared at {other.place.location}"
    if not alike(symbol.type, other.type):
        report.error(
            f"the varying `{symbol.name}` is {symbol.type} here and {other.type} in the vertex shader",
            symbol.place,
            where,
        )
    elif symbol.flat != other.flat:
        one, two = ("here", "in the vertex shader") if symbol.flat else ("in the vertex shader", "here")
        report.error(f"the varying `{symbol.name}` is flat {one}, but not {two}", symbol.place, where)
    elif symbol.invariant != other.invariant and both:
        one, two = ("here", "in the vertex shader") if symbol.invariant else ("in the vertex shader", "here")
        report.error(f"the varying `{symbol.name}` is invariant {one}, but not {two}", symbol.place, where)
    elif is_read and not other.written:
        report.warn(f"the varying `{symbol.name}` is read, but the vertex shader never writes it", symbol.place)


def alike(a: ShadingType, b: ShadingType) -> bool:
    """Return whether two types match. Structs of two sources match if their members do."""
    while a.element is not None and b.element is not None and a.length == b.length:
        a, b = a.element, b.element
    if a.base != "struct" or b.base != "struct":
        return a == b
    if a.name != b.name or [one.name for one in a.fields] != [one.name for one in b.fields]:
        return False
    return all(alike(one.type, other.type) for one, other in zip(a.fields, b.fields, strict=True))


def difference(one: Symbol, other: Symbol) -> tuple[str, str, str] | None:
    """The first name whose precision differs, with both precisions."""
    if one.precision != other.precision:
        return one.name, one.precision, other.precision
    return inner_difference(one.name, one.type, other.type)


def inner_difference(name: str, a: ShadingType, b: ShadingType) -> tuple[str, str, str] | None:
    while a.element is not None and b.element is not None:
        a, b = a.element, b.element
    for one, other in zip(a.fields, b.fields, strict=True):
        inside = f"{name}.{one.name}"
        if one.precision != other.precision:
            return inside, one.precision, other.precision
        found = inner_difference(inside, one.type, other.type)
        if found is not None:
            return found
    return None
