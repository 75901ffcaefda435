"""A vertex and a fragment shader together: varyings and uniforms of one name are one thing."""

from __future__ import annotations

from gpucc.frontend.check.entry import reachable
from gpucc.frontend.places import Report, Stop
from gpucc.frontend.typed import Symbol, Unit


def link(vertex: Unit, fragment: Unit, report: Report) -> tuple[str, ...]:
    """The varyings that the fragment shader reads, in its order."""
    read = {symbol for callee in reachable(fragment.entry) for symbol in callee.uses}
    written = {symbol.name: symbol for symbol in vertex.globals if symbol.kind == "output"}
    uniforms = {symbol.name: symbol for symbol in vertex.globals if symbol.kind in ("uniform", "sampler")}
    keep: list[str] = []
    try:
        for symbol in fragment.globals:
            if symbol.kind == "input" and not symbol.name.startswith("gl_"):
                check_varying(symbol, written.get(symbol.name), symbol in read, report)
                if symbol in read:
                    keep.append(symbol.name)
            elif symbol.kind in ("uniform", "sampler") and symbol.name in uniforms:
                other = uniforms[symbol.name]
                if not alike(symbol, other):
                    message = f"the uniform `{symbol.name}` is {symbol.type} here and {other.type} in the vertex shader"
                    report.error(message, symbol.place, f"it is declared at {other.place.location}")
    except Stop:
        pass
    return tuple(keep)


def check_varying(symbol: Symbol, other: Symbol | None, is_read: bool, report: Report) -> None:
    if other is None:
        if is_read:
            report.error(f"the varying `{symbol.name}` is read, but the vertex shader has none of this name", symbol.place)
        return
    if not alike(symbol, other):
        message = f"the varying `{symbol.name}` is {symbol.type} here and {other.type} in the vertex shader"
        report.error(message, symbol.place, f"it is declared at {other.place.location}")
    elif is_read and not other.written:
        report.warn(f"the varying `{symbol.name}` is read, but the vertex shader never writes it", symbol.place)


def alike(one: Symbol, other: Symbol) -> bool:
    """Structs of two sources are alike if their members are."""
    a, b = one.type, other.type
    while a.element is not None and b.element is not None and a.length == b.length:
        a, b = a.element, b.element
    if a.base == "struct" and b.base == "struct":
        return a.name == b.name and a.fields == b.fields
    return a == b
