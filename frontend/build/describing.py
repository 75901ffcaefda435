"""What the source says of its variables besides their types, as metadata that `lowering.interface` reads.

These are default values, places in the buffers of blocks, declarations, which uniforms hold matrices by rows, and what
a geometry shader reads and emits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from llvmlite import ir

from gpucc.frontend.build import shapes
from gpucc.frontend.build.base import BuilderBase, uniform_leaves
from gpucc.frontend.dialect import Dialect
from gpucc.frontend.typed import CheckedUnit, Symbol
from gpucc.frontend.types import EXTERNAL_SAMPLER, ShadingType

DESCRIBED = "gpucc.uniforms"
GEOMETRY = "gpucc.geometry"


def describe(emit: BuilderBase, unit: CheckedUnit, dialect: Dialect) -> None:
    """Write the descriptions of the variables that the module has."""
    rows = [[name, "default", *map(repr, values)] for name, values in _defaults(emit, unit)]
    for block in unit.blocks.values():
        for name, at in block.places.items():
            numbers = (at.offset, at.matrix_stride, int(at.row_major), *at.strides)
            rows.append([name, "block", at.block, *map(str, numbers)])
    names = {*emit.uniforms}
    for symbol in unit.globals:
        if symbol.type == EXTERNAL_SAMPLER and symbol.name in emit.module.globals:
            rows.append([symbol.name, "type", symbol.type.name])
            names.add(symbol.name)
        if emit.by_rows and symbol.kind == "uniform":
            rows += [[leaf, "rows"] for leaf, type in uniform_leaves(symbol) if _innermost(type).is_matrix]
    if dialect.preprocessor:
        rows += [row for symbol in unit.globals for row in declarations(symbol)]
        names |= {*emit.module.globals}
    if unit.shape is not None:
        shape = (unit.shape.primitive, str(unit.shape.vertices), str(unit.shape.most))
        node = emit.module.add_metadata([ir.MetaDataString(emit.module, text) for text in shape])
        emit.module.add_named_metadata(GEOMETRY, node)
    for row in rows:
        if row[0] in names:
            node = emit.module.add_metadata([ir.MetaDataString(emit.module, text) for text in row])
            emit.module.add_named_metadata(DESCRIBED, node)


def _defaults(emit: BuilderBase, unit: CheckedUnit) -> Iterator[tuple[str, Sequence[float]]]:
    """The values of uniforms that hold until somebody sets others, in the order in which the uniform holds them."""
    types = {symbol.name: _innermost(symbol.type) for symbol in unit.globals}
    for name, values in unit.defaults.items():
        type = types.get(name)
        yield name, shapes.turned(type, values) if emit.by_rows and type is not None and type.is_matrix else values


def _innermost(type: ShadingType) -> ShadingType:
    while type.element is not None:
        type = type.element
    return type


def declarations(symbol: Symbol) -> list[list[str]]:
    """The rows that tell `lowering.interface` how the source declares an input, output, uniform or sampler: its type,
    precision and invariance, and the structs around each member of a uniform."""
    rows: list[list[str]] = []

    def walk(name: str, type: ShadingType, precision: str, around: tuple[str, ...]) -> None:
        inner, lengths = type, []
        while inner.element is not None:
            lengths.append(inner.length)
            inner = inner.element
        if inner.base == "struct" and symbol.kind == "uniform" and len(lengths) < 2:
            own, length = name.rpartition(".")[2], str(lengths[0] if lengths else 0)
            for one in inner.fields:
                walk(f"{name}.{one.name}", one.type, one.precision or precision, (*around, own, length))
        elif inner.base != "struct":
            spelled = inner.name + "".join(f"[{length}]" for length in lengths)
            rows.append([name, "declared", spelled, precision, str(int(symbol.invariant)), *around])

    if symbol.kind in ("input", "output", "uniform", "sampler"):
        walk(symbol.name, symbol.type, symbol.precision, ())
    return rows
